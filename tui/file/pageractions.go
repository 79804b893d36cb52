package file

import (
	"eyeline/keymap"
	"eyeline/reader/search"

	tea "github.com/charmbracelet/bubbletea"
)

// pagerActions maps the actions of a pager, which less and vim have under the same keys, to what they do.
func pagerActions() map[keymap.Action]func(s *Screen, n int64, given bool) tea.Cmd {
	bracket := func(b byte) func(s *Screen, n int64, given bool) tea.Cmd {
		return func(s *Screen, n int64, _ bool) tea.Cmd { return s.text.ToBracket(b, n) }
	}
	return map[keymap.Action]func(s *Screen, n int64, given bool) tea.Cmd{
		keymap.CloseParen:   bracket('('),
		keymap.OpenParen:    bracket(')'),
		keymap.CloseBrace:   bracket('{'),
		keymap.OpenBrace:    bracket('}'),
		keymap.CloseBracket: bracket('['),
		keymap.OpenBracket:  bracket(']'),
		keymap.WordDown:     func(s *Screen, n int64, _ bool) tea.Cmd { return s.text.Search().SearchWord(search.Forward, n) },
		keymap.WordUp:       func(s *Screen, n int64, _ bool) tea.Cmd { return s.text.Search().SearchWord(search.Backward, n) },
		keymap.HideMatches:  func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.text.Search().ToggleHighlights(a0, a1) },
		keymap.Shell:        func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.give.AskShell(a0, a1) },
		keymap.Pipe:         func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.give.AskPipe(a0, a1) },
		keymap.SaveStream:   func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.give.AskSave(a0, a1) },
	}
}
