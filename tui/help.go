package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/themes"
	"eyeline/tui/cells"
)

// helpScreen lists the keys, made from the keymap. What is typed narrows the list; when it was opened by the key of
// backward search, Enter searches the file backward for it.
type helpScreen struct {
	backward bool
	filter   string
	top      int
}

func (m *Model) openHelp(backward bool) tea.Cmd {
	m.help = &helpScreen{backward: backward}
	return nil
}

func (m *Model) helpKey(msg tea.KeyMsg) tea.Cmd {
	h := m.help
	page := max(m.areas.body.height-1, 1)
	switch msg.String() {
	case "esc", "ctrl+c":
		m.help = nil
	case "enter":
		m.help = nil
		if h.backward && h.filter != "" {
			m.remember(promptSearch, h.filter)
			cmd, err := m.searchFor(h.filter, search.Backward)
			if err != nil {
				m.warn(plain(err.Error()))
			}
			return cmd
		}
	case "down", "ctrl+n":
		h.top++
	case "up", "ctrl+p":
		h.top--
	case "pgdown", "ctrl+f", "ctrl+v":
		h.top += page
	case "pgup", "ctrl+b":
		h.top -= page
	case "home":
		h.top = 0
	case "end":
		h.top = 1 << 20
	case "backspace", "ctrl+h":
		if h.filter == "" {
			m.help = nil
			return nil
		}
		r := []rune(h.filter)
		h.filter = string(r[:len(r)-1])
		h.top = 0
	case "ctrl+u":
		h.filter, h.top = "", 0
	default:
		if msg.Type == tea.KeySpace || msg.Type == tea.KeyRunes && !msg.Alt {
			// q leaves, as from any help, unless a pattern is being typed.
			if h.filter == "" && msg.String() == "q" {
				m.help = nil
				return nil
			}
			h.filter += string(msg.Runes)
			h.top = 0
		}
	}
	if m.help != nil {
		h.top = max(min(h.top, len(m.helpLines())-page), 0)
	}
	return nil
}

// helpLine is a heading or a key's row.
type helpLine struct {
	heading string
	keys    string
	text    string
}

// helpLines lists what the filter lets through.
func (m *Model) helpLines() []helpLine {
	var out []helpLine
	want := strings.ToLower(m.help.filter)
	for _, g := range keymap.Groups() {
		var rows []helpLine
		for _, b := range m.keys.InGroup(g) {
			if len(b.Keys) == 0 {
				continue
			}
			row := helpLine{keys: keymap.Names(b.Keys), text: b.Help}
			if b.Takes != "" {
				row.keys += " " + b.Takes
			}
			if want == "" || strings.Contains(strings.ToLower(row.keys+" "+row.text+" "+string(g)+" "+string(b.Action)), want) {
				rows = append(rows, row)
			}
		}
		if len(rows) > 0 {
			if len(out) > 0 {
				out = append(out, helpLine{})
			}
			out = append(append(out, helpLine{heading: string(g)}), rows...)
		}
	}
	if len(out) == 0 {
		out = append(out, helpLine{text: "no key matches"})
	}
	return out
}

// helpRows draws the help screen.
func (m *Model) helpRows(height int) []string {
	lines := m.helpLines()
	keyWidth := 0
	for _, l := range lines {
		keyWidth = max(keyWidth, cells.Width(l.keys))
	}
	keyWidth = min(keyWidth, max(m.width/3, 8))
	rows := make([]string, 0, height)
	for i := m.help.top; i < len(lines) && len(rows) < height; i++ {
		var b strings.Builder
		l := lines[i]
		switch {
		case l.heading != "":
			m.put(&b, themes.HelpHeading, cells.Pad(" "+l.heading, m.width))
		default:
			if m.width < keyWidth+12 {
				m.put(&b, themes.HelpText, cells.Pad(l.keys+" "+l.text, m.width))
				break
			}
			b.WriteString("   ")
			m.put(&b, themes.HelpKey, cells.Pad(l.keys, keyWidth))
			b.WriteString("  ")
			m.put(&b, themes.HelpText, cells.Pad(l.text, m.width-keyWidth-5))
		}
		rows = append(rows, b.String())
	}
	return rows
}

// helpFooter is the last row while help is shown.
func (m *Model) helpFooter() string {
	h := m.help
	text := "type to narrow · ↑↓ scroll · Esc leaves"
	if h.backward {
		text = "type to narrow, Enter searches backward for it · ↑↓ scroll · Esc leaves"
	}
	sign := "help: "
	if h.backward {
		sign = "?"
	}
	left := []part{{Text: sign + plain(h.filter), Role: themes.Prompt, Keep: 9}, {Text: "▏", Role: themes.Prompt, Keep: 9}}
	if h.filter == "" || cells.Width(sign+h.filter+text)+6 < m.width {
		left = append(left, part{Text: "  " + text, Role: themes.FooterText, Keep: 1})
	}
	return m.bar(left, nil, themes.FooterText)
}
