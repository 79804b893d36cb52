package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
)

// pagerActions maps the actions of a pager, which less and vim have under the same keys, to what they do.
func pagerActions() map[keymap.Action]func(m *Model, n int64, given bool) tea.Cmd {
	bracket := func(b byte) func(m *Model, n int64, given bool) tea.Cmd {
		return func(m *Model, n int64, _ bool) tea.Cmd { return m.toBracket(b, n) }
	}
	return map[keymap.Action]func(m *Model, n int64, given bool) tea.Cmd{
		keymap.CloseParen:   bracket('('),
		keymap.OpenParen:    bracket(')'),
		keymap.CloseBrace:   bracket('{'),
		keymap.OpenBrace:    bracket('}'),
		keymap.CloseBracket: bracket('['),
		keymap.OpenBracket:  bracket(']'),
		keymap.WordDown:     func(m *Model, n int64, _ bool) tea.Cmd { return m.searchWord(search.Forward, n) },
		keymap.WordUp:       func(m *Model, n int64, _ bool) tea.Cmd { return m.searchWord(search.Backward, n) },
		keymap.HideMatches:  (*Model).toggleHighlights,
		keymap.Shell:        (*Model).askShell,
		keymap.Pipe:         (*Model).askPipe,
		keymap.SaveStream:   (*Model).askSave,
	}
}
