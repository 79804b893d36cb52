package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/textfield"
)

// item is something to choose from a list.
type item struct {
	name string
	text string // about it, in a line
	off  string // why it cannot be chosen now; "" when it can
	take func(m *Model) (tea.Cmd, error)
	// favourite: the item is one of those that a person has chosen to have at hand.
	favourite bool
	// also is what the keys of the list's own context do with the item; nil where it has none.
	also map[keymap.Action]func(m *Model) (tea.Cmd, error)
}

// list is a panel of items to choose from. What is typed narrows it to the items that contain all the typed words.
type list struct {
	noun  string // what an item is: "preset"
	title string
	hint  string // what may be typed, shown while nothing is
	items []item
	// context is where keys are looked up; 0 is InList.
	context keymap.Context
	// wide: the names say more than the texts, which are short.
	wide bool
	// reads is the job that reads the file for what the list says, which ends with the list; 0 for none.
	reads jobKind
	// missing is why there are no items, where that is not that there are none.
	missing string
	// leave is done when the list is closed without choosing; nil for nothing.
	leave func(m *Model) tea.Cmd
	// extra makes items of the typed text, such as to save something under a new name; nil when there are none.
	extra func(m *Model, text string) []item

	// marked are the names of the items that are marked, and compare is done with them; nil where nothing is.
	marked  map[string]bool
	compare func(m *Model, names []string) (tea.Cmd, error)
	// favour makes the item of a name a favourite, or no longer; nil where there are none.
	favour func(m *Model, name string) (tea.Cmd, error)

	input textfield.Field
	at    int // the selected one of those that match
	top   int // the first that is shown
	bad   string
}

// wideText is how many cells the texts get beside names that say more.
const wideText = 18

// choose opens a list, with the item of a name selected where there is one.
func (m *Model) choose(l *list, name string) {
	l.input = textfield.New("")
	l.at = max(slices.IndexFunc(l.items, func(i item) bool { return i.name == name }), 0)
	m.push(l)
}

// matching lists the items that match what is typed: those whose names begin with it first.
func (l *list) matching(m *Model) []item {
	text := strings.ToLower(strings.TrimSpace(l.input.Text()))
	var first, rest []item
	for _, i := range l.items {
		name := strings.ToLower(i.name)
		all := name + " " + strings.ToLower(i.text)
		if i.favourite {
			all += " " + favouriteWord
		}
		if slices.ContainsFunc(strings.Fields(text), func(w string) bool { return !strings.Contains(all, w) }) {
			continue
		}
		if text != "" && strings.HasPrefix(name, text) {
			first = append(first, i)
		} else {
			rest = append(rest, i)
		}
	}
	out := append(first, rest...)
	if l.extra != nil {
		out = append(out, l.extra(m, l.input.Text())...)
	}
	return out
}

func (l *list) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	context := keymap.InList
	if l.context != 0 {
		context = l.context
	}
	action, _ := m.keys.Lookup(context, msg.String())
	l.bad = ""
	if items := l.matching(m); len(items) > 0 {
		if do := items[min(l.at, len(items)-1)].also[action]; do != nil {
			return l.do(m, do), true
		}
	}
	if n, ok := draw.Steps(action, l.pageRows(m)); ok {
		l.move(m, n)
		return nil, true
	}
	switch action {
	case keymap.LeaveList:
		return l.close(m), true
	case keymap.TakeItem:
		return l.takeSelected(m), true
	case keymap.MarkItem:
		l.mark(m)
	case keymap.Favourite:
		return l.favourSelected(m), true
	case keymap.CompareMarked:
		return l.compareMarked(m), true
	default:
		text := l.input.Text()
		if text == "" && action == keymap.DeleteLeft {
			return l.close(m), true
		}
		l.input.Key(action, msg)
		if l.input.Text() != text {
			l.at, l.top = 0, 0
		}
	}
	return nil, true
}

// close closes the list without choosing.
func (l *list) close(m *Model) tea.Cmd {
	m.drop(l)
	if l.leave == nil {
		return nil
	}
	return l.leave(m)
}

// takeSelected chooses the selected item and closes the list, unless the choice is refused.
func (l *list) takeSelected(m *Model) tea.Cmd {
	items := l.matching(m)
	if len(items) == 0 {
		l.bad = "no " + l.noun + " matches"
		return nil
	}
	return l.take(m, items[min(l.at, len(items)-1)])
}

func (l *list) take(m *Model, i item) tea.Cmd {
	if i.off != "" {
		l.bad = plain(i.off)
		return nil
	}
	return l.do(m, i.take)
}

// do does something with an item and closes the list, unless that is refused.
func (l *list) do(m *Model, what func(m *Model) (tea.Cmd, error)) tea.Cmd {
	cmd, err := what(m)
	if err != nil {
		l.bad = plain(err.Error())
		return nil
	}
	m.drop(l)
	return cmd
}

// mark marks the selected item, or takes its mark away, and goes on to the next one.
func (l *list) mark(m *Model) {
	items := l.matching(m)
	if l.compare == nil || len(items) == 0 {
		l.bad = "nothing can be marked here"
		return
	}
	name := items[min(l.at, len(items)-1)].name
	if l.marked[name] {
		delete(l.marked, name)
	} else {
		l.marked[name] = true
	}
	l.move(m, 1)
}

// favouriteSign follows the name of a favourite.
const favouriteSign = " +"

// favouriteWord is what narrows a list to the favourites.
const favouriteWord = "favourite"

// favourSelected makes the selected item a favourite, or no longer.
func (l *list) favourSelected(m *Model) tea.Cmd {
	items := l.matching(m)
	if l.favour == nil || len(items) == 0 {
		l.bad = "nothing can be a favourite here"
		return nil
	}
	cmd, err := l.favour(m, items[min(l.at, len(items)-1)].name)
	if err != nil {
		l.bad = plain(err.Error())
	}
	return cmd
}

// compareMarked compares the marked items and closes the list, unless that is refused.
func (l *list) compareMarked(m *Model) tea.Cmd {
	if l.compare == nil {
		l.bad = "nothing can be compared here"
		return nil
	}
	var names []string
	for _, i := range l.items {
		if l.marked[i.name] {
			names = append(names, i.name)
		}
	}
	cmd, err := l.compare(m, names)
	if err != nil {
		l.bad = plain(err.Error())
		return nil
	}
	m.drop(l)
	return cmd
}

// takeNamed chooses the item of a name, as plain mode does.
func (l *list) takeNamed(m *Model, name string) tea.Cmd {
	l.input.Set(name)
	items := l.matching(m)
	at := slices.IndexFunc(items, func(i item) bool { return i.name == name })
	if at < 0 && l.extra != nil {
		if more := l.extra(m, name); len(more) > 0 {
			return l.take(m, more[0])
		}
	}
	if at < 0 {
		l.bad = fmt.Sprintf("no %s is called %q; %s", l.noun, plain(name), l.hint)
		return nil
	}
	return l.take(m, items[at])
}

// move selects the item n further down, as far as there is one.
func (l *list) move(m *Model, n int) { l.at = max(min(l.at+n, len(l.matching(m))-1), 0) }

// height is a row for the title and one for each item, but no more than two thirds of the body.
func (l *list) height(_ *Model, body int) int {
	want := 1 + max(len(l.items), 1)
	if l.extra != nil {
		want++
	}
	return min(want, max(body*2/3, min(body, 3)))
}

// pageRows is how many items are shown at a time.
func (l *list) pageRows(m *Model) int { return max(l.height(m, m.areas.body.height)-1, 1) }

func (l *list) wheel(m *Model, n int) tea.Cmd {
	l.move(m, n)
	return nil
}

// click selects an item; a second click chooses it.
func (l *list) click(m *Model, row int) tea.Cmd {
	at := l.top + row - 1
	switch n := len(l.matching(m)); {
	case row < 1 || at >= n:
		return nil
	case at != l.at:
		l.at = at
		return nil
	}
	return l.takeSelected(m)
}

// scroll implements scrolledPanel.
func (l *list) scroll(m *Model, height int) {
	l.top = draw.Scrolled(l.top, l.at, max(height-1, 0), len(l.matching(m)))
}

func (l *list) rows(m *Model, height int) []string {
	items := l.matching(m)
	room := max(height-1, 0)
	top := draw.Scrolled(l.top, l.at, room, len(items))
	rows := []string{m.panelTitle(l.title, count(int64(len(items)), l.noun))}
	if len(items) == 0 {
		var b strings.Builder
		text := "no " + l.noun + " matches"
		if len(l.items) == 0 {
			text = "there is no " + l.noun
			if l.missing != "" {
				text = l.missing
			} else if l.hint != "" {
				text += "; " + l.hint
			}
		}
		m.put(&b, themes.Dim, cells.Pad(cells.Truncate("   "+text, m.width, "…"), m.width))
		return append(rows, b.String())
	}
	nameWidth := 0
	for _, i := range items {
		width := cells.Width(plain(i.name))
		if i.favourite {
			width += len(favouriteSign)
		}
		nameWidth = max(nameWidth, width)
	}
	most := m.width * 2 / 5
	if l.wide {
		most = m.width - wideText
	}
	nameWidth = min(nameWidth+3, max(most, 8), m.width)
	for k := top; k < len(items) && len(rows) <= room; k++ {
		rows = append(rows, m.itemRow(items[k], nameWidth, k == l.at, l.marked[items[k].name]))
	}
	return rows
}

func (m *Model) itemRow(i item, nameWidth int, selected, marked bool) string {
	var b strings.Builder
	role, sign := themes.HelpKey, "   "
	textRole, text := themes.HelpText, i.text
	if i.off != "" {
		role, textRole = themes.Dim, themes.Dim
		text += " – now not: " + i.off
	}
	if selected {
		role, sign = themes.OptionSelected, " ▸ "
	}
	if marked {
		sign = sign[:len(sign)-1] + "*"
	}
	name := sign + plain(i.name)
	if i.favourite {
		name += favouriteSign
	}
	m.put(&b, role, cells.Pad(cells.Truncate(name, nameWidth, "…"), nameWidth))
	room := max(m.width-nameWidth, 0)
	m.put(&b, textRole, cells.Pad(cells.Truncate("  "+plain(text), room, "…"), room))
	return b.String()
}

// panelTitle is the first row of a panel: what it is, and at the right a hint as far as there is room.
func (m *Model) panelTitle(title, hint string) string {
	var b strings.Builder
	left, right := "── "+title+" ", ""
	if hint != "" {
		right = " " + hint + " ──"
	}
	if cells.Width(left)+cells.Width(right) > m.width {
		right = ""
	}
	line := strings.Repeat("─", max(m.width-cells.Width(left)-cells.Width(right), 0))
	m.put(&b, themes.Border, cells.Pad(left+line+right, m.width))
	return b.String()
}

func (l *list) footer(m *Model) string { return m.canvas().Field(l.noun+": ", &l.input, l.bad, l.hint) }
