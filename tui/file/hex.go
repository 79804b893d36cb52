package file

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
)

// hexShowsAll says why bytes do not scroll sideways.
const hexShowsAll = "the hex view shows all of its bytes"

// hexRow draws a row of bytes.
func (r *rows) hexRow(l pane.Row) string {
	if l.Seam > 0 {
		return r.seamRow(l.Seam)
	}

	width, stride := r.Text.File.Width, r.Text.File.Stride
	digits := fmt.Sprintf("%0*x", r.Text.OffsetDigits(), l.Off)
	inside := inWindow(r.Preview.Reading, l.Unit)
	var b strings.Builder
	r.program.Put(&b, r.signs(&b, l, gutterMarks{barred: inside}, width), digits+"  ")
	gutter := b.Len()
	r.bothSides(&b, l, stride)
	row := ansi.Truncate(b.String(), width, "") // a terminal may be too narrow for the text of the bytes
	row += strings.Repeat(" ", max(width-ansi.StringWidth(row), 0))
	return r.tinted(row, min(gutter, len(row)), l)
}

// bothSides draws the bytes of a row in hexadecimal and, beside that, as text.
func (r *rows) bothSides(b *strings.Builder, l pane.Row, stride int) {
	for k := range stride {
		if k == stride/2 {
			b.WriteByte(' ')
		}

		if k >= len(l.Head) {
			b.WriteString("   ")
			continue
		}

		r.program.Put(b, r.byteRole(l.Off+int64(k), l.Head[k]), fmt.Sprintf("%02x", l.Head[k]))
		b.WriteByte(' ')
	}

	r.program.Put(b, themes.Border, "│")
	for k, c := range l.Head {
		s := "·"
		if c >= 0x20 && c < 0x7F {
			s = string(rune(c))
		}
		r.program.Put(b, r.byteRole(l.Off+int64(k), c), s)
	}

	r.program.Put(b, themes.Border, "│")
}

// byteRole returns how a byte looks: found by the search, in the window, or not printable ASCII.
func (r *rows) byteRole(off int64, c byte) themes.Role {
	reading := r.Preview.Reading
	switch {
	case r.Text.Marking.IsMarked(off - off%int64(max(r.Text.File.Stride, 1))):
		return themes.Marked
	case r.Text.Search.Matched(off):
		return themes.MatchCurrent
	case !r.Text.ToolOff && (!reading.HasOutput() || !reading.Window.Covers(off)):
		return themes.Dim
	case c < 0x20 || c >= 0x7F:
		return themes.Invisible
	}

	return themes.Text
}

// arrangeHex puts as many bytes into a row of the file pane as fit.
func (p *panes) arrangeHex(paneWidth int) tea.Cmd {
	stride := 0
	if p.Text.Hex {
		stride = textview.StrideFor(paneWidth - p.columnsFor(paneWidth).width())
	}
	if stride == p.Text.File.Stride {
		return nil
	}
	if stride == 0 {
		p.Text.File.SetStride(0)
		return nil
	}

	return p.Text.File.ShowStride(stride, p.Text.Filter.DocumentText())
}

// toggleHex switches between lines and bytes, and stays at the same place.
func (m *moves) toggleHex() tea.Cmd {
	if m.Text.Doc == nil {
		return nil
	}

	here := m.Text.File.Position()
	stride := int64(m.Text.File.Stride)
	if m.Text.Hex {
		m.Text.EndHex()
	} else {
		m.Text.ShowBytes(here)
	}

	m.Text.Marking.Unmark()
	m.jobs.EndStale()
	if m.Text.Doc.Decoded() {
		// The text of the lines and the bytes of the file have different matches; no search is under way any more.
		m.Text.Search.ResetSearch()
	}

	if m.Text.Hex {
		at := here.Cursor
		if m.Text.Doc.Decoded() {
			at = 0
		}

		m.modes.showFile()
		m.Text.File.Put(at)
		m.program.Say("the bytes as the tools read them; " + m.program.KeyName(keymap.Hex) + " shows lines again")
		m.stay()
		return nil
	}

	place := pane.To(here.Cursor, pane.Middle)
	before := m.Text.BeforeHex
	if m.Text.Doc.Decoded() || here.Cursor <= before.Cursor && before.Cursor < here.Cursor+stride {
		place = pane.Return(before)
	}

	cmd := m.Text.File.ShowLines(place, m.Text.Filter.DocumentText())
	m.stay()
	return cmd
}
