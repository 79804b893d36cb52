// Package keptoutcome, which changes without notice, keeps what the commands of a run came to in little memory: it is
// asked for again and again, and evaluating a command is slow.
package keptoutcome

import (
	"slices"
	"sort"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/shellrun"
)

// Condensed is an outcome without the text of its reads and without a value for each of their lines. A long run has
// many tens of thousands, so each is as small as it can be.
type Condensed struct {
	reads []condensedRead
	other *otherResults
}

// otherResults is what an outcome has beside its reads. Most commands have the same as the one before them.
type otherResults struct {
	edits   []record.Edit
	dir     string
	refused []string
	told    shellrun.Understanding
}

// isSame reports whether two outcomes have the same beside their reads; false where there are edits.
func (r *otherResults) isSame(other *otherResults) bool {
	return len(r.edits)+len(other.edits) == 0 && r.dir == other.dir && slices.Equal(r.refused, other.refused) &&
		isSame(r.told, other.told)
}

func isSame(a, b shellrun.Understanding) bool {
	return a.All == b.All && a.Exact == b.Exact && a.Silent == b.Silent && a.Many == b.Many &&
		slices.Equal(a.Opened, b.Opened)
}

// Plain is an outcome with at most one read, which has no lines. Two that are equal are the same outcome.
type Plain struct {
	other        *otherResults
	path         string
	total        int32
	via          record.Channel
	how          record.Evidence
	media, named bool
	hasRead      bool
}

// Plain returns the outcome as such, where it is one.
func (c *Condensed) Plain() (p Plain, isPlain bool) {
	p.other = c.other
	if len(c.reads) == 0 {
		return p, true
	}
	r := &c.reads[0]
	if len(c.reads) > 1 || len(r.runs) > 0 || r.more != nil {
		return p, false
	}
	return Plain{c.other, r.path, r.total, r.via, r.how, r.media, r.named, true}, true
}

// condensedRead is a read. Where its text is that of the output, that and its lines are left out.
type condensedRead struct {
	path         string
	runs         []lineRun
	more         *record.Read // what the other fields do not have; nil for nothing
	total        int32
	via          record.Channel
	how          record.Evidence
	media, named bool
}

// lineRun is lines of a file that follow each other in a text.
type lineRun struct {
	number        int64
	row, count    int32 // rows are counted from 0
	before, after int32 // bytes of a row before the file's own text, and after it
	cut           bool
}

// Condense keeps an outcome, which was made of an output. What it has in common with another one is kept once.
func Condense(o shellrun.Outcome, output string, other Condensed) Condensed {
	c := Condensed{other: &otherResults{edits: o.Edits, dir: o.Dir, refused: o.Refused, told: o.Understood}}
	if other.other != nil && c.other.isSame(other.other) {
		c.other = other.other
	}
	if len(o.Reads) == 0 {
		return c
	}

	c.reads = make([]condensedRead, len(o.Reads))
	rows := rowsOf(output)
	text := record.WithoutLineEnd(output)
	for i, r := range o.Reads {
		one := &c.reads[i]
		one.keep(r)
		if r.Text != text { // a line of which some was printed before
			if len(r.Lines) > 0 {
				one.keepAll(r)
			}
			continue
		}

		for _, l := range r.Lines {
			row := sort.Search(len(rows), func(i int) bool { return rows[i].Start > l.Start }) - 1
			if row < 0 || l.End > rows[row].End {
				continue
			}
			one.add(l, int32(row), int32(l.Start-rows[row].Start), int32(rows[row].End-l.End))
		}
	}

	return c
}

// keep takes all of a read but its text and lines.
func (r *condensedRead) keep(of record.Read) {
	*r = condensedRead{
		path: of.Path, total: int32(of.Total), via: of.Via, how: of.How, media: of.Media, named: of.Named,
	}
	if of.Rev != "" || of.Disagreement != "" || of.Recoded || int64(r.total) != of.Total {
		of.Text = ""
		of.Lines = nil
		r.keepAll(of)
	}
}

func (r *condensedRead) keepAll(of record.Read) { r.more = &of }

// read is the read again without the text and lines that were left out.
func (r *condensedRead) read() record.Read {
	if r.more != nil {
		return *r.more
	}
	return record.Read{
		Path: r.path, Total: int64(r.total), Via: r.via, How: r.how, Media: r.media, Named: r.named,
	}
}

// rowsOf are the lines of an output.
func rowsOf(output string) []record.Line { return record.SplitLines(record.WithoutLineEnd(output)) }

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
func (c *Condensed) Outcome(output string) shellrun.Outcome {
	o := shellrun.Outcome{Edits: c.other.edits, Dir: c.other.dir, Refused: c.other.refused, Understood: c.other.told}
	rows := rowsOf(output)
	for _, one := range c.reads {
		r := one.read()
		if len(r.Lines) > 0 {
			o.Reads = append(o.Reads, r)
			continue
		}

		r.Text = record.WithoutLineEnd(output)
		for _, run := range one.runs {
			for i := range run.count {
				if int(run.row+i) >= len(rows) {
					break
				}

				l := rows[run.row+i]
				l.Number = run.number + int64(i)
				l.Cut = run.cut
				l.Start += int(run.before)
				l.End -= int(run.after)
				r.Lines = append(r.Lines, l)
			}
		}

		o.Reads = append(o.Reads, r)
	}

	return o
}
