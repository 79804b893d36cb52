package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/bar"
)

// Question is asked at the bottom of the screen and answered by one key.
type Question struct {
	stack *Stack
	text  string
	yes   func() tea.Cmd
	no    string // the message after any other answer
}

// Refused is the question with the answer no, and the message after it, for a person who cannot be asked.
func (q *Question) Refused() (text, said string) { return q.text + " no", q.no }

// Key implements [Overlay].
func (q *Question) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	q.stack.Drop(q)
	if a, _ := q.stack.desk.Keys().Lookup(keymap.InQuestion, msg.String()); a == keymap.AnswerYes {
		return q.yes(), true
	}
	q.stack.desk.Say(q.no)
	return nil, true
}

// Rows implements [Overlay].
func (q *Question) Rows(int) []string { return nil }

// Footer implements [Overlay].
func (q *Question) Footer() string {
	return q.stack.desk.Bar([]bar.Part{
		{Text: q.text + " ", Role: themes.Prompt, Keep: bar.Ends},
		{Text: "▏", Role: themes.Cursor, Keep: 9},
	}, nil, themes.FooterText)
}

// Letter waits for one letter, such as that of a mark.
type Letter struct {
	stack *Stack
	text  string
	take  func(r rune) tea.Cmd
}

// Key implements [Overlay].
func (l *Letter) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	l.stack.Drop(l)
	a, _ := l.stack.desk.Keys().Lookup(keymap.InLetter, msg.String())
	if a == keymap.CancelLetter || msg.Type != tea.KeyRunes || len(msg.Runes) != 1 {
		return nil, true
	}
	return l.take(msg.Runes[0]), true
}

// Rows implements [Overlay].
func (l *Letter) Rows(int) []string { return nil }

// Footer implements [Overlay].
func (l *Letter) Footer() string {
	return l.stack.desk.Bar([]bar.Part{{Text: l.text, Role: themes.Prompt, Keep: 9}}, l.stack.host.Position().Parts(),
		themes.FooterText)
}
