package record

import (
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// Evidence says how the lines of a read are known. The ways are tried in this order.
type Evidence uint8

const (
	Unknown     Evidence = iota // a file is named, its lines are not known
	ByRecord                    // the record says where the lines begin
	ByText                      // the text has the numbers
	ByArguments                 // the arguments and the tool's defaults
	NoLines                     // the result gives no line: a notice, a picture, or an empty file
	ByCommand                   // the command was run again, and the recorded text agrees
	Found                       // the text of the line stands in the result
)

func (h Evidence) String() string {
	return [...]string{"unknown", "record", "text", "arguments", "none", "command", "found"}[h]
}

// Channel says in what lines were sent.
type Channel uint8

const (
	InFile   Channel = iota // a read of the file
	InDiff                  // a diff that shows them
	InSearch                // lines that a search found
)

// Line is a line of a file in a text that was sent: its number in the file as it was then, and the bytes of Read.Text
// with the line's own text.
type Line = tools.ParsedLine

// Read is the lines of one file that one call gave.
type Read struct {
	// Path is absolute, with the slashes of the agent's system, where the working folder is known. It is "" for lines
	// of the result that are known to be of no file, such as what echo prints.
	Path  string
	Rev   string // the git revision whose file it is; "" for the file itself
	Text  string // where Lines are
	Lines []Line // in the order in which they were sent
	Via   Channel
	Media bool // a picture or the like was given
	// Named: a program that is not understood names the file, or something in its text does. It need not have read it.
	Named bool
	// Unrecorded: the record has no text of what the call gave.
	Unrecorded bool
	// Recoded: some lines may have been given with other text than the file has: in other letters, or a part of each.
	Recoded bool
	// Trimmed: white space at the ends of the lines may have been cut off.
	Trimmed bool
	// Parts: the first or the last of the lines that were given, which have no numbers, may be a part of a line.
	Parts bool
	Total int64 // lines of the file, as the tool counts them; -1 when it did not say
	How   Evidence
	// Disagreement says in words that two ways of knowing the lines do not agree; "" when they do.
	Disagreement string
}

// Edit is what a call did to one file.
type Edit struct {
	Path string
	// Hunks are what was changed. Either the record says where each is, and they are in the file's order, or it says so
	// of none.
	Hunks []Hunk
	// Whole is the file's new content when all of it was written, and IsWhole says so.
	Whole   string
	IsWhole bool
	Deleted bool
	// From is the file that it was moved or copied from, before Hunks were changed in it; "" where it was not.
	From    string
	Existed bool // the record says that there was such a file before
	// Lost: a command changed the file, and the record does not say which lines.
	Lost bool
	// Perhaps: the record does not even say that the file was changed; with Whole, the content may be another one.
	Perhaps bool
	// Total is how many lines the file has after it, where Hunks are of a write of all of it; 0 where they are not.
	Total int64
	// After are lines of the file after the change that the result shows; its Lines are nil where it shows none.
	After Read
}

// IsPlaced reports whether the record says which lines were changed.
func (e *Edit) IsPlaced() bool { return len(e.Hunks) > 0 && e.Hunks[0].Old > 0 }

// Hunk is a run of lines that was changed, as unified diffs have it.
type Hunk struct {
	Old   int64    // the 1-based number of the first line before the change; 0 where the record does not say
	Lines []string // each with ' ', '-' or '+' before it; without a number, the first and last may be parts of lines
	// Unsaid: the record does not say what the lines were that are taken out, but for how many they are.
	Unsaid bool
	// Everywhere: the text that is taken out is replaced in each place of the file where it stands.
	Everywhere bool
}

// Added are the runs of lines that are put in.
func (h *Hunk) Added() (texts []string) {
	for i, l := range h.Lines {
		switch {
		case l[0] != '+': // not put in
		case i > 0 && h.Lines[i-1][0] == '+':
			texts[len(texts)-1] += "\n" + l[1:]
		default:
			texts = append(texts, l[1:])
		}
	}

	return texts
}

// Removed are the lines that are taken out.
func (h *Hunk) Removed() (lines []string) {
	for _, l := range h.Lines {
		if l[0] == '-' {
			lines = append(lines, l[1:])
		}
	}
	return lines
}

// WithMark are the lines of a text, each with a mark before it; none for "".
func WithMark(mark, text string) []string {
	return lists.Map(SplitLines(text), func(l Line) string { return mark + text[l.Start:l.End] })
}

// WithoutLineEnd is an output without its last line end.
func WithoutLineEnd(output string) string { return strings.TrimSuffix(output, "\n") }

// SplitLines are the lines of a text, numbered from 1. A final line end begins one more.
func SplitLines(text string) []Line {
	if text == "" {
		return nil
	}

	lines := make([]Line, 0, strings.Count(text, "\n")+1)
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, Line{Number: int64(len(lines)) + 1, Start: at, End: at + len(line)})
		at += len(line) + 1
	}

	return lines
}

// CountLines is how many lines a text has, as a file: a final line end ends its last one.
func CountLines(text string) int64 { return int64(len(SplitLines(strings.TrimSuffix(text, "\n")))) }

// NumberBefore reads a number with white space before it, and the separator after it.
func NumberBefore(s, sep string) (number int64, after int, ok bool) {
	spaces := len(s) - len(strings.TrimLeft(s, " "))
	digits, _, found := strings.Cut(s[spaces:], sep)
	if !found {
		return 0, 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 40)
	return int64(n), spaces + len(digits) + len(sep), spaces <= 24 && err == nil && n > 0
}

// WholeLines are the lines of the hunk; where its texts end with a line, without what begins after them.
func (h *Hunk) WholeLines() []string {
	n := len(h.Lines)
	out := slices.IndexFunc(h.Lines, func(line string) bool { return line[0] == '+' }) - 1
	if h.Old > 0 || out < 0 || h.Lines[out] != "-" || h.Lines[n-1] != "+" {
		return h.Lines
	}
	return append(slices.Clone(h.Lines[:out]), h.Lines[out+1:n-1]...)
}
