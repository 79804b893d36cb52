package cmdkit

import (
	"bufio"
	"cmp"
	"io"
	"strings"

	"eyeline/reader/lists"
	"eyeline/tui/kit/cells"
)

// Output is standard output. It keeps the first error, since cobra drops errors.
type Output struct {
	W        io.Writer
	Terminal bool
	Err      error
}

func (o *Output) Write(p []byte) (int, error) {
	n, err := o.W.Write(p)
	o.Err = cmp.Or(o.Err, err)
	return n, err
}

// FinalWriter returns the writer that a command's output finally goes to. A program that the command starts must be
// given this one, since it would not recognize a terminal behind another writer.
func FinalWriter(w io.Writer) io.Writer {
	if o, ok := w.(*Output); ok {
		return o.W
	}
	return w
}

// ToTerminal reports whether a command's output is a terminal.
func ToTerminal(w io.Writer) bool {
	o, ok := w.(*Output)
	return ok && o.Terminal
}

// ForTerminal returns a writer to w. If w is a terminal, control characters become marks, unless raw is set. done must
// be called after the last write.
func ForTerminal(w io.Writer, raw bool) (out io.Writer, done func() error) {
	if ToTerminal(w) && !raw {
		p := cells.NewPrinter(w)
		return p, p.Close
	}
	return w, func() error { return nil }
}

// Printable makes a text of several lines safe for a terminal: control characters other than '\n' become marks.
func Printable(s string) string {
	return strings.Join(lists.Map(strings.Split(s, "\n"), cells.Sanitize), "\n")
}

// Heading is the first row of a table, with bars between the columns.
func Heading(columns string) [][]string { return [][]string{strings.Split(columns, "|")} }

// PrintTable prints rows in columns. The cells may contain text from any file: control characters become marks. On a
// terminal the last column is wrapped between words, below its first row.
func PrintTable(w io.Writer, rows [][]string) error {
	var widths []int
	for _, r := range rows {
		for i, text := range r {
			r[i] = cells.OneLine(text)
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cells.Width(r[i]))
		}
	}

	room := lastRoom(w, widths)
	b := bufio.NewWriter(w)
	for _, r := range wrapLast(rows, len(widths), room) {
		line := ""
		for i, text := range r {
			line += cells.Pad(text, widths[i]) + "  "
		}

		// GitHub would take such a line in a log as a command; here it is a path.
		if strings.HasPrefix(line, "::") || strings.HasPrefix(line, "##[") {
			line = "./" + line
		}

		_, _ = b.WriteString(strings.TrimRight(line, " ") + "\n") // Flush returns the error
	}

	return b.Flush()
}

// lastRoom is how many cells a terminal has for the last of columns that are so wide; 0 where the output is no
// terminal, and where that are too few for words.
func lastRoom(w io.Writer, widths []int) int {
	const least = 20 // cells for a few words
	if !ToTerminal(w) || len(widths) == 0 {
		return 0
	}

	room := Columns(w)
	for _, width := range widths[:len(widths)-1] {
		room -= width + len("  ")
	}
	if room < least {
		return 0
	}
	return room
}

// wrapLast is rows of a table with the last of all columns in at most room cells: what is left of it stands in rows of
// its own. With room 0 it is the rows as they are.
func wrapLast(rows [][]string, columns, room int) [][]string {
	if room == 0 {
		return rows
	}

	var wrapped [][]string
	for _, row := range rows {
		if len(row) < columns {
			wrapped = append(wrapped, row)
			continue
		}

		texts := cells.WrapWords(row[columns-1], room)
		row[columns-1] = texts[0]
		wrapped = append(wrapped, row)
		for _, text := range texts[1:] {
			wrapped = append(wrapped, append(make([]string, columns-1), text))
		}
	}
	return wrapped
}

// InColumns wraps each line of a text between words, so that it takes at most width cells where that is possible.
func InColumns(text string, width int) string {
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		rows = append(rows, cells.WrapWords(line, width)...)
	}
	return strings.Join(rows, "\n")
}
