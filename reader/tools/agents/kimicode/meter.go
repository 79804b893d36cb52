package kimicode

import (
	"bytes"
	"context"
	"math"
	"slices"

	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
)

// shownLine is a line that may be shown.
type shownLine struct {
	start, end, next int64 // offsets of its text and of the next line
	length           int64 // of its number, the tab and its text, in UTF-16 units
}

// meter is a textfile.LineVisitor that measures lines as they are shown.
type meter struct {
	text   *textFile
	column int64 // UTF-16 units of the first line that are left out
	most   int64 // lines
	room   int64 // UTF-16 units
	tail   bool  // the last lines that fit are wanted, not the first

	number    int64 // of the current line
	seen      int64
	lines     []shownLine
	total     int64 // length of lines, each with a "\n"
	firstText int64 // length of the first line's text, without what is left out; below 0: the column is beyond it

	start, length, cr int64 // of the current line; cr counts its '\r' characters
}

// Text implements textfile.LineVisitor.
func (m *meter) Text(p []byte, _ textfile.Span, _ bool) textfile.Want {
	m.length += tools.UTF16.Length(p)
	m.cr += int64(bytes.Count(p, []byte{'\r'}))
	return textfile.More
}

// Plain implements textfile.PlainVisitor.
func (m *meter) Plain(l textfile.PlainLines) (taken int, more bool) {
	if m.seen == 0 && m.column > 0 {
		return 0, true
	}
	n := int(min(int64(l.Len()), m.most-m.seen))
	if m.seen == 0 && n > 0 {
		m.firstText = l.Start(1) - 1 - l.Start(0)
	}
	digits, power := int64(tools.Digits(m.number)), int64(math.Pow10(tools.Digits(m.number)))
	m.lines = slices.Grow(m.lines, min(n, 2048))
	at := l.Start(0)
	for i := range n {
		next := l.Start(i + 1)
		if m.number == power {
			digits, power = digits+1, power*10
		}
		line := shownLine{start: at, end: next - 1, next: next, length: digits + 1 + next - 1 - at}
		m.lines = append(m.lines, line)
		m.total += line.length + 1
		m.number++
		m.seen++
		at = next
		if m.tail {
			m.dropHead()
		} else if m.total > m.room {
			m.start = at
			return i + 1, false
		}
	}
	m.start = at
	return n, m.seen < m.most
}

// shownLength is the length of a text of so many UTF-16 units and '\r' characters as it is shown.
func (t *textFile) shownLength(length, cr int64) int64 {
	switch {
	case t.showCR:
		return length + cr
	case t.hideCR: // agents.all of them are before "\n"
		return length - cr
	}
	return length
}

// End implements textfile.LineVisitor.
func (m *meter) End(end, next int64, term string) bool {
	length := m.text.shownLength(m.length, m.cr)
	if m.seen == 0 {
		length -= m.column
		m.firstText = length
	}
	l := shownLine{start: m.start, end: end, next: next, length: int64(tools.Digits(m.number)) + 1 + length}
	m.lines = append(m.lines, l)
	m.total += l.length + 1
	m.number++
	m.seen++
	m.start, m.length, m.cr = next, 0, 0
	if m.tail {
		m.dropHead()
	}
	return term != "" && m.seen < m.most && (m.tail || m.total <= m.room)
}

// dropHead forgets lines at the front that cannot fit any more. What the slice has room for is bounded by the budget.
func (m *meter) dropHead() {
	n := 0
	for n < len(m.lines) && m.total-1 > m.room {
		m.total -= m.lines[n].length + 1
		n++
	}
	m.lines = m.lines[n:]
}

// measure finds the lines that may fit of most lines from the line first on, which a scan found.
func (t *textFile) measure(ctx context.Context, a arguments, found textfile.Scanned, first, most int64) (*meter, error) {
	m := &meter{text: t, column: a.column, most: most, room: a.maxChars(t.o.Tool.Caps.Output), tail: a.line < 0, number: first, start: found.Start}
	if found.First == 0 || most <= 0 {
		m.firstText = -1
		return m, nil
	}
	return m, textfile.Walk(ctx, t.o, t.form, found.Start, m)
}

// lastOf is the last of count lines from first on, of total ones; count 0: all.
func lastOf(first, count, total int64) int64 {
	if count <= 0 || first > math.MaxInt64-count {
		return total
	}
	return min(total, first+count-1)
}

// locate finds where the column of a line is, in UTF-16 units as it is shown: the offset in the file, and whether it
// is within a character.
func (t *textFile) locate(ctx context.Context, start, column int64) (off int64, splits bool, err error) {
	v := &columnFinder{text: t, left: column, off: start}
	err = textfile.Walk(ctx, t.o, t.form, start, v)
	return v.off, v.splits, err
}

// columnFinder is a textfile.LineVisitor that finds a column.
type columnFinder struct {
	text   *textFile
	left   int64 // UTF-16 units up to the column
	off    int64
	splits bool
}

// Text implements textfile.LineVisitor.
func (v *columnFinder) Text(p []byte, span textfile.Span, _ bool) textfile.Want {
	whole := v.text.shownLength(tools.UTF16.Length(p), int64(bytes.Count(p, []byte{'\r'})))
	if whole <= v.left {
		v.left -= whole
		v.off = span.End
		if v.left == 0 {
			return textfile.Stop
		}
		return textfile.More
	}
	at := 0
	for i, r := range string(p) {
		at = i
		n := int64(1)
		switch {
		case r > 0xFFFF, r == '\r' && v.text.showCR:
			n = 2
		case r == '\r' && v.text.hideCR:
			n = 0
		}
		if n > v.left {
			v.splits = r > 0xFFFF && v.left > 0
			break
		}
		v.left -= n
	}
	v.off = span.Start
	if int(span.End-span.Start) == len(p) {
		v.off += int64(at)
	}
	return textfile.Stop
}

// End implements textfile.LineVisitor.
func (v *columnFinder) End(int64, int64, string) bool { return false }
