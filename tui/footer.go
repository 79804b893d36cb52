package tui

import (
	"strconv"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/cells"
)

// footer is the last row: a prompt, a message, or the keys.
func (m *Model) footer() string {
	switch {
	case m.prompt != nil:
		return m.promptRow()
	case m.help != nil:
		return m.helpFooter()
	case m.note.text != "":
		role := themes.Prompt
		if m.note.bad {
			role = themes.PromptError
		}
		return m.bar([]part{{text: m.note.text, role: role, keep: 9}}, m.position(), themes.FooterText)
	case m.count != "":
		return m.bar([]part{{text: ":" + m.count, role: themes.Prompt, keep: 9}}, m.position(), themes.FooterText)
	}
	if m.isSlow {
		return m.bar([]part{{text: "waiting for the file…", role: themes.FooterText, keep: 9}, {text: "  Esc stops", role: themes.FooterKey, keep: 5}}, m.position(), themes.FooterText)
	}
	if words := m.working(); words != "" {
		return m.bar([]part{{text: words, role: themes.FooterText, keep: 9}, {text: "  Esc stops", role: themes.FooterKey, keep: 5}}, m.position(), themes.FooterText)
	}
	return m.bar(m.keyHints(), m.position(), themes.FooterText)
}

// keyHints are as many of the keys that have a word for the footer as fit, the key of help always first to stay.
func (m *Model) keyHints() []part {
	room := m.width - 2 - 2
	for _, p := range m.position() {
		room -= cells.Width(p.text)
	}
	width := func(b keymap.Binding) int { return cells.Width(keymap.Name(b.Keys[0])+" "+b.Short) + 2 }
	help, _ := m.keys.Binding(keymap.Help)
	if len(help.Keys) > 0 {
		room -= width(help)
	}
	var parts []part
	for _, b := range m.keys.Bindings() {
		if b.Short == "" || len(b.Keys) == 0 {
			continue
		}
		if b.Action != keymap.Help {
			if room -= width(b); room < 0 {
				continue
			}
		}
		parts = append(parts,
			part{text: keymap.Name(b.Keys[0]), role: themes.FooterKey, keep: 9},
			part{text: " " + b.Short + "  ", role: themes.FooterText, keep: 9})
	}
	return parts
}

// position is where the screen is in the file, at the right of the footer.
func (m *Model) position() []part {
	p := m.active()
	if p.Text().Size() == 0 {
		return nil
	}
	var words []part
	if s := m.search.counted(); s != "" {
		words = append(words, part{text: s + "  ", role: themes.FooterText, keep: 6})
	}
	if s := m.filterWords(); s != "" {
		words = append(words, part{text: s, role: themes.Prompt, keep: 6})
	}
	percent := int(100 * float64(p.Cursor()) / float64(p.Text().Size()))
	if lines := p.Lines(); len(lines) > 0 && p.AtEnd() && lines[len(lines)-1].Off == p.Cursor() {
		percent = 100
	}
	return append(words, part{text: strconv.Itoa(percent) + "%", role: themes.FooterText, keep: 7})
}
