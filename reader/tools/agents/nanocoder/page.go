package nanocoder

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// answerLines is the lines of an answer, the bytes [start, end) of the file, and the note after them.
type answerLines struct {
	file       *tools.File
	start, end int64
	notice     string
	units      int64 // length of the lines with the line feeds between them, in UTF-16 units
}

// lines passes the lines with the number of units before each to take, until that returns false.
func (p *answerLines) lines(take func(l *tools.TextLine, before int64) bool) {
	before := int64(0)
	end := p.end
	reading := tools.LineReading{
		Start: p.start, Unit: tools.UTF16, Most: maxLine + 1, Whole: true, Phantom: end == p.file.Size(),
	}
	for l := range p.file.LinesOf(source.View(p.file, end), reading) {
		if !take(l, before) {
			return
		}

		before += l.Length + 1
	}
}

// measure sets the units of the lines [from, to), 0-based, and refuses a line that is too long.
func (p *answerLines) measure(file string, from, to int64) (err error) {
	p.lines(func(l *tools.TextLine, before int64) bool {
		if l.Length > maxLine {
			err = refuse(fmt.Sprintf("File \"%s\" contains minified or binary content (line %d has %d characters). "+
				"This file cannot be read as it would consume excessive tokens without providing useful information.",
				file, from+l.Number, l.Length))
		}

		p.units = before + l.Length
		if l.Number == to-from && l.Term != "" { // without the last line feed
			p.end = l.End
		}

		return err == nil && l.Number < to-from
	})
	return err
}

// textPosition is a position in the lines: its offset, in which line.
type textPosition struct {
	at, number, begin, end int64
	half                   bool // it is inside of a surrogate pair
}

// find returns the position of a unit; after: of a pair that it splits, the end instead of the start.
func (p *answerLines) find(units int64, after bool) (found textPosition) {
	p.lines(func(l *tools.TextLine, before int64) bool {
		found = textPosition{at: l.End, number: l.Number, begin: l.Start, end: l.End}
		room := units - before
		if room > l.Length {
			found.at = l.Next
			return true
		}

		fits, left := tools.UTF16.Fit(l.Text, room)
		found.half = left > 0 && fits < len(l.Text)
		if found.half && after {
			fits += 4
		}

		found.at = l.Offset(fits)
		return false
	})
	return found
}

// result returns the lines [from, to), 0-based, with the middle cut out if they are too long.
func (p *answerLines) result(w window.Window, from, to int64) *tools.Result {
	o, most := p.file, p.file.Tool.Caps.Output.Most
	total := p.units + js.Length(p.notice)
	next := to + 1
	silent := w.End < o.Size() && p.notice == ""
	if silent {
		w = w.Until(window.StopAsked)
	}

	var head, tail textPosition
	mark := ""
	if total > most {
		mark = fmt.Sprintf("%s%d%s", cutHead, total, cutTail)
		budget := most - js.Length(mark)
		keep := int64(math.Floor(float64(budget) * 0.4))
		head, tail = p.find(keep, false), p.find(total-(budget-keep), true)
		first := w.First
		w.Runs = []window.Run{
			{Start: p.start, End: head.at, First: first, Last: first + head.number - 1},
			{Start: tail.at, End: w.End, First: first + tail.number - 1, Last: w.Last},
		}
		silent, next = false, from+max(head.number, 2)
	}

	var args json.RawMessage
	if w.First > 0 && (w.End < o.Size() || mark != "") {
		args = tools.Set(o.Args, "start_line", next, "end_line", max(to, next+to-from-1))
	}
	return (&tools.Result{Window: w, Silent: silent, NextArgs: args}).Content(o, func(s *tools.Sink) {
		if mark == "" {
			s.Excerpt(o, p.start, p.end)
			s.Notice(p.notice)
			return
		}

		s.Excerpt(o, p.start, head.at)
		if head.half {
			s.Str("\uFFFD")
		}

		s.Str(mark)
		if tail.half {
			s.Str("\uFFFD")
		}

		s.Excerpt(o, tail.at, p.end)
		s.Notice(p.notice)
		switch {
		case head.number == tail.number:
			s.CutLine(from+head.number, head.at, tail.at)
		default:
			if head.at < head.end {
				s.CutLine(from+head.number, head.at, head.end)
			}
			if tail.at > tail.begin {
				s.CutLine(from+tail.number, tail.begin, tail.at)
			}
		}
	})
}

// readBack parses the lines of an answer: from the first requested one on, and those at the end if the middle is cut.
func readBack(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	a, err := parseArgs(args, tools.Policy{NumbersAsText: true})
	if err != nil || content == "" || content == emptyNotice || strings.HasPrefix(content, failed) {
		return p, false
	}

	foot, end, _ := more.AtEnd(content)
	p.Total = foot.Number("total")
	content = content[:end]
	first := int64(1)
	if a.first >= 1 {
		first = js.ClampFloat(a.first)
	}

	text, _, cut := strings.Cut(content, cutHead)
	p.Lines = readback.Lines(text, 0, first, math.MaxInt64, 0, "")
	if cut {
		p.Lines[len(p.Lines)-1].Cut = true // the numbers of later lines are not known
	}

	return p, true
}

// more follows the first lines of a file with too many.
const more readback.Phrase = "\n\n[Truncated at line {last} of {total}. Use read_file with start_line: {next} and " +
	"end_line to continue.]"
