package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
)

// The actions of a pager, which less and vim have under the same keys.
func init() {
	bracket := func(b byte) func(m *Model, n int64, given bool) tea.Cmd {
		return func(m *Model, n int64, _ bool) tea.Cmd { return m.toBracket(b, n) }
	}
	handlers[keymap.CloseParen] = bracket('(')
	handlers[keymap.OpenParen] = bracket(')')
	handlers[keymap.CloseBrace] = bracket('{')
	handlers[keymap.OpenBrace] = bracket('}')
	handlers[keymap.CloseBracket] = bracket('[')
	handlers[keymap.OpenBracket] = bracket(']')
	handlers[keymap.WordDown] = func(m *Model, n int64, _ bool) tea.Cmd { return m.searchWord(search.Forward, n) }
	handlers[keymap.WordUp] = func(m *Model, n int64, _ bool) tea.Cmd { return m.searchWord(search.Backward, n) }
	handlers[keymap.HideMatches] = (*Model).toggleHighlights
	handlers[keymap.Shell] = (*Model).askShell
	handlers[keymap.Pipe] = (*Model).askPipe
	handlers[keymap.SaveStream] = (*Model).askSave
}
