package kimicode

import (
	"cmp"
	"fmt"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// lineSelection is the answer to one call while its lines are being selected.
type lineSelection struct {
	text    *textFile
	a       readArguments
	column  column          // start within the first line
	lines   []shownLine     // lines that may be shown
	start   int64           // number of the first of them
	content []byte          // the numbered lines, joined by "\n"
	top     *tools.TextLine // the first line read

	rangeStart, rangeEnd int64 // requested lines
	firstText            int64 // length of the text of the first line
}

// shownLine is a line that may be shown.
type shownLine struct {
	from, to         int   // range of lineSelection.content that shows it
	start, end, next int64 // offsets of its text and of the next line
	length           int64 // length of its number, the tab and its text, in UTF-16 units
	replaced         int64 // U+FFFD in it that stand for bytes
	escaped          int64 // '\r' in it
	ended            tools.LineEnd
}

// choice is the shown part of a selection.
type choice struct {
	first, end int   // half-open range of lineSelection.lines
	fragment   int64 // UTF-16 units shown of the first line's text if it is cut; 0 for all
	note       string
	next       string // readArguments of the next call; "" at the end
}

// answer selects lines for a call and makes the result.
func (t *textFile) answer(a readArguments, found textfile.Scanned) (*tools.Result, error) {
	p := lineSelection{text: t, a: a, rangeStart: max(a.line, 1), column: column{off: found.Start}}
	if a.line < 0 {
		p.rangeStart = max(1, t.total+a.line+1)
	}
	p.rangeEnd = t.total
	if a.count > 0 {
		p.rangeEnd = min(t.total, tools.AddClamped(p.rangeStart, a.count-1))
	}

	none := found.First == 0 || p.rangeStart > p.rangeEnd
	if a.column > 0 {
		if !none {
			p.column = t.locate(found.Start, a.column)
		}

		switch {
		case none || p.column.beyond:
			return nil, refuse(fmt.Sprintf("column_offset=%d is past the end of the starting line %d. Read the line "+
				"from column 0 to inspect its current contents.", a.column, p.rangeStart))
		case p.column.splits:
			return nil, refuse(fmt.Sprintf("column_offset=%d splits a Unicode character in line %d. Use a character "+
				"boundary or the Next Read arguments.", a.column, p.rangeStart))
		}
	}

	if !none {
		p.gather(found.Start)
	}

	c, err := p.choose()
	if err != nil {
		return nil, err
	}

	return p.result(c), nil
}

// gather collects the lines that may fit: the first ones, or of a tail the last ones. start is the offset of the first.
func (p *lineSelection) gather(start int64) {
	t := p.text
	room := p.a.maxChars(p.text.o.Tool.Caps.Output)
	total := int64(0)
	p.start = p.rangeStart
	for l := range t.o.Lines(tools.LineReading{
		Form: t.form, Start: p.column.off, Unit: tools.UTF16, Most: room, Whole: true, Phantom: true,
		EscapeCR: t.showCR,
	}) {
		number := p.rangeStart + l.Number - 1
		text := l.Text
		length := l.Length
		line := shownLine{
			start: l.Start, end: l.End, next: l.Next, ended: tools.EndOf(l.Term),
			replaced: l.Replaced(len(text)), escaped: l.Escaped(len(text)),
		}
		if l.Term == "\r\n" { // the '\r' counts as text that is not shown
			line.end = l.Next - (l.Next-l.End)/2
		}

		if l.Number == 1 {
			p.top = l.Clone()
			line.start = start
			text = text[min(int(p.column.inside), len(text)):]
			length -= p.column.inside
			p.firstText = length
		} else {
			p.content = append(p.content, '\n')
		}

		line.from = len(p.content)
		line.length = int64(tools.Digits(number)) + 1 + length
		p.content = append(lineFormat.Prefix(p.content, tools.Line{Number: number}), text...)
		line.to = len(p.content)
		p.lines = append(p.lines, line)
		total += line.length + 1
		for p.a.line < 0 && len(p.lines) > 0 && total-1 > room {
			total -= p.lines[0].length + 1
			p.lines = p.lines[1:]
			p.start++
		}

		p.forget(int(room))
		if number == p.rangeEnd || p.a.line >= 0 && total > room {
			break
		}
	}
}

// forget drops content before the lines if that has more than most bytes.
func (p *lineSelection) forget(most int) {
	n := len(p.content)
	if len(p.lines) > 0 {
		n = p.lines[0].from
	}
	if n <= most {
		return
	}

	p.content = append(p.content[:0], p.content[n:]...)
	for i := range p.lines {
		p.lines[i].from -= n
		p.lines[i].to -= n
	}
}

// choose finds the largest number of lines with which the answer fits the budget, from the start, or for a tail from
// the end; or a part of the first line if that alone does not fit.
func (p *lineSelection) choose() (choice, error) {
	c := choice{end: len(p.lines)}
	tail := p.a.line < 0
	most := p.a.maxChars(p.text.o.Tool.Caps.Output)
	content := int64(-1)
	for _, l := range p.lines {
		content += l.length + 1
	}

	for {
		count := c.end - c.first
		complete := p.status(&c)
		size := content + 1 + js.Length(c.note)
		if count == 0 {
			size = js.Length(emptyNotice + "\n" + c.note)
		}

		switch {
		case size <= most && (complete || count > 0):
			return c, nil
		case count == 1 && !tail:
			previous := cmp.Or(c.fragment, p.firstText)
			c.fragment = min(previous-1, previous-(size-most))
			if _, left := tools.UTF16.Fit(p.top.Text[p.column.inside:], c.fragment); left > 0 {
				c.fragment-- // half a character
			}

			if c.fragment <= 0 {
				return c, refuse(fmt.Sprintf(
					"max_chars=%d is too small for file text and the Read status. Increase max_chars.", most,
				))
			}

			content = int64(tools.Digits(p.start)) + 1 + c.fragment
		case count == 0:
			failed := "No complete line fits. Continue with the forward Next Read.\n" + c.note
			if !complete && js.Length(failedPrefix+failed) <= most {
				return c, refuse(failed)
			}
			return c, refuse(fmt.Sprintf("max_chars=%d is too small for the Read status. Increase max_chars.", most))
		case tail:
			content -= p.lines[c.first].length + 1
			c.first++
		default:
			c.end--
			content -= p.lines[c.end].length + 1
		}
	}
}

// status writes the status block for a choice, and reports whether all requested lines are shown.
func (p *lineSelection) status(c *choice) (complete bool) {
	a := p.a
	t := p.text
	tail := a.line < 0
	cut := c.fragment > 0
	count := int64(c.end - c.first)
	first := p.start + int64(c.first)
	last := p.start + int64(c.end) - 1
	complete = p.rangeStart > p.rangeEnd || count > 0 && first == p.rangeStart && last == p.rangeEnd && !cut
	var parts []string
	add := func(format string, values ...any) { parts = append(parts, fmt.Sprintf(format, values...)) }
	if count == 0 {
		add("No lines read from file.")
	} else {
		add("%d line%s read from file starting from line %d.", count, tools.Plural(count), first)
	}

	add("Total lines in file: %d.", t.total)
	if complete {
		add("Requested range complete.")
	} else {
		add("Character limit reached.")
	}

	add("Effective max_chars: %d.", a.maxChars(t.o.Tool.Caps.Output))
	if !cut && (count > 0 && last == t.total || p.rangeStart > t.total) {
		add("End of file reached.")
	}

	if count > 0 && !tail && (a.column > 0 || cut) {
		shown := p.firstText
		state := "Line complete."
		if cut {
			shown = c.fragment
			state = "Line continues."
		}

		add(
			"Line %d fragment: columns [%d, %d) of %d. %s", first, a.column, a.column+shown, a.column+p.firstText,
			state,
		)
	}

	if most := t.o.Tool.Caps.Output.Max; a.chars > most {
		add("Requested max_chars=%d was capped at the configured maximum %d.", a.chars, most)
	}

	c.next = ""
	if !complete && (count > 0 || tail) {
		c.next = p.next(c, first, last)
		add("Next Read: %s", c.next)
	}

	parts = append(parts, t.remarks()...)
	c.note = "<system>" + strings.Join(parts, " ") + "</system>"
	return complete
}

// next returns the arguments of the call that reads on, as in the status block.
func (p *lineSelection) next(c *choice, first, last int64) string {
	tail := p.a.line < 0
	cut := c.fragment > 0
	start := last + 1
	end := p.rangeEnd
	switch {
	case tail:
		start = p.rangeStart
		if c.end > c.first {
			end = first - 1
		}
	case cut:
		start = first
	}

	next := `{"path":` + js.Quote(p.a.path) + fmt.Sprintf(`,"line_offset":%d`, start)
	if cut {
		next += fmt.Sprintf(`,"column_offset":%d`, p.a.column+c.fragment)
	}
	if tail || p.a.count > 0 {
		next += fmt.Sprintf(`,"n_lines":%d`, end-start+1)
	}

	return next + fmt.Sprintf(`,"max_chars":%d}`, p.a.maxChars(p.text.o.Tool.Caps.Output))
}

// result returns the answer for a choice.
func (p *lineSelection) result(c choice) *tools.Result {
	t := p.text
	r := &tools.Result{}
	if c.next != "" {
		r.NextArgs = []byte(c.next)
	}

	lines := p.lines[c.first:c.end]
	first := p.start + int64(c.first)
	r.Window = p.window(lines, first)

	if c.fragment > 0 {
		fits, _ := tools.UTF16.Fit(p.top.Text[p.column.inside:], c.fragment)
		fits += int(p.column.inside)
		l := &lines[0]
		w := &r.Window
		l.to -= len(p.top.Text) - fits
		l.replaced = p.top.Replaced(fits)
		l.escaped = p.top.Escaped(fits)
		l.ended = tools.EndOf("")
		w.Partial = true
		w.LineStart = l.start
		w.LineEnd = l.next
		w.Bottom = window.StopOutput
		w.End = p.top.Offset(fits)
	}

	return r.Content(t.o, func(s *tools.Sink) {
		s.NoteForm(t.form)
		if len(lines) == 0 {
			s.Notice(emptyNotice + "\n" + c.note)
			return
		}

		switch {
		case c.fragment > 0:
			s.CutLine(first, r.Window.End, lines[0].end)
		case p.a.column > 0:
			s.CutLine(first, lines[0].end, lines[0].end)
		}

		s.BeginRun(first, true, 0)
		s.Bytes(p.content[lines[0].from:lines[len(lines)-1].to])
		s.AddLines(int64(len(lines)))

		for _, l := range lines {
			s.Stats.Replaced += l.replaced
			s.Stats.Altered[tools.EscapedCR] += l.escaped
			if !t.showCR {
				s.Stats.Altered.LineEnd(l.ended)
			}
		}

		s.Notice("\n" + c.note)
	})
}

// window returns the window of lines; first is the number of the first.
func (p *lineSelection) window(lines []shownLine, first int64) window.Window {
	size := p.text.o.Size()
	total := p.text.total
	c := tools.ChosenLines{First: first, Count: int64(len(lines))}
	if len(lines) == 0 {
		return c.Window(size, total)
	}

	c.End = lines[len(lines)-1].next
	switch {
	case p.a.column > 0:
		c.Start = p.column.off
	case first > 1:
		c.Start = lines[0].start
	}

	c.Full = c.Last() < p.rangeEnd
	w := c.Window(size, total)
	if !c.Full {
		w = w.Until(window.StopAsked)
	}
	if p.a.line < 0 && first > p.rangeStart {
		w.Top = window.StopOutput
	}

	return w
}
