package transcripts

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/draw"
	"eyeline/tui/screens"
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

// key does what a key means to every list of rows. It returns the action of a key that means something else, and
// whether what is typed has changed.
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

// shown are the rows that are drawn in a room of so many, with as many before and after them as more says.
func (l *rowList) shown(room, more int) []int {
	room = max(room, 1)
	from, _ := l.visible(room)
	return l.order[max(from-more*room, 0):min(from+(more+1)*room, len(l.order))]
}

// place keeps what visible shows: scrolling begins there, and clicks are counted from there.
func (l *rowList) place(room int) {
	l.room = max(room, 0)
	l.top, _ = l.visible(room)
}
