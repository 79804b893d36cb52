package copilotchat

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// lineRange is the range of lines shown, of a document of total lines.
type lineRange struct {
	start, end int64
	truncated  bool
}

// bounds returns the range, with maxLines lines if no last line is given; the error is a refusal.
func (a readArguments) bounds(total, maxLines int64) (r lineRange, err error) {
	most := float64(total)
	clamp := func(n, to float64) float64 { return min(max(n, 1), to) }
	var start, end float64
	if a.old {
		start = clamp(a.first, most)
		end = clamp(a.second, most)
	} else {
		if a.hasFirst && a.first > most {
			return r, refuse(fmt.Sprintf("Invalid offset %s: file only has %d line%s. Line numbers are 1-indexed.",
				js.NumberText(a.first), total, tools.Plural(total)))
		}

		limit := clamp(cmp.Or(a.second, math.Inf(1)), float64(maxLines-1))
		start = clamp(a.first, most)
		end = clamp(start+limit, most)
		r.truncated = (!a.hasSecond || limit != a.second) && end < most
	}

	if start > end {
		start, end = end, start
	}
	if start != math.Trunc(start) || end != math.Trunc(end) {
		return r, refuse("Cannot read properties of undefined (reading 'length') (at tsx element ReadFileResult)")
	}

	r.start = int64(start)
	r.end = int64(end)
	return r, nil
}

func readText(o *tools.File, file string, form textfile.LineCoding, a readArguments) (*tools.Result, error) {
	ends := o.LineEnds(form)
	total := ends.All() + 1
	r, rangeErr := a.bounds(total, o.Caps().Lines.Most)
	res := &tools.Result{}
	switch {
	case rangeErr != nil && !a.old && a.first > float64(total):
		return nil, rangeErr
	case o.Size() <= form.Skip:
		return res.Text(o, "(The file `"+file+"` exists, but is empty)"), nil
	case o.OnlySpace(form, form.Skip, o.Size()):
		return res.Text(o, "(The file `"+file+"` exists, but contains only whitespace)"), nil
	case rangeErr != nil:
		return nil, rangeErr
	}

	if ends.CR == 0 {
		form.Ends = textfile.EndCRLF
	}

	found := o.Scan(textfile.Search{Form: form, First: r.start, Count: r.end - r.start + 1, Total: ends.CR > 0})
	res.Window = o.FileWindow(found, form)
	if ends.CR == 0 {
		res.Window.TotalLines = ends.Lines()
	}

	if !r.truncated && o.OnlySpace(form, found.Start, found.End) {
		res.Silent = found.End < o.Size()
		return res.Content(o, func(s *tools.Sink) { s.Notice(emptyNotice) }), nil
	}

	if found.First > 0 && found.End < o.Size() {
		res.NextArgs = a.next(o.Args, r)
		res.Silent = !r.truncated
		if res.Silent {
			res.Window = res.Window.Until(window.StopAsked)
		}
	}

	return res.Content(o, func(s *tools.Sink) {
		if r.truncated {
			s.Str(headPath + file + headLines.Fill(r.start, r.end, total))
		}

		s.NoteForm(form)
		r.write(s, o, tools.LineReading{Form: form, Start: found.Start}, eolOf(ends))
		if r.truncated {
			s.Notice(foot.Fill(r.end))
		}
	}), nil
}

// eolOf returns the line end that the editor uses for the whole document.
func eolOf(ends textfile.LineEnds) string {
	if 2*(ends.CRLF+ends.CR) > ends.All() {
		return "\r\n"
	}
	return "\n"
}

// next returns the arguments of the call that reads on after a range.
func (a readArguments) next(args []byte, r lineRange) json.RawMessage {
	if !a.old {
		return tools.Set(args, "offset", r.end+1)
	}
	return tools.Set(args, "startLine", r.end+1, "endLine", r.end+1+r.end-r.start)
}

// write writes the lines of the range with the document's line end, and a note if one is cut.
func (r lineRange) write(s *tools.Sink, o *tools.File, reading tools.LineReading, eol string) {
	f := o.Tool.Lines
	reading.Unit = f.Unit
	reading.Most = f.Limit
	reading.Phantom = true
	s.BeginRun(0, true, 0)

	for l := range s.Lines(o, reading) {
		number := r.start + l.Number - 1
		last := number == r.end
		end := eol
		length := l.Length
		s.Bytes(l.Text)
		s.Stats.Replaced += l.Replaced(len(l.Text))
		if !last && eol == "\r\n" {
			length++ // the '\r' counts as part of the line
		}

		if length > f.Limit {
			s.Str(cutMark)
			s.CutLine(number, l.Offset(len(l.Text)), l.End)
			end = "\n"
		}

		s.AddLines(1)
		if last || s.Failed() {
			break
		}

		s.Str(end)
		if l.Term != end {
			s.Stats.Altered.LineEnd(tools.EndOf(l.Term))
		}
	}

	if s.Stats.Cut > 0 {
		s.Notice(longLinesNotice)
	}
}
