package pi

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// selection is the requested lines and those that fit.
type selection struct {
	pick     struct{ start, end float64 }
	total    int64 // lines of the file: line feeds and one
	from, to int64 // requested lines: half-open, 0-based
	found    textfile.Scanned
	given    tools.ChosenLines
	cut      bool  // some requested lines are missing
	tooLong  int64 // length of the first line in bytes if it alone is too long; else 0
}

// choose selects the lines.
func choose(o *tools.File, a readArguments) selection {
	s := selection{}
	if a.offset != 0 {
		s.pick.start = max(0, a.offset-1)
	}

	first := int64(min(s.pick.start, math.MaxInt64/2)) + 1
	found := o.Scan(textfile.Search{First: first, Count: o.Caps().Lines.Most + 2, Total: true})
	s.found = found
	s.total = found.Phantom()
	s.pick.end = float64(s.total)
	if a.limited {
		s.pick.end = min(s.pick.start+a.limit, float64(s.total))
	}

	s.from, s.to = js.Slice(s.pick.start, s.pick.end, s.total)
	s.given = tools.ChosenLines{Start: found.Start, End: found.Start, First: found.First}
	if s.to > s.from && s.pick.start < float64(s.total) {
		s.fit(o)
	}

	return s
}

// fit determines how many of the requested lines fit.
func (s *selection) fit(o *tools.File) {
	asked := s.to - s.from
	most := o.Tool.Caps
	room := min(asked, most.Lines.Most+2)
	lengths := make([]int64, 0, room)
	ends := make([]int64, 0, room)
	sum := int64(-1)
	for l := range o.Lines(tools.LineReading{Start: s.found.Start, Most: most.Output.Most, Phantom: true}) {
		lengths = append(lengths, l.Length)
		ends = append(ends, l.Next)
		sum += l.Length + 1
		if n := int64(len(lengths)); n == room || sum > most.Output.Most {
			break
		}
	}

	if len(lengths) == 0 {
		return
	}

	whole := int64(len(lengths)) == asked
	counted := len(lengths)
	if whole && lengths[counted-1] == 0 {
		counted-- // without the empty text after the last line feed
	}

	if whole && int64(counted) <= most.Lines.Most && sum <= most.Output.Most {
		s.given.Count = asked
		s.given.End = ends[len(ends)-1]
		return
	}

	s.cut = true
	if lengths[0] > most.Output.Most {
		for l := range o.Lines(tools.LineReading{Start: s.found.Start, Most: 1, Whole: true}) {
			s.tooLong = l.Length
			return
		}
	}

	size := int64(-1)
	for i, end := range ends[:min(int64(counted), most.Lines.Most)] {
		size += lengths[i] + 1
		if size > most.Output.Most {
			s.given.Full = true
			break
		}
		s.given.End = end
		s.given.Count++
	}
}

// result returns the lines and a note about the rest.
func (s selection) result(o *tools.File, a readArguments) (*tools.Result, error) {
	number := s.pick.start + 1 // number in the answer
	if s.tooLong > 0 {
		if s.pick.start != math.Trunc(s.pick.start) {
			return nil, tools.Refuse(
				`The "string" argument must be of type string or an instance of Buffer or ArrayBuffer. Received ` +
					`undefined`,
			)
		}

		const form = "[Line %s is %s, exceeds 50.0KB limit. Use bash: sed -n '%sp' %s | head -c %d]"
		return tools.Notice(o, fmt.Sprintf(form,
			js.NumberText(number), sizeText(s.tooLong), js.NumberText(number), a.path, o.Caps().Output.Most)), nil
	}

	notice := ""
	next := 0.0
	last := number + float64(s.given.Count) - 1
	switch {
	case s.cut:
		next = last + 1
		phrase := showing
		if s.given.Full {
			phrase = full
		}
		notice = phrase.Fill(js.NumberText(number), js.NumberText(last), s.total, js.NumberText(next))
	case a.limited && s.pick.end < float64(s.total):
		next = s.pick.end + 1
		notice = rest.Fill(js.NumberText(float64(s.total)-s.pick.end), js.NumberText(next))
	}

	var onward json.RawMessage
	if next >= 1 && next < float64(s.total) || next == float64(s.total) && s.found.Open {
		args := o.Args
		if !json.Valid(args) { // it was repaired
			args = []byte(a.value.String())
		}
		onward = tools.Set(args, "offset", next)
	}

	r := &tools.Result{Window: s.window(o.Size()), NextArgs: onward}
	return r.Content(o, func(sink *tools.Sink) {
		if s.given.Count > 0 {
			lines := s.given.Lines(textfile.LineCoding{}, &tools.LineFormat{})
			lines.Phantom = s.given.End == o.Size()
			sink.WriteLines(o, lines)
		}
		sink.Notice(notice)
	}), nil
}

// window returns the window of the lines. The empty text after the last line feed is not a line of the file.
func (s selection) window(size int64) window.Window {
	given := s.given
	given.Count = min(given.Count, s.found.Lines-given.First+1)
	return given.Window(size, s.found.Lines)
}

// sizeText formats a size in KB or MB with one decimal.
func sizeText(n int64) string {
	switch {
	case n < 1024:
		return strconv.FormatInt(n, 10) + "B"
	case n < 1<<20:
		return js.Fixed(float64(n)/1024, 1) + "KB"
	}
	return js.Fixed(float64(n)/(1<<20), 1) + "MB"
}
