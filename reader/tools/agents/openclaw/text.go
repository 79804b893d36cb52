package openclaw

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// gathered is the text of lines, as much as an answer can have, and their offsets.
type gathered struct {
	text   []byte
	starts []int64 // offsets of the lines
	nexts  []int64 // offsets of what follows each
	crlf   []bool  // whether they end with "\r\n"
	form   textfile.LineCoding
	whole  bool // all requested lines are complete
}

// maxGathered is the limit of the text in bytes: more than four pages have.
const maxGathered = (maxPages + 1) * (50 << 10)

// text returns the requested lines of a text file, and note.
func text(o *tools.File, a readArguments, note string) (*tools.Result, error) {
	form := textfile.CRLF
	if coding, mark := textfile.BOM(o.Head(4), false); coding == textfile.UTF8 {
		form.Skip = mark
	}

	found := o.Scan(textfile.Search{Form: form, First: a.offset, Count: a.limit, Total: true})
	total := found.Lines
	switch {
	case o.Size() == 0:
		return notice(o, note, "File is empty (0 bytes)."), nil
	case total == 0:
		return notice(o, note, fmt.Sprintf("File contains no readable text (%d bytes).", o.Size())), nil
	case found.First == 0:
		const beyond = "Offset %d is beyond end of file (%d lines total). Retry with offset <= %d."
		return notice(o, note, fmt.Sprintf(beyond, a.offset, total, total)), nil
	}

	start := found.Start
	if a.cursor > 0 {
		c := cursorIn(o, form, found.Start, a.cursor)
		if said := c.beyond(a, total); said != "" {
			return notice(o, note, said), nil
		}

		if c.half {
			const splits = "Cursor %d splits a UTF-16 surrogate pair; retry with cursor=%d or cursor=%d."
			return nil, refuse(fmt.Sprintf(splits, a.cursor, a.cursor-1, a.cursor+1))
		}

		start = c.at
	}

	g := gather(o, form, start, found.Last-found.First+1, found.Last == total)
	if o.Err() != nil || len(g.starts) == 0 { // the file was truncated
		return &tools.Result{}, o.Err()
	}

	p := &pager{
		budget: budgetOf(o.Tool.Caps, a.window), total: total, first: found.First, last: found.Last,
		text: string(g.text), note: note,
		blank: func(first int64) bool { return g.isBlank(o, int(first-found.First)) },
		length: func(line, known int64) int64 {
			if g.whole {
				return known
			}
			return max(known, cursorIn(o, form, g.starts[line-found.First], math.MaxInt64).length+begun(a, line))
		},
	}
	if a.limit > 0 {
		p.limit = found.Last - found.First + 1
	}

	given := p.answer(continuation{line: a.offset, cursor: a.cursor, within: a.cursor > 0})
	given.text = note + given.text
	return g.result(o, a, found, given), nil
}

// notice returns an answer that shows nothing of the file.
func notice(o *tools.File, note, text string) *tools.Result {
	return tools.Notice(o, note+text)
}

// gather reads lines from an offset on; ends: to the end of the file.
func gather(o *tools.File, form textfile.LineCoding, start, lines int64, ends bool) *gathered {
	g := &gathered{whole: true, form: form}
	reading := tools.LineReading{Form: form, Start: start, Most: maxGathered, Unit: tools.Bytes}
	for l := range o.Lines(reading) {
		g.text = append(g.text, l.Text...)
		g.starts = append(g.starts, l.Start)
		g.nexts = append(g.nexts, l.Next)
		g.crlf = append(g.crlf, l.Term == "\r\n")
		last := l.Number == lines
		if l.Term != "" && (!last || ends) {
			g.text = append(g.text, '\n')
		}

		if len(g.text) >= maxGathered {
			g.whole = last && l.Length <= maxGathered
			break
		}

		if last {
			break
		}
	}

	return g
}

// isBlank reports whether the requested lines from an index on are all empty.
func (g *gathered) isBlank(o *tools.File, from int) bool {
	if from >= len(g.starts) {
		return false
	}
	if strings.Trim(string(g.text), "\n") != "" && from == 0 {
		return false
	}

	lines := int64(len(g.starts) - from)
	blank := true
	for l := range o.Lines(tools.LineReading{Form: g.form, Start: g.starts[from], Most: 1}) {
		blank = len(l.Text) == 0
		if !blank || g.whole && l.Number == lines {
			break
		}
	}

	return blank
}

// inLine is a position in a line.
type inLine struct {
	at     int64 // offset in the file
	length int64 // length of the line in UTF-16 units
	half   bool  // the position splits a surrogate pair
}

// beyond returns the text about a cursor after the line's end; "" if it is in the line.
func (l inLine) beyond(a readArguments, total int64) string {
	if a.cursor < l.length {
		return ""
	}
	said := fmt.Sprintf("Cursor %d is at or beyond the end of line %d (%d characters).", a.cursor, a.offset, l.length)
	if a.offset < total {
		said += fmt.Sprintf(" Use offset=%d to continue.", a.offset+1)
	}
	return said
}

// cursorIn returns the position of a unit in the line that begins at an offset.
func cursorIn(o *tools.File, form textfile.LineCoding, start, cursor int64) inLine {
	v := &cursorVisitor{cursor: cursor}
	o.Walk(form, start, v)
	return v.inLine
}

// cursorVisitor is a textfile.LineVisitor that finds a position in the first line.
type cursorVisitor struct {
	inLine
	cursor int64
}

// Text implements textfile.LineVisitor.
func (v *cursorVisitor) Text(p []byte, span textfile.Span, replaced bool) textfile.Continuation {
	units := tools.UTF16.Length(p)
	if room := v.cursor - v.length; room >= 0 && room < units {
		fits, left := tools.UTF16.Fit(p, room)
		v.half = left > 0
		v.at = span.Start + int64(fits)

		if replaced {
			v.at = span.Start
		}
	}

	v.length += units
	return textfile.More
}

// End implements textfile.LineVisitor.
func (v *cursorVisitor) End(int64, int64, string) bool { return false }

// answered is an answer: its text, the text of the file in it, and where the next call continues.
type answered struct {
	text, content string
	next          *continuation
}

// result returns the answer for lines that were found.
func (g *gathered) result(o *tools.File, a readArguments, found textfile.Scanned, given answered) *tools.Result {
	if js.Trim(given.text) == "" {
		return tools.Notice(o, "(no output)")
	}

	shown, masked := mask(a.path, given.text)
	win := g.window(o, a, found, given.next)
	var next json.RawMessage
	if given.next != nil {
		next = nextCall(o, *given.next, a.cursor > 0)
	}

	aside := ""
	if masked > 0 {
		aside = "OpenClaw masks what looks like a secret; of its many patterns a few are imitated"
	}

	lines := win.Last - win.First + 1
	r := &tools.Result{Window: win, NextArgs: next, Aside: aside}
	return r.Content(o, func(s *tools.Sink) {
		before := shown
		notice := ""
		if m := continues().FindStringIndex(shown); m != nil && given.next != nil {
			before = shown[:m[0]]
			notice = shown[m[0]:]
		}

		if strings.Trim(given.content, "\n") == "" { // it reports the number of blank lines
			s.Notice(shown)
			return
		}

		s.BeginRun(0, true, 0)
		s.Str(before)
		s.AddLines(min(lines, int64(strings.Count(before, "\n"))+1))
		s.Notice(notice)
		s.NoteForm(g.form)
		s.Stats.Replaced += int64(strings.Count(given.content, "\uFFFD"))
		s.Stats.Altered[tools.RemovedData] += masked
		s.Stats.Altered[tools.DroppedCR] += g.dropped(r.Window.End)
	})
}

// window returns the window of the lines before the place where the next call continues.
func (g *gathered) window(o *tools.File, a readArguments, found textfile.Scanned, next *continuation) window.Window {
	c := tools.ChosenLinesOf(found)
	c.Start = g.starts[0]
	switch {
	case next == nil: // at the end: the window ends with the last line found
	case next.within:
		at := next.cursor - begun(a, next.line)
		c.End = cursorIn(o, g.form, g.starts[next.line-found.First], at).at
		c.Count = next.line - found.First + 1
		c.Full = true
	default:
		c.Count = next.line - found.First
		c.End = g.nexts[c.Count-1]
		c.Full = c.Last() < found.Last
	}

	return c.Window(o.Size(), found.Lines)
}

// begun returns how many units of a line precede the start of the call.
func begun(a readArguments, line int64) int64 {
	if line == a.offset {
		return a.cursor
	}
	return 0
}

// dropped returns how many of the lines that end before an offset end with "\r\n".
func (g *gathered) dropped(end int64) (n int64) {
	for i, next := range g.nexts {
		if next <= end && g.crlf[i] {
			n++
		}
	}
	return n
}

// nextCall returns the call that continues at a place; had: the call before began within a line.
func nextCall(o *tools.File, at continuation, had bool) []byte {
	args := tools.Set(o.Args, "offset", at.line)
	if at.within || had {
		args = tools.Set(args, "cursor", at.cursor)
	}
	if at.limit > 0 {
		args = tools.Set(args, "limit", at.limit)
	}
	return args
}
