package kimicli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/kimicode"
	"eyeline/reader/tools/textfile"
	"eyeline/reader/window"
)

// textForm: lines end at "\n", "\r\n" and "\r", and a byte-order mark stays.
var textForm = textfile.Form{Ends: textfile.EndCRLF | textfile.EndCR}

// read makes the checks 7 and 8 of the contract and the answer.
func read(ctx context.Context, o *tools.File, a arguments) (*tools.Result, error) {
	head, err := textfile.Head(o, kimicode.SampleSize)
	if err != nil {
		return nil, err
	}
	switch kind := kindOf(a.path, head); kind {
	case "image", "video":
		return nil, refuse("`" + a.path + "` is a " + kind + " file. Use other appropriate tools to read image or video files.")
	case "unknown":
		return nil, refuse("`" + a.path + "` seems not readable. You may need to read it with proper shell commands, Python tools or MCP tools if available. " +
			"If you read/operate it with Python, you MUST ensure that any third-party packages are installed in a virtual environment (venv).")
	}
	found, err := textfile.Scan(ctx, o, textfile.Search{Form: textForm, First: max(a.first, 1), Count: 1, Total: true})
	if err == nil && a.first < 0 && found.Lines+a.first > 0 {
		found, err = textfile.Scan(ctx, o, textfile.Search{Form: textForm, First: found.Lines + a.first + 1, Count: 1, Total: true})
	}
	if err != nil {
		return nil, err
	}
	p := page{format: o.Tool.Lines, most: min(a.most, o.Tool.Caps.Lines.Most), number: found.First, start: found.Start}
	if a.first > 0 {
		p.room = o.Tool.Caps.Output.Most
	}
	if found.First > 0 {
		measured := linePool.Get().(*[]shownLine)
		p.lines = (*measured)[:0]
		defer linePool.Put(measured)
		err := textfile.Walk(ctx, o, textForm, found.Start, &p)
		if *measured = p.lines; err != nil {
			return nil, err
		}
	}
	return p.result(ctx, o, a, found)
}

// linePool keeps the room for the lines of a page for the next one: a result needs only their number.
var linePool = sync.Pool{New: func() any { return new([]shownLine) }}

// shownLine is a line as it is shown.
type shownLine struct {
	start, next int64 // offsets of its text and of the next line
	size        int64 // of what is shown of it in bytes, with the line feed
	cut         bool
}

// page is a textfile.LineVisitor that measures lines, and writes them when it has a sink.
type page struct {
	format *tools.LineFormat
	most   int64       // lines
	room   int64       // bytes after which no further line is taken; 0: any number
	number int64       // of the current line
	start  int64       // offset of the current line
	sink   *tools.Sink // nil: nothing is written

	taken int64       // lines measured or written
	lines []shownLine // those measured
	bytes int64       // of them

	begun bool
	chars int64 // characters of the current line, up to the first one beyond what any line may have
	size  int64 // bytes of what is shown of it
	held  []byte
	// keptTo is the offset after the first 1996 characters, heldTo after one more.
	keptTo, heldTo int64
}

// begin writes what precedes the line.
func (p *page) begin() {
	if p.begun {
		return
	}
	p.begun, p.chars, p.size, p.held = true, 0, 0, p.held[:0]
	p.keptTo, p.heldTo = p.start, p.start
	if p.sink == nil {
		return
	}
	if p.taken == 0 {
		p.sink.BeginRun(p.number, true, 0)
	}
	p.sink.Prefix(p.format, tools.Line{Number: p.number})
	p.sink.AddLines(1)
}

// Plain implements textfile.PlainVisitor.
func (p *page) Plain(l textfile.PlainLines) (taken int, more bool) {
	n := l.Within(p.format.Limit, int(min(int64(l.Len()), p.most-p.taken)))
	if n <= 0 {
		return 0, true
	}
	if p.sink != nil {
		ended := *p.format // with a "\n" after each line
		ended.Each = true
		p.sink.PlainLines(&ended, l, n, p.number, p.taken == 0)
		p.taken, p.number, p.start = p.taken+int64(n), p.number+int64(n), l.Start(n)
		return n, p.taken < p.most
	}
	at := l.Start(0)
	p.lines = slices.Grow(p.lines, min(n, 1000))
	for taken < n {
		taken++
		next := l.Start(taken)
		p.lines = append(p.lines, shownLine{start: at, next: next, size: next - at})
		p.bytes += next - at
		at = next
		if p.room > 0 && p.bytes >= p.room {
			break
		}
	}
	p.number += int64(taken)
	p.taken += int64(taken)
	p.start = at
	return taken, p.taken < p.most && (p.room == 0 || p.bytes < p.room)
}

// Text implements textfile.LineVisitor.
func (p *page) Text(text []byte, span textfile.Span, replaced bool) textfile.Want {
	p.begin()
	fits, left := tools.Runes.Fit(text, p.format.Keep-p.chars)
	if fits > 0 {
		p.chars = p.format.Keep - left
		p.put(text[:fits])
		p.keptTo = textOffset(span, fits, replaced)
		if replaced && p.sink != nil {
			p.sink.Stats.Replaced++
		}
	}
	for rest := text[fits:]; len(rest) > 0; {
		// Whether what follows is shown depends on where the line ends.
		if p.chars++; p.chars > p.format.Limit+1 {
			return textfile.SkipLine
		}
		_, n := utf8.DecodeRune(rest)
		p.held = append(p.held, rest[:n]...)
		rest = rest[n:]
		if p.chars == p.format.Keep+1 {
			p.heldTo = textOffset(span, len(text)-len(rest), replaced)
		}
	}
	return textfile.More
}

// textOffset is the offset in the file after the first n bytes of a piece of text.
func textOffset(span textfile.Span, n int, replaced bool) int64 {
	if replaced {
		return span.End
	}
	return span.Start + int64(n)
}

func (p *page) put(text []byte) {
	p.size += int64(len(text))
	if p.sink != nil {
		p.sink.Bytes(text)
	}
}

// End implements textfile.LineVisitor.
func (p *page) End(end, next int64, term string) bool {
	if term == "" && !p.begun {
		return false
	}
	p.begin()
	limit, kept, lost := p.format.Limit, 0, end-p.keptTo
	if term == "" { // no line feed: there is room for one more character
		limit++
		if len(p.held) > 0 {
			_, kept = utf8.DecodeRune(p.held)
			lost = end - p.heldTo
		}
	}
	cut := p.chars > limit
	if cut {
		p.put(p.held[:kept])
		p.put([]byte("..."))
	} else {
		p.put(p.held)
	}
	if term != "" {
		p.put([]byte("\n"))
	}
	if p.sink != nil {
		p.count(cut, lost, term)
	} else {
		p.lines = append(p.lines, shownLine{start: p.start, next: next, size: p.size, cut: cut})
	}
	p.bytes += p.size
	p.taken++
	p.number++
	p.start, p.begun = next, false
	return term != "" && p.taken < p.most && (p.room == 0 || p.bytes < p.room)
}

// count notes how the line that was written differs from the file's.
func (p *page) count(cut bool, lost int64, term string) {
	s := &p.sink.Stats
	if cut {
		s.Cut++
		s.CutBytes += lost
	}
	s.Altered.LineEnd(term)
}

// result makes the answer of the lines that were measured.
func (p *page) result(ctx context.Context, o *tools.File, a arguments, found textfile.Scanned) (*tools.Result, error) {
	asked, caps := len(p.lines), o.Tool.Caps
	if a.first < 0 {
		for p.bytes > caps.Output.Most {
			p.bytes -= p.lines[0].size
			p.lines = p.lines[1:]
		}
	}
	count := int64(len(p.lines))
	first := p.number - count
	message := "No lines read from file."
	if count > 0 {
		message = fmt.Sprintf("%d lines read from file starting from line %d.", count, first)
		found.First, found.Last = first, p.number-1
		found.Start, found.End = p.lines[0].start, p.lines[count-1].next
	}
	message += fmt.Sprintf(" Total lines in file: %d.", found.Lines)
	full := p.bytes >= caps.Output.Most && a.first > 0 || int(count) < asked
	switch {
	case count >= a.most && int(count) == asked:
		full = false
	case a.first > 0 && count == caps.Lines.Most:
		full = false
		message += fmt.Sprintf(" Max %d lines reached.", caps.Lines.Most)
	case full:
		message += fmt.Sprintf(" Max %d bytes reached.", caps.Output.Most)
	case count < a.most:
		message += " End of file reached."
	}
	if cut := p.cutLines(first); cut != "" {
		message += " Lines [" + cut + "] were truncated."
	}
	r := &tools.Result{}
	var err error
	if r.Window, err = found.FileWindow(ctx, o, textForm); err != nil {
		return nil, err
	}
	if full && count > 0 {
		if a.first < 0 {
			r.Window.Top = window.StopOutput
		} else if r.Window.Bottom != window.StopFile {
			r.Window.Bottom = window.StopOutput
		}
	}
	if count > 0 && p.number <= found.Lines {
		r.NextArgs = tools.Set(o.Args, "line_offset", p.number)
	}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(systemOpen + message + systemClose)
		if count == 0 {
			s.ListOfOne()
			return
		}
		s.Part()
		again := page{format: o.Tool.Lines, most: count, number: first, start: found.Start, sink: s}
		if err := textfile.Walk(s.Context(), o, textForm, found.Start, &again); err != nil {
			s.Fail(err)
		}
	}), nil
}

// cutLines lists the numbers of the lines that are cut.
func (p *page) cutLines(first int64) string {
	var cut []string
	for i, l := range p.lines {
		if l.cut {
			cut = append(cut, fmt.Sprint(first+int64(i)))
		}
	}
	return strings.Join(cut, ", ")
}
