package cline

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"sort"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
	"eyeline/reader/window"
)

// page is the lines of one file that are shown.
type page struct {
	caps   tools.Caps
	format *tools.LineFormat
	lines  rowList
	start  int64 // number of the first line asked for

	footer string
	more   bool // text follows the last line shown
	win    window.Window
	// How many lines at the front and at the end are shown, whole or in part. Without a cut all are at the front.
	head, tail int
}

// textForm: any of "\n", "\r\n" and "\r" ends a line, and a byte-order mark stays.
var textForm = textfile.Form{Ends: textfile.EndCRLF | textfile.EndCR}

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
	found, err := textfile.Scan(ctx, o, textfile.Search{Form: textForm, First: p.start, Count: 1})
	if err != nil {
		return nil, err
	}
	p.win = window.Window{Kind: window.Slice, Start: o.Size(), End: o.Size(), TotalLines: -1}
	if found.First == 0 {
		return p, nil
	}
	v.number, p.lines.first = p.start, p.start
	v.at = found.Start
	if err := textfile.Walk(ctx, o, textForm, found.Start, v); err != nil {
		return nil, err
	}
	last := p.lines.last()
	total := v.number - 1 // lines gone through
	p.more = last.next < o.Size()
	switch {
	case last.number >= min(v.last, total):
	case v.stopped:
		p.footer = fmt.Sprintf("\n\n[Showing lines %d-%d of %d+ lines%s", p.start, last.number, total, footerEnd)
	default:
		p.footer = fmt.Sprintf("\n\n[Showing lines %d-%d of %d%s", p.start, last.number, total, footerEnd)
	}
	return p, p.locate(ctx, o, found, q)
}

// locate makes the window of the lines, in the numbers that '\n' gives.
func (p *page) locate(ctx context.Context, o *tools.File, found textfile.Scanned, q request) error {
	last := p.lines.last()
	// Whether a lone '\r' is before the last line decides about the numbers; what follows does not.
	ends, err := textfile.CountLineEnds(ctx, source.View(o, last.next), textForm)
	if err != nil {
		return err
	}
	found.End, found.Last, found.First = last.next, last.number, p.start
	if ends.CR > 0 {
		found.Lines, found.LFLines = 1, 0 // they differ: the file is looked through
	}
	w, err := found.FileWindow(ctx, o, textForm)
	if err != nil {
		return err
	}
	w.TotalLines = -1
	w.Bottom = window.StopFile
	switch {
	case !p.more:
	case p.footer == "" && q.last > 0:
		w.Bottom = window.StopAsked
	case int64(p.lines.count) == o.Tool.Caps.Lines.Most:
		w.Bottom = window.StopLimit
	default:
		w.Bottom = window.StopOutput
	}
	p.win = w
	return nil
}

// text is the result: numbered lines, and what is said of more. Where it has more than most UTF-16 units its middle is cut out.
func (p *page) text(most int64) []byte {
	if p.lines.count == 0 {
		return nil
	}
	n, last := p.lines.count, p.start+int64(p.lines.count)-1
	width := tools.Digits(last)
	numbers := int64(len(p.format.PrefixOf(tools.Line{Number: last, Width: width})))
	footer := int64(len(p.footer))
	length := p.lines.size(numbers) + footer
	keep, mark, cut := middleCut(length, most)
	if !cut {
		p.head = n
		b := p.lines.append(make([]byte, 0, int(length)+int(length)/8), p.format, width, 0, n)
		return append(b, p.footer...)
	}
	head, before := 0, int64(0)
	for head < n && before < keep {
		before += p.lines.part(head, numbers)
		head++
	}
	tail, after := n, footer
	for tail > 0 && after < keep {
		tail--
		after += p.lines.part(tail, numbers)
	}
	p.head, p.tail = head, min(n-tail, n-head)
	room := int(before+after) + int(before+after)/8
	b := p.lines.append(make([]byte, 0, room), p.format, width, 0, head)
	end := len(b)
	b = append(p.lines.append(b, p.format, width, tail, n), p.footer...)
	return cutBetween(b[:end], b[end:], keep, after, mark)
}

// agents.describe fills in what a result says of itself.
func (p *page) describe(t *tools.Tool, r *tools.Result, e entry) {
	r.Window, r.FileBytes = p.win, e.size
	if p.lines.count == 0 {
		return
	}
	head, tail := p.head, p.tail
	last := p.lines.last().number
	next := last + 1
	if head+tail < p.lines.count {
		p.hole(&r.Window, head, tail)
		next = max(p.lines.line(head-1).number, p.start+1)
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
	runs := []window.Run{{Start: w.Start, End: p.lines.line(head - 1).next, First: w.First, Last: first(head - 1)}}
	if tail > 0 {
		i := p.lines.count - tail
		runs = append(runs, window.Run{Start: p.lines.line(i).start, End: w.End, First: max(first(i), runs[0].Last), Last: w.Last})
		w.Runs = runs
		return
	}
	w.End, w.Last, w.Bottom = runs[0].End, runs[0].Last, window.StopOutput
}

// count notes what was shown and altered.
func (p *page) count(s *tools.Sink) {
	head, tail := p.head, p.tail
	p.lines.odd(func(i int, l *row) {
		if i >= head && i < p.lines.count-tail {
			return
		}
		s.Stats.Replaced += l.replaced
		if l.cutAt > 0 {
			s.CutLine(l.number, l.cutAt, l.end)
		}
		s.Stats.Altered.LineEnd(l.term)
	})
	s.AddLines(int64(head + tail))
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
		room := int(min(int64(n), page.caps.Lines.Most-int64(page.lines.count)))
		taken = sort.Search(room, func(i int) bool { return v.chars+cost(i+1) > page.caps.Output.Most })
		if taken == 0 && room > 0 && page.lines.count == 0 {
			taken = 1 // the first line is shown in any case
		}
		page.lines.addPlain(l, taken)
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
	case int64(v.page.lines.count) >= v.page.caps.Lines.Most, v.chars+cost > v.page.caps.Output.Most && v.page.lines.count > 0:
		v.full = true
	default:
		v.page.lines.add(row{
			number: v.number, text: bytes.Clone(v.text), length: v.length, start: v.at, end: end, next: next,
			cutAt: v.cutAt, replaced: v.replaced, term: term,
		})
		v.chars += cost
	}
	v.text, v.length, v.cutAt, v.replaced = v.text[:0], 0, 0, 0
}
