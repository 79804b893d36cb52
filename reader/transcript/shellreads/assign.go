package shellreads

import (
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// Unknown names the files of a command, each once, with unknown lines.
func Unknown(parts []Part) []record.Read {
	var reads []record.Read
	seen := map[string]bool{}
	for _, p := range parts {
		if p.Path != "" && p.Dir == "" && !seen[p.Rev+":"+p.Path] {
			seen[p.Rev+":"+p.Path] = true
			reads = append(reads, record.Read{Path: p.Path, Rev: p.Rev, Total: -1})
		}
	}
	return reads
}

// Assign lays the parts that a command prints over its output.
func Assign(parts []Part, out string) []record.Read {
	text := strings.TrimSuffix(out, "\n")
	lines := record.SplitLines(text)
	open := 0 // parts of which it is not known how many lines they have
	fixed := 0
	for _, p := range parts {
		if n, ok := p.count(); ok {
			fixed += n
		} else {
			open++
		}
	}
	if open > 1 || fixed > len(lines) && len(parts) > 1 {
		return Unknown(parts)
	}
	var reads []record.Read
	at := 0
	for _, p := range parts {
		n, ok := p.count()
		if !ok {
			n = len(lines) - fixed
		}
		n = min(n, len(lines)-at)
		part := lines[at : at+n]
		at += n
		if p.Other > 0 {
			continue
		}
		if p.Path == "" {
			if len(part) != 1 || text[part[0].Start:part[0].End]+"\n" != p.Literal {
				return Unknown(parts)
			}
			continue
		}
		reads = append(reads, p.read(text, part)...)
	}
	if at < len(lines) {
		return Unknown(parts) // more was printed than the command can print
	}
	return reads
}

// count is how many lines a part prints, when the file is long enough.
func (p Part) count() (int, bool) {
	switch {
	case p.Path == "":
		return strings.Count(p.Literal, "\n") + p.Other, true
	case p.From == 0 || p.To == toEnd || p.Numbers == GrepNumbers || p.Numbers == RgNumbers || p.To-p.From > 1<<30:
		return 0, false
	}
	return int(p.To - p.From + 1), true
}

// read is the part's lines in a text.
func (p Part) read(text string, part []record.Line) []record.Read {
	unknown := []record.Read{{Path: p.Path, Rev: p.Rev, Total: -1}}
	switch {
	case p.Numbers != NoNumbers && p.Numbers != NlNumbers:
		return p.found(text, part)
	case p.Numbers == NoNumbers && p.From == 0:
		return unknown
	}
	r := record.Read{Path: p.Path, Rev: p.Rev, Text: text, Total: -1, How: record.ByArguments}
	for i, l := range part {
		l.Number = p.From + int64(i)
		if p.Numbers == NlNumbers {
			number, after, ok := record.NumberBefore(text[l.Start:l.End], "\t")
			if !ok {
				return unknown
			}
			r.How, l.Number, l.Start = record.ByText, number, l.Start+after
		}
		r.Lines = append(r.Lines, l)
	}
	return []record.Read{r}
}

// found are the lines that a search printed, by file.
func (p Part) found(text string, part []record.Line) []record.Read {
	f := finds{rev: p.Rev, text: text}
	for _, l := range part {
		line := text[l.Start:l.End]
		file, rest := p.Path, line
		if p.Numbers == RgNumbers {
			var ok bool
			if file, rest, ok = foundPath(line); !ok {
				continue
			}
			file = record.ResolvePath(p.Dir, file)
			if p.Dir == "" && record.PathBase(file) != record.PathBase(p.Path) {
				continue
			} else if p.Dir == "" {
				file = p.Path
			}
		}
		f.add(file, rest, l)
	}
	return f.reads
}

// finds are the lines that a search printed, by file in the order in which they come.
type finds struct {
	rev, text string
	reads     []record.Read
}

// add takes a line of a file; rest is what it has from its number on. It returns the line, nil where it has none.
func (f *finds) add(file, rest string, l record.Line) *record.Line {
	number, after, ok := record.NumberBefore(rest, ":")
	if !ok {
		number, after, ok = record.NumberBefore(rest, "-")
	}
	if !ok {
		return nil
	}
	file = path.Clean(file)
	i := slices.IndexFunc(f.reads, func(r record.Read) bool { return r.Path == file })
	if i < 0 {
		i = len(f.reads)
		f.reads = append(f.reads, record.Read{
			Path: file, Rev: f.rev, Text: f.text, Total: -1, How: record.ByText, Via: record.InSearch,
		})
	}
	l.Number, l.Start = number, l.End-len(rest)+after
	lines := append(f.reads[i].Lines, l)
	f.reads[i].Lines = lines
	return &lines[len(lines)-1]
}

// Found are the lines that a search tool printed, in any of the agents' forms: the path before each line, as rg and
// grep have it, or above those of a file; in is the path that was searched, the file itself where it is one, and dir
// what paths are relative to.
func Found(text, in, dir string) []record.Read {
	f := finds{text: text}
	file := in // of the lines that come
	for _, l := range record.SplitLines(strings.TrimSuffix(text, "\n")) {
		line := text[l.Start:l.End]
		if name, ok := strings.CutPrefix(line, "File: "); ok { // Gemini CLI and Qwen Code, which cut blanks off lines
			file = name
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

// foundLine is a line "path:12:text" or "path-12-text".
var foundLine = lazy.Regexp(`\A(?:(.+?):\d{1,12}:|(.+?)-\d{1,12}-)`)

// foundPath cuts the path off such a line.
func foundPath(line string) (file, rest string, ok bool) {
	m := foundLine().FindStringSubmatch(line)
	if m == nil {
		return "", line, false
	}
	file = m[1] + m[2]
	return file, line[len(file)+1:], true
}
