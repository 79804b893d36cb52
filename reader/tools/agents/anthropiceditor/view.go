package anthropiceditor

import (
	"bytes"
	"slices"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// view is lines as the editor shows them: numbered, with tabs expanded, and limited to a number of characters of the
// file, line ends included.
type view struct {
	text    []byte
	first   int64 // number of the first line
	lines   int64
	end     int64 // offset after the last line
	clipped bool  // the last line is cut, or its end is
	cutAt   int64 // offset of the first byte that was cut off
	cutEnd  int64
	altered tools.Altered
}

// viewLines returns the view of lines first to last, including an empty one after a final line end. start is the offset
// of the first.
func viewLines(o *tools.File, first, last, start int64) *view {
	v := &view{first: first, end: start}
	room := o.Caps().Output.Most
	v.text = slices.Grow(v.text, 2*int(min(room, o.Size()-start)))
	reading := tools.LineReading{Form: textfile.AnyEnd, Start: start, Unit: tools.Runes, Most: room, Phantom: true}
	for l := range o.Lines(reading) {
		if v.lines > 0 {
			v.text = append(v.text, '\n')
		}

		number := first + v.lines
		v.text = LineFormat.Prefix(v.text, tools.Line{Number: number})
		fits, left := tools.Runes.Fit(l.Text, room)
		v.expand(l.Text[:fits])
		v.lines++
		v.end = l.Next

		switch {
		case l.Length > room-left:
			v.clip(l, l.Offset(fits))
			return v
		case number == last || l.Term == "":
			return v
		case left == 0:
			v.clip(l, l.End)
			return v
		}

		v.altered.LineEnd(tools.EndOf(l.Term))
		room = left - 1
	}

	return v
}

// clip cuts the text at an offset within its last line.
func (v *view) clip(l *tools.TextLine, at int64) {
	v.clipped = true
	v.cutAt = at
	v.cutEnd = l.End
	v.text = append(v.text, clipNotice...)
}

// expand appends the text of a line with its tabs expanded.
func (v *view) expand(p []byte) {
	const blanks = "        "
	column := int64(0)
	for {
		part, rest, tab := bytes.Cut(p, []byte{'\t'})
		column += tools.Runes.Length(part)
		v.text = append(v.text, part...)
		p = rest
		if !tab {
			return
		}

		n := int64(len(blanks)) - column%int64(len(blanks))
		column += n
		v.text = append(v.text, blanks[:n]...)
		v.altered[tools.ExpandedTab]++
	}
}

// write writes the text as one run that begins with line v.first.
func (v *view) write(s *tools.Sink) {
	s.BeginRun(v.first, true, 0)
	s.Bytes(v.text)
	s.AddLines(v.lines)
	s.Stats.Altered = v.altered
	if v.clipped {
		s.CutLine(v.first+v.lines-1, v.cutAt, v.cutEnd)
	}
}
