// Package overlay is what opens over a screen: prompts, questions, lists, menus and the help, in a [Stack].
package overlay

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/bar"
	"eyeline/tui/screens"
)

// Host is what overlays ask of the program.
type Host interface {
	screens.Program
	// BodyHeight is how many rows the panes and the panels below them have together.
	BodyHeight() int
	// Position says where the screen is in the file.
	Position() bar.Position
	// Disabled says why an action can do nothing now; "" when it can.
	Disabled(a keymap.Action) string
	// AskSearch asks for a pattern, and SearchFor searches for one.
	AskSearch(dir search.Direction) tea.Cmd
	SearchFor(text string, dir search.Direction) (tea.Cmd, error)
}

// Stack are the overlays that are open, the topmost last, and what was typed into prompts before.
type Stack struct {
	desk      screens.Desk
	host      Host
	overlays  []Overlay
	histories map[PromptKind][]string
}

// NewStack is an empty stack.
func NewStack(h Host) *Stack {
	return &Stack{desk: screens.Desk{Program: h}, host: h, histories: map[PromptKind][]string{}}
}

// Any reports whether an overlay is open.
func (s *Stack) Any() bool { return len(s.overlays) > 0 }

// Top is the topmost overlay; nil when none is open.
func (s *Stack) Top() Overlay {
	if len(s.overlays) == 0 {
		return nil
	}
	return s.overlays[len(s.overlays)-1]
}

// All are the overlays that are open, the topmost last.
func (s *Stack) All() []Overlay { return slices.Clone(s.overlays) }

// Entered are the texts that were entered at prompts of a kind, the newest last.
func (s *Stack) Entered(kind PromptKind) []string { return s.histories[kind] }

// AskLetter waits for one letter.
func (s *Stack) AskLetter(text string, take func(r rune) tea.Cmd) {
	s.Push(&Letter{stack: s, text: text, take: take})
}

// AskYes asks a question that is answered by one key; no is the message after any other answer than yes.
func (s *Stack) AskYes(text string, yes func() tea.Cmd, no string) {
	s.Push(&Question{stack: s, text: text, yes: yes, no: no})
}
