package text

import (
	"bytes"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/document"
	"eyeline/tui/launch/options"
)

// LookForStyle looks whether the current page is coloured, or has letters printed over each other, where that is shown
// as what it means: patterns then are looked for in the bare text.
func (t *Text) LookForStyle() tea.Cmd {
	if t.styled || !t.file.Options().Colours {
		return nil
	}
	for _, l := range t.file.Lines() {
		if bytes.IndexByte(l.Head, 0x1B) >= 0 || bytes.IndexByte(l.Head, '\b') >= 0 {
			t.styled = true
			return t.recompile()
		}
	}
	return nil
}

// recompile reads the pattern of the search again, for another way of looking for it.
func (t *Text) recompile() tea.Cmd {
	s := &t.search
	if s.Pattern == nil {
		return nil
	}
	p, err := s.Compile(s.Pattern.String())
	if err != nil {
		return nil // it was read before
	}
	s.Pattern = p
	again := s.ResetSearch()
	s.Counter = search.NewCounter(p)
	t.host.Redraw()
	return tea.Batch(again, s.CountMatches())
}

// OwnColours reports whether the colours that a document's text sets are shown: those of what is piped, unless the
// options say otherwise.
func OwnColours(o *options.Options, d *document.Document) bool {
	return o.ANSI == "always" || o.ANSI != "never" && d != nil && d.IsStream() && d.Revision() == ""
}
