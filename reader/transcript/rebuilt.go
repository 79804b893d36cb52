package transcript

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// RebuiltRun is a run of lines of a file that was put together from what was sent of it.
type RebuiltRun struct {
	// Row is the 1-based number of the run's first line in the text that was written, and Lines how many there are.
	Row, Lines int64
	// First is the number of the first line in the file as it was; of a gap, that of the first line that is missing.
	First int64
	// Gap: the one line of the run says that lines are missing: Missing of them, -1 when it is not known how many.
	Gap     bool
	Missing int64
	State   State
}

// Rebuild writes a file as the model could hold it: the lines that it was sent or wrote itself last, with one line in the
// place of each run of lines that it was not sent. path is that of a FileCoverage. The runs say which line is which.
func (r *Replay) Rebuild(ctx context.Context, root, path string, w io.Writer) ([]RebuiltRun, error) {
	f := r.find(root, path)
	if f == nil {
		return nil, nil
	}
	texts, total, err := r.texts(ctx, f)
	if err != nil {
		return nil, err
	}
	b := bufio.NewWriter(w)
	var runs []RebuiltRun
	row, next := int64(1), int64(1)
	gap := func(missing int64, last bool) {
		said := "more may follow"
		switch {
		case last && missing > 0: // some tools count an empty line after the end of the last one
			said = fmt.Sprintf("the lines from %d on were never sent", next)
		case missing == 1:
			said = fmt.Sprintf("line %d was never sent", next)
		case missing > 1:
			said = fmt.Sprintf("lines %d-%d were never sent", next, next+missing-1)
		}
		fmt.Fprintf(b, "-- %s --\n", said)
		runs = append(runs, RebuiltRun{Row: row, Lines: 1, First: next, Gap: true, Missing: missing})
		row++
	}
	for _, l := range f.picture.lines {
		if l.number > next {
			gap(l.number-next, false)
		}
		next = l.number + 1
		b.WriteString(texts[l.hash]) // a bufio.Writer keeps the error
		b.WriteByte('\n')
		if k := len(runs) - 1; k >= 0 && !runs[k].Gap && runs[k].State == l.state {
			runs[k].Lines++
		} else {
			runs = append(runs, RebuiltRun{Row: row, Lines: 1, First: l.number, State: l.state})
		}
		row++
	}
	switch {
	case len(f.picture.lines) == 0:
	case total >= next:
		gap(total-next+1, true)
	case total < 0:
		gap(-1, true)
	}
	return runs, b.Flush()
}

// texts are the lines that a file's calls gave or wrote, by their hashes, and how many lines the file had as the last call
// that said so says; -1 when none did.
func (r *Replay) texts(ctx context.Context, f *fileState) (map[uint64]string, int64, error) {
	texts, total := map[uint64]string{}, int64(-1)
	h := r.s.hasher()
	put := func(line string) { texts[h.text(line)] = strings.TrimSuffix(line, "\r") }
	for _, n := range f.Calls {
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		c := r.s.Call(int(n))
		reads, err := r.s.Reads(c)
		if err != nil {
			return nil, 0, err
		}
		for _, read := range reads {
			if read.Path != f.Path || read.Rev != "" {
				continue
			}
			if read.Total >= 0 {
				total = read.Total
			}
			for _, l := range read.Lines {
				put(strings.Clone(read.Text[l.Start:l.End]))
			}
		}
		edits, err := r.s.Edits(c)
		if err != nil {
			return nil, 0, err
		}
		for _, e := range edits {
			if e.Path != f.Path || c.Failed {
				continue
			}
			for _, l := range splitLines(e.Whole) {
				put(e.Whole[l.Start:l.End])
			}
			for _, hunk := range e.Hunks {
				for _, line := range hunk.Lines {
					put(line[1:])
				}
			}
			if e.IsWhole {
				total = int64(len(splitLines(strings.TrimSuffix(e.Whole, "\n"))))
			} else if total >= 0 {
				total += grown(e.Hunks)
			}
		}
	}
	return texts, total, nil
}

// grown is how many lines a change adds, less those that it takes out.
func grown(hunks []Hunk) (n int64) {
	for _, h := range hunks {
		n += int64(len(slices.DeleteFunc(slices.Clone(h.Lines), func(l string) bool { return l[0] != '+' })))
		n -= int64(len(slices.DeleteFunc(slices.Clone(h.Lines), func(l string) bool { return l[0] != '-' })))
	}
	return n
}
