package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/draw"
	"eyeline/tui/textfield"
)

// rowList is rows to choose from that fill the screen: which of them match what is typed, in which order, which one is
// selected and which are shown.
type rowList struct {
	input textfield.Field
	order []int // the rows that match
	at    int   // the selected one: an index into order
	top   int   // the first that is shown: likewise
	room  int   // how many were shown
}

func newRowList() rowList { return rowList{input: textfield.New("")} }

// selected is the selected row; false when there is none.
func (l *rowList) selected() (int, bool) {
	if l.at < 0 || l.at >= len(l.order) {
		return 0, false
	}
	return l.order[l.at], true
}

// words are what is typed, in lower case: a row matches when it contains all of them.
func (l *rowList) words() []string { return strings.Fields(strings.ToLower(l.input.Text())) }

// matchesAll reports whether a text in lower case contains all words.
func matchesAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// show takes the rows that match. The selected row stays selected if it is among them.
func (l *rowList) show(order []int) {
	was, ok := l.selected()
	l.order = order
	if i := slices.Index(order, was); ok && i >= 0 {
		l.at = i
	}
	l.at = max(min(l.at, len(order)-1), 0)
}

func (l *rowList) move(n int) { l.at = max(min(l.at+n, len(l.order)-1), 0) }

// key does what a key means to every list of rows. It returns the action of a key that means something else, and whether
// what is typed has changed.
func (l *rowList) key(m *Model, msg tea.KeyMsg) (rest keymap.Action, typed bool) {
	action, _ := m.keys.Lookup(keymap.InTranscript, msg.String())
	if n, ok := draw.Steps(action, max(l.room, 1)); ok {
		l.move(n)
		return "", false
	}
	switch action {
	case keymap.MarkItem, keymap.CompareMarked: // there is nothing to mark
	case keymap.LeaveList:
		if l.input.Text() == "" || msg.String() == "ctrl+c" {
			return action, false
		}
		l.input.Set("")
		return "", true
	case keymap.TakeItem, keymap.SortRows, keymap.Timeline, keymap.RecordHelp:
		return action, false
	default:
		text := l.input.Text()
		l.input.Key(action, msg)
		return "", l.input.Text() != text
	}
	return "", false
}

// mouse scrolls and selects. It reports a click on the selected row.
func (l *rowList) mouse(msg tea.MouseMsg, first int) (take bool) {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		l.move(wheelLines)
	case msg.Button == tea.MouseButtonWheelUp:
		l.move(-wheelLines)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		at := l.top + msg.Y - first
		if msg.Y < first || at >= len(l.order) {
			return false
		}
		if at == l.at {
			return true
		}
		l.at = at
	}
	return false
}

// visible is the half-open range of order to draw in a room of so many, with the selected row in it.
func (l *rowList) visible(room int) (from, to int) {
	from = draw.Scrolled(l.top, l.at, max(room, 1), len(l.order))
	return from, min(from+max(room, 0), len(l.order))
}

// place keeps what visible shows: scrolling begins there, and clicks are counted from there.
func (l *rowList) place(room int) {
	l.room = max(room, 0)
	l.top, _ = l.visible(room)
}

// rowsScreen is a screen that is a list of rows.
type rowsScreen interface {
	fullScreen
	// rowsAt is the list, and the row of the screen that its first row is in.
	rowsAt(m *Model) (l *rowList, first int)
	// open opens the selected row.
	open(m *Model) tea.Cmd
	// describe reads what is not known yet of the rows on the screen.
	describe(m *Model) tea.Cmd
}

// updateList does what a new size and the mouse mean to every list of rows.
func (m *Model) updateList(s rowsScreen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return s.describe(m)
	case tea.MouseMsg:
		if m.front() != fullScreen(s) {
			return nil
		}
		if l, first := s.rowsAt(m); l.mouse(msg, first) {
			return s.open(m)
		}
		return s.describe(m)
	}
	return nil
}

// roomFor is how many rows of a list there is room for below the row first of the screen.
func (m *Model) roomFor(first int) int { return max(m.height-m.areas.footer.height-first, 0) }

// placeList keeps which rows of a list are on the screen.
func (m *Model) placeList() {
	if s, is := m.front().(rowsScreen); is {
		l, first := s.rowsAt(m)
		l.place(m.roomFor(first))
	}
}

// field is the row in which is typed.
func (l *rowList) field(m *Model, noun, hint string) string {
	return m.canvas().Field(noun+": ", &l.input, "", hint)
}

func (m *Model) ascii() bool { return m.opts.ASCII }

// listFooter is the footer of a list of rows: its keys, and which row is selected.
func (m *Model) listFooter(l *rowList, running string, hints ...bar.Hint) bar.Footer {
	f := bar.Footer{Running: running, Keys: hints}
	if len(l.order) > 0 {
		f.Lines = group(int64(l.at+1)) + " of " + group(int64(len(l.order)))
	}
	return f
}

// hint is a key of an action with a word for the footer.
func (m *Model) hint(a keymap.Action, word string) bar.Hint {
	return bar.Hint{Key: m.keyName(a), Word: word, Always: a == keymap.RecordHelp || a == keymap.Help}
}
