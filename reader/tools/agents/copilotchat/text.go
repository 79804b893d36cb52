package copilotchat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/tools/textfile"
	"eyeline/reader/window"
)

// lineRange is the range of lines that is shown of a document of total lines.
type lineRange struct {
	start, end int64
	truncated  bool
}

// bounds chooses the range, of mostLines lines where not the last one is given; the error is a refusal.
func (a arguments) bounds(total, mostLines int64) (r lineRange, err error) {
	most := float64(total)
	clamp := func(n, to float64) float64 { return min(max(n, 1), to) }
	var start, end float64
	if a.old {
		start, end = clamp(a.first, most), clamp(a.second, most)
	} else {
		if a.hasFirst && a.first > most {
			noun := "lines"
			if total == 1 {
				noun = "line"
			}
			return r, refuse(fmt.Sprintf("Invalid offset %s: file only has %d %s. Line numbers are 1-indexed.", js.NumberText(a.first), total, noun))
		}
		limit := a.second
		if limit == 0 {
			limit = math.Inf(1)
		}
		limit = clamp(limit, float64(mostLines-1))
		start = 1
		if a.hasFirst {
			start = clamp(a.first, most)
		}
		end = clamp(start+limit, most)
		r.truncated = (!a.hasSecond || limit != a.second) && end < most
	}
	if start > end {
		start, end = end, start
	}
	if start != math.Trunc(start) || end != math.Trunc(end) {
		return r, refuse("Cannot read properties of undefined (reading 'length') (at tsx element ReadFileResult)")
	}
	r.start, r.end = int64(start), int64(end)
	return r, nil
}

func readText(ctx context.Context, o *tools.File, file string, form textfile.Form, a arguments) (*tools.Result, error) {
	ends, err := textfile.CountLineEnds(ctx, o, form)
	if err != nil {
		return nil, err
	}
	total := ends.All() + 1
	r, rangeErr := a.bounds(total, o.Tool.Caps.Lines.Most)
	if refusal := (*tools.Error)(nil); errors.As(rangeErr, &refusal) && strings.Contains(refusal.Text, "Invalid offset") {
		return nil, rangeErr
	}
	res := &tools.Result{}
	if o.Size() <= form.Skip {
		return res.Text(o, "(The file `"+file+"` exists, but is empty)"), nil
	}
	blank, err := textfile.OnlySpace(ctx, o, form, form.Skip, o.Size())
	if err != nil {
		return nil, err
	}
	if blank {
		return res.Text(o, "(The file `"+file+"` exists, but contains only whitespace)"), nil
	}
	if rangeErr != nil {
		return nil, rangeErr
	}
	if ends.CR == 0 {
		form.Ends = textfile.EndCRLF
	}
	found, err := textfile.Scan(ctx, o, textfile.Search{Form: form, First: r.start, Count: r.end - r.start + 1, Total: ends.CR > 0, Index: o.Index})
	if err != nil {
		return nil, err
	}
	if res.Window, err = found.FileWindow(ctx, o, form); err != nil {
		return nil, err
	}
	if res.Window.TotalLines < 0 {
		res.Window.TotalLines = ends.Lines()
	}
	view := lineWriter{format: o.Tool.Lines, last: r.end, number: r.start, eol: "\n"}
	if 2*(ends.CRLF+ends.CR) > ends.All() {
		view.eol = "\r\n"
	}
	if !r.truncated {
		if blank, err = textfile.OnlySpace(ctx, o, form, found.Start, found.End); err != nil {
			return nil, err
		}
		if blank {
			res.Silent = found.End < o.Size()
			return res.Content(o, func(s *tools.Sink) { s.Notice(emptyNotice) }), nil
		}
	}
	if found.First > 0 && found.End < o.Size() {
		res.NextArgs = a.next(o.Args, r)
		res.Silent = !r.truncated
		if !r.truncated {
			res.Window.Bottom = window.StopAsked
		}
	}
	return res.Content(o, func(s *tools.Sink) {
		if r.truncated {
			s.Str(fmt.Sprintf("File: `%s`. Lines %d to %d (%d lines total): \n", file, r.start, r.end, total))
		}
		s.NoteForm(form)
		v := view
		v.sink = s
		s.BeginRun(0, true, 0)
		if err := textfile.Walk(ctx, o, form, found.Start, &v); err != nil {
			s.Fail(err)
		}
		if s.Stats.Cut > 0 {
			s.Notice(longLinesNotice)
		}
		if r.truncated {
			s.Notice(fmt.Sprintf("%s%d%s", cutNotice, r.end, moreNotice))
		}
	}), nil
}

// next are the arguments of the call that goes on after a range.
func (a arguments) next(args []byte, r lineRange) json.RawMessage {
	if !a.old {
		return tools.Set(args, "offset", r.end+1)
	}
	next := tools.Set(args, "startLine", r.end+1)
	return tools.Set(next, "endLine", r.end+1+r.end-r.start)
}

// lineWriter writes lines with the one line end that the editor gives a document. It is a textfile.LineVisitor.
type lineWriter struct {
	sink   *tools.Sink
	format *tools.LineFormat
	eol    string
	number int64 // of the current line, as the editor counts
	last   int64
	length int64 // of its text so far, in UTF-16 units
	shown  int64
	cutAt  int64 // offset of the first byte that was cut off; 0: none
}

// Text implements textfile.LineVisitor.
func (v *lineWriter) Text(p []byte, span textfile.Span, replaced bool) textfile.Want {
	fits, left := v.format.Unit.Fit(p, v.format.Limit-v.shown)
	if v.length <= v.format.Limit {
		v.sink.Bytes(p[:fits])
		v.shown = v.format.Limit - left
		if replaced && fits > 0 {
			v.sink.Stats.Replaced++
		}
	}
	if v.length += v.format.Unit.Length(p); v.length > v.format.Limit {
		if v.cutAt = span.Start; span.End-span.Start == int64(len(p)) {
			v.cutAt += int64(fits)
		}
		return textfile.SkipLine
	}
	if v.sink.Failed() {
		return textfile.Stop
	}
	return textfile.More
}

// Plain implements textfile.PlainVisitor: lines that end as the document's do, but for the last one.
func (v *lineWriter) Plain(l textfile.PlainLines) (taken int, more bool) {
	if v.eol != "\n" {
		return 0, true
	}
	n := l.Within(v.format.Limit, int(min(int64(l.Len()), v.last-v.number)))
	if n <= 0 {
		return 0, true
	}
	v.sink.PlainText(l, n)
	v.number += int64(n)
	return n, !v.sink.Failed()
}

// End implements textfile.LineVisitor. A '\r' of the document's line end counts as a part of the line.
func (v *lineWriter) End(end, _ int64, term string) bool {
	last := v.number == v.last
	eol := v.eol
	if !last && eol == "\r\n" {
		v.length++
	}
	if v.length > v.format.Limit {
		v.sink.Str(cutMark)
		at := end
		if v.cutAt > 0 {
			at = v.cutAt
		}
		v.sink.CutLine(v.number, at, end)
		eol = "\n"
	}
	v.sink.AddLines(1)
	if last {
		return false
	}
	v.sink.Str(eol)
	if term != eol {
		v.sink.Stats.Altered.LineEnd(term)
	}
	v.number++
	v.length, v.shown, v.cutAt = 0, 0, 0
	return !v.sink.Failed()
}
