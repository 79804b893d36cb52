package file

import (
	"eyeline/keymap"
	"eyeline/tui/layout"
	"eyeline/tui/text"

	tea "github.com/charmbracelet/bubbletea"
)

// arrangeHex gives the file pane's rows as many bytes as fit.
func (s *Screen) arrangeHex(paneWidth int) tea.Cmd {
	stride := 0
	if s.text.Hex() {
		stride = text.StrideFor(paneWidth - s.gutterWidth(paneWidth))
	}
	if stride == s.text.File().Stride() {
		return nil
	}
	if stride == 0 {
		s.text.File().SetStride(0)
		return nil
	}
	return s.text.File().ShowStride(stride, s.text.Filter().DocumentText())
}

// toggleHex shows bytes in the place of lines, or lines again, at the same place.
func (s *Screen) toggleHex(int64, bool) tea.Cmd {
	if s.text.Doc() == nil {
		return nil
	}
	here := s.text.File().Cursor()
	s.text.ShowHex(!s.text.Hex())
	s.text.Marking().Unmark()
	s.jobs.EndStale()
	if s.text.Doc().Decoded() {
		s.text.Search().ResetSearch() // a match in the lines is none in the file's bytes; no search is under way any more
	}
	if s.text.Hex() {
		s.text.SetBeforeHex(text.Mark{Side: s.text.Doc().Shown().Number(), Off: here, Set: true})
		if s.text.Doc().Decoded() {
			here = 0
		}
		if s.layout == layout.Model {
			s.layout = layout.File
		}
		s.text.File().Put(here)
		s.desk.Say("the bytes as the tools read them; " + s.desk.KeyName(keymap.Hex) + " shows lines again")
		return s.Arrange()
	}
	if s.text.Doc().Decoded() {
		here = s.text.BeforeHex().Off
	}
	s.text.File().SetStride(0)
	return tea.Batch(s.Arrange(), s.text.File().ShowLines(here, s.text.Filter().DocumentText()), s.Colour())
}
