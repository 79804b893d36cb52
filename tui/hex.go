package tui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/document"
	"eyeline/tui/pane"
)

// The hex view shows the raw bytes of a file, those that the tools read: the offset of a row's first byte, the bytes in
// hex, and those that are printable ASCII as text. A row is a unit of the file pane as a line is otherwise, so all that
// moves moves here, too.

// hexText is the file pane's text in the hex view.
func hexText(d *document.Document) pane.Text {
	return pane.Text{Bytes: d.Raw().Bytes(), Generation: 1<<63 | d.Raw().Version()}
}

// strideFor is how many bytes fit into a row: three cells and one each, a gap in the middle, and the bars.
func strideFor(width int) int {
	for _, n := range []int{16, 8, 4} {
		if 4*n+4 <= width {
			return n
		}
	}
	return 2
}

// offsetDigits is the width of the offsets, in hex digits.
func (m *Model) offsetDigits() int {
	n := 8
	for size := m.doc.Raw().Size(); n < 16 && size>>(4*n) > 0; n++ {
	}
	return n
}

// arrangeHex gives the file pane's rows as many bytes as fit.
func (m *Model) arrangeHex(paneWidth int) tea.Cmd {
	stride := 0
	if m.hex {
		stride = strideFor(paneWidth - m.gutterWidth(paneWidth))
	}
	if stride == m.file.Stride() {
		return nil
	}
	if stride == 0 {
		m.file.SetStride(0)
		return nil
	}
	return m.file.ShowStride(stride, m.documentText())
}

// toggleHex shows bytes in the place of lines, or lines again, at the same place.
func (m *Model) toggleHex(int64, bool) tea.Cmd {
	if m.doc == nil {
		return nil
	}
	here := m.file.Cursor()
	m.hex = !m.hex
	m.unmark()
	m.jobs.EndStale()
	if m.doc.Decoded() {
		m.resetSearch() // a match in the lines is none in the file's bytes; no search is under way any more
	}
	if m.hex {
		m.beforeHex = mark{side: m.doc.Shown().Number(), off: here, set: true}
		if m.doc.Decoded() {
			here = 0
		}
		if m.layout == layoutModel {
			m.layout = layoutFile
		}
		m.file.Put(here)
		m.say("the bytes as the tools read them; " + m.keyName(keymap.Hex) + " shows lines again")
		return m.arrange()
	}
	if m.doc.Decoded() {
		here = m.beforeHex.off
	}
	m.file.SetStride(0)
	return tea.Batch(m.arrange(), m.file.ShowLines(here, m.documentText()), m.colour())
}

// hexRow draws a row of bytes.
func (m *Model) hexRow(l pane.Row) string {
	width, stride := m.file.Width(), m.file.Stride()
	digits := fmt.Sprintf("%0*x", m.offsetDigits(), l.Off)
	inside := inWindow(m.reading, l.Unit)
	var b strings.Builder
	used := 0
	sign := func(on bool, role themes.Role, s string) {
		if used == width {
			return
		}
		used++
		if on {
			m.put(&b, role, s)
		} else {
			b.WriteByte(' ')
		}
	}
	sign(inside, themes.WindowBar, "▌")
	role := themes.LineNumber
	if inside {
		role = themes.LineNumberWindow
	}
	sign(l.Cursor, m.cursorRole(l, role), "▸")
	if width-used >= len(digits)+2 {
		m.put(&b, role, digits+"  ")
		used += len(digits) + 2
	}
	gutter := b.Len()
	if room := width - used; room < 4*stride+4 {
		// A terminal too narrow for both sides: the bytes alone, as many as fit.
		for k := 0; k < len(l.Head) && 3*k+2 <= room; k++ {
			m.put(&b, m.byteRole(l.Off+int64(k), l.Head[k]), fmt.Sprintf("%02x", l.Head[k]))
			used += 2
			if 3*k+3 <= room {
				b.WriteByte(' ')
				used++
			}
		}
		b.WriteString(strings.Repeat(" ", max(width-used, 0)))
		return m.tinted(b.String(), gutter, l)
	}
	for k := range stride {
		if k == stride/2 {
			b.WriteByte(' ')
		}
		if k >= len(l.Head) {
			b.WriteString("   ")
			continue
		}
		m.put(&b, m.byteRole(l.Off+int64(k), l.Head[k]), fmt.Sprintf("%02x", l.Head[k]))
		b.WriteByte(' ')
	}
	m.put(&b, themes.Border, "│")
	for k, c := range l.Head {
		s := "·"
		if c >= 0x20 && c < 0x7F {
			s = string(rune(c))
		}
		m.put(&b, m.byteRole(l.Off+int64(k), c), s)
	}
	m.put(&b, themes.Border, "│")
	used += 3*stride + 1 + 2 + len(l.Head)
	b.WriteString(strings.Repeat(" ", max(width-used, 0)))
	return m.tinted(b.String(), gutter, l)
}

// byteRole is how a byte looks: what the search found, what is in the window, what is no printable ASCII.
func (m *Model) byteRole(off int64, c byte) themes.Role {
	switch {
	case m.isMarked(off - off%int64(max(m.file.Stride(), 1))):
		return themes.Marked
	case m.search.matched(off):
		return themes.MatchCurrent
	case !m.toolOff && (m.reading == nil || m.reading.out == nil || !m.reading.win.Covers(off)):
		return themes.Dim
	case c < 0x20 || c >= 0x7F:
		return themes.Invisible
	}
	return themes.Text
}
