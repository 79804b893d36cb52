package shellrun

import (
	"sort"

	"eyeline/reader/transcript/record"
)

// Condensed is an outcome without the text of its reads and without a value for each of their lines.
type Condensed struct {
	reads   []condensedRead
	edits   []record.Edit
	dir     string
	refused []string
	told    Understanding
}

// condensedRead is a read, whose text and lines are left out where the text is that of the output.
type condensedRead struct {
	record.Read
	runs []lineRun
}

// lineRun is lines of a file that follow each other in a text.
type lineRun struct {
	number        int64
	row, count    int32 // rows are counted from 0
	before, after int32 // bytes of a row before the file's own text, and after it
	cut           bool
}

// Condense keeps an outcome, which was made of an output.
func Condense(o Outcome, output string) *Condensed {
	c := &Condensed{edits: o.Edits, dir: o.Dir, refused: o.Refused, told: o.Understood}
	rows := rowsOf(output)
	text := trimmedEnd(output)
	for _, r := range o.Reads {
		one := condensedRead{Read: r}
		if r.Text != text { // a line of which some was printed before
			c.reads = append(c.reads, one)
			continue
		}

		one.Text = ""
		one.Lines = nil
		for _, l := range r.Lines {
			row := sort.Search(len(rows), func(i int) bool { return rows[i].Start > l.Start }) - 1
			if row < 0 || l.End > rows[row].End {
				continue
			}
			one.add(l, int32(row), int32(l.Start-rows[row].Start), int32(rows[row].End-l.End))
		}

		c.reads = append(c.reads, one)
	}

	return c
}

// rowsOf are the lines of an output.
func rowsOf(output string) []record.Line { return record.SplitLines(trimmedEnd(output)) }

func (r *condensedRead) add(l record.Line, row, before, after int32) {
	if n := len(r.runs) - 1; n >= 0 {
		last := &r.runs[n]
		if last.row+last.count == row && last.number+int64(last.count) == l.Number && last.before == before &&
			last.after == after && last.cut == l.Cut {
			last.count++
			return
		}
	}
	r.runs = append(r.runs, lineRun{l.Number, row, 1, before, after, l.Cut})
}

// Outcome is the outcome again; output is what it was made of.
func (c *Condensed) Outcome(output string) Outcome {
	o := Outcome{Edits: c.edits, Dir: c.dir, Refused: c.refused, Understood: c.told}
	rows := rowsOf(output)
	for _, one := range c.reads {
		r := one.Read
		if len(r.Lines) > 0 {
			o.Reads = append(o.Reads, r)
			continue
		}

		r.Text = trimmedEnd(output)
		for _, run := range one.runs {
			for i := range run.count {
				if int(run.row+i) >= len(rows) {
					break
				}

				l := rows[run.row+i]
				l.Number = run.number + int64(i)
				l.Cut = run.cut
				l.Start = l.Start + int(run.before)
				l.End = l.End - int(run.after)
				r.Lines = append(r.Lines, l)
			}
		}

		o.Reads = append(o.Reads, r)
	}

	return o
}
