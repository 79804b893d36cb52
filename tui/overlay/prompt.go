package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/cells"
	"eyeline/tui/textfield"
)

// PromptKind says which texts, entered earlier, a prompt offers.
type PromptKind uint8

const (
	PromptCommand PromptKind = iota
	PromptSearch
	PromptFilter
	PromptWrite
	PromptShell
)

// Prompt is a line of text being typed at the bottom of the screen.
type Prompt struct {
	stack *Stack
	Kind  PromptKind
	Sign  string // what is before the text
	Input textfield.Field
	// enter uses the text; a text that it refuses stays, with the error.
	enter func(text string) (tea.Cmd, error)
	Turn  func() // searches the other way; nil for what is no search
	// changed is called when the text has changed, left when the prompt is left without using it; nil for nothing.
	Changed func(text string) tea.Cmd
	Left    func() tea.Cmd
	Warning func() string // what is wrong with the text so far; nil for nothing
	Bad     string        // why the text was refused
	hint    string        // what may be typed, shown while nothing is
	at      int           // place in the history, len(history) when the text is new
	typed   string        // the new text while the history is shown
}

// Ask opens a prompt.
func (s *Stack) Ask(kind PromptKind, sign string, enter func(text string) (tea.Cmd, error)) *Prompt {
	p := &Prompt{stack: s, Kind: kind, Sign: sign, Input: textfield.New(""), enter: enter, at: len(s.histories[kind])}
	s.Push(p)
	return p
}

// Remember keeps an entered text for the prompts of its kind.
func (s *Stack) Remember(kind PromptKind, text string) {
	h := s.histories[kind]
	if text == "" || len(h) > 0 && h[len(h)-1] == text {
		return
	}
	s.histories[kind] = append(h, text)
}

// Previous forgets the text entered last in prompts of a kind, and returns the one before; false when there is none.
func (s *Stack) Previous(kind PromptKind) (text string, ok bool) {
	h := s.histories[kind]
	if len(h) < 2 {
		return "", false
	}
	s.histories[kind] = h[:len(h)-1]
	return h[len(h)-2], true
}

// Key implements [Overlay].
func (p *Prompt) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	before := p.Input.Text()
	cmd := p.edit(msg)
	if text := p.Input.Text(); p.Changed != nil && text != before {
		cmd = tea.Batch(cmd, p.Changed(text))
	}
	return cmd, true
}

// leave closes the prompt without using the text.
func (p *Prompt) leave() tea.Cmd {
	p.stack.Drop(p)
	if p.Left == nil {
		return nil
	}
	return p.Left()
}

// edit does what a key says.
func (p *Prompt) edit(msg tea.KeyMsg) tea.Cmd {
	action, _ := p.stack.desk.Keys().Lookup(keymap.InPrompt, msg.String())
	history := p.stack.histories[p.Kind]
	switch action {
	case keymap.LeavePrompt:
		return p.leave()
	case keymap.AcceptText:
		return p.Accept()
	case keymap.OlderText:
		p.recall(history, -1)
		return nil
	case keymap.NewerText:
		p.recall(history, 1)
		return nil
	case keymap.DeleteLeft:
		if p.Input.Text() == "" {
			return p.leave()
		}
	case keymap.TurnSearch:
		if p.Turn != nil && p.Input.Text() == "" && msg.String() != p.Sign {
			p.Turn()
			return nil
		}
		action = "" // a letter like any other
	}
	p.Bad = ""
	p.at = len(history)
	p.Input.Key(action, msg)
	return nil
}

// Accept uses the text and closes the prompt, unless the text is refused.
func (p *Prompt) Accept() tea.Cmd {
	text := p.Input.Text()
	p.stack.Remember(p.Kind, text)
	cmd, err := p.enter(text)
	if err != nil {
		p.Bad = cells.Sanitize(err.Error())
		return nil
	}
	p.stack.Drop(p)
	return cmd
}

// recall shows an older (by -1) or newer text of the history.
func (p *Prompt) recall(history []string, by int) {
	to := p.at + by
	if to < 0 || to > len(history) {
		return
	}
	if p.at == len(history) {
		p.typed = p.Input.Text()
	}
	p.at = to
	if to == len(history) {
		p.Input.Set(p.typed)
	} else {
		p.Input.Set(history[to])
	}
}

// Rows implements [Overlay].
func (p *Prompt) Rows(int) []string { return nil }

// Footer implements [Overlay].
func (p *Prompt) Footer() string {
	bad := p.Bad
	if bad == "" && p.Warning != nil {
		bad = p.Warning()
	}
	return p.stack.desk.Canvas().Field(p.Sign, &p.Input, bad, p.hint)
}
