package anthropiceditor

import (
	"bytes"
	"context"
	"slices"
	"sort"
	"unicode/utf8"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
)

// lineView writes lines as the editor's view does: so many characters of the file at most, line ends included, numbered,
// with tabs made into spaces. It is a textfile.LineVisitor.
type lineView struct {
	ctx         context.Context
	first, last int64 // lines, the empty one after a final line end too
	start       int64 // offset of the first line
	most        int64 // characters

	sink    *tools.Sink // nil: nothing is written
	room    int64       // characters left
	number  int64       // of the current line
	end     int64       // offset after the current line, once it is known
	column  int
	begun   bool // its number is written
	clipped bool
	cutAt   int64 // offset of the first byte that was cut off
	text    []byte
}

// again is the same view, ready to be walked again.
func (v *lineView) again() *lineView {
	return &lineView{ctx: v.ctx, first: v.first, last: v.last, start: v.start, most: v.most}
}

// walk goes through the lines and writes them to s, which may be nil.
func (v *lineView) walk(b source.Bytes, s *tools.Sink) error {
	v.sink, v.room, v.number, v.end = s, v.most, v.first, v.start
	return textfile.Walk(v.ctx, b, textForm, v.start, v)
}

// begin writes the number of a line.
func (v *lineView) begin() {
	if v.begun {
		return
	}
	v.begun = true
	if v.sink == nil {
		return
	}
	if v.number == v.first {
		v.sink.BeginRun(v.number, true, 0)
	} else {
		v.sink.Str("\n")
	}
	v.sink.Prefix(LineFormat, tools.Line{Number: v.number})
	v.sink.AddLines(1)
}

// Text implements textfile.LineVisitor.
func (v *lineView) Text(p []byte, span textfile.Span, _ bool) textfile.Want {
	v.begin()
	fits, left := tools.Runes.Fit(p, v.room)
	v.room = left
	v.put(p[:fits])
	if fits == len(p) {
		return textfile.More
	}
	v.clip(span.Start + int64(fits))
	return textfile.SkipLine
}

// put writes text with its tabs expanded.
func (v *lineView) put(p []byte) {
	if v.sink == nil {
		return
	}
	v.text = v.expand(v.text[:0], p)
	v.sink.Bytes(v.text)
}

// expand appends text with its tabs expanded.
func (v *lineView) expand(dst, p []byte) []byte {
	const blanks = "        "
	for len(p) > 0 {
		if p[0] != '\t' {
			i := bytes.IndexByte(p, '\t')
			if i < 0 {
				i = len(p)
			}
			v.column += utf8.RuneCount(p[:i])
			dst = append(dst, p[:i]...)
			p = p[i:]
			continue
		}
		n := len(blanks) - v.column%len(blanks)
		v.column += n
		dst = append(dst, blanks[:n]...)
		v.sink.Stats.Altered[tools.ExpandedTab]++
		p = p[1:]
	}
	return dst
}

// Plain implements textfile.PlainVisitor: lines after which there is room for one character more.
func (v *lineView) Plain(l textfile.PlainLines) (taken int, more bool) {
	n := sort.Search(l.Len(), func(i int) bool { return l.Size(i+1) > v.room })
	if n = int(min(int64(n), v.last-v.number)); n <= 0 {
		return 0, true
	}
	text := l.Bytes(n)
	switch {
	case v.sink == nil:
	case bytes.IndexByte(text, '\t') < 0:
		v.sink.PlainLines(joinedFormat, l, n, v.number, v.number == v.first)
	default:
		v.tabbed(l, n)
	}
	v.room -= int64(len(text))
	v.number += int64(n)
	v.end = l.Start(n)
	return n, true
}

// tabbed writes the first n plain lines, in which there are tabs.
func (v *lineView) tabbed(l textfile.PlainLines, n int) {
	if v.sink.Counts() {
		v.countTabbed(l, n)
		return
	}
	text := slices.Grow(v.text[:0], 3*int(l.Size(n))/2+n*len("123456\t"))
	if v.number == v.first {
		v.sink.BeginRun(v.number, true, 0)
	} else {
		text = append(text, '\n')
	}
	for i := range n {
		if i > 0 {
			text = append(text, '\n')
		}
		text = LineFormat.Prefix(text, tools.Line{Number: v.number + int64(i)})
		v.column = 0
		text = v.expand(text, l.Text(i))
	}
	v.text, v.column = text, 0
	v.sink.Bytes(text)
	v.sink.AddLines(int64(n))
}

// countTabbed counts what tabbed would write.
func (v *lineView) countTabbed(l textfile.PlainLines, n int) {
	newlines := n - 1
	if v.number == v.first {
		v.sink.BeginRun(v.number, true, 0)
	} else {
		newlines++
	}
	size, tail := newlines+int(LineFormat.PrefixSize(v.number, int64(n))), 0
	for i := range n {
		var tabs int
		tail, tabs = expanded(l.Text(i))
		size += tail
		v.sink.Stats.Altered[tools.ExpandedTab] += int64(tabs)
	}
	last := byte('\t') // of the prefix
	if text := l.Text(n - 1); len(text) > 0 {
		if last = text[len(text)-1]; last == '\t' {
			last = ' '
		}
	}
	tail += int(LineFormat.PrefixSize(v.number+int64(n)-1, 1))
	v.sink.Counted(size, newlines, size-tail-1, last)
	v.sink.AddLines(int64(n))
}

// expanded is the length of a line of ASCII with its tabs expanded, and the number of those.
func expanded(p []byte) (length, tabs int) {
	for len(p) > 0 {
		if p[0] == '\t' {
			length += 8 - length%8
			tabs++
			p = p[1:]
			continue
		}
		i := bytes.IndexByte(p, '\t')
		if i < 0 {
			i = len(p)
		}
		length += i
		p = p[i:]
	}
	return length, tabs
}

// clip ends the answer at byte at of the file.
func (v *lineView) clip(at int64) {
	v.clipped, v.cutAt = true, at
	if v.sink != nil {
		v.sink.Str(clipNotice)
	}
}

// End implements textfile.LineVisitor.
func (v *lineView) End(end, next int64, term string) bool {
	v.begin()
	v.end = next
	switch {
	case v.clipped:
		if v.sink != nil {
			v.sink.CutLine(v.number, v.cutAt, end)
		}
		return false
	case v.number == v.last || term == "":
		return false
	case v.room == 0:
		v.clip(end)
		if v.sink != nil {
			v.sink.CutLine(v.number, end, end)
		}
		return false
	}
	if v.sink != nil {
		v.sink.Stats.Altered.LineEnd(term)
	}
	v.room--
	v.number++
	v.column, v.begun = 0, false
	return true
}
