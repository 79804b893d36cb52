package overlay

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/screens"
	"eyeline/tui/textfield"
)

// HelpOverlay lists the keys, made from the keymap; an action that can do nothing now is dimmed, with the reason. The
// keys that page the file page the list, and one narrows it to what is typed.
//
// Opened by the key that in less searches backward, it takes what is typed at once, and Enter searches the file for it.
type HelpOverlay struct {
	stack    *Stack
	First    []keymap.Group // the headings of what the help was opened over
	Backward bool
	Typing   bool
	Input    textfield.Field
	top      int

	entries []helpEntry // all of the keymap
}

// helpEntry is a row of the keymap under its heading.
type helpEntry struct {
	group  keymap.Group
	action keymap.Action
	line   helpLine
	words  string // what a typed text is looked for in, in lower case
}

// OpenHelp opens the help; first are the headings of what it is opened over. backward says that it was opened by the
// key that in less searches backward.
func (s *Stack) OpenHelp(first []keymap.Group, backward bool) {
	h := &HelpOverlay{stack: s, First: first, Backward: backward, Typing: backward, Input: textfield.New("")}
	h.list()
	s.Push(h)
}

// Key implements [layer].
func (h *HelpOverlay) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	if h.Typing {
		return h.typed(msg), true
	}
	action, _ := h.stack.desk.Keys().Lookup(keymap.InHelp, msg.String())
	switch action {
	case keymap.CloseHelp, keymap.Cancel, keymap.Quit, keymap.Help, keymap.HelpOnly:
		h.stack.Drop(h)
	case keymap.NarrowHelp, keymap.SearchDown:
		h.Typing = true
	case keymap.SearchBack:
		h.stack.Drop(h)
		return h.stack.host.AskSearch(search.Backward), true
	case keymap.Interrupt, keymap.Suspend, keymap.Redraw, keymap.Theme, keymap.Mouse:
		return nil, false
	default:
		if n, ok := Scrolling(action, h.pageRows()); ok {
			h.Scroll(n)
		} else {
			h.stack.desk.Say("no action on " + cells.Sanitize(keymap.Name(msg.String())) + " in the help")
		}
	}
	return nil, true
}

// typed takes a key while a text is typed.
func (h *HelpOverlay) typed(msg tea.KeyMsg) tea.Cmd {
	action, _ := h.stack.desk.Keys().Lookup(keymap.InList, msg.String())
	text := h.Input.Text()
	switch action {
	case keymap.LeaveList:
		h.stopTyping("")
	case keymap.TakeItem:
		if !h.Backward {
			h.Typing = false
			break
		}
		h.stack.Drop(h)
		if text == "" {
			break
		}
		h.stack.Remember(PromptSearch, text)
		cmd, err := h.stack.host.SearchFor(text, search.Backward)
		if err != nil {
			h.stack.desk.Warn(cells.Sanitize(err.Error()))
		}
		return cmd
	default:
		if n, ok := draw.Steps(action, h.pageRows()); ok {
			h.Scroll(n)
			return nil
		}
		if text == "" && action == keymap.DeleteLeft {
			h.stopTyping("")
			break
		}
		if text == "" && h.Backward {
			// As long as nothing is typed, the key that quits leaves, as from any help.
			switch a, _ := h.stack.desk.Keys().Lookup(keymap.InFile, msg.String()); a {
			case keymap.Quit:
				h.stack.Drop(h)
				return nil
			case keymap.Help:
				h.stack.Drop(h)
				return h.stack.host.AskSearch(search.Backward)
			}
		}
		h.Input.Key(action, msg)
		if h.Input.Text() != text {
			h.top = 0
		}
	}
	return nil
}

// stopTyping ends typing, and closes a help that was opened to type in.
func (h *HelpOverlay) stopTyping(text string) {
	h.Typing = false
	h.Input.Set(text)
	h.top = 0
	if h.Backward {
		h.stack.Drop(h)
	}
}

// Scrolling is how many lines an action of the file scrolls a text of so many lines a page; false for other actions.
func Scrolling(a keymap.Action, page int) (int, bool) {
	half := max(page/2, 1)
	n, ok := map[keymap.Action]int{
		keymap.LineDown: 1, keymap.ScrollDown: 1, keymap.PageDown: page, keymap.HalfDown: half, keymap.Bottom: draw.Farthest,
		keymap.LineUp: -1, keymap.ScrollUp: -1, keymap.PageUp: -page, keymap.HalfUp: -half, keymap.Top: -draw.Farthest,
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
func (h *HelpOverlay) Click(int) tea.Cmd { return nil }

// helpLine is a heading or a row of a key; a key whose help is long has several.
type helpLine struct {
	Heading string
	Keys    string
	Text    string
	off     bool // the key can do nothing now
}

// groups lists the headings, those of what the help was opened over first.
func (h *HelpOverlay) groups() []keymap.Group {
	rest := slices.DeleteFunc(keymap.Groups(), func(g keymap.Group) bool { return slices.Contains(h.First, g) })
	return append(slices.Clone(h.First), rest...)
}

// list lists all keys under their headings.
func (h *HelpOverlay) list() {
	for _, g := range h.groups() {
		for _, b := range h.stack.desk.Keys().InGroup(g) {
			if len(b.Keys) == 0 {
				continue
			}
			row := helpLine{Keys: cells.Sanitize(keymap.Names(b.Keys)), Text: b.Help}
			if b.Takes != "" {
				row.Keys += " " + b.Takes
			}
			words := strings.ToLower(row.Keys + " " + row.Text + " " + string(g) + " " + string(b.Action))
			h.entries = append(h.entries, helpEntry{group: g, action: b.Action, line: row, words: words})
		}
	}
}

// Lines lists what matches the typed text, in rows as wide as the screen.
func (h *HelpOverlay) Lines() []helpLine {
	var out []helpLine
	var under keymap.Group
	want := strings.ToLower(h.Input.Text())
	for _, e := range h.entries {
		if !strings.Contains(e.words, want) {
			continue
		}
		if e.group != under {
			if len(out) > 0 {
				out = append(out, helpLine{})
			}
			out = append(out, helpLine{Heading: string(e.group)})
			under = e.group
		}
		row := e.line
		if why := h.stack.host.Disabled(e.action); why != "" {
			row.Text, row.off = row.Text+" – now not: "+why, true
		}
		out = append(out, wrapped(row, h.ColumnWidth())...)
	}
	if len(out) == 0 {
		out = append(out, helpLine{Text: "no key matches"})
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

// twoColumns is the width, in cells, from which the help has two columns.
const twoColumns = 120

// columns are how many columns the help has. While it is narrowed it has one, whose lines are less often divided.
func (h *HelpOverlay) columns() int {
	if h.stack.desk.Width() < twoColumns || h.Input.Text() != "" {
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
		var row []helpLine
		if i < half {
			row = append(row, lines[i])
		}
		if half < len(lines) {
			row = append(row, make([]helpLine, 1-len(row))...)
			if half+i < len(lines) {
				row = append(row, lines[half+i])
			}
		}
		rows[i] = row
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

// Footer implements [layer].
func (h *HelpOverlay) Footer() string {
	leave := h.stack.desk.KeyName(keymap.CloseHelp) + " back to the file"
	take := h.stack.desk.KeyName(keymap.TakeItem)
	switch {
	case h.Backward:
		return h.stack.desk.Canvas().Field("?", &h.Input, "",
			"type to narrow, "+take+" searches backward for it · "+h.stack.desk.KeyName(keymap.NextItem)+" "+
				h.stack.desk.KeyName(keymap.PrevItem)+" scroll · "+leave)
	case h.Typing:
		return h.stack.desk.Canvas().Field("help: ", &h.Input, "",
			"type to narrow, "+take+" keeps it · "+h.stack.desk.KeyName(keymap.LeaveList)+" shows all")
	case !h.stack.desk.Quiet():
		return ""
	}
	parts := []bar.Part{
		{Text: leave, Role: themes.FooterText, Keep: 9},
		{Text: "  " + h.stack.desk.KeyName(keymap.NarrowHelp) + " narrows", Role: themes.FooterText, Keep: 6},
		{
			Text: "  " + h.stack.desk.KeyName(keymap.LineDown) + " " + h.stack.desk.KeyName(keymap.LineUp) + " scroll",
			Role: themes.FooterText, Keep: 5,
		},
	}
	if t := h.Input.Text(); t != "" {
		parts = append([]bar.Part{{Text: "help: " + cells.Sanitize(t) + "  ", Role: themes.Prompt, Keep: 8}}, parts...)
	}
	return h.stack.desk.Bar(parts, nil, themes.FooterText)
}
