package coverage

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// Segment is a run of lines of a file that was put together from what was sent of it.
type Segment struct {
	// Row is the 1-based number of the segment's first line in the text that was written, and Lines how many there are.
	Row, Lines int64
	// First is the number of the first line in the file as it was; of a gap, that of the first line that is missing.
	First int64
	// Gap: the one line of the segment says that lines are missing: Missing of them, -1 when it is not known how many.
	Gap     bool
	Missing int64
	State   heldlines.State
}

// Rebuild writes a file as the model could hold it: the lines that it was sent or wrote itself last, with one line in
// the place of each run of lines that it was not sent. path is that of a [File]. The segments say which line is which.
func (r *Replay) Rebuild(ctx context.Context, root, path string, w io.Writer) ([]Segment, error) {
	f := r.find(r.s.Workspace(root), path)
	if f == nil {
		return nil, nil
	}

	texts, total, err := r.texts(ctx, f)
	if err != nil {
		return nil, err
	}

	b := rebuilder{out: bufio.NewWriter(w), row: 1, next: 1}
	known := f.picture.Lines()
	for _, l := range known {
		if l.Number > b.next {
			b.gap(l.Number-b.next, false)
		}
		b.line(l, texts[l.Hash])
	}

	switch {
	case len(known) == 0: // nothing is known to be put together
	case total >= b.next:
		b.gap(total-b.next+1, true)
	case total < 0:
		b.gap(-1, true)
	}

	return b.segments, b.out.Flush()
}

// rebuilder writes the lines of a file and notes which they are.
type rebuilder struct {
	out       *bufio.Writer // it keeps its first error
	segments  []Segment
	row, next int64 // of the next line: its number in the text, and in the file
}

func (b *rebuilder) line(l heldlines.Line, text string) {
	b.out.WriteString(text)
	b.out.WriteByte('\n')
	k := len(b.segments) - 1
	if k >= 0 && !b.segments[k].Gap && b.segments[k].State == l.State {
		b.segments[k].Lines++
	} else {
		b.segments = append(b.segments, Segment{Row: b.row, Lines: 1, First: l.Number, State: l.State})
	}

	b.row++
	b.next = l.Number + 1
}

// gap says that lines are missing, -1 when it is not known how many; last that none comes after them.
func (b *rebuilder) gap(missing int64, last bool) {
	said := "more may follow"
	switch {
	case last && missing > 0: // some tools count an empty line after the end of the last one
		said = fmt.Sprintf("the lines from %d on were not sent", b.next)
	case missing == 1:
		said = fmt.Sprintf("line %d was not sent", b.next)
	case missing > 1:
		said = fmt.Sprintf("lines %d-%d were not sent", b.next, b.next+missing-1)
	}

	fmt.Fprintf(b.out, "-- %s --\n", said)
	b.segments = append(b.segments, Segment{Row: b.row, Lines: 1, First: b.next, Gap: true, Missing: missing})
	b.row++
}

// texts are the lines that a file's calls gave or wrote, by their hashes, and how many lines the file had as the last
// call that said so says; -1 when none did.
func (r *Replay) texts(ctx context.Context, f *fileState) (map[uint64]string, int64, error) {
	t := lineTexts{path: f.Path, h: hasher(r.s), texts: map[uint64]string{}, total: -1}
	for _, n := range f.Calls {
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}

		c := r.s.Call(int(n))
		reads, edits, err := r.s.ReadsAndEdits(c)
		if err != nil {
			return nil, 0, err
		}

		for _, read := range reads {
			t.read(read)
		}

		for _, e := range edits {
			if !c.Failed {
				t.edit(e)
			}
		}
	}

	known := f.picture.Lines()
	k := len(known)
	if t.total < 0 && k > 0 && known[k-1].Number == t.end {
		t.total = t.end
	}

	return t.texts, t.total, nil
}

// lineTexts collects the lines of one file by their hashes.
type lineTexts struct {
	path  string
	h     heldlines.Hasher
	texts map[uint64]string
	total int64
	end   int64 // lines of the file after the last write of all of it, and what came since; 0 without one
}

func (t *lineTexts) put(line string) { t.texts[t.h.Text(line)] = strings.TrimSuffix(line, "\r") }

func (t *lineTexts) read(r record.Read) {
	if r.Path != t.path || r.Rev != "" {
		return
	}
	if r.Total >= 0 {
		t.total = r.Total
	}
	for _, l := range r.Lines {
		text := strings.Clone(r.Text[l.Start:l.End])
		t.put(text)
		if bare := t.h.TrimmedText(text); r.Trimmed && t.texts[bare] == "" {
			t.texts[bare] = strings.TrimSuffix(text, "\r") // such a line is known without the blanks around it
		}
	}
}

func (t *lineTexts) edit(e record.Edit) {
	if e.Path != t.path {
		return
	}

	for _, l := range record.SplitLines(e.Whole) {
		t.put(e.Whole[l.Start:l.End])
	}

	grown := int64(0)
	for _, hunk := range e.Hunks {
		for _, line := range hunk.Lines {
			t.put(line[1:])
			switch line[0] {
			case '+':
				grown++
			case '-':
				grown--
			}
		}
	}

	switch {
	case e.IsWhole:
		t.total = record.CountLines(e.Whole)
	case t.total >= 0:
		t.total += grown
	}

	switch {
	case e.Total > 0 || e.Lost:
		t.end = e.Total
	case t.end > 0:
		t.end += grown
	}
}
