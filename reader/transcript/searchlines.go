package transcript

import (
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// finds are the lines that a search printed: by file, in the order in which the files come.
type finds struct {
	text  string
	reads []record.Read
}

// add adds a line of a file; rest is the printed line from the number on. It returns the added line, or nil if rest has
// no line.
func (f *finds) add(file, rest string, l record.Line) *record.Line {
	number, after, ok := record.NumberBefore(rest, ":")
	for _, sep := range []string{"-", " | "} {
		if !ok {
			number, after, ok = record.NumberBefore(rest, sep)
		}
	}

	if !ok {
		return nil
	}

	file = path.Clean(file)
	i := slices.IndexFunc(f.reads, func(r record.Read) bool { return r.Path == file })
	if i < 0 {
		i = len(f.reads)
		f.reads = append(f.reads, record.Read{
			Path: file, Text: f.text, Total: -1, How: record.ByText, Via: record.InSearch,
		})
	}

	l.Number = number
	l.Start = l.End - len(rest) + after
	lines := append(f.reads[i].Lines, l)
	f.reads[i].Lines = lines
	return &lines[len(lines)-1]
}

// rooCut stands at the end of a line that Roo Code's search has cut.
const rooCut = " [truncated...]"

// foundIn returns the lines that a search tool printed, in any of the agents' layouts: with the path before each line,
// as rg and grep print it, or above the lines of a file. in is the path that was searched, possibly a file; dir is what
// paths are relative to.
func foundIn(text, in, dir string) []record.Read {
	f := finds{text: text}
	file := in // of the lines that follow
	isRoo := rooFound().MatchString(text)
	for _, l := range record.SplitLines(strings.TrimSuffix(text, "\n")) {
		line := text[l.Start:l.End]
		if name, ok := strings.CutPrefix(line, "File: "); ok { // Gemini CLI and Qwen Code, which cut blanks off lines
			file = name
			continue
		}

		if name, ok := strings.CutPrefix(line, "# "); ok && isRoo {
			file = name
			continue
		}

		if isRoo {
			if l := f.add(record.ResolvePath(dir, file), line, l); l != nil && strings.HasSuffix(line, rooCut) {
				l.End = l.End - len(rooCut)
				l.Cut = true
			}
			continue
		}

		rest, isShort := strings.CutPrefix(line, "L")
		rest, isLong := strings.CutPrefix(rest, "  Line ") // opencode
		if isShort || isLong {
			if l := f.add(record.ResolvePath(dir, file), rest, l); l != nil {
				l.Start += len(text[l.Start:]) - len(strings.TrimPrefix(text[l.Start:], " "))
				l.Cut = isShort
				continue
			}
		}

		if name, ok := strings.CutSuffix(line, ":"); ok && strings.HasPrefix(name, "/") {
			file = name
			continue
		}

		if name, rest, ok := foundPath(line); ok {
			f.add(record.ResolvePath(dir, name), rest, l)
		} else if in != "" {
			f.add(record.ResolvePath(dir, in), line, l)
		}
	}

	return f.reads
}

// rooFound matches the head of what Roo Code's search prints. After it, each file has a line "# path", and its lines
// are numbered as in its read tool.
var rooFound = lazy.Regexp(`\A(?:Found [\d,.]+ results?\.|Showing first \d+ of [^\n]*)\n\n# `)

// foundLine matches a line "path:12:text" or "path-12-text".
var foundLine = lazy.Regexp(`\A(?:(.+?):\d{1,12}:|(.+?)-\d{1,12}-)`)

// foundPath splits such a line after the path.
func foundPath(line string) (file, rest string, ok bool) {
	m := foundLine().FindStringSubmatch(line)
	if m == nil {
		return "", line, false
	}
	file = m[1] + m[2]
	return file, line[len(file)+1:], true
}
