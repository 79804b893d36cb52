package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/bar"
)

// question is asked at the bottom of the screen and answered by one key.
type question struct {
	text string
	yes  func(m *Model) tea.Cmd
	no   string // the message after any other answer
}

func (q *question) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	m.drop(q)
	if a, _ := m.keys.Lookup(keymap.InQuestion, msg.String()); a == keymap.AnswerYes {
		return q.yes(m), true
	}
	m.say(q.no)
	return nil, true
}

func (q *question) rows(*Model, int) []string { return nil }

func (q *question) footer(m *Model) string {
	return m.bar([]part{
		{Text: q.text + " ", Role: themes.Prompt, Keep: bar.Ends},
		{Text: "▏", Role: themes.Cursor, Keep: 9},
	}, nil, themes.FooterText)
}

// letter waits for one letter, such as that of a mark.
type letter struct {
	text string
	take func(m *Model, r rune) tea.Cmd
}

func (l *letter) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	m.drop(l)
	a, _ := m.keys.Lookup(keymap.InLetter, msg.String())
	if a == keymap.CancelLetter || msg.Type != tea.KeyRunes || len(msg.Runes) != 1 {
		return nil, true
	}
	return l.take(m, msg.Runes[0]), true
}

func (l *letter) rows(*Model, int) []string { return nil }

func (l *letter) footer(m *Model) string {
	return m.bar([]part{{Text: l.text, Role: themes.Prompt, Keep: 9}}, m.position().Parts(), themes.FooterText)
}
