package overlay

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/list"
	"eyeline/tui/screens"
)

// HelpOverlay lists the keys by topic, made from the keymap; an action that can do nothing now is dimmed, with the
// reason. The keys that page the file page the list.
type HelpOverlay struct {
	stack *Stack
	over  []keymap.Context // what the help was opened over; its headings come first
	base  keymap.Context
	top   int
}

// Key implements [layer].
func (h *HelpOverlay) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	action, _ := h.stack.desk.Keys().Lookup(keymap.InHelp, msg.String())
	switch action {
	case keymap.CloseHelp, keymap.Cancel, keymap.Quit, keymap.Help:
		h.stack.Drop(h)
	case keymap.NarrowHelp:
		h.stack.Drop(h)
		h.stack.OpenPalette(h.base, h.over)
	case keymap.Interrupt, keymap.Suspend, keymap.Redraw, keymap.Theme, keymap.Mouse:
		return nil, false
	default:
		if n, ok := scrolling(action, h.pageRows()); ok {
			h.Scroll(n)
		} else {
			h.stack.desk.Say("no action on " + cells.Sanitize(keymap.Name(msg.String())) + " in the help")
		}
	}
	return nil, true
}

// scrolling is how many lines an action of the file scrolls a text of so many lines a page; false for other actions.
func scrolling(a keymap.Action, page int) (int, bool) {
	half := max(page/2, 1)
	n, ok := map[keymap.Action]int{
		keymap.LineDown: 1, keymap.ScrollDown: 1, keymap.PageDown: page, keymap.HalfDown: half,
		keymap.LineUp: -1, keymap.ScrollUp: -1, keymap.PageUp: -page, keymap.HalfUp: -half,
		keymap.Bottom: draw.Farthest, keymap.Top: -draw.Farthest,
	}[a]
	return n, ok
}

func (h *HelpOverlay) pageRows() int { return max(h.stack.host.BodyHeight()-1, 1) }

// Scroll moves the list by n lines, as far as it goes.
func (h *HelpOverlay) Scroll(n int) {
	h.top = max(min(h.top+n, len(h.Table())-h.pageRows()), 0)
}

// Wheel implements [Pointed].
func (h *HelpOverlay) Wheel(n int) tea.Cmd {
	h.Scroll(n * screens.WheelRows)
	return nil
}

// Click implements [Pointed].
func (h *HelpOverlay) Click(int, int) tea.Cmd { return nil }

// helpLine is a heading or a row of a key; a key whose help is long has several.
type helpLine struct {
	Heading string
	Keys    string
	Text    string
	off     bool // the key can do nothing now
}

// groups lists the headings, those of what the help was opened over first.
func (h *HelpOverlay) groups() []keymap.Group {
	var first []keymap.Group
	for _, c := range append(slices.Clone(h.over), h.base) {
		for _, b := range h.stack.desk.Keys().Bindings() {
			if b.Context == c && c != keymap.InFile && !slices.Contains(first, b.Group) {
				first = append(first, b.Group)
			}
		}
	}
	rest := slices.DeleteFunc(keymap.Groups(), func(g keymap.Group) bool { return slices.Contains(first, g) })
	return append(first, rest...)
}

// Lines lists the keys under their headings, in rows as wide as a column.
func (h *HelpOverlay) Lines() []helpLine {
	var out []helpLine
	for _, g := range h.groups() {
		if len(out) > 0 {
			out = append(out, helpLine{})
		}
		out = append(out, helpLine{Heading: string(g)})
		for _, b := range h.stack.desk.Keys().InGroup(g) {
			if len(b.Keys) == 0 {
				continue
			}
			row := helpLine{Keys: cells.Sanitize(keymap.Names(b.Keys)), Text: b.Help}
			if b.Takes != "" {
				row.Keys += " " + b.Takes
			}
			if why := h.stack.host.Disabled(b.Action); why != "" {
				row.Text, row.off = row.Text+" – now not: "+why, true
			}
			out = append(out, wrapped(row, h.ColumnWidth())...)
		}
	}
	return out
}

// helpColumns are the widths of the keys and of what they do: beside each other, or, on a narrow screen, the keys alone
// above.
func helpColumns(width int) (keys, text int) {
	if width < 30 {
		return max(width-1, 1), max(width-3, 1)
	}
	keys = min(width/4, 24)
	return keys, width - keys - 5
}

// columns are how many columns the help has.
func (h *HelpOverlay) columns() int {
	if h.stack.desk.Width() < list.TwoColumns {
		return 1
	}
	return 2
}

// ColumnWidth is the width of a column of the help.
func (h *HelpOverlay) ColumnWidth() int { return h.stack.desk.Width() / h.columns() }

// Table are the rows of the help: a line or, in two columns, one of the first half and one of the second, which begins
// with a heading. They scroll together.
func (h *HelpOverlay) Table() [][]helpLine {
	lines := h.Lines()
	half := len(lines)
	if h.columns() > 1 {
		half = middleHeading(lines)
	}
	rows := make([][]helpLine, max(half, len(lines)-half))
	for i := range rows {
		rows[i] = lines[min(i, half):min(i+1, half)]
	}
	for i, l := range lines[half:] {
		rows[i] = slices.Concat(rows[i], make([]helpLine, 1-len(rows[i])), []helpLine{l})
	}
	return rows
}

// middleHeading is the place of the heading nearest to the middle; the number of lines when only the first is one.
func middleHeading(lines []helpLine) int {
	best := len(lines)
	for i, l := range lines {
		if l.Heading != "" && i > 0 && max(i, len(lines)-i) < max(best, len(lines)-best) {
			best = i
		}
	}
	return best
}

// wrapped divides a row where it is wider than the screen.
func wrapped(row helpLine, width int) []helpLine {
	keyWidth, textWidth := helpColumns(width)
	keys := cells.WrapWords(row.Keys, keyWidth)
	text := cells.WrapWords(row.Text, textWidth)
	if width < 30 {
		text = append(make([]string, len(keys)), text...)
	}
	out := make([]helpLine, max(len(keys), len(text)))
	for i := range out {
		out[i].off = row.off
		if i < len(keys) {
			out[i].Keys = keys[i]
		}
		if i < len(text) {
			out[i].Text = text[i]
		}
	}
	return out
}

// Rows implements [layer].
func (h *HelpOverlay) Rows(height int) []string {
	table := h.Table()
	rows := make([]string, 0, height)
	top := max(min(h.top, len(table)-1), 0)
	for _, row := range table[top:min(top+height, len(table))] {
		var b strings.Builder
		for _, l := range row {
			b.WriteString(h.stack.HelpRow(l, h.ColumnWidth()))
		}
		b.WriteString(strings.Repeat(" ", max(h.stack.desk.Width()-len(row)*h.ColumnWidth(), 0)))
		rows = append(rows, b.String())
	}
	return rows
}

// HelpRow draws a line of the help.
func (s *Stack) HelpRow(l helpLine, width int) string {
	var b strings.Builder
	keyRole, textRole := themes.HelpKey, themes.HelpText
	if l.off {
		keyRole, textRole = themes.Dim, themes.Dim
	}
	keyWidth, textWidth := helpColumns(width)
	switch {
	case l.Heading != "":
		s.desk.Put(&b, themes.HelpHeading, cells.Pad(" "+l.Heading, width))
	case width < 30 && l.Keys != "":
		s.desk.Put(&b, keyRole, cells.Pad(" "+l.Keys, width))
	case width < 30:
		s.desk.Put(&b, textRole, cells.Pad("   "+l.Text, width))
	default:
		b.WriteString("   ")
		s.desk.Put(&b, keyRole, cells.Pad(l.Keys, keyWidth))
		b.WriteString("  ")
		s.desk.Put(&b, textRole, cells.Pad(l.Text, textWidth))
	}
	return b.String()
}

// Bar implements [keyed].
func (h *HelpOverlay) Bar() bar.Footer {
	d := h.stack.desk
	return bar.Footer{Keys: bar.Bound(d.Hint(keymap.CloseHelp, "back"), d.Hint(keymap.NarrowHelp, "find one"),
		bar.Hint{Key: d.KeyName(keymap.LineDown) + " " + d.KeyName(keymap.LineUp), Word: "scroll"})}
}

// Footer implements [layer].
func (h *HelpOverlay) Footer() string {
	if !h.stack.desk.Quiet() {
		return ""
	}
	return h.Bar().Row(h.stack.desk.Theme(), h.stack.desk.Width())
}
