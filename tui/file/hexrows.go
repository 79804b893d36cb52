package file

import (
	"fmt"
	"strings"

	"eyeline/themes"
	"eyeline/tui/pane"
)

// hexRow draws a row of bytes.
func (r *rows) hexRow(l pane.Row) string {
	width, stride := r.screen.text.File().Width(), r.screen.text.File().Stride()
	digits := fmt.Sprintf("%0*x", r.screen.text.OffsetDigits(), l.Off)
	inside := inWindow(r.screen.preview.Reading(), l.Unit)
	var b strings.Builder
	used := 0
	sign := func(on bool, role themes.Role, s string) {
		if used == width {
			return
		}
		used++
		if on {
			r.screen.desk.Put(&b, role, s)
		} else {
			b.WriteByte(' ')
		}
	}
	sign(inside, themes.WindowBar, "▌")
	role := themes.LineNumber
	if inside {
		role = themes.LineNumberWindow
	}
	sign(l.Cursor, r.cursorRole(l, role), "▸")
	if width-used >= len(digits)+2 {
		r.screen.desk.Put(&b, role, digits+"  ")
		used += len(digits) + 2
	}
	gutter := b.Len()
	if room := width - used; room < 4*stride+4 {
		// A terminal too narrow for both sides: the bytes alone, as many as fit.
		for k := 0; k < len(l.Head) && 3*k+2 <= room; k++ {
			r.screen.desk.Put(&b, r.byteRole(l.Off+int64(k), l.Head[k]), fmt.Sprintf("%02x", l.Head[k]))
			used += 2
			if 3*k+3 <= room {
				b.WriteByte(' ')
				used++
			}
		}
		b.WriteString(strings.Repeat(" ", max(width-used, 0)))
		return r.tinted(b.String(), gutter, l)
	}
	r.bothSides(&b, l, stride)
	used += 3*stride + 1 + 2 + len(l.Head)
	b.WriteString(strings.Repeat(" ", max(width-used, 0)))
	return r.tinted(b.String(), gutter, l)
}

// bothSides draws the bytes of a row in hexadecimal, and beside them as text.
func (r *rows) bothSides(b *strings.Builder, l pane.Row, stride int) {
	for k := range stride {
		if k == stride/2 {
			b.WriteByte(' ')
		}
		if k >= len(l.Head) {
			b.WriteString("   ")
			continue
		}
		r.screen.desk.Put(b, r.byteRole(l.Off+int64(k), l.Head[k]), fmt.Sprintf("%02x", l.Head[k]))
		b.WriteByte(' ')
	}
	r.screen.desk.Put(b, themes.Border, "│")
	for k, c := range l.Head {
		s := "·"
		if c >= 0x20 && c < 0x7F {
			s = string(rune(c))
		}
		r.screen.desk.Put(b, r.byteRole(l.Off+int64(k), c), s)
	}
	r.screen.desk.Put(b, themes.Border, "│")
}

// byteRole is how a byte looks: what the search found, what is in the window, what is no printable ASCII.
func (r *rows) byteRole(off int64, c byte) themes.Role {
	switch {
	case r.screen.text.Marking().IsMarked(off - off%int64(max(r.screen.text.File().Stride(), 1))):
		return themes.Marked
	case r.screen.text.Search().Matched(off):
		return themes.MatchCurrent
	case !r.screen.text.ToolOff() && (r.screen.preview.Reading() == nil || r.screen.preview.Reading().Out == nil || !r.screen.preview.Reading().Win.Covers(off)):
		return themes.Dim
	case c < 0x20 || c >= 0x7F:
		return themes.Invisible
	}
	return themes.Text
}
