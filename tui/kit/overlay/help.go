package overlay

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/screens"
)

// topics list the keys by topic, made from the keymap; an action that can do nothing now is dimmed, with the
// reason. The keys that page the file page the list.
type topics struct {
	stack *Stack
	place Place // what the help was opened over; its headings come first
	top   int
}

// Key implements [overlay].
func (h *topics) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	action, _ := h.stack.keys().Lookup(keymap.InHelp, msg.String())
	switch action {
	case keymap.CloseHelp, keymap.Cancel, keymap.Quit, keymap.Help:
		h.stack.Drop(h)
	case keymap.NarrowHelp:
		h.stack.Drop(h)
		h.stack.OpenPalette(h.place)
	case keymap.Interrupt, keymap.Suspend, keymap.Redraw, keymap.Theme, keymap.Mouse:
		return nil, false
	default:
		if n, ok := scrolling(action, h.pageRows()); ok {
			h.scroll(n)
		} else {
			h.stack.program.Say("no action on " + cells.Sanitize(keymap.Name(msg.String())) + " in the help")
		}
	}

	return nil, true
}

// scrolling is how many lines an action of the file scrolls a text of page lines a page; false for other actions.
func scrolling(a keymap.Action, page int) (int, bool) {
	half := max(page/2, 1)
	n, ok := map[keymap.Action]int{
		keymap.LineDown: 1, keymap.ScrollDown: 1, keymap.PageDown: page, keymap.HalfDown: half,
		keymap.LineUp: -1, keymap.ScrollUp: -1, keymap.PageUp: -page, keymap.HalfUp: -half,
		keymap.Bottom: draw.Farthest, keymap.Top: -draw.Farthest,
	}[a]
	return n, ok
}

func (h *topics) pageRows() int { return max(h.stack.host.BodyHeight()-1, 1) }

// scroll moves the list by n lines, as far as it goes.
func (h *topics) scroll(n int) {
	h.top = max(min(h.top+n, len(h.table())-h.pageRows()), 0)
}

// Wheel implements [Pointed].
func (h *topics) Wheel(n int) tea.Cmd {
	h.scroll(n * screens.WheelRows)
	return nil
}

// Click implements [Pointed].
func (h *topics) Click(int, int) tea.Cmd { return nil }

// groups lists the headings, those of what the help was opened over first.
func (h *topics) groups() []keymap.Group {
	var first []keymap.Group
	for _, c := range append(slices.Clone(h.place.Over), h.place.Base) {
		for _, b := range h.stack.keys().Bindings() {
			if b.Context == c && c != keymap.InFile && !slices.Contains(first, b.Group) {
				first = append(first, b.Group)
			}
		}
	}

	rest := slices.DeleteFunc(keymap.Groups(), func(g keymap.Group) bool { return slices.Contains(first, g) })
	return append(first, rest...)
}

// column draws the keys under their headings; headings are the rows of these.
func (h *topics) column(c draw.Canvas) (rows []string, headings []int) {
	for _, g := range h.groups() {
		if len(rows) > 0 {
			rows = append(rows, c.Line(themes.HelpText, ""))
		}

		headings = append(headings, len(rows))
		rows = append(rows, c.Line(themes.HelpHeading, " "+string(g)))
		shared := h.sharedReason(g)
		if shared != "" {
			why := cells.WrapWords("now not: "+shared, c.Width-2)
			rows = append(rows, lists.Map(why, func(s string) string { return c.Line(themes.Dim, " "+s) })...)
		}

		for _, b := range h.stack.keys().InGroup(g) {
			if len(b.Keys) == 0 {
				continue
			}

			keys := cells.Sanitize(keymap.Names(b.Keys))
			if b.Takes != "" {
				keys += " " + b.Takes
			}

			off := h.stack.host.Disabled(b.Action)
			said := ""
			if off != "" && off != shared {
				said = " – now not: " + off
			}
			rows = append(rows, keyRows(c, keys, b.Help+said, off != "")...)
		}
	}

	return rows, headings
}

// sharedReason is why no key of a group can be used now, where it is the same for all of several; else "".
func (h *topics) sharedReason(g keymap.Group) string {
	shared := ""
	n := 0
	for _, b := range h.stack.keys().InGroup(g) {
		if len(b.Keys) == 0 {
			continue
		}

		off := h.stack.host.Disabled(b.Action)
		if off == "" || n > 0 && off != shared {
			return ""
		}
		shared = off
		n++
	}

	if n > 1 {
		return shared
	}
	return ""
}

// besideKeys is how many cells a screen has at least on which what keys do stands beside them.
const besideKeys = 30

// keyRows draw keys and, beside them or, on a narrow screen, below, what they do; dim with off.
func keyRows(c draw.Canvas, keys, text string, off bool) (rows []string) {
	keyRole := themes.HelpKey
	textRole := themes.HelpText
	if off {
		keyRole = themes.Dim
		textRole = themes.Dim
	}

	if c.Width < besideKeys {
		above := lists.Map(cells.WrapWords(keys, c.Width-1), func(s string) string { return c.Line(keyRole, " "+s) })
		below := lists.Map(cells.WrapWords(text, c.Width-3), func(s string) string { return c.Line(textRole, "   "+s) })
		return append(above, below...)
	}

	keyWidth := min(c.Width/4, 24)
	textWidth := c.Width - keyWidth - 5
	left := cells.WrapWords(keys, keyWidth)
	right := cells.WrapWords(text, textWidth)
	n := max(len(left), len(right))
	left = draw.Fill(left, n, keyWidth)
	right = draw.Fill(right, n, textWidth)
	for i := range n {
		var b strings.Builder
		b.WriteString("   ")
		c.Put(&b, keyRole, cells.Pad(left[i], keyWidth))
		b.WriteString("  ")
		c.Put(&b, textRole, cells.Pad(right[i], textWidth))
		rows = append(rows, b.String())
	}

	return rows
}

// twoColumns is the width, in cells, from which the help has two columns.
const twoColumns = 120

// table are the rows of the help: a column or, on a wide screen, two that scroll together, the second from the heading
// on that is nearest to the middle.
func (h *topics) table() []string {
	c := h.stack.canvas()
	width := c.Width
	if width < twoColumns {
		rows, _ := h.column(c)
		return rows
	}

	c.Width /= 2
	rows, headings := h.column(c)
	longer := func(half int) int { return max(half, len(rows)-half) }
	half := slices.MinFunc(headings, func(a, b int) int { return cmp.Compare(longer(a), longer(b)) })
	left := draw.Fill(slices.Clone(rows[:half]), longer(half), c.Width)
	for i, r := range draw.Fill(rows[half:], longer(half), c.Width) {
		left[i] += r + strings.Repeat(" ", width%2)
	}

	return left
}

// Rows implements [overlay].
func (h *topics) Rows(height int) []string {
	table := h.table()
	top := max(min(h.top, len(table)-1), 0)
	return table[top:min(top+height, len(table))]
}

// Bar implements [keyed].
func (h *topics) Bar() bar.Footer {
	d := h.stack.program
	return bar.Footer{Keys: bar.WithKeys(d.Hint(keymap.CloseHelp, "back"), d.Hint(keymap.NarrowHelp, "find one"),
		bar.Hint{Key: d.KeyName(keymap.LineDown) + " " + d.KeyName(keymap.LineUp), Word: "scroll"})}
}

// Footer implements [overlay].
func (h *topics) Footer() string {
	if !h.stack.program.Quiet() {
		return ""
	}
	return h.Bar().Row(h.stack.program.Theme(), h.stack.program.Width())
}
