package cline

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// shownLines is the shown lines of one file.
type shownLines struct {
	format *tools.LineFormat
	shown  []byte // text of the lines, without numbers and line ends
	lines  []row  // numbered consecutively from start
	cuts   []cutLine
	end    int64 // offset after the last line
	start  int64 // number of the first requested line

	footer string
	more   bool // the file continues
	win    window.Window
	// Lines before head and from tail on are shown, completely or in part; a line may be in both.
	head, tail int
	severed    bool // part of a line is cut out with the middle
	// If mark is not "", keep UTF-16 units are shown on either side of it; back is how many there are from tail on,
	// with the footer.
	keep, back int64
	mark       string
}

// row is a shown line.
type row struct {
	start    int64 // offset
	from     int32 // index of its text in shownLines.shown
	length   int32 // length of the shown text in UTF-16 units
	replaced int32
	ended    tools.LineEnd
}

// cutLine is a line whose end is not shown.
type cutLine struct {
	row     int
	at, end int64 // half-open range of the bytes cut off
}

// readPage reads the requested lines.
func readPage(o *tools.File, q request) *shownLines {
	p := &shownLines{format: o.Tool.Lines, start: max(q.first, 1)}
	p.win = window.OfLines(window.Run{}, o.Size(), -1, window.StopNone)
	found := o.Scan(textfile.Search{Form: textfile.AnyEnd, First: p.start, Count: 1})
	most := o.Tool.Caps
	asked := q.last
	counted := int64(math.MaxInt64) // last requested line, and where counting ends
	widest := p.start + most.Lines.Most - 1
	if q.last > 0 {
		widest = min(widest, q.last)
	} else {
		asked, counted = math.MaxInt64, p.start+scannedLines-1
	}

	prefix := prefixLength(widest)
	full, stopped := false, false
	chars := int64(0)
	total := p.start - 1
	p.makeRoom(min(o.Size()-found.Start, most.Output.Most), most.Lines.Most)
	reading := tools.LineReading{Form: textfile.AnyEnd, Start: found.Start, Unit: tools.UTF16, Most: p.format.Limit}
	for l := range o.Lines(reading) {
		total++
		chars += p.length(l) + prefix
		n := int64(len(p.lines))
		if full = n == most.Lines.Most || n > 0 && chars > most.Output.Most; full {
			break
		}
		if p.add(l); total == asked {
			break
		}
	}

	if full { // further lines are only counted
		end := max(total, min(asked, counted))
		if at := o.Scan(textfile.Search{Form: textfile.AnyEnd, First: end, Count: 1}); at.First > 0 {
			total = end
		} else {
			total = at.Lines
		}

		stopped = total >= counted
	}

	if len(p.lines) == 0 {
		return p
	}

	last := p.last()
	p.more = p.end < o.Size()
	if last < min(asked, total) {
		of := fmt.Sprint(total)
		if stopped {
			of += "+ lines"
		}
		p.footer = fmt.Sprintf("\n\n[Showing lines %d-%d of %s%s", p.start, last, of, footerEnd)
	}

	p.locate(o, found, q)
	return p
}

// makeRoom makes room for lines of a number of bytes together, most of them at most.
func (p *shownLines) makeRoom(bytes, most int64) {
	const usualLine = 32 // bytes of a source file
	p.shown = make([]byte, 0, bytes)
	p.lines = make([]row, 0, min(bytes/usualLine, most))
}

// length returns how many UTF-16 units of a line are shown.
func (p *shownLines) length(l *tools.TextLine) int64 {
	if limit := p.format.Limit; l.Length > limit {
		return limit + int64(len(cutMark))
	}
	return l.Length
}

// add appends a line, cut to the limit of the format.
func (p *shownLines) add(l *tools.TextLine) {
	r := row{
		start: l.Start, from: int32(len(p.shown)), length: int32(p.length(l)),
		replaced: int32(l.Replaced(len(l.Text))), ended: tools.EndOf(l.Term),
	}

	p.shown = append(p.shown, l.Text...)

	if l.Length > p.format.Limit {
		p.cuts = append(p.cuts, cutLine{len(p.lines), l.Offset(len(l.Text)), l.End})
		if tools.UTF16.Length(l.Text) < p.format.Limit {
			p.shown = append(p.shown, p.format.Half...)
		}
		p.shown = append(p.shown, cutMark...)
	}

	p.lines = append(p.lines, r)
	p.end = l.Next
}

// locate sets the window of the lines, numbered by '\n'.
func (p *shownLines) locate(o *tools.File, found textfile.Scanned, q request) {
	// The numbers depend on a lone '\r' before the last line, and not on what follows.
	ends := o.LineEndsOf(source.View(o, p.end), textfile.AnyEnd)
	found.End = p.end
	found.Last = p.last()
	found.First = p.start
	if ends.CR > 0 {
		found.Lines = 1
		found.LFLines = 0 // they differ: count in the whole file
	}

	p.win = o.FileWindow(found, textfile.AnyEnd)
	p.win.TotalLines = -1
	switch {
	case !p.more:
		p.win.Bottom = window.StopFile
	case p.footer == "" && q.last > 0:
		p.win.Bottom = window.StopAsked
	case int64(len(p.lines)) == o.Caps().Lines.Most:
		p.win.Bottom = window.StopLimit
	default:
		p.win.Bottom = window.StopOutput
	}
}

// last returns the number of the last line.
func (p *shownLines) last() int64 { return p.start + int64(len(p.lines)) - 1 }

// width returns how many digits the numbers are aligned to.
func (p *shownLines) width() int { return tools.Digits(p.last()) }

// fit selects the shown lines: of more than most UTF-16 units the middle is cut out.
func (p *shownLines) fit(o *tools.File, most int64) {
	if from, to, cut := p.selectLines(most); cut {
		p.sever(o, from, to)
	}
}

// selectLines selects the shown lines, and returns between which positions the middle is cut out.
func (p *shownLines) selectLines(most int64) (from, to textPosition, cut bool) {
	n := len(p.lines)
	if n == 0 {
		return from, to, false
	}

	before := int64(len(p.format.PrefixOf(tools.Line{Width: p.width()})) + len("\n"))
	front := -int64(len("\n"))
	p.back = int64(len(p.footer))
	length := front + p.back
	for i := range p.lines {
		length += before + int64(p.lines[i].length)
	}

	p.head = n
	p.tail = n
	p.keep, p.mark, cut = middleCut(length, most)
	if !cut {
		return from, to, false
	}

	for p.head = 0; p.head < n && front < p.keep; p.head++ {
		front += before + int64(p.lines[p.head].length)
	}

	for p.tail > 0 && p.back < p.keep {
		p.tail--
		p.back += before + int64(p.lines[p.tail].length)
	}

	begin := p.back - p.keep - before // start of the shown text in line tail
	if p.tail == 0 {
		p.back -= int64(len("\n"))
	}

	first := p.lines[p.head-1]
	return textPosition{p.head - 1, p.keep - front + int64(first.length)}, textPosition{p.tail, begin}, true
}

// text returns the numbered lines, and a note about further ones.
func (p *shownLines) text() []byte {
	b := make([]byte, 0, len(p.shown)+len(p.lines)*len("12345 | \n")+len(p.footer))
	b = p.append(b, 0, p.head)
	if p.mark == "" {
		return append(b, p.footer...)
	}
	end := len(b)
	b = append(p.append(b, p.tail, len(p.lines)), p.footer...)
	return cutBetween(b[:end], b[end:], p.keep, p.back, p.mark)
}

// textPosition is a position in the text of a row, in UTF-16 units from its beginning; it may be in what surrounds the
// text.
type textPosition struct {
	row   int
	units int64
}

// sever records what is lost of the two lines, possibly the same, in which the cut middle begins and ends.
func (p *shownLines) sever(o *tools.File, from, to textPosition) {
	end := p.offset(o, textPosition{from.row, math.MaxInt64})
	start := p.lines[to.row].start
	if from.row == to.row {
		end = p.offset(o, to)
		start = p.offset(o, from)
	}

	for _, c := range []cutLine{{from.row, p.offset(o, from), end}, {to.row, start, p.offset(o, to)}} {
		if c.at < c.end {
			p.severed = true
			p.cuts = slices.DeleteFunc(p.cuts, func(of cutLine) bool { return of.at >= c.at && of.end <= c.end })
			p.cuts = append(p.cuts, c)
		}
	}

	slices.SortFunc(p.cuts, func(a, b cutLine) int { return cmp.Compare(a.at, b.at) })
}

// offset returns the file's offset of a position: in the text of its row, or at its beginning or end.
func (p *shownLines) offset(o *tools.File, at textPosition) (offset int64) {
	reading := tools.LineReading{
		Form: textfile.AnyEnd, Start: p.lines[at.row].start, Unit: tools.UTF16, Most: p.format.Limit,
	}
	for l := range o.Lines(reading) {
		if at.units > l.Length {
			return l.End
		}

		n, _ := tools.UTF16.Fit(l.Text, max(at.units, 0))
		return l.Offset(n)
	}

	return p.lines[at.row].start
}

// append appends the lines [from, to), with the "\n" that joins the first to the previous one.
func (p *shownLines) append(b []byte, from, to int) []byte {
	width := p.width()
	for i := from; i < to; i++ {
		if i > 0 {
			b = append(b, '\n')
		}

		b = p.format.Prefix(b, tools.Line{Number: p.start + int64(i), Width: width})
		end := len(p.shown)
		if i+1 < len(p.lines) {
			end = int(p.lines[i+1].from)
		}

		b = append(b, p.shown[p.lines[i].from:end]...)
	}

	return b
}

// describe sets the fields of a result.
func (p *shownLines) describe(t *tools.Tool, r *tools.Result, e entry) {
	r.Window = p.win
	r.FileBytes = e.size
	if len(p.lines) == 0 {
		return
	}

	last := p.last()
	next := last + 1
	if gone := p.head < p.tail; gone || p.severed {
		if gone {
			p.hole(&r.Window)
		}
		next = max(p.start+int64(p.head)-1, p.start+1)
		r.CallsLeft = p.callsLeft(t.Caps, e)
	} else if p.footer == "" {
		r.Silent = p.more
		if !p.more {
			return
		}
	}

	if p.footer == "" && next > last && e.request.last == 0 {
		return
	}

	values := tools.Values{"start-line": next}
	if end := e.request.last; end > 0 {
		if next > end { // the range is complete: the next one has its size
			end = next + end - p.start
		}
		values["end-line"] = end
	}

	r.NextArgs = tools.BuildArgs(t, e.request.path, values)
}

// hole removes omitted lines from the window.
func (p *shownLines) hole(w *window.Window) {
	first := func(i int) int64 { return w.First + int64(i) }
	if w.Renumbered > 0 { // the file's own numbers are known of the hull only
		first = func(i int) int64 { return min(w.First+int64(i), w.Last) }
	}
	runs := []window.Run{{Start: w.Start, End: p.lines[p.head].start, First: w.First, Last: first(p.head - 1)}}

	if i := p.tail; i < len(p.lines) {
		runs = append(
			runs, window.Run{Start: p.lines[i].start, End: w.End, First: max(first(i), runs[0].Last), Last: w.Last},
		)
		w.Runs = runs
		return
	}

	w.End = runs[0].End
	w.Last = runs[0].Last
	w.Bottom = window.StopOutput
}

// count counts what was shown and altered.
func (p *shownLines) count(s *tools.Sink) {
	for i, r := range p.lines {
		if i >= p.head && i < p.tail {
			continue
		}

		s.Stats.Replaced += int64(r.replaced)
		s.Stats.Altered.LineEnd(r.ended)
	}

	for _, c := range p.cuts {
		if c.row < p.head || c.row >= p.tail {
			s.CutLine(p.start+int64(c.row), c.at, c.end)
		}
	}

	s.AddLines(int64(len(p.lines) - max(p.tail-p.head, 0)))
}
