package tooloutput

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// A tool may give the text of a file within JSON, in one line. Shown in rows, where each line of the file has one, a
// person can read that and lay it beside another answer. Nothing is decoded, since it is what the model gets: a row
// ends after the letters \n.

// JSONLineEnd stands in a text in JSON for the end of a line.
const JSONLineEnd = `\n`

// maxLaidOut is how many bytes of JSON are laid out in rows.
const maxLaidOut = 4 << 20

// LayJSON lays an answer that is JSON in one line out in rows: laid has them as lines, and belongs to the caller, who
// closes it. It is nil where the answer is something else, has fewer than two rows, or is too long.
func LayJSON(ctx context.Context, answer *Capture) (laid *Capture, rows [][]byte, err error) {
	if !answer.Complete() || answer.Size() == 0 || answer.Size() > maxLaidOut {
		return nil, nil, nil
	}

	text := make([]byte, answer.Size())
	if _, err := answer.ReadAt(text[:1], 0); err != nil || text[0] != '[' && text[0] != '{' {
		return nil, nil, ignoringEOF(err)
	}
	if _, err := answer.ReadAt(text, 0); ignoringEOF(err) != nil {
		return nil, nil, err
	}

	rows = jsonRows(text)
	if len(rows) < 2 || ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}

	laid = New()
	if _, err := laid.Write(bytes.Join(rows, []byte{'\n'})); err != nil {
		return nil, nil, errors.Join(err, laid.Close())
	}
	return laid, rows, nil
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

// RunsIn finds the runs of a window in such rows, by what the tool puts before the number of each line: a row where
// that is missing shows no line. For a tool that numbers no lines, or numbers them otherwise, nothing is found.
func RunsIn(rows [][]byte, format *tools.LineFormat, w window.Window) (runs []tools.ShownRun) {
	if w.Renumbered > 0 {
		return nil // which line of the file a number is of is not known
	}

	at := 0
	for _, span := range w.Spans() {
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
func findRun(format *tools.LineFormat, rows [][]byte, from int, first, last int64) (run tools.ShownRun, next int) {
	if first < 1 || format.PrefixOf(tools.Line{Number: first}) == format.PrefixOf(tools.Line{Number: first + 1}) {
		return run, from
	}

	for _, number := range []int64{first, first + 1} {
		for i := from; i < len(rows) && number <= last; i++ {
			width, ok := widthIn(format, rows[i], number)
			if !ok || number > first && i == from {
				continue
			}

			run = tools.ShownRun{Content: int64(i), Number: number, First: number == 1, Width: width, Lines: 1}
			for i++; i < len(rows) && run.Number+run.Lines <= last; i++ {
				line := tools.Line{Number: run.Number + run.Lines, Width: width}
				if !bytes.HasPrefix(rows[i], []byte(format.PrefixOf(line))) {
					break
				}
				run.Lines++
			}

			if number > first {
				run.Content--
				run.Number = first
				run.Lines++
			}

			return run, i
		}
	}

	return run, from
}

// maxDigits is how wide a column of numbers is looked for.
const maxDigits = 9

// widthIn is the width of the column of numbers where a row begins with what the tool puts before a line of a number.
func widthIn(format *tools.LineFormat, row []byte, number int64) (width int, ok bool) {
	for width = range maxDigits {
		if bytes.HasPrefix(row, []byte(format.PrefixOf(tools.Line{Number: number, Width: width}))) {
			return width, true
		}
	}
	return 0, false
}
