package overlay

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
)

// Menu is the rows of a panel of which one is selected. Unlike in a list nothing is typed, so keys that mean nothing
// here go on to the file.
type Menu struct {
	At  int // the selected row
	Top int // the first that is shown
}

// MenuRow is a row of columns.
type MenuRow struct {
	Columns []string
	Dim     bool // there is nothing to take
}

// Move takes a key that moves the selection among n rows, page rows at a time; false when it is another key.
func (u *Menu) Move(action keymap.Action, n, page int) bool {
	to := u.At
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
	u.At = max(min(to, n-1), 0)
	return true
}

// Clicked is the row of the menu that a 0-based row of its panel shows, below the title; false when it is none.
func (u *Menu) Clicked(row, n int) (int, bool) {
	at := u.Top + row - 1
	return at, row >= 1 && at < n
}

// MenuHeight is a row for the title, one for each of n rows, and as many others: no more than half of the body, but
// three.
func MenuHeight(n, others, body int) int {
	return min(1+max(n, 1)+others, max(body/2, min(body, 3)))
}

// Shown is the selected row and the first one shown of n, when the panel is drawn in height rows.
func (u *Menu) Shown(n, height int) (at, top int) {
	at = max(min(u.At, n-1), 0)
	return at, draw.Scrolled(u.Top, at, max(height-1, 0), n)
}

// Draw draws the title and as many rows as there is room for, with columns as wide as the widest of their texts. What
// is too long is cut at the right: the first columns say the most.
func (u *Menu) Draw(s *Stack, title, hint string, rows []MenuRow, height int) []string {
	room := max(height-1, 0)
	at, top := u.Shown(len(rows), height)
	var widths []int
	for _, r := range rows {
		for i, text := range r.Columns {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if i < len(r.Columns)-1 {
				widths[i] = max(widths[i], cells.Width(text))
			}
		}
	}
	out := []string{s.desk.Canvas().PanelTitle(title, hint)}
	for i := top; i < len(rows) && len(out) <= room; i++ {
		out = append(out, s.menuRow(rows[i], widths, i == at))
	}
	return out
}

func (s *Stack) menuRow(r MenuRow, widths []int, selected bool) string {
	sign, role := "   ", themes.HelpText
	switch {
	case selected:
		sign, role = " ▸ ", themes.OptionSelected
	case r.Dim:
		role = themes.Dim
	}
	line := sign
	for i, text := range r.Columns {
		if i > 0 {
			line += "  "
		}
		line += cells.Pad(text, max(widths[i], cells.Width(text)))
	}
	var b strings.Builder
	s.desk.Put(&b, role, cells.Pad(cells.Truncate(line, s.desk.Width(), "…"), s.desk.Width()))
	return b.String()
}

// MenuNote is a row of a panel that says something.
func (s *Stack) MenuNote(text string) string {
	var b strings.Builder
	s.desk.Put(&b, themes.Dim, cells.Pad(cells.Truncate("   "+text, s.desk.Width(), "…"), s.desk.Width()))
	return b.String()
}

// MenuAction is what a key does in a menu.
func (s *Stack) MenuAction(msg tea.KeyMsg) keymap.Action {
	action, _ := s.desk.Keys().Lookup(keymap.InMenu, msg.String())
	return action
}
