package cline

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"sync"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
	"eyeline/reader/window"
)

// page is the lines of one file that are shown.
type page struct {
	caps   tools.Caps
	format *tools.LineFormat
	lines  []row  // numbered one after the other from start on
	room   *[]row // of rowPool; nil: release was called
	odd    []oddity
	shown  int   // lines
	start  int64 // number of the first line asked for

	footer string
	more   bool // text follows the last line shown
	win    window.Window
	// How many lines at the front and at the end are shown, whole or in part. Without a cut all are at the front.
	head, tail int
}

// readPage reads lines of a text.
func readPage(ctx context.Context, o *tools.File, q request) (*page, error) {
	p := &page{caps: o.Tool.Caps, format: o.Tool.Lines, start: max(q.first, 1)}
	v := &gatherer{page: p, last: math.MaxInt64}
	v.scan = p.start + scannedLines - 1
	widest := p.start + p.caps.Lines.Most - 1
	if q.last > 0 {
		v.last, v.scan = q.last, math.MaxInt64
		widest = min(widest, q.last)
	}
	v.prefix = int64(tools.Digits(widest)) + 3
	found, err := textfile.Scan(ctx, o, textfile.Search{Form: textfile.AnyEnd, First: p.start, Count: 1})
	if err != nil {
		return nil, err
	}
	p.win = window.Window{Kind: window.Slice, Start: o.Size(), End: o.Size(), TotalLines: -1}
	if found.First == 0 {
		return p, nil
	}
	v.number, v.at = p.start, found.Start
	p.room = rowPool.Get().(*[]row)
	p.lines = (*p.room)[:0]
	if err := textfile.Walk(ctx, o, textfile.AnyEnd, found.Start, v); err != nil {
		return nil, err
	}
	p.shown = len(p.lines)
	last, end := p.last()
	total := v.number - 1 // lines gone through
	p.more = end < o.Size()
	switch {
	case last >= min(v.last, total):
	case v.stopped:
		p.footer = fmt.Sprintf("\n\n[Showing lines %d-%d of %d+ lines%s", p.start, last, total, footerEnd)
	default:
		p.footer = fmt.Sprintf("\n\n[Showing lines %d-%d of %d%s", p.start, last, total, footerEnd)
	}
	return p, p.locate(ctx, o, found, q)
}

// locate makes the window of the lines, in the numbers that '\n' gives.
func (p *page) locate(ctx context.Context, o *tools.File, found textfile.Scanned, q request) error {
	last, end := p.last()
	// Whether a lone '\r' is before the last line decides about the numbers; what follows does not.
	ends, err := textfile.CountLineEnds(ctx, source.View(o, end), textfile.AnyEnd)
	if err != nil {
		return err
	}
	found.End, found.Last, found.First = end, last, p.start
	if ends.CR > 0 {
		found.Lines, found.LFLines = 1, 0 // they differ: the file is looked through
	}
	w, err := found.FileWindow(ctx, o, textfile.AnyEnd)
	if err != nil {
		return err
	}
	w.TotalLines = -1
	w.Bottom = window.StopFile
	switch {
	case !p.more:
	case p.footer == "" && q.last > 0:
		w.Bottom = window.StopAsked
	case int64(len(p.lines)) == o.Tool.Caps.Lines.Most:
		w.Bottom = window.StopLimit
	default:
		w.Bottom = window.StopOutput
	}
	p.win = w
	return nil
}

// last is the number of the last line of a page that is not empty, and end the offset after it.
func (p *page) last() (number, end int64) {
	n := len(p.lines)
	return p.start + int64(n) - 1, p.lines[n-1].next
}

// text is the result: numbered lines, and what is said of more. Where it has more than most UTF-16 units its middle is
// cut out.
func (p *page) text(most int64) []byte {
	n := len(p.lines)
	if n == 0 {
		return nil
	}
	last, _ := p.last()
	width := tools.Digits(last)
	before := int64(len(p.format.PrefixOf(tools.Line{Number: last, Width: width}))) + int64(len("\n"))
	footer := int64(len(p.footer))
	length := footer - int64(len("\n"))
	for i := range p.lines {
		length += before + p.lines[i].length
	}
	keep, mark, cut := middleCut(length, most)
	if !cut {
		p.head = n
		return append(p.append(make([]byte, 0, int(length)+int(length)/8), width, 0, n), p.footer...)
	}
	head, front := 0, -int64(len("\n"))
	for ; head < n && front < keep; head++ {
		front += before + p.lines[head].length
	}
	tail, back := n, footer
	for tail > 0 && back < keep {
		tail--
		back += before + p.lines[tail].length
		if tail == 0 {
			back -= int64(len("\n"))
		}
	}
	p.head, p.tail = head, min(n-tail, n-head)
	b := p.append(make([]byte, 0, int(front+back)+int(front+back)/8), width, 0, head)
	end := len(b)
	b = append(p.append(b, width, tail, n), p.footer...)
	return cutBetween(b[:end], b[end:], keep, back, mark)
}

// append appends the lines from one to before another, with the "\n" that joins the first to the line before it.
func (p *page) append(b []byte, width, from, to int) []byte {
	for i := from; i < to; i++ {
		if i > 0 {
			b = append(b, '\n')
		}
		b = p.format.Prefix(b, tools.Line{Number: p.start + int64(i), Width: width})
		b = append(b, p.lines[i].text...)
	}
	return b
}

// describe fills in what a result says of itself.
func (p *page) describe(t *tools.Tool, r *tools.Result, e entry) {
	r.Window, r.FileBytes = p.win, e.size
	if len(p.lines) == 0 {
		return
	}
	head, tail := p.head, p.tail
	last, _ := p.last()
	next := last + 1
	if head+tail < len(p.lines) {
		p.hole(&r.Window, head, tail)
		next = max(p.start+int64(head)-1, p.start+1)
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
		if next > end { // the range is done: the next one of its size
			end = next + end - p.start
		}
		values["end-line"] = end
	}
	r.NextArgs = tools.BuildArgs(t, e.request.path, values)
}

// hole cuts the window where lines are left out.
func (p *page) hole(w *window.Window, head, tail int) {
	first := func(i int) int64 { return w.First + int64(i) }
	if w.Renumbered > 0 { // the file's own numbers are known of the hull only
		first = func(i int) int64 { return min(w.First+int64(i), w.Last) }
	}
	runs := []window.Run{{Start: w.Start, End: p.lines[head-1].next, First: w.First, Last: first(head - 1)}}
	if tail > 0 {
		i := len(p.lines) - tail
		runs = append(runs, window.Run{Start: p.lines[i].start, End: w.End, First: max(first(i), runs[0].Last), Last: w.Last})
		w.Runs = runs
		return
	}
	w.End, w.Last, w.Bottom = runs[0].End, runs[0].Last, window.StopOutput
}

// count notes what was shown and altered.
func (p *page) count(s *tools.Sink) {
	for _, odd := range p.odd {
		if odd.row >= p.head && odd.row < p.shown-p.tail {
			continue
		}
		s.Stats.Replaced += odd.replaced
		if odd.cutAt > 0 {
			s.CutLine(p.start+int64(odd.row), odd.cutAt, odd.end)
		}
		s.Stats.Altered.LineEnd(odd.term)
	}
	s.AddLines(int64(p.head + p.tail))
}

// rowPool keeps the room for the lines of a page for the next one: a result needs only what is odd of them.
var rowPool = sync.Pool{New: func() any { return new([]row) }}

// release gives the room for the lines back.
func (p *page) release() {
	if p.room != nil {
		*p.room = p.lines
		rowPool.Put(p.room)
		p.lines, p.room = nil, nil
	}
}

// row is one line that is shown.
type row struct {
	text        []byte // cut
	length      int64  // of text in UTF-16 units
	start, next int64  // offsets of its text and of the next line
}

// oddity is how a line differs from the file's that is not plain.
type oddity struct {
	row        int   // of the page
	end, cutAt int64 // offsets of the line's end, and of the first byte cut off; 0: none
	replaced   int64
	term       string
}

// gatherer is a textfile.LineVisitor that gathers lines, and then counts.
type gatherer struct {
	page    *page
	last    int64 // the last line asked for
	scan    int64 // the line at which counting ends once the page is full
	prefix  int64 // UTF-16 units that a line's number costs
	chars   int64
	full    bool // no more lines are taken
	stopped bool // counting ended before the file did

	number   int64 // of the current line
	at       int64 // offset of it
	text     []byte
	length   int64 // UTF-16 units of it that are shown
	any      bool
	cutAt    int64
	replaced int64
}

// Text implements textfile.LineVisitor.
func (v *gatherer) Text(p []byte, span textfile.Span, replaced bool) textfile.Want {
	v.any = true
	if v.full || v.cutAt > 0 {
		return textfile.SkipLine
	}
	if replaced {
		v.replaced++
	}
	fits, left := tools.UTF16.Fit(p, v.page.format.Limit-v.length)
	v.text = append(v.text, p[:fits]...)
	v.length = v.page.format.Limit - left
	if fits == len(p) {
		return textfile.More
	}
	if left > 0 {
		v.text = append(v.text, v.page.format.Half...)
		v.length++
	}
	v.text = append(v.text, cutMark...)
	v.length += int64(len(cutMark))
	v.cutAt = span.Start
	if int(span.End-span.Start) == len(p) {
		v.cutAt += int64(fits)
	}
	return textfile.SkipLine
}

// Plain implements textfile.PlainVisitor.
func (v *gatherer) Plain(l textfile.PlainLines) (taken int, more bool) {
	end := min(v.last, v.scan) // the line that may be the last one comes by itself
	n := l.Within(v.page.format.Limit, int(min(int64(l.Len()), end-v.number)))
	page := v.page
	if !v.full {
		cost := func(n int) int64 { return l.Size(n) + int64(n)*v.prefix }
		room := int(min(int64(n), page.caps.Lines.Most-int64(len(page.lines))))
		taken = sort.Search(room, func(i int) bool { return v.chars+cost(i+1) > page.caps.Output.Most })
		if taken == 0 && room > 0 && len(page.lines) == 0 {
			taken = 1 // the first line is shown in any case
		}
		page.lines = slices.Grow(page.lines, taken)
		for i := range taken {
			at, next := l.Start(i), l.Start(i+1)
			page.lines = append(page.lines, row{text: l.Text(i), length: next - 1 - at, start: at, next: next})
		}
		v.chars += cost(taken)
		v.full = taken < n
	}
	if v.full {
		taken = n
	}
	v.number += int64(taken)
	v.at = l.Start(taken)
	return taken, true
}

// End implements textfile.LineVisitor.
func (v *gatherer) End(end, next int64, term string) bool {
	if term == "" && !v.any {
		return false // nothing follows the last line end
	}
	v.take(end, next, term)
	done := v.number == v.last || v.full && v.number >= v.scan
	v.stopped = v.full && v.number >= v.scan
	v.number++
	v.at, v.any = next, false
	return !done && term != ""
}

// take adds the current line to the page while there is room.
func (v *gatherer) take(end, next int64, term string) {
	if v.full {
		return
	}
	cost := v.length + v.prefix + 1
	switch {
	case int64(len(v.page.lines)) >= v.page.caps.Lines.Most, v.chars+cost > v.page.caps.Output.Most && len(v.page.lines) > 0:
		v.full = true
	default:
		v.page.odd = append(v.page.odd, oddity{row: len(v.page.lines), end: end, cutAt: v.cutAt, replaced: v.replaced, term: term})
		v.page.lines = append(v.page.lines, row{text: bytes.Clone(v.text), length: v.length, start: v.at, next: next})
		v.chars += cost
	}
	v.text, v.length, v.cutAt, v.replaced = v.text[:0], 0, 0, 0
}
