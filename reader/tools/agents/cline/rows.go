package cline

import (
	"sort"

	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
)

// rowList are the lines of a page, numbered one after the other from first on. Plain lines are kept as a run, so that a page
// of them costs no more than what is shown of it.
type rowList struct {
	first int64 // number of the first line
	count int
	runs  []rowRun
}

// rowRun is plain lines that follow each other, or one line of another kind.
type rowRun struct {
	at    int // how many lines of the page come before it
	n     int // how many plain lines it has; 0: it is line
	plain textfile.PlainLines
	line  row
}

// row is one line that is shown.
type row struct {
	number           int64
	text             []byte // cut
	length           int64  // of text in UTF-16 units
	start, end, next int64  // offsets of its text and of the next line
	cutAt            int64  // offset of the first byte cut off; 0: none
	replaced         int64
	term             string
}

// length is how many lines a run has.
func (r *rowRun) length() int { return max(r.n, 1) }

// addPlain adds n plain lines.
func (p *rowList) addPlain(l textfile.PlainLines, n int) {
	if n > 0 {
		p.runs = append(p.runs, rowRun{at: p.count, n: n, plain: l})
		p.count += n
	}
}

// add adds a line, whose number is the next one.
func (p *rowList) add(l row) {
	p.runs = append(p.runs, rowRun{at: p.count, line: l})
	p.count++
}

// run is the run that has the line of an index.
func (p *rowList) run(i int) *rowRun {
	return &p.runs[sort.Search(len(p.runs), func(k int) bool { return p.runs[k].at > i })-1]
}

// line is the line of an index, which is in the page.
func (p *rowList) line(i int) row {
	r := p.run(i)
	if r.n == 0 {
		return r.line
	}
	k := i - r.at
	next := r.plain.Start(k + 1)
	return row{number: p.first + int64(i), text: r.plain.Text(k), length: next - 1 - r.plain.Start(k), start: r.plain.Start(k), end: next - 1, next: next, term: "\n"}
}

// last is the last line of a page that is not empty.
func (p *rowList) last() row { return p.line(p.count - 1) }

// size is the number of UTF-16 units of all lines, joined, with numbers of so many units before each.
func (p *rowList) size(numbers int64) int64 {
	size := int64(p.count)*(numbers+1) - 1
	for i := range p.runs {
		if r := &p.runs[i]; r.n > 0 {
			size += r.plain.Size(r.n) - int64(r.n)
		} else {
			size += r.line.length
		}
	}
	return size
}

// part is the number of units of one line as it is shown, with the "\n" that joins it to the line before.
func (p *rowList) part(i int, numbers int64) int64 {
	r := p.run(i)
	if r.n > 0 {
		numbers += int64(len(r.plain.Text(i - r.at)))
	} else {
		numbers += r.line.length
	}
	if i > 0 {
		numbers++
	}
	return numbers
}

// odd hands the lines that are not plain to take, with their indices.
func (p *rowList) odd(take func(i int, l *row)) {
	for i := range p.runs {
		if r := &p.runs[i]; r.n == 0 {
			take(r.at, &r.line)
		}
	}
}

// append appends the lines from one to before another, with the "\n" that joins the first to the line before it.
func (p *rowList) append(b []byte, format *tools.LineFormat, width, from, to int) []byte {
	for i := from; i < to; {
		r := p.run(i)
		for end := min(to, r.at+r.length()); i < end; i++ {
			if i > 0 {
				b = append(b, '\n')
			}
			b = format.Prefix(b, tools.Line{Number: p.first + int64(i), Width: width})
			if r.n > 0 {
				b = append(b, r.plain.Text(i-r.at)...)
			} else {
				b = append(b, r.line.text...)
			}
		}
	}
	return b
}
