package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/textfield"
)

// promptKind says which texts, entered earlier, a prompt offers.
type promptKind uint8

const (
	PromptCommand promptKind = iota
	PromptSearch
	PromptFilter
	PromptWrite
	PromptShell
)

// Prompt is a line of text being typed at the bottom of the screen.
type Prompt struct {
	Kind  promptKind
	Sign  string // what is before the text
	Hint  string // what may be typed
	Input textfield.Field
	// Enter uses the text; a text that it refuses stays, with the error.
	Enter func(text string) (tea.Cmd, error)
	// Turn searches the other way, and gives the sign of that; nil for what is no search.
	Turn func() (sign string)
	// Changed is called when the text has changed; nil for nothing.
	Changed func(text string) tea.Cmd
	// Left is called when the prompt is left without using the text; nil for nothing.
	Left    func() tea.Cmd
	Warning func() string // what is wrong with the text so far; nil for nothing
	// AsAgents searches as agents do for the text; nil for what is no search of a file. The error says why it does not.
	AsAgents func(text string) (tea.Cmd, error)
	// Does says in a word what is done with the text, for the keys below a screen that has no others; "" for no keys.
	Does string
	Bad  string // why the text was refused

	stack *Stack
	at    int    // place in the history, len(history) when the text is new
	typed string // the new text while the history is shown
}

// Ask opens a prompt of a kind that uses the text by enter.
func (s *Stack) Ask(kind promptKind, sign string, enter func(text string) (tea.Cmd, error)) *Prompt {
	return s.Open(Prompt{Kind: kind, Sign: sign, Enter: enter}, "")
}

// AskPattern opens a prompt for a pattern to search for. text is typed already, and enter gets what was entered.
func (s *Stack) AskPattern(sign, text string, enter func(text string) (tea.Cmd, error)) {
	s.Open(Prompt{Kind: PromptSearch, Sign: sign, Hint: "a regular expression", Does: "search", Enter: enter}, text)
}

// Open opens a prompt with a text typed already.
func (s *Stack) Open(p Prompt, text string) *Prompt {
	p.stack = s
	p.Input = textfield.New(text)
	p.at = len(s.histories[p.Kind])
	s.Push(&p)
	return &p
}

// Remember keeps an entered text for the prompts of its kind.
func (s *Stack) Remember(kind promptKind, text string) {
	h := s.histories[kind]
	if text == "" || len(h) > 0 && h[len(h)-1] == text {
		return
	}
	s.histories[kind] = append(h, text)
}

// Previous forgets the text entered last in prompts of a kind, and returns the one before; false without one.
func (s *Stack) Previous(kind promptKind) (text string, ok bool) {
	h := s.histories[kind]
	if len(h) < 2 {
		return "", false
	}
	s.histories[kind] = h[:len(h)-1]
	return h[len(h)-2], true
}

// Key implements [overlay].
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
	action, _ := p.stack.keys().Lookup(keymap.InPrompt, msg.String())
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
	case keymap.AsAgents:
		return p.searchAsAgents()
	case keymap.DeleteLeft:
		if p.Input.Text() == "" {
			return p.leave()
		}
	case keymap.TurnSearch:
		if p.Turn != nil && p.Input.Text() == "" && msg.String() != p.Sign {
			p.Sign = p.Turn()
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
	cmd, err := p.Enter(text)
	if err != nil {
		p.Bad = cells.Sanitize(err.Error())
		return nil
	}
	p.stack.Drop(p)
	return cmd
}

// searchAsAgents leaves the prompt for a search as agents do, where there is one.
func (p *Prompt) searchAsAgents() tea.Cmd {
	if p.AsAgents == nil {
		return nil
	}

	text := p.Input.Text()
	cmd, err := p.AsAgents(text)
	if err != nil {
		p.Bad = cells.Sanitize(err.Error())
		return nil
	}

	p.stack.Remember(p.Kind, text)
	return tea.Batch(p.leave(), cmd)
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

// Rows implements [overlay].
func (p *Prompt) Rows(int) []string { return nil }

// badText is what is wrong with the text; "" for nothing.
func (p *Prompt) badText() string {
	if p.Bad == "" && p.Warning != nil {
		return p.Warning()
	}
	return p.Bad
}

// Bar implements [keyed].
func (p *Prompt) Bar() bar.Footer {
	var keys []bar.Hint
	if p.AsAgents != nil {
		keys = bar.WithKeys(p.stack.program.Hint(keymap.AsAgents, "as agents"))
	}
	if p.Does != "" {
		hint := p.stack.program.Hint
		keys = bar.WithKeys(hint(keymap.AcceptText, p.Does), hint(keymap.LeavePrompt, "back"),
			hint(keymap.OlderText, "what was typed before"))
	}

	return p.stack.canvas().Footer(p.Sign, &p.Input, p.badText(), p.Hint, keys)
}

// Footer implements [overlay].
func (p *Prompt) Footer() string {
	bad := p.badText()
	if (p.AsAgents != nil || p.Does != "") && bad == "" {
		return p.Bar().Row(p.stack.program.Theme(), p.stack.program.Width())
	}
	return p.stack.canvas().Field(p.Sign, &p.Input, bad, p.Hint)
}

// Question is asked at the bottom of the screen and answered by one key.
type Question struct {
	stack *Stack
	text  string
	yes   func() tea.Cmd
	no    string // the message after any other answer
}

// Refused is the question with the answer no, and the message after it, for a person who cannot be asked.
func (q *Question) Refused() (text, said string) { return q.text + " no", q.no }

// Key implements [overlay].
func (q *Question) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	q.stack.Drop(q)
	if a, _ := q.stack.keys().Lookup(keymap.InQuestion, msg.String()); a == keymap.AnswerYes {
		return q.yes(), true
	}
	q.stack.program.Say(q.no)
	return nil, true
}

// Rows implements [overlay].
func (q *Question) Rows(int) []string { return nil }

// Footer implements [overlay].
func (q *Question) Footer() string {
	return q.stack.program.Bar([]bar.Part{
		{Text: q.text + " ", Role: themes.Prompt, Keep: bar.KeptEnds},
		{Text: "▏", Role: themes.Cursor, Keep: bar.Kept},
	}, nil, themes.FooterText)
}

// Letter waits for one letter, such as that of a mark.
type Letter struct {
	stack *Stack
	text  string
	take  func(r rune) tea.Cmd
}

// Key implements [overlay].
func (l *Letter) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	l.stack.Drop(l)
	a, _ := l.stack.keys().Lookup(keymap.InLetter, msg.String())
	if a == keymap.CancelLetter || msg.Type != tea.KeyRunes || len(msg.Runes) != 1 {
		return nil, true
	}
	return l.take(msg.Runes[0]), true
}

// Rows implements [overlay].
func (l *Letter) Rows(int) []string { return nil }

// Footer implements [overlay].
func (l *Letter) Footer() string {
	text := []bar.Part{{Text: l.text, Role: themes.Prompt, Keep: bar.Kept}}
	return l.stack.program.Bar(text, l.stack.host.Position().Parts(), themes.FooterText)
}
