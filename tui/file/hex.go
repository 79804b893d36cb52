package file

import (
	"eyeline/keymap"
	"eyeline/tui/layout"
	"eyeline/tui/text"

	tea "github.com/charmbracelet/bubbletea"
)

// arrangeHex gives the file pane's rows as many bytes as fit.
func (p *Panes) arrangeHex(paneWidth int) tea.Cmd {
	stride := 0
	if p.screen.text.Hex() {
		stride = text.StrideFor(paneWidth - p.gutterWidth(paneWidth))
	}
	if stride == p.screen.text.File().Stride() {
		return nil
	}
	if stride == 0 {
		p.screen.text.File().SetStride(0)
		return nil
	}
	return p.screen.text.File().ShowStride(stride, p.screen.text.Filter().DocumentText())
}

// toggleHex shows bytes in the place of lines, or lines again, at the same place.
func (p *Panes) toggleHex() tea.Cmd {
	if p.screen.text.Doc() == nil {
		return nil
	}
	here := p.screen.text.File().Cursor()
	p.screen.text.ShowHex(!p.screen.text.Hex())
	p.screen.text.Marking().Unmark()
	p.screen.jobs.EndStale()
	if p.screen.text.Doc().Decoded() {
		p.screen.text.Search().ResetSearch() // a match in the lines is none in the file's bytes; no search is under way any more
	}
	if p.screen.text.Hex() {
		p.screen.text.SetBeforeHex(text.Mark{Side: p.screen.text.Doc().Shown().Number(), Off: here, Set: true})
		if p.screen.text.Doc().Decoded() {
			here = 0
		}
		if p.layout == layout.Model {
			p.layout = layout.File
		}
		p.screen.text.File().Put(here)
		p.screen.desk.Say("the bytes as the tools read them; " + p.screen.desk.KeyName(keymap.Hex) + " shows lines again")
		return p.Arrange()
	}
	if p.screen.text.Doc().Decoded() {
		here = p.screen.text.BeforeHex().Off
	}
	p.screen.text.File().SetStride(0)
	return tea.Batch(p.Arrange(), p.screen.text.File().ShowLines(here, p.screen.text.Filter().DocumentText()), p.Colour())
}
