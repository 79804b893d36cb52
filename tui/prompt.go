package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/themes"
	"eyeline/tui/cells"
)

// promptKind says what a prompt's text is for.
type promptKind uint8

const (
	promptCommand promptKind = iota
	promptSearch
	promptSearchBack
	promptFilter
	promptWrite
	promptOverwrite
	promptPreset
)

// prompt is a line of text being typed at the bottom of the screen.
type prompt struct {
	kind  promptKind
	sign  string // what stands before the text
	input textField
	bad   string // why the text was refused
	at    int    // place in the history, len(history) when the text is new
	typed string // the new text while the history is shown
	path  string // promptOverwrite: the file to write
	hint  string // what may be typed, shown while nothing is
}

// ask opens a prompt.
func (m *Model) ask(kind promptKind, sign, text string) tea.Cmd {
	m.prompt = &prompt{kind: kind, sign: sign, input: newTextField(text, 4096), at: len(m.history(kind))}
	return nil
}

func (m *Model) closePrompt() { m.prompt = nil }

// history is what was entered at prompts of a kind, oldest first.
func (m *Model) history(kind promptKind) []string { return m.histories[kind.family()] }

func (k promptKind) family() promptKind {
	if k == promptSearchBack {
		return promptSearch
	}
	return k
}

func (m *Model) remember(kind promptKind, text string) {
	h := m.histories[kind.family()]
	if text == "" || len(h) > 0 && h[len(h)-1] == text {
		return
	}
	m.histories[kind.family()] = append(h, text)
}

// promptKey edits the prompt's text; Enter uses it, Esc leaves.
func (m *Model) promptKey(msg tea.KeyMsg) tea.Cmd {
	p := m.prompt
	if p.kind == promptOverwrite {
		return m.overwriteKey(msg)
	}
	switch msg.String() {
	case "esc", "ctrl+c", "ctrl+g":
		m.closePrompt()
		return nil
	case "enter":
		text := p.input.text()
		m.remember(p.kind, text)
		return m.entered(text)
	case "up", "ctrl+p":
		p.recall(m.history(p.kind), -1)
		return nil
	case "down", "ctrl+n":
		p.recall(m.history(p.kind), 1)
		return nil
	case "backspace", "ctrl+h":
		if p.input.text() == "" {
			m.closePrompt()
			return nil
		}
	case "?", "/":
		// As the first key they turn the direction of a search.
		if p.input.text() == "" && (p.kind == promptSearch && msg.String() == "?" || p.kind == promptSearchBack && msg.String() == "/") {
			p.kind = promptSearch + promptSearchBack - p.kind
			p.sign = msg.String()
			return nil
		}
	}
	p.bad = ""
	p.at = len(m.history(p.kind))
	p.input.key(msg)
	return nil
}

// recall shows an older (by -1) or newer text of the history.
func (p *prompt) recall(history []string, by int) {
	to := p.at + by
	if to < 0 || to > len(history) {
		return
	}
	if p.at == len(history) {
		p.typed = p.input.text()
	}
	p.at = to
	if to == len(history) {
		p.input.set(p.typed)
	} else {
		p.input.set(history[to])
	}
}

// entered uses a prompt's text; a text that is refused stays with the reason.
func (m *Model) entered(text string) tea.Cmd {
	p := m.prompt
	switch p.kind {
	case promptCommand:
		if text == "" {
			m.closePrompt()
			return nil
		}
		if name, ok := commandArgument(text, "encoding"); ok && m.doc != nil {
			e, err := parseForm(name)
			if err != nil {
				p.bad = err.Error()
				return nil
			}
			m.closePrompt()
			return m.showEncoding(e)
		}
		d, err := parseDestination(text)
		if err != nil {
			p.bad = plain(err.Error())
			return nil
		}
		m.closePrompt()
		return m.travelTo(d)
	case promptSearch, promptSearchBack:
		dir := search.Forward
		if p.kind == promptSearchBack {
			dir = search.Backward
		}
		cmd, err := m.searchFor(text, dir)
		if err != nil {
			p.bad = plain(err.Error())
			return nil
		}
		m.closePrompt()
		return cmd
	case promptFilter:
		cmd, err := m.filterBy(text)
		if err != nil {
			p.bad = plain(err.Error())
			return nil
		}
		m.closePrompt()
		return cmd
	case promptPreset:
		if text == "" {
			m.closePrompt()
			return nil
		}
		cmd, err := m.preset(text)
		if err != nil {
			p.bad = plain(err.Error())
			return nil
		}
		m.closePrompt()
		return cmd
	case promptWrite:
		m.closePrompt()
		if text == "" {
			return nil
		}
		return m.writeOutput(text, false)
	}
	m.closePrompt()
	return nil
}

// commandArgument is what follows a command's name, or the first letters of it, at least three.
func commandArgument(text, command string) (string, bool) {
	name, rest, found := strings.Cut(strings.TrimSpace(text), " ")
	return rest, found && len(name) >= 3 && strings.HasPrefix(command, name)
}

// promptRow draws the text being typed with its cursor, the end of it when it is too long.
func (m *Model) promptRow() string {
	p := m.prompt
	room := max(m.width-2-cells.Width(p.sign)-1, 1)
	var right []part
	if p.bad != "" {
		right = []part{{Text: p.bad, Role: themes.PromptError, Keep: 8}}
		room = max(room-cells.Width(p.bad)-2, min(room, 12))
	}
	if p.bad == "" && p.input.text() == "" && p.hint != "" {
		right = []part{{Text: p.hint, Role: themes.FooterText, Keep: 3}}
	}
	before, after := p.input.drawn(room)
	parts := []part{
		{Text: p.sign, Role: themes.Prompt, Keep: 9},
		{Text: before, Role: themes.Prompt, Keep: 9},
		{Text: "▏", Role: themes.Cursor, Keep: 9},
		{Text: after, Role: themes.Prompt, Keep: 8},
	}
	return m.bar(parts, right, themes.FooterText)
}
