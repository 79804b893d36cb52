package preview

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"

	"eyeline/reader/tools"
	"eyeline/tui/file/tooloutput"
	"eyeline/tui/kit/humanize"
)

// A tool may give the text of a file within JSON, in one line: a person can read that, and lay it beside another
// answer, where each line of the file has a row. Nothing is decoded, since it is what the model gets: a row ends after
// the letters \n.

// mostLaid is how many bytes of JSON are laid out in rows.
const mostLaid = 4 << 20

// layRows lays an answer out in rows that is JSON in one line, and finds in it the lines of the file.
func (r *Reading) layRows(ctx context.Context) error {
	if r.Failed != nil || r.Out == nil || len(r.Stats.Runs) > 0 || len(r.Stats.Parts) > 1 ||
		!r.Out.Complete() || r.Out.Size() == 0 || r.Out.Size() > mostLaid {
		return nil
	}

	text := make([]byte, r.Out.Size())
	if _, err := r.Out.ReadAt(text[:1], 0); err != nil || text[0] != '[' && text[0] != '{' {
		return ignoringEOF(err)
	}
	if _, err := r.Out.ReadAt(text, 0); ignoringEOF(err) != nil {
		return err
	}

	rows := jsonRows(text)
	if len(rows) < 2 || ctx.Err() != nil {
		return ctx.Err()
	}

	laid := tooloutput.New()
	if _, err := laid.Write(bytes.Join(rows, []byte{'\n'})); err != nil {
		return errors.Join(err, laid.Close())
	}

	r.exact = r.Out
	r.Out = laid
	r.Stats.Runs = r.runsIn(rows)
	return nil
}

// ignoringEOF is an error of reading but for the one that says that nothing follows.
func ignoringEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// jsonRows are the rows of JSON in one line: a text in it that has the letters \n, which stand for the end of a line,
// begins a row, ends one, and has one for each of its lines. nil where it is no JSON in one line.
func jsonRows(text []byte) (rows [][]byte) {
	if bytes.IndexByte(text, '\n') >= 0 || !json.Valid(text) {
		return nil
	}

	start := 0
	opened := 0    // of the row; behind the quotation mark that opened the text, 0 outside of one
	lined := false // the text has lines
	cut := func(at int) {
		rows = append(rows, text[start:at])
		start = at
	}

	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[i+1] == 'n':
			if !lined {
				cut(opened)
			}
			i++
			cut(i + 1)
			lined = true
		case text[i] == '\\':
			i++
		case text[i] == '"' && opened == 0:
			opened = i + 1
		case text[i] == '"':
			if lined && start < i {
				cut(i)
			}
			opened = 0
			lined = false
		}
	}

	return append(rows, text[start:])
}

// runsIn finds the runs of the window in rows, by what the tool puts before the number of each line: a row of which
// that is not as it should be shows no line. Of a tool that numbers none, or otherwise, nothing is found.
func (r *Reading) runsIn(rows [][]byte) (runs []tools.Shown) {
	if r.Window.Renumbered > 0 {
		return nil // which line of the file a number is of is not known
	}

	format := r.Req.Tool().Lines
	at := 0
	for _, span := range r.Window.Spans() {
		shown, next := findRun(format, rows, at, span.First, span.Last)
		if shown.Lines > 0 {
			at = next
		}
		runs = append(runs, shown)
	}
	return runs
}

// findRun finds the lines from first to last in rows, from an index on, and the index behind them. Where the beginning
// of the first line is cut off it has no number: it stands before the second.
func findRun(format *tools.LineFormat, rows [][]byte, from int, first, last int64) (run tools.Shown, next int) {
	if first < 1 || format.PrefixOf(tools.Line{Number: first}) == format.PrefixOf(tools.Line{Number: first + 1}) {
		return run, from
	}

	for _, number := range []int64{first, first + 1} {
		for i := from; i < len(rows) && number <= last; i++ {
			width, ok := widthIn(format, rows[i], number)
			if !ok || number > first && i == from {
				continue
			}

			run = tools.Shown{Content: int64(i), Number: number, First: number == 1, Width: width, Lines: 1}
			for i++; i < len(rows) && run.Number+run.Lines <= last; i++ {
				line := tools.Line{Number: run.Number + run.Lines, Width: width}
				if !bytes.HasPrefix(rows[i], []byte(format.PrefixOf(line))) {
					break
				}
				run.Lines++
			}

			if number > first {
				run.Content = run.Content - 1
				run.Number = first
				run.Lines = run.Lines + 1
			}

			return run, i
		}
	}

	return run, from
}

// mostDigits is how wide a column of numbers is looked for.
const mostDigits = 9

// jsonLineEnd stands in a text in JSON for the end of a line.
const jsonLineEnd = `\n`

// widthIn is the width of the column of numbers where a row begins with what the tool puts before a line of a number.
func widthIn(format *tools.LineFormat, row []byte, number int64) (width int, ok bool) {
	for width = range mostDigits {
		if bytes.HasPrefix(row, []byte(format.PrefixOf(tools.Line{Number: number, Width: width}))) {
			return width, true
		}
	}
	return 0, false
}

// Exact is exactly what the tool gave: the rows in which it is shown may end where no line ends in it.
func (r *Reading) Exact() *tooloutput.Capture { return cmp.Or(r.exact, r.Out) }

// LineEnd is what ends the text of a line in a row that is laid out so; "" in others.
func (r *Reading) LineEnd() string { return humanize.When(r.IsLaid(), jsonLineEnd) }

// IsLaid reports whether the rows of what is shown end where a text in JSON has the end of a line.
func (r *Reading) IsLaid() bool { return r != nil && r.exact != nil }
