package kimicode

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
	"eyeline/reader/tools/textfile"
	"eyeline/reader/window"
)

// page is the answer to one call, as far as its lines are chosen.
type page struct {
	text  *textFile
	a     arguments
	lines []shownLine // that may be shown
	start int64       // number of the first of them

	rangeStart, rangeEnd int64 // lines asked for
	firstText            int64 // length of the first line's text
}

// choice is what of a page is shown.
type choice struct {
	first, end int   // half-open range of the page's lines
	fragment   int64 // UTF-16 units shown of the first line's text, when it is cut; 0: all
	note       string
	next       string // arguments of the next call; "" for none
}

// page chooses lines for a call and makes the result.
func (t *textFile) page(ctx context.Context, a arguments, found textfile.Scanned) (*tools.Result, error) {
	p := page{text: t, a: a, rangeStart: max(a.line, 1)}
	if a.line < 0 {
		p.rangeStart = max(1, t.total+a.line+1)
	}
	p.rangeEnd = lastOf(p.rangeStart, a.count, t.total)
	m, err := t.measure(ctx, a, found, p.rangeStart, p.rangeEnd-p.rangeStart+1)
	if err != nil {
		return nil, err
	}
	if a.column > 0 {
		if err := p.checkColumn(ctx, m); err != nil {
			return nil, err
		}
	}
	p.lines, p.start, p.firstText = m.lines, m.number-int64(len(m.lines)), m.firstText
	if a.line < 0 {
		p.start = p.rangeEnd - int64(len(m.lines)) + 1
	}
	c, err := p.choose(ctx)
	if err != nil {
		return nil, err
	}
	return p.result(ctx, c)
}

// checkColumn refuses a column that is beyond the line, or within a character.
func (p *page) checkColumn(ctx context.Context, m *meter) error {
	if m.firstText < 0 {
		return refuse(fmt.Sprintf("column_offset=%d is past the end of the starting line %d. Read the line from column 0 to inspect its current contents.", p.a.column, p.rangeStart))
	}
	_, splits, err := p.text.locate(ctx, m.lines[0].start, p.a.column)
	if err != nil || !splits {
		return err
	}
	return refuse(fmt.Sprintf("column_offset=%d splits a Unicode character in line %d. Use a character boundary or the Next Read arguments.", p.a.column, p.rangeStart))
}

// choose finds the largest number of lines with which the whole answer keeps within the budget, from the front, or for a
// tail from the end; or a part of the first line when not even that one fits.
func (p *page) choose(ctx context.Context) (choice, error) {
	c := choice{end: len(p.lines)}
	tail, most := p.a.line < 0, p.a.maxChars(p.text.o.Tool.Caps.Output)
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
			previous := p.firstText
			if c.fragment > 0 {
				previous = c.fragment
			}
			c.fragment = min(previous-1, previous-(size-most))
			if c.fragment > 0 {
				_, splits, err := p.text.locate(ctx, p.lines[0].start, p.a.column+c.fragment)
				if err != nil {
					return c, err
				}
				if splits {
					c.fragment--
				}
			}
			if c.fragment <= 0 {
				return c, refuse(fmt.Sprintf("max_chars=%d is too small for file text and the Read status. Increase max_chars.", most))
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

// status writes the status block for a choice, and reports whether all lines asked for are shown.
func (p *page) status(c *choice) (complete bool) {
	a, t := p.a, p.text
	tail, cut := a.line < 0, c.fragment > 0
	count := int64(c.end - c.first)
	first, last := p.start+int64(c.first), p.start+int64(c.end)-1
	complete = p.rangeStart > p.rangeEnd || count > 0 && first == p.rangeStart && last == p.rangeEnd && !cut
	var parts []string
	add := func(format string, values ...any) { parts = append(parts, fmt.Sprintf(format, values...)) }
	switch count {
	case 0:
		add("No lines read from file.")
	case 1:
		add("1 line read from file starting from line %d.", first)
	default:
		add("%d lines read from file starting from line %d.", count, first)
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
		shown, state := p.firstText, "Line complete."
		if cut {
			shown, state = c.fragment, "Line continues."
		}
		add("Line %d fragment: columns [%d, %d) of %d. %s", first, a.column, a.column+shown, a.column+p.firstText, state)
	}
	if most := t.o.Tool.Caps.Output.Max; a.chars > most {
		add("Requested max_chars=%d was capped at the configured maximum %d.", a.chars, most)
	}
	c.next = ""
	if !complete && (count > 0 || tail) {
		c.next = p.next(c, first, last)
		add("Next Read: %s", c.next)
	}
	if t.showCR {
		add(`Mixed or lone carriage-return line endings are shown as \r. Use exact \r\n or \r escapes in Edit.old_string for those lines.`)
	}
	if t.wide {
		add("Detected file encoding: %s; content transcoded to UTF-8 for display. Edit and Write expect UTF-8 — convert the file's encoding first (e.g. `iconv` via Bash).", t.coding())
	}
	if t.lossy {
		add("Lossy UTF-16 decoding: malformed sequences were replaced with U+FFFD. The decoded text may differ from the original file.")
	}
	c.note = "<system>" + strings.Join(parts, " ") + "</system>"
	return complete
}

// next is the arguments of the call that goes on, as the status block gives them.
func (p *page) next(c *choice, first, last int64) string {
	tail, cut := p.a.line < 0, c.fragment > 0
	start, end := last+1, p.rangeEnd
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

// result shows a choice.
func (p *page) result(ctx context.Context, c choice) (*tools.Result, error) {
	t := p.text
	r := &tools.Result{}
	if c.next != "" {
		r.NextArgs = []byte(c.next)
	}
	lines := p.lines[c.first:c.end]
	first := p.start + int64(c.first)
	last := first + int64(len(lines)) - 1
	r.Window = window.Window{Kind: window.Slice, Start: t.o.Size(), End: t.o.Size(), TotalLines: t.total}
	if len(lines) > 0 {
		w := &r.Window
		w.Start, w.End, w.First, w.Last = lines[0].start, lines[len(lines)-1].next, first, last
		w.Top, w.Bottom = window.StopAsked, window.StopAsked
		if first == 1 {
			w.Top, w.Start = window.StopFile, 0
		}
		switch {
		case last == t.total:
			w.Bottom = window.StopFile
		case last < p.rangeEnd:
			w.Bottom = window.StopOutput
		}
		if p.a.line < 0 && first > p.rangeStart {
			w.Top = window.StopOutput
		}
		if err := p.fragmentWindow(ctx, c, w, lines[0]); err != nil {
			return nil, err
		}
	}
	return r.Content(t.o, func(s *tools.Sink) {
		s.NoteForm(t.form)
		if len(lines) == 0 {
			s.Notice(emptyNotice + "\n" + c.note)
			return
		}
		v := lineWriter{text: t, sink: s, number: first, last: last, skip: p.a.column, left: -1}
		if c.fragment > 0 {
			v.left = c.fragment
		}
		if p.a.column > 0 || c.fragment > 0 {
			at := lines[0].end
			if c.fragment > 0 {
				at = r.Window.End
			}
			s.CutLine(first, at, lines[0].end)
		}
		if err := textfile.Walk(ctx, t.o, t.form, lines[0].start, &v); err != nil {
			s.Fail(err)
		}
		s.Notice("\n" + c.note)
	}), nil
}

// fragmentWindow narrows a window to the part of a line that is shown of it.
func (p *page) fragmentWindow(ctx context.Context, c choice, w *window.Window, line shownLine) (err error) {
	if p.a.column > 0 {
		if w.Start, _, err = p.text.locate(ctx, line.start, p.a.column); err != nil {
			return err
		}
	}
	if c.fragment > 0 {
		w.Partial, w.LineStart, w.LineEnd, w.Bottom = true, line.start, line.next, window.StopOutput
		w.End, _, err = p.text.locate(ctx, line.start, p.a.column+c.fragment)
	}
	return err
}

// lineWriter is a textfile.LineVisitor that writes lines.
type lineWriter struct {
	text         *textFile
	sink         *tools.Sink
	number, last int64
	skip         int64 // UTF-16 units of the first line that are left out
	left         int64 // UTF-16 units that are still shown; below 0: all
	begun        bool
	any          bool
}

// begin writes the number of a line.
func (v *lineWriter) begin() {
	if v.begun {
		return
	}
	v.begun = true
	if v.any {
		v.sink.Str("\n")
	} else {
		v.sink.BeginRun(v.number, true, 0)
	}
	v.any = true
	v.sink.Prefix(lineFormat, tools.Line{Number: v.number})
	v.sink.AddLines(1)
}

// Plain implements textfile.PlainVisitor.
func (v *lineWriter) Plain(l textfile.PlainLines) (taken int, more bool) {
	n := int(min(int64(l.Len()), v.last-v.number+1))
	if v.skip > 0 || v.left >= 0 || n <= 0 {
		return 0, true
	}
	v.sink.PlainLines(lineFormat, l, n, v.number, !v.any)
	v.any = true
	v.number += int64(n)
	return n, v.number <= v.last && !v.sink.Failed()
}

// Text implements textfile.LineVisitor.
func (v *lineWriter) Text(p []byte, _ textfile.Span, replaced bool) textfile.Want {
	v.begin()
	if replaced {
		v.sink.Stats.Replaced++
	}
	for len(p) > 0 && v.left != 0 {
		i := len(p)
		if v.text.showCR || v.text.hideCR {
			if j := bytes.IndexByte(p, '\r'); j >= 0 {
				i = j
			}
		}
		v.put(p[:i])
		if p = p[i:]; len(p) > 0 {
			p = p[1:]
			if v.text.showCR {
				v.sink.Stats.Altered[tools.EscapedCR]++
				v.put([]byte(`\r`))
			} else {
				v.sink.Stats.Altered[tools.DroppedCR]++
			}
		}
	}
	if v.left == 0 || v.sink.Failed() {
		return textfile.Stop
	}
	return textfile.More
}

// put writes text as far as it is shown.
func (v *lineWriter) put(p []byte) {
	if v.skip > 0 {
		fits, left := tools.UTF16.Fit(p, v.skip)
		v.skip = left
		p = p[fits:]
	}
	if v.left >= 0 {
		fits, left := tools.UTF16.Fit(p, v.left)
		p, v.left = p[:fits], left
	}
	v.sink.Bytes(p)
}

// End implements textfile.LineVisitor.
func (v *lineWriter) End(int64, int64, string) bool {
	v.begin()
	v.begun = false
	v.number++
	return v.number <= v.last && !v.sink.Failed()
}
