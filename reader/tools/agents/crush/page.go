package crush

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// numberedLines has the numbered lines of an answer.
type numberedLines struct {
	text  []byte
	shown tools.ChosenLines
	size  int64 // length of the lines with the line feeds between them, in bytes
	// past: the last one is the empty text after the last line feed, which is not a line of the file.
	past bool
	cuts []cut
	// dropped is how many '\r' are not shown.
	dropped int64
}

// cut is a cut line: its number, and the half-open range of lost bytes.
type cut struct{ number, start, end int64 }

// lines returns the requested lines.
func lines(o *tools.File, a viewArguments) (*tools.Result, error) {
	first := tools.AddClamped(max(a.offset, 0), 1)
	found := o.Scan(textfile.Search{First: first, Count: 1})
	if found.First == 0 { // the file has no such line
		r := &tools.Result{Window: window.OfLines(window.Run{}, o.Size(), found.Lines, window.StopNone)}
		return r.Content(o, func(s *tools.Sink) { s.Notice(openTag + closeTag) }), nil
	}

	p := &numberedLines{shown: tools.ChosenLines{Start: found.Start, End: found.Start, First: first}}
	number := tools.AddClamped(a.offset, 1)
	if err := p.fill(o, a, number); err != nil {
		return nil, err
	}

	ofFile := p.shown
	if p.past {
		ofFile.Count--
	}

	var onward json.RawMessage
	notice := ""
	if p.shown.Count == a.limit && p.shown.End < o.Size() {
		next := number + p.shown.Count - 1
		notice = moreLines.Fill(next)
		onward = nextCall(o, a, p.shown.Last())
	}

	r := &tools.Result{Window: ofFile.Window(o.Size(), -1), NextArgs: onward}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(openTag)
		p.write(s, number, a.offset < 0)
		s.Notice(notice + closeTag)
	}), nil
}

// nextCall returns the call that reads on after a number of lines.
func nextCall(o *tools.File, a viewArguments, lines int64) json.RawMessage {
	return tools.Set(o.Args, "offset", lines, "limit", a.limit)
}

// fill collects lines from p.shown.End on; number is that of the first.
func (p *numberedLines) fill(o *tools.File, a viewArguments, number int64) error {
	caps := o.Tool.Caps
	most := caps.Output.Most
	valid := true
	for l := range o.Lines(tools.LineReading{Form: textfile.CRLF, Start: p.shown.End, Most: 1, Phantom: true}) {
		if p.shown.Count > 0 {
			p.size++
			p.text = append(p.text, '\n')
		}

		line := p.lineOf(o, l, number+p.shown.Count)
		if o.Err() != nil {
			break
		}

		p.size += line.size
		if p.size > most {
			const tooLarge = "Content section is too large (%d bytes). Maximum size is %d bytes"
			return tools.Refuse(fmt.Sprintf(tooLarge, p.size, most))
		}

		valid = valid && utf8.Valid(line.text)
		p.text = append(appendNumber(p.text, number+p.shown.Count), line.text...)
		p.shown.Take(l)
		p.past = l.Start == o.Size()
		if p.shown.Count == a.limit {
			break
		}
	}

	if !valid {
		return tools.Refuse("File content is not valid UTF-8")
	}

	return nil
}

// shownLine is the shown text of a line, and its size before a second '\r' is removed.
type shownLine struct {
	text []byte
	size int64
}

// lineOf returns the shown text of a line. A long one is cut, and loses invalid UTF-8 in the rest.
func (p *numberedLines) lineOf(o *tools.File, l *tools.TextLine, number int64) shownLine {
	limit := o.Tool.Lines.Limit
	end := l.End
	if l.Term == "\r\n" {
		p.dropped++
	}

	text := o.Piece(l.Start, min(end-l.Start, limit+2))
	if o.Err() != nil {
		return shownLine{}
	}

	if l.Term == "" && end-l.Start <= limit+1 && bytes.HasSuffix(text, carriageReturn) { // at the end of the file
		text = text[:len(text)-1]
		end--
		p.dropped++
	}

	if end-l.Start > limit {
		kept := bytes.ToValidUTF8(text[:limit], nil)
		whole := limit - int64(lossy.PartialTail(text[:limit]))
		p.cuts = append(p.cuts, cut{number, l.Start + whole, l.End})
		text = append(kept[:len(kept):len(kept)], cutMark...)
		return shownLine{text, int64(len(text))}
	}

	size := int64(len(text))
	if bytes.HasSuffix(text, carriageReturn) {
		text = text[:len(text)-1]
		p.dropped++
	}

	return shownLine{text, size}
}

var carriageReturn = []byte{'\r'}

// appendNumber appends a number, which may be negative, right-aligned to six, and a bar.
func appendNumber(dst []byte, number int64) []byte {
	digits := strconv.FormatInt(number, 10)
	for range 6 - len(digits) {
		dst = append(dst, ' ')
	}
	return append(append(dst, digits...), '|')
}

// write writes the lines. odd: their numbers differ from the file's.
func (p *numberedLines) write(s *tools.Sink, number int64, odd bool) {
	if p.size == 0 { // a single empty line, of which nothing is shown
		return
	}

	s.BeginRun(number, true, 0)
	s.Bytes(p.text)
	for _, c := range p.cuts {
		s.CutLine(c.number, c.start, c.end)
	}

	s.AddLines(p.shown.Count)
	s.Stats.Altered[tools.DroppedCR] += p.dropped
	if odd {
		s.Stats.Runs = nil
	}
}
