package cmdkit

import (
	"bufio"
	"cmp"
	"io"
	"strings"

	"eyeline/reader/each"
	"eyeline/tui/kit/cells"
)

// Output is standard output; it keeps the first error, which cobra drops.
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

// Beneath is what a command's output goes to. A program that is started is given that: in no other way is a terminal
// one to it, too.
func Beneath(w io.Writer) io.Writer {
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

// ForTerminal is a writer to w that gives a terminal marks instead of the characters that would control it, unless raw
// is set; done is called after the last of them.
func ForTerminal(w io.Writer, raw bool) (out io.Writer, done func() error) {
	if ToTerminal(w) && !raw {
		p := cells.NewPrinter(w)
		return p, p.Close
	}
	return w, func() error { return nil }
}

// Printable makes a text of several lines safe for a terminal: control characters other than '\n' become marks.
func Printable(s string) string {
	return strings.Join(each.Of(strings.Split(s, "\n"), cells.Sanitize), "\n")
}

// OneLine makes a text safe for a terminal, with marks in place of all control characters, line ends too.
func OneLine(s string) string { return cells.Sanitize(strings.ReplaceAll(s, "\n", "␊")) }

// Heading is the first row of a table, with bars between the columns.
func Heading(columns string) [][]string { return [][]string{strings.Split(columns, "|")} }

// PrintTable prints rows in columns. What is in them may come from anyone's files: control characters become marks.
func PrintTable(w io.Writer, rows [][]string) error {
	var widths []int
	for _, r := range rows {
		for i, text := range r {
			r[i] = OneLine(text)
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cells.Width(r[i]))
		}
	}

	b := bufio.NewWriter(w)
	for _, r := range rows {
		line := ""
		for i, text := range r {
			line += cells.Pad(text, widths[i]) + "  "
		}

		// It would be a command in a log of GitHub; it is a path.
		if strings.HasPrefix(line, "::") || strings.HasPrefix(line, "##[") {
			line = "./" + line
		}

		_, _ = b.WriteString(strings.TrimRight(line, " ") + "\n") // Flush says it
	}

	return b.Flush()
}
