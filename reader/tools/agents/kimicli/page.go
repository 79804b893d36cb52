package kimicli

import (
	"fmt"
	"strings"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/kimicode"
	"eyeline/reader/window"
)

// read makes the checks 7 and 8 of the contract and the answer.
func read(o *tools.File, a readArguments) (*tools.Result, error) {
	switch kind := kindOf(ospath.PythonOn(o.System()).Base(a.path), o.Head(kimicode.SampleSize)); kind {
	case "image", "video":
		return nil, refuse(
			"`" + a.path + "` is a " + kind + " file. Use other appropriate tools to read image or video files.",
		)
	case "unknown":
		return nil, refuse("`" + a.path + "` seems not readable. You may need to read it with proper shell commands, " +
			"Python tools or MCP tools if available. If you read/operate it with Python, you MUST ensure that any " +
			"third-party packages are installed in a virtual environment (venv).")
	}

	search := textfile.Search{Form: textfile.AnyEnd, First: max(a.first, 1), Count: 1, Total: true}
	found := o.Scan(search)
	if a.first < 0 && found.Lines+a.first > 0 {
		search.First = found.Lines + a.first + 1
		found = o.Scan(search)
	}

	p := pageOf(o, a, found)
	next := p.next(o, found.Lines)
	message := p.message(a, o.Tool.Caps, found.Lines)

	if len(p.lines) > 0 {
		found.First, found.Last = p.first, p.last()
		found.Start = p.lines[0].start
		found.End = p.lines[len(p.lines)-1].next
	}

	win := o.FileWindow(found, textfile.AnyEnd)
	switch {
	case !p.full || len(p.lines) == 0: // not cut by a limit of size
	case a.first < 0:
		win = win.From(window.StopOutput)
	default:
		win = win.Until(window.StopOutput)
	}

	return (&tools.Result{Window: win, NextArgs: next}).Content(o, func(s *tools.Sink) {
		s.Str(systemOpen + message + systemClose)
		if len(p.lines) == 0 {
			s.ListOfOne()
			return
		}

		s.Part()
		s.BeginRun(p.first, true, 0)
		s.Bytes(p.text[p.lines[0].at:])

		for i, l := range p.lines {
			s.Stats.Replaced += l.replaced
			s.Stats.Altered.LineEnd(l.ended)
			if l.cut {
				s.CutLine(p.first+int64(i), l.lost, l.end)
			}
		}

		s.AddLines(int64(len(p.lines)))
	}), nil
}

// shownLine is a line as shown.
type shownLine struct {
	at       int   // index in answerLines.text
	size     int64 // length as shown, without number and with line feed, in bytes
	start    int64 // offsets of the line and of the next one
	next     int64
	lost     int64 // range that is cut off, if any
	end      int64
	replaced int64 // U+FFFD in the text
	ended    tools.LineEnd
	cut      bool
}

// answerLines has the lines of an answer.
type answerLines struct {
	text  []byte // text of all lines read
	lines []shownLine
	first int64 // number of the first line
	size  int64 // of the texts in bytes
	full  bool  // a limit of bytes cut the lines at their end, or at their start
}

// last returns the number of the last line.
func (p answerLines) last() int64 { return p.first + int64(len(p.lines)) - 1 }

// next returns the call that reads on after the lines; nil at the end of the file, which has a number of lines.
func (p answerLines) next(o *tools.File, lines int64) []byte {
	if len(p.lines) == 0 || p.last() >= lines {
		return nil
	}
	return tools.Set(o.Args, "line_offset", p.last()+1)
}

// pageOf collects lines from the one found on. For a negative offset it keeps the last lines that fit.
func pageOf(o *tools.File, a readArguments, found textfile.Scanned) answerLines {
	p := answerLines{first: found.First}
	if found.First == 0 {
		return p
	}

	most := min(a.most, o.Caps().Lines.Most)
	room := o.Caps().Output.Most
	p.text = make([]byte, 0, min(o.Size()-found.Start, room)*5/4)
	reading := tools.LineReading{
		Form: textfile.AnyEnd, Start: found.Start, Unit: tools.Runes, Most: o.Tool.Lines.Limit + 1,
	}
	for l := range o.Lines(reading) {
		p.add(l, o.Tool.Lines)
		if l.Number == most || a.first > 0 && p.size >= room {
			break
		}
	}

	p.full = a.first > 0 && p.size >= room && int64(len(p.lines)) < most
	for a.first < 0 && p.size > room {
		p.size -= p.lines[0].size
		p.lines = p.lines[1:]
		p.first++
		p.full = true
	}

	return p
}

// add appends a line, cut to the limit. A line without line feed may have one more character.
func (p *answerLines) add(l *tools.TextLine, f *tools.LineFormat) {
	limit := f.Limit
	keep := f.Keep
	text := l.Text
	mark := ""
	if l.Term == "" {
		limit++
		keep++
	}

	s := shownLine{at: len(p.text), ended: tools.EndOf(l.Term), start: l.Start, next: l.Next, cut: l.Length > limit}
	if s.cut {
		fits, _ := tools.Runes.Fit(text, keep)
		text = text[:fits]
		mark = "..."
		s.lost = l.Offset(fits)
		s.end = l.End
	}

	if l.Term != "" {
		mark += "\n"
	}

	s.size = int64(len(text) + len(mark))
	s.replaced = l.Replaced(len(text))
	p.size += s.size
	p.text = f.Prefix(p.text, tools.Line{Number: p.first + l.Number - 1})
	p.text = append(append(p.text, text...), mark...)
	p.lines = append(p.lines, s)
}

// message describes the lines of a file with a number of lines.
func (p answerLines) message(a readArguments, caps tools.Caps, lines int64) string {
	message := "No lines read from file."
	count := int64(len(p.lines))
	if count > 0 {
		message = fmt.Sprintf("%d lines read from file starting from line %d.", count, p.first)
	}

	message += fmt.Sprintf(" Total lines in file: %d.", lines)
	switch {
	case count >= a.most && !p.full: // as many lines as requested need no explanation
	case a.first > 0 && count == caps.Lines.Most:
		message += fmt.Sprintf(" Max %d lines reached.", caps.Lines.Most)
	case p.full:
		message += fmt.Sprintf(" Max %d bytes reached.", caps.Output.Most)
	case count < a.most:
		message += " End of file reached."
	}

	var cut []string
	for i, l := range p.lines {
		if l.cut {
			cut = append(cut, fmt.Sprint(p.first+int64(i)))
		}
	}

	if cut != nil {
		message += " Lines [" + strings.Join(cut, ", ") + "] were truncated."
	}

	return message
}
