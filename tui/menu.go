package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
)

// menu is the rows of a panel of which one is selected. Unlike in a list nothing is typed, so keys that mean nothing here
// go on to the file.
type menu struct {
	at  int // the selected row
	top int // the first that is shown
}

// menuRow is a row of columns.
type menuRow struct {
	columns []string
	dim     bool // there is nothing to take
}

// move takes a key that moves the selection among n rows, page rows at a time; false when it is another key.
func (u *menu) move(action keymap.Action, n, page int) bool {
	to := u.at
	switch action {
	case keymap.LineDown:
		to++
	case keymap.LineUp:
		to--
	case keymap.PageDown, keymap.HalfDown:
		to += page
	case keymap.PageUp, keymap.HalfUp:
		to -= page
	case keymap.Top:
		to = 0
	case keymap.Bottom:
		to = n - 1
	default:
		return false
	}
	u.at = max(min(to, n-1), 0)
	return true
}

// clicked is the row of the menu that a 0-based row of its panel shows, below the title; false when it is none.
func (u *menu) clicked(row, n int) (int, bool) {
	at := u.top + row - 1
	return at, row >= 1 && at < n
}

// menuHeight is a row for the title, one for each of n rows, and as many others: no more than half of the body, but three.
func menuHeight(n, others, body int) int {
	return min(1+max(n, 1)+others, max(body/2, min(body, 3)))
}

// shown is the selected row and the first one shown of n, when the panel is drawn in height rows.
func (u *menu) shown(n, height int) (at, top int) {
	at = max(min(u.at, n-1), 0)
	return at, draw.Scrolled(u.top, at, max(height-1, 0), n)
}

// draw draws the title and as many rows as there is room for, with columns as wide as the widest of their texts. What is
// too long is cut at the right: the first columns say the most.
func (u *menu) draw(m *Model, title, hint string, rows []menuRow, height int) []string {
	room := max(height-1, 0)
	at, top := u.shown(len(rows), height)
	var widths []int
	for _, r := range rows {
		for i, text := range r.columns {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if i < len(r.columns)-1 {
				widths[i] = max(widths[i], cells.Width(text))
			}
		}
	}
	out := []string{m.canvas().PanelTitle(title, hint)}
	for i := top; i < len(rows) && len(out) <= room; i++ {
		out = append(out, m.menuRow(rows[i], widths, i == at))
	}
	return out
}

func (m *Model) menuRow(r menuRow, widths []int, selected bool) string {
	sign, role := "   ", themes.HelpText
	switch {
	case selected:
		sign, role = " ▸ ", themes.OptionSelected
	case r.dim:
		role = themes.Dim
	}
	line := sign
	for i, text := range r.columns {
		if i > 0 {
			line += "  "
		}
		line += cells.Pad(text, max(widths[i], cells.Width(text)))
	}
	var b strings.Builder
	m.put(&b, role, cells.Pad(cells.Truncate(line, m.width, "…"), m.width))
	return b.String()
}

// menuNote is a row of a panel that says something.
func (m *Model) menuNote(text string) string {
	var b strings.Builder
	m.put(&b, themes.Dim, cells.Pad(cells.Truncate("   "+text, m.width, "…"), m.width))
	return b.String()
}

// menuAction is what a key does in a menu.
func (m *Model) menuAction(msg tea.KeyMsg) keymap.Action {
	action, _ := m.keys.Lookup(keymap.InMenu, msg.String())
	return action
}

// menuOpen reports whether a menu is open.
func (m *Model) menuOpen() bool {
	_, ladder := overlayOf[*ladderPanel](m)
	_, cover := overlayOf[*coverPanel](m)
	_, walk := overlayOf[*walkPanel](m)
	return ladder || cover || walk
}
