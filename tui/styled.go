package tui

import (
	"bytes"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
)

// lookForStyle looks whether the current page is coloured, or has letters printed over each other, where that is shown as
// what it means: patterns then are looked for in the bare text.
func (m *Model) lookForStyle() tea.Cmd {
	if m.styled || !m.file.Options().Colours {
		return nil
	}
	for _, l := range m.file.Lines() {
		if bytes.IndexByte(l.Head, 0x1B) >= 0 || bytes.IndexByte(l.Head, '\b') >= 0 {
			m.styled = true
			return m.recompile()
		}
	}
	return nil
}

// recompile reads the pattern of the search again, for another way of looking for it.
func (m *Model) recompile() tea.Cmd {
	s := &m.search
	if s.pattern == nil {
		return nil
	}
	p, err := m.compile(s.pattern.String())
	if err != nil {
		return nil // it was read before
	}
	s.pattern = p
	again := m.resetSearch()
	s.counter = search.NewCounter(p)
	m.invalidateRows()
	return tea.Batch(again, m.countMatches())
}
