package tui

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/textfield"
)

// promptKind says which texts, entered earlier, a prompt offers.
type promptKind uint8

const (
	promptCommand promptKind = iota
	promptSearch
	promptFilter
	promptWrite
	promptShell
)

// prompt is a line of text being typed at the bottom of the screen.
type prompt struct {
	kind  promptKind
	sign  string // what is before the text
	input textfield.Field
	// enter uses the text; a text that it refuses stays, with the error.
	enter func(m *Model, text string) (tea.Cmd, error)
	turn  func() // searches the other way; nil for what is no search
	// changed is called when the text has changed, left when the prompt is left without using it; nil for nothing.
	changed func(m *Model, text string) tea.Cmd
	left    func(m *Model) tea.Cmd
	warning func() string // what is wrong with the text so far; nil for nothing
	bad     string        // why the text was refused
	hint    string        // what may be typed, shown while nothing is
	at      int           // place in the history, len(history) when the text is new
	typed   string        // the new text while the history is shown
}

// ask opens a prompt.
func (m *Model) ask(kind promptKind, sign string, enter func(m *Model, text string) (tea.Cmd, error)) *prompt {
	p := &prompt{kind: kind, sign: sign, input: textfield.New(""), enter: enter, at: len(m.histories[kind])}
	m.push(p)
	return p
}

// remember keeps an entered text for the prompts of its kind.
func (m *Model) remember(kind promptKind, text string) {
	h := m.histories[kind]
	if text == "" || len(h) > 0 && h[len(h)-1] == text {
		return
	}
	m.histories[kind] = append(h, text)
}

func (p *prompt) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	before := p.input.Text()
	cmd := p.edit(m, msg)
	if text := p.input.Text(); p.changed != nil && text != before {
		cmd = tea.Batch(cmd, p.changed(m, text))
	}
	return cmd, true
}

// leave closes the prompt without using the text.
func (p *prompt) leave(m *Model) tea.Cmd {
	m.drop(p)
	if p.left == nil {
		return nil
	}
	return p.left(m)
}

// edit does what a key says.
func (p *prompt) edit(m *Model, msg tea.KeyMsg) tea.Cmd {
	action, _ := m.keys.Lookup(keymap.InPrompt, msg.String())
	history := m.histories[p.kind]
	switch action {
	case keymap.LeavePrompt:
		return p.leave(m)
	case keymap.AcceptText:
		return p.accept(m)
	case keymap.OlderText:
		p.recall(history, -1)
		return nil
	case keymap.NewerText:
		p.recall(history, 1)
		return nil
	case keymap.DeleteLeft:
		if p.input.Text() == "" {
			return p.leave(m)
		}
	case keymap.TurnSearch:
		if p.turn != nil && p.input.Text() == "" && msg.String() != p.sign {
			p.turn()
			return nil
		}
		action = "" // a letter like any other
	}
	p.bad = ""
	p.at = len(history)
	p.input.Key(action, msg)
	return nil
}

// accept uses the text and closes the prompt, unless the text is refused.
func (p *prompt) accept(m *Model) tea.Cmd {
	text := p.input.Text()
	m.remember(p.kind, text)
	cmd, err := p.enter(m, text)
	if err != nil {
		p.bad = plain(err.Error())
		return nil
	}
	m.drop(p)
	return cmd
}

// recall shows an older (by -1) or newer text of the history.
func (p *prompt) recall(history []string, by int) {
	to := p.at + by
	if to < 0 || to > len(history) {
		return
	}
	if p.at == len(history) {
		p.typed = p.input.Text()
	}
	p.at = to
	if to == len(history) {
		p.input.Set(p.typed)
	} else {
		p.input.Set(history[to])
	}
}

func (p *prompt) rows(*Model, int) []string { return nil }

func (p *prompt) footer(m *Model) string {
	bad := p.bad
	if bad == "" && p.warning != nil {
		bad = p.warning()
	}
	return m.canvas().Field(p.sign, &p.input, bad, p.hint)
}

// askCommand asks for a place to go to, or another command.
func (m *Model) askCommand(int64, bool) tea.Cmd {
	m.ask(promptCommand, ":", (*Model).command)
	return nil
}

// command does what is typed after ":".
func (m *Model) command(text string) (tea.Cmd, error) {
	if text == "" {
		return nil, nil
	}
	if name, ok := commandArgument(text, "encoding"); ok && m.doc != nil {
		e, err := parseForm(name)
		if err != nil {
			return nil, err
		}
		return m.showEncoding(e), nil
	}
	if path, ok := fileArgument(text); ok {
		if path == "" {
			return nil, errors.New("type :e and the name of a file")
		}
		return m.openPath(path), nil
	}
	d, err := parseDestination(text)
	if err != nil {
		return nil, err
	}
	return m.travelTo(d), nil
}

// commandArgument is what follows a command's name, or the first letters of it, at least three.
func commandArgument(text, command string) (string, bool) {
	name, rest, found := strings.Cut(strings.TrimSpace(text), " ")
	return rest, found && len(name) >= 3 && strings.HasPrefix(command, name)
}

// askFilter asks for what the lines to show must match.
func (m *Model) askFilter(int64, bool) tea.Cmd {
	m.ask(promptFilter, "&", (*Model).filterBy)
	return nil
}
