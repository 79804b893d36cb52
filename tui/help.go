package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/screens"
	"eyeline/tui/textfield"
)

// helpOverlay lists the keys, made from the keymap; an action that can do nothing now is dimmed, with the reason. The
// keys that page the file page the list, and one narrows it to what is typed.
//
// Opened by the key that in less searches backward, it takes what is typed at once, and Enter searches the file for it.
type helpOverlay struct {
	first    []keymap.Group // the headings of what the help was opened over
	backward bool
	typing   bool
	input    textfield.Field
	top      int

	entries []helpEntry // all of the keymap, once they were asked for
	kept    helpTable
}

// helpEntry is a row of the keymap under its heading.
type helpEntry struct {
	group  keymap.Group
	action keymap.Action
	line   helpLine
	words  string // what a typed text is looked for in, in lower case
}

// helpTable is the table as it was made last, and what of. To wrap all of it takes longer than to draw the screen, which is done
// after each message.
type helpTable struct {
	rows  [][]helpLine
	width int
	text  string
	why   []string // for each entry why it can do nothing, "" when it can
}

func (m *Model) openHelp(backward bool) tea.Cmd {
	h := &helpOverlay{backward: backward, typing: backward, input: textfield.New("")}
	if _, ok := overlayOf[*optionsPanel](m); ok {
		h.first = append(h.first, keymap.GroupOptions)
	}
	if m.menuOpen() {
		h.first = append(h.first, keymap.GroupMenu)
	}
	if m.sent != nil || !m.showsFile() {
		h.first = append(h.first, keymap.GroupRecord)
	}
	if !m.showsFile() {
		h.first = append(h.first, keymap.GroupList)
	}
	if m.toolOff {
		h.first = append(h.first, keymap.GroupPager)
	}
	if m.beside != nil {
		h.first = append(h.first, keymap.GroupCompare)
	}
	m.push(h)
	return nil
}

func (h *helpOverlay) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	if h.typing {
		return h.typed(m, msg), true
	}
	action, _ := m.keys.Lookup(keymap.InHelp, msg.String())
	switch action {
	case keymap.CloseHelp, keymap.Cancel, keymap.Quit, keymap.Help, keymap.HelpOnly:
		m.drop(h)
	case keymap.NarrowHelp, keymap.SearchDown:
		h.typing = true
	case keymap.SearchBack:
		m.drop(h)
		return m.askSearch(search.Backward), true
	case keymap.Interrupt, keymap.Suspend, keymap.Redraw, keymap.Theme, keymap.Mouse:
		return nil, false
	default:
		if n, ok := scrolling(action, h.pageRows(m)); ok {
			h.scroll(m, n)
		} else {
			m.say("no action on " + plain(keymap.Name(msg.String())) + " in the help")
		}
	}
	return nil, true
}

// typed takes a key while a text is typed.
func (h *helpOverlay) typed(m *Model, msg tea.KeyMsg) tea.Cmd {
	action, _ := m.keys.Lookup(keymap.InList, msg.String())
	text := h.input.Text()
	switch action {
	case keymap.LeaveList:
		h.stopTyping(m, "")
	case keymap.TakeItem:
		if !h.backward {
			h.typing = false
			break
		}
		m.drop(h)
		if text == "" {
			break
		}
		m.remember(promptSearch, text)
		cmd, err := m.searchFor(text, search.Backward)
		if err != nil {
			m.warn(plain(err.Error()))
		}
		return cmd
	default:
		if n, ok := draw.Steps(action, h.pageRows(m)); ok {
			h.scroll(m, n)
			return nil
		}
		if text == "" && action == keymap.DeleteLeft {
			h.stopTyping(m, "")
			break
		}
		if text == "" && h.backward {
			// As long as nothing is typed, the key that quits leaves, as from any help.
			switch a, _ := m.keys.Lookup(keymap.InFile, msg.String()); a {
			case keymap.Quit:
				m.drop(h)
				return nil
			case keymap.Help:
				m.drop(h)
				return m.askSearch(search.Backward)
			}
		}
		h.input.Key(action, msg)
		if h.input.Text() != text {
			h.top = 0
		}
	}
	return nil
}

// stopTyping ends typing, and closes a help that was opened to type in.
func (h *helpOverlay) stopTyping(m *Model, text string) {
	h.typing = false
	h.input.Set(text)
	h.top = 0
	if h.backward {
		m.drop(h)
	}
}

// scrolling is how many lines an action of the file scrolls a text of so many lines a page; false for other actions.
func scrolling(a keymap.Action, page int) (int, bool) {
	switch a {
	case keymap.LineDown, keymap.ScrollDown:
		return 1, true
	case keymap.LineUp, keymap.ScrollUp:
		return -1, true
	case keymap.PageDown:
		return page, true
	case keymap.PageUp:
		return -page, true
	case keymap.HalfDown:
		return max(page/2, 1), true
	case keymap.HalfUp:
		return -max(page/2, 1), true
	case keymap.Top:
		return -draw.Farthest, true
	case keymap.Bottom:
		return draw.Farthest, true
	}
	return 0, false
}

func (h *helpOverlay) pageRows(m *Model) int { return max(m.areas.body.height-1, 1) }

// scroll moves the list by n lines, as far as it goes.
func (h *helpOverlay) scroll(m *Model, n int) {
	h.top = max(min(h.top+n, len(h.table(m))-h.pageRows(m)), 0)
}

func (h *helpOverlay) wheel(m *Model, n int) tea.Cmd {
	h.scroll(m, n*screens.WheelRows)
	return nil
}

func (h *helpOverlay) click(*Model, int) tea.Cmd { return nil }

// helpLine is a heading or a row of a key; a key whose help is long has several.
type helpLine struct {
	heading string
	keys    string
	text    string
	off     bool // the key can do nothing now
}

// groups lists the headings, those of what the help was opened over first.
func (h *helpOverlay) groups() []keymap.Group {
	rest := slices.DeleteFunc(keymap.Groups(), func(g keymap.Group) bool { return slices.Contains(h.first, g) })
	return append(slices.Clone(h.first), rest...)
}

// list lists all keys under their headings.
func (h *helpOverlay) list(m *Model) []helpEntry {
	if h.entries != nil {
		return h.entries
	}
	for _, g := range h.groups() {
		for _, b := range m.keys.InGroup(g) {
			if len(b.Keys) == 0 {
				continue
			}
			row := helpLine{keys: plain(keymap.Names(b.Keys)), text: b.Help}
			if b.Takes != "" {
				row.keys += " " + b.Takes
			}
			words := strings.ToLower(row.keys + " " + row.text + " " + string(g) + " " + string(b.Action))
			h.entries = append(h.entries, helpEntry{group: g, action: b.Action, line: row, words: words})
		}
	}
	return h.entries
}

// lines lists what matches the typed text, in rows as wide as the screen.
func (h *helpOverlay) lines(m *Model) []helpLine {
	var out []helpLine
	var under keymap.Group
	want := strings.ToLower(h.input.Text())
	for _, e := range h.list(m) {
		if !strings.Contains(e.words, want) {
			continue
		}
		if e.group != under {
			if len(out) > 0 {
				out = append(out, helpLine{})
			}
			out = append(out, helpLine{heading: string(e.group)})
			under = e.group
		}
		row := e.line
		if why := m.disabled(e.action); why != "" {
			row.text, row.off = row.text+" – now not: "+why, true
		}
		out = append(out, wrapped(row, h.columnWidth(m))...)
	}
	if len(out) == 0 {
		out = append(out, helpLine{text: "no key matches"})
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
func (h *helpOverlay) columns(m *Model) int {
	if m.width < twoColumns || h.input.Text() != "" {
		return 1
	}
	return 2
}

// columnWidth is the width of a column of the help.
func (h *helpOverlay) columnWidth(m *Model) int { return m.width / h.columns(m) }

// table are the rows of the help: a line or, in two columns, one of the first half and one of the second, which begins with
// a heading. They scroll together.
func (h *helpOverlay) table(m *Model) [][]helpLine {
	kept, entries := &h.kept, h.list(m)
	current := kept.rows != nil && kept.width == m.width && kept.text == h.input.Text()
	if kept.why == nil {
		kept.why = make([]string, len(entries))
	}
	for i, e := range entries {
		if why := m.disabled(e.action); why != kept.why[i] {
			kept.why[i], current = why, false
		}
	}
	if !current {
		kept.rows, kept.width, kept.text = h.arranged(m, h.lines(m)), m.width, h.input.Text()
	}
	return kept.rows
}

// arranged are lines as the rows of the table.
func (h *helpOverlay) arranged(m *Model, lines []helpLine) [][]helpLine {
	half := len(lines)
	if h.columns(m) > 1 {
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
		if l.heading != "" && i > 0 && max(i, len(lines)-i) < max(best, len(lines)-best) {
			best = i
		}
	}
	return best
}

// wrapped divides a row where it is wider than the screen.
func wrapped(row helpLine, width int) []helpLine {
	keyWidth, textWidth := helpColumns(width)
	keys := cells.WrapWords(row.keys, keyWidth)
	text := cells.WrapWords(row.text, textWidth)
	if width < 30 {
		text = append(make([]string, len(keys)), text...)
	}
	out := make([]helpLine, max(len(keys), len(text)))
	for i := range out {
		out[i].off = row.off
		if i < len(keys) {
			out[i].keys = keys[i]
		}
		if i < len(text) {
			out[i].text = text[i]
		}
	}
	return out
}

func (h *helpOverlay) rows(m *Model, height int) []string {
	table := h.table(m)
	rows := make([]string, 0, height)
	top := max(min(h.top, len(table)-1), 0)
	for _, row := range table[top:min(top+height, len(table))] {
		var b strings.Builder
		for _, l := range row {
			b.WriteString(m.helpRow(l, h.columnWidth(m)))
		}
		b.WriteString(strings.Repeat(" ", max(m.width-len(row)*h.columnWidth(m), 0)))
		rows = append(rows, b.String())
	}
	return rows
}

// helpRow draws a line of the help.
func (m *Model) helpRow(l helpLine, width int) string {
	var b strings.Builder
	keyRole, textRole := themes.HelpKey, themes.HelpText
	if l.off {
		keyRole, textRole = themes.Dim, themes.Dim
	}
	keyWidth, textWidth := helpColumns(width)
	switch {
	case l.heading != "":
		m.put(&b, themes.HelpHeading, cells.Pad(" "+l.heading, width))
	case width < 30 && l.keys != "":
		m.put(&b, keyRole, cells.Pad(" "+l.keys, width))
	case width < 30:
		m.put(&b, textRole, cells.Pad("   "+l.text, width))
	default:
		b.WriteString("   ")
		m.put(&b, keyRole, cells.Pad(l.keys, keyWidth))
		b.WriteString("  ")
		m.put(&b, textRole, cells.Pad(l.text, textWidth))
	}
	return b.String()
}

func (h *helpOverlay) footer(m *Model) string {
	leave := m.keyName(keymap.CloseHelp) + " back to the file"
	take := m.keyName(keymap.TakeItem)
	switch {
	case h.backward:
		return m.canvas().Field("?", &h.input, "", "type to narrow, "+take+" searches backward for it · "+m.keyName(keymap.NextItem)+" "+m.keyName(keymap.PrevItem)+" scroll · "+leave)
	case h.typing:
		return m.canvas().Field("help: ", &h.input, "", "type to narrow, "+take+" keeps it · "+m.keyName(keymap.LeaveList)+" shows all")
	case !m.quiet():
		return ""
	}
	parts := []part{
		{Text: leave, Role: themes.FooterText, Keep: 9},
		{Text: "  " + m.keyName(keymap.NarrowHelp) + " narrows", Role: themes.FooterText, Keep: 6},
		{Text: "  " + m.keyName(keymap.LineDown) + " " + m.keyName(keymap.LineUp) + " scroll", Role: themes.FooterText, Keep: 5},
	}
	if t := h.input.Text(); t != "" {
		parts = append([]part{{Text: "help: " + plain(t) + "  ", Role: themes.Prompt, Keep: 8}}, parts...)
	}
	return m.bar(parts, nil, themes.FooterText)
}
