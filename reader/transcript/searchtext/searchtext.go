// Package searchtext, which changes without notice, finds the lines of files in what search tools print, in any of the
// agents' layouts.
package searchtext

import (
	"path"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// Printing says what a search prints that prints as rg and grep do.
type Printing uint8

const (
	Lines      Printing = iota // lines that match: whether with their numbers is not known
	Numbered                   // lines, each with its number before it
	Unnumbered                 // lines without numbers
	Names                      // of the files that match, or how many lines of each do
)

// Search is what a search tool printed, and where it looked.
type Search struct {
	Text string
	In   string // the folder or file that was searched; "" where the call names none
	Dir  string // what paths are relative to
	// Windows says that the agent ran on Windows, where names are written with backslashes. Where Dir is "", the names
	// themselves tell.
	Windows bool
	Prints  Printing
}

// Reads returns the lines that a search printed, by file, in the order in which the files come. A layout without
// numbers gives none.
func (s *Search) Reads() []record.Read {
	if s.Prints == Names || unnumbered().MatchString(s.Text) {
		return nil
	}

	f := &finds{
		search: s, lines: record.SplitLines(strings.TrimSuffix(s.Text, "\n")), readOf: map[string]int{},
	}
	switch {
	case rooFound().MatchString(s.Text):
		f.roo()
	case geminiFound().MatchString(s.Text):
		f.gemini(geminiFound().FindStringSubmatch(s.Text)[1])
	case titled().MatchString(s.Text):
		f.titled()
	case s.Prints == Unnumbered:
		return nil
	default:
		f.plain()
		f.dropUnsure()
	}

	return f.reads
}

var (
	// unnumbered is a file in what the search of Cline's extension prints, whose lines have no numbers.
	unnumbered = lazy.Regexp(`(?m)^│----$`)
	// rooFound matches the head of what Roo Code's search prints. After it, each file has a line "# path", and its
	// lines are numbered as in its read tool.
	rooFound = lazy.Regexp(`\A(?:Found [\d,.]+ results?\.|Showing first \d+ of [^\n]*)\n\n# `)
	// geminiFound matches the head of what the searches of Gemini CLI and Qwen Code print, with the folder that paths
	// are relative to.
	geminiFound = lazy.Regexp(
		`\AFound \d+ match(?:es)? for pattern ".*" in (?:path "([^"\n]*)"|the workspace directory)[^\n]*:\n` +
			`---\nFile: `,
	)
	// titled is a file in what opencode and Crush print: a line with its path, and numbered lines below it.
	titled = lazy.Regexp(`(?m)^[^\n]+:\n  Line \d+[:,]`)
)

// finds are the lines that were found.
type finds struct {
	search *Search
	lines  []record.Line // the printed ones
	reads  []record.Read
	readOf map[string]int // by the path of a file, the index of what was found in it
	last   *record.Read   // what was found in the file of the line that was added last, until another is added
	unsure bool           // nobody says that lines are numbered
}

// printed is the text of a line.
func (f *finds) printed(l record.Line) string { return f.search.Text[l.Start:l.End] }

// at is the path of a file that is named relative to a folder.
func (f *finds) at(dir, name string) string {
	if f.search.Windows || f.search.Dir == "" && !strings.Contains(name, "/") {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	return record.ResolvePath(dir, name)
}

// add adds a line of a file; rest is the printed line from the number on. It returns the added line, or nil if rest has
// no line.
func (f *finds) add(file, rest string, l record.Line, seps ...string) *record.Line {
	var number int64
	after := 0
	ok := false
	for _, sep := range seps {
		if !ok {
			number, after, ok = record.NumberBefore(rest, sep)
		}
	}

	if !ok {
		return nil
	}

	l.Number = number
	l.Start = l.End - len(rest) + after
	l.UnsureNumber = f.unsure
	r := f.readIn(path.Clean(file))
	r.Lines = append(r.Lines, l)
	f.last = r
	return &r.Lines[len(r.Lines)-1]
}

// readIn is what was found in a file, which is good until another file comes. A search may find lines in hundreds of
// thousands of files.
func (f *finds) readIn(file string) *record.Read {
	i, isKnown := f.readOf[file]
	if !isKnown {
		i = len(f.reads)
		f.readOf[file] = i
		f.reads = append(f.reads, record.Read{
			Path: file, Text: f.search.Text, Total: -1, How: record.ByText, Via: record.InSearch,
		})
	}

	return &f.reads[i]
}

// rooCut stands at the end of a line that Roo Code's search has cut.
const rooCut = " [truncated...]"

// roo takes the lines of Roo Code's search. Blanks are cut off their ends.
func (f *finds) roo() {
	file := ""
	for _, l := range f.lines {
		line := f.printed(l)
		if name, ok := strings.CutPrefix(line, "# "); ok {
			file = f.at(f.search.Dir, name)
			continue
		}

		l := f.add(file, line, l, " | ")
		if l == nil {
			continue
		}

		f.last.Trimmed = true
		if strings.HasSuffix(line, rooCut) {
			l.End -= len(rooCut)
			l.Cut = true
		}
	}
}

// gemini takes lines that are below a line with the path of their file, which is relative to the folder that was
// searched. Blanks are cut off them.
func (f *finds) gemini(in string) {
	dir := f.search.Dir
	if in != "" {
		dir = f.at(dir, in)
	}

	file := ""
	for _, l := range f.lines {
		line := f.printed(l)
		if name, ok := strings.CutPrefix(line, "File: "); ok {
			file = f.at(dir, name)
			if record.PathBase(dir) == name { // the file itself was searched
				file = dir
			}
			continue
		}

		rest, isLine := strings.CutPrefix(line, "L")
		if !isLine {
			continue
		}

		if l := f.add(file, rest, l, ":", "-"); l != nil {
			f.skipBlank(l)
			f.last.Trimmed = true
		}
	}
}

// titled takes the lines of opencode and Crush. Crush cuts blanks off them where it searches with rg.
func (f *finds) titled() {
	file := ""
	for i, l := range f.lines {
		line := f.printed(l)
		rest, isLine := strings.CutPrefix(line, "  Line ")
		if name, ok := strings.CutSuffix(line, ":"); ok && !isLine && i+1 < len(f.lines) &&
			strings.HasPrefix(f.printed(f.lines[i+1]), "  Line ") {
			file = f.at(f.search.Dir, name)
			continue
		}

		if !isLine || file == "" {
			continue
		}

		number, char, hasChar := strings.Cut(rest, ", Char ") // Crush says where in the line
		column, _, hasColon := strings.Cut(char, ":")
		isCrush := hasChar && hasColon && isNumber(number) && isNumber(column)
		if isCrush {
			rest = number + rest[len(number)+len(", Char ")+len(column):]
		}

		if l := f.add(file, rest, l, ":"); l != nil {
			f.skipBlank(l)
			f.cutMark(l, isCrush)
			f.last.Trimmed = f.last.Trimmed || isCrush
		}
	}
}

// cutMark leaves the mark out that ends a line which was cut: Crush gives 500 columns with it, and opencode 2,000
// UTF-16 code units before it, or one fewer where that would part a character. Another line may end in such dots
// itself.
func (f *finds) cutMark(l *record.Line, isCrush bool) {
	before, hasMark := strings.CutSuffix(f.search.Text[l.Start:l.End], "...")
	if !hasMark {
		return
	}

	isCut := isCrush && utf8.RuneCountInString(before)+len("...") == 500
	if !isCrush && len(before) >= 2000-1 {
		units := len(utf16.Encode([]rune(before)))
		isCut = units == 2000 || units == 2000-1
	}
	if isCut {
		l.End -= len("...")
		l.Cut = true
	}
}

// skipBlank leaves the blank out that a tool puts between the number and the line.
func (f *finds) skipBlank(l *record.Line) {
	if strings.HasPrefix(f.search.Text[l.Start:l.End], " ") {
		l.Start++
	}
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
