package transcripts

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/draw"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
	"eyeline/tui/textfield"
	"eyeline/tui/words"
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
func (l *rowList) key(keys *keymap.Map, msg tea.KeyMsg) (rest keymap.Action, typed bool) {
	action, _ := keys.Lookup(keymap.InTranscript, msg.String())
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
		l.move(screens.WheelRows)
	case msg.Button == tea.MouseButtonWheelUp:
		l.move(-screens.WheelRows)
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

// field is the row in which is typed.
func (l *rowList) field(c draw.Canvas, noun, hint string) string {
	return c.Field(noun+": ", &l.input, "", hint)
}

// listing is what every screen that is a list of rows has.
type listing struct {
	tasks
	host     screens.Host
	services Services
	list     rowList
}

func newListing(h screens.Host, s Services) listing {
	return listing{tasks: newTasks(), host: h, services: s, list: rowList{input: textfield.New("")}}
}

// rowsScreen is a screen that is a list of rows.
type rowsScreen interface {
	screens.Screen
	// firstRow is the row of the screen that the first row of the list is in.
	firstRow() int
	// open opens the selected row.
	open() tea.Cmd
	// describe reads what is not known yet of the rows on the screen.
	describe() tea.Cmd
}

// Current implements [screens.Screen].
func (l *listing) Current(x stamp.Stamp) bool { return l.wanted(x) }

// updateRows does what a new size and the mouse mean to every list of rows.
func (l *listing) updateRows(s rowsScreen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return s.describe()
	case tea.MouseMsg:
		if l.list.mouse(msg, s.firstRow()) {
			return s.open()
		}
		return s.describe()
	}
	return nil
}

// room is how many rows of the list there is room for below the row first of the screen.
func (l *listing) room(first int) int { return max(l.host.Height()-first, 0) }

func (l *listing) canvas() draw.Canvas { return l.host.Canvas() }

// keyName is an action's first key for a person.
func (l *listing) keyName(a keymap.Action) string { return screens.KeyName(l.host.Keys(), a) }

// hint is a key of an action with a word for the footer.
func (l *listing) hint(a keymap.Action, word string) bar.Hint {
	return screens.Hint(l.host.Keys(), a, word)
}

// footer is the footer of a list of rows: its keys, and which row is selected.
func (l *listing) footer(running string, hints ...bar.Hint) bar.Footer {
	f := bar.Footer{Running: running, Keys: hints}
	if len(l.list.order) > 0 {
		f.Lines = words.Group(int64(l.list.at+1)) + " of " + words.Group(int64(len(l.list.order)))
	}
	return f
}
