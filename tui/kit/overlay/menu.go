package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/list"
)

// Menu is a panel of rows where one is selected, for a panel to embed that says what they are. Unlike in a list nothing
// is typed, so keys that mean nothing here go on to the file.
type Menu struct {
	list.Cursor // which row is selected
	stack       *Stack
	rows        menuRows
}

// menuRows is what a menu lists. It says what was read of the file.
type menuRows interface {
	Panel
	ofFile
	// Content is what the menu says now.
	Content() MenuContent
	// Do does what a key asks for that selects no row, and may close the menu in its own way; false when it is not
	// meant for the rows.
	Do(a keymap.Action) (cmd tea.Cmd, used bool)
	// Selected is called when another row was selected; false without one, so that the key is not used.
	Selected() (cmd tea.Cmd, used bool)
}

// MenuContent is what a menu says.
type MenuContent struct {
	Title, Hint string   // of the row above all others; the hint names keys that the footer does not
	Head        []string // of the columns; nil for none
	Counted     bool     // the title begins with how many rows there are
	Rows        []MenuRow
	// Note is said below the rows, and Below in a last row where there is room for that; "" for nothing.
	Note, Below string
}

// MenuRow is a row of columns.
type MenuRow struct {
	Columns []string
	Dim     bool // there is nothing to take
	Lost    int  // the 0-based number of a column that says what is lost; 0 for none
}

// OpenMenu opens a menu, which lists some rows.
func (s *Stack) OpenMenu(m *Menu, rows menuRows) {
	m.stack = s
	m.rows = rows
	s.Push(rows)
}

// MenuOpen reports whether a menu is open.
func (s *Stack) MenuOpen() bool {
	_, open := Topmost[menuRows](s)
	return open
}

// Key implements [overlay].
func (m *Menu) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	action, _ := m.stack.keys().Lookup(keymap.InMenu, msg.String())
	if cmd, used := m.rows.Do(action); used {
		return cmd, true
	}

	if action == keymap.CloseMenu {
		m.stack.Drop(m.rows)
		return nil, true
	}

	page := max(m.rows.Height(m.stack.host.BodyHeight())-1-m.content().others(), 1)
	by := map[keymap.Action]int{
		keymap.LineDown: 1, keymap.PageDown: page, keymap.HalfDown: page, keymap.Bottom: draw.Farthest,
		keymap.LineUp: -1, keymap.PageUp: -page, keymap.HalfUp: -page, keymap.Top: -draw.Farthest,
	}[action]
	if by == 0 {
		return nil, false
	}

	return m.move(by)
}

// content is what the menu says, without the heads of its columns where it is too low for them.
func (m *Menu) content() MenuContent {
	const least = 5 // rows of a menu that has room for heads
	c := m.rows.Content()
	if m.rows.Height(m.stack.host.BodyHeight()) < least {
		c.Head = nil
	}
	return c
}

// move selects the row n further down, or up where n is negative, as far as there is one.
func (m *Menu) move(n int) (tea.Cmd, bool) {
	m.MoveOf(n, len(m.content().Rows))
	return m.rows.Selected()
}

// Wheel implements [Pointed].
func (m *Menu) Wheel(n int) tea.Cmd {
	cmd, _ := m.move(n)
	return cmd
}

// Click implements [Pointed]: it selects a row, and takes one that is selected.
func (m *Menu) Click(_, row int) tea.Cmd {
	c := m.content()
	at, ok := m.Point(row-1-c.heads(), len(c.Rows))
	if !ok {
		return nil
	}
	if at == m.At() {
		cmd, _ := m.rows.Do(keymap.TakeRow)
		return cmd
	}
	return m.Wheel(at - m.At())
}

// others is the number of rows besides the title and those of the menu.
func (c MenuContent) others() int {
	n := c.heads()
	if c.Below != "" {
		n++
	}
	return n
}

// heads is how many rows the heads of the columns have.
func (c MenuContent) heads() int {
	if c.Head == nil {
		return 0
	}
	return 1
}

// Height implements [Panel]: there is a row for the title, one for each of the menu, and the one below these, but no
// more than half of the body, or three.
func (m *Menu) Height(body int) int {
	c := m.rows.Content()
	return MenuHeight(len(c.Rows), c.others(), body)
}

// MenuHeight is [Menu.Height] of a menu of n rows with as many others.
func MenuHeight(n, others, body int) int {
	return min(1+max(n, 1)+others, max(body/2, min(body, 3)))
}

// divide is how many of the rows of the panel the title and the menu have, and what the last one says; "" for none.
func (c MenuContent) divide(height int) (int, string) {
	const least = 3 // rows of a menu that are better used for what there is to choose from
	if c.Below != "" && (height > least || height > 1+len(c.Rows)) {
		return height - 1, c.Below
	}
	return height, ""
}

// Scroll brings the selected row into the part that is shown when the panel is drawn in height rows.
func (m *Menu) Scroll(height int) {
	c := m.content()
	n := len(c.Rows)
	height, _ = c.divide(height)
	m.Select(m.AtOf(n))
	m.ScrollOf(n, max(height-1-c.heads(), 1))
}

// Rows implements [overlay]. The columns are as wide as the widest of their texts. What is too long is cut at the
// right: the first columns say the most.
func (m *Menu) Rows(height int) []string {
	content := m.content()
	height, below := content.divide(height)
	at := m.AtOf(len(content.Rows))
	top, _ := m.ShownOf(len(content.Rows), max(height-1-content.heads(), 1))
	if content.Counted && len(content.Rows) > max(height-1-content.heads(), 1) {
		content.Title = humanize.Group(int64(at+1)) + " of " + content.Title
	}

	var widths []int
	for _, r := range append(content.Rows, MenuRow{Columns: content.Head}) {
		for i, text := range r.Columns {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if i < len(r.Columns)-1 {
				widths[i] = max(widths[i], cells.Width(text))
			}
		}
	}

	out := []string{m.canvas().PanelTitle(content.Title, content.Hint)}
	if content.Head != nil {
		out = append(out, m.row(MenuRow{Columns: content.Head, Dim: true}, widths, false))
	}
	for i := top; i < len(content.Rows) && len(out) < height; i++ {
		out = append(out, m.row(content.Rows[i], widths, i == at))
	}

	if content.Note != "" {
		out = append(out, m.canvas().Line(themes.Dim, "   "+content.Note))
	}
	if below != "" {
		out = append(draw.Fill(out, height, m.canvas().Width), m.canvas().Line(themes.Dim, "   "+below))
	}

	return out
}

func (m *Menu) canvas() draw.Canvas { return m.stack.canvas() }

func (m *Menu) row(r MenuRow, widths []int, selected bool) string {
	line := "   "
	role := themes.HelpText
	switch {
	case selected:
		line = " ▸ "
		role = themes.OptionSelected
	case r.Dim:
		role = themes.Dim
	}

	var lost draw.Part
	for i, text := range r.Columns {
		if i > 0 {
			line += "  "
		}
		if i > 0 && i == r.Lost {
			lost = draw.Part{Start: len(line), End: len(line) + len(text), Role: themes.ModelLineWarn}
		}

		line += cells.Pad(text, max(widths[i], cells.Width(text)))
	}

	return m.canvas().LineWith(role, line, lost)
}

// Footer implements [overlay]: it leaves the row to the keys of the place.
func (*Menu) Footer() string { return "" }

// OfFile says that a menu ends with the file.
func (*Menu) OfFile() {}
