package rowscreen

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"

	"eyeline/keymap"
	"eyeline/tui/draw"
	"eyeline/tui/screens"
	"eyeline/tui/textfield"
)

// rows are rows to choose from that fill the screen: which of them match what is typed, in which order, which one is
// selected and which are shown.
type rows struct {
	Input textfield.Field
	Order []int // the rows that match
	At    int   // the selected one: an index into Order
	Top   int   // the first that is shown: likewise
	Room  int   // how many were shown
}

// Selected is the selected row; false when there is none.
func (l *rows) Selected() (int, bool) {
	if l.At < 0 || l.At >= len(l.Order) {
		return 0, false
	}
	return l.Order[l.At], true
}

// Matching are those of rows that match what is typed: whose texts, in lower case, contain all its words; where none
// does, those that are like each of them, the best for the last one first; see [like].
func Matching(typed string, rows []int, text func(row int) string) []int {
	words := strings.Fields(strings.ToLower(typed))
	order := slices.DeleteFunc(slices.Clone(rows), func(row int) bool {
		t := text(row)
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(t, w) })
	})
	if len(order) > 0 || len(words) == 0 {
		return order
	}
	order = rows
	for _, w := range words {
		order = like(w, order, text)
	}
	return order
}

// like are those of rows with a text of which a part without a blank has all letters of a word in their order, the best
// first as [fuzzy] rates them. Across blanks nearly every text would have them.
func like(word string, rows []int, text func(row int) string) (out []int) {
	var fields []string
	var of []int // the row of each
	for _, row := range rows {
		for _, field := range strings.Fields(text(row)) {
			fields, of = append(fields, field), append(of, row)
		}
	}
	taken := map[int]bool{}
	for _, m := range fuzzy.Find(word, fields) {
		if row := of[m.Index]; !taken[row] {
			taken[row] = true
			out = append(out, row)
		}
	}
	return out
}

// Show takes the rows that match. The selected row stays selected if it is among them.
func (l *rows) Show(order []int) {
	was, ok := l.Selected()
	l.Order = order
	if i := slices.Index(order, was); ok && i >= 0 {
		l.At = i
	}
	l.At = max(min(l.At, len(order)-1), 0)
}

func (l *rows) Move(n int) { l.At = max(min(l.At+n, len(l.Order)-1), 0) }

// key does what a key means to every list of rows. It returns the action of a key that means something else, and
// whether what is typed has changed.
func (l *rows) key(keys *keymap.Map, msg tea.KeyMsg) (rest keymap.Action, typed bool) {
	action, _ := keys.Lookup(keymap.InTranscript, msg.String())
	if n, ok := draw.Steps(action, max(l.Room, 1)); ok {
		l.Move(n)
		return "", false
	}
	switch action {
	case keymap.MarkItem, keymap.CompareMarked: // there is nothing to mark
	case keymap.LeaveList:
		if l.Input.Text() == "" || msg.String() == "ctrl+c" {
			return action, false
		}
		l.Input.Set("")
		return "", true
	case keymap.TakeItem, keymap.SortRows, keymap.Timeline, keymap.RecordHelp:
		return action, false
	default:
		text := l.Input.Text()
		l.Input.Key(action, msg)
		return "", l.Input.Text() != text
	}
	return "", false
}

// mouse scrolls and selects. It reports a click on the selected row.
func (l *rows) mouse(msg tea.MouseMsg, first int) (take bool) {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		l.Move(screens.WheelRows)
	case msg.Button == tea.MouseButtonWheelUp:
		l.Move(-screens.WheelRows)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		at := l.Top + msg.Y - first
		if msg.Y < first || at >= len(l.Order) {
			return false
		}
		if at == l.At {
			return true
		}
		l.At = at
	}
	return false
}

// visible is the half-open range of order to draw in a room of so many, with the selected row in it.
func (l *rows) visible(room int) (from, to int) {
	from = draw.Scrolled(l.Top, l.At, max(room, 1), len(l.Order))
	return from, min(from+max(room, 0), len(l.Order))
}

// Shown are the rows that are drawn in a room of so many, with as many before and after them as more says.
func (l *rows) Shown(room, more int) []int {
	room = max(room, 1)
	from, _ := l.visible(room)
	return l.Order[max(from-more*room, 0):min(from+(more+1)*room, len(l.Order))]
}

// place keeps what visible shows: scrolling begins there, and clicks are counted from there.
func (l *rows) place(room int) {
	l.Room = max(room, 0)
	l.Top, _ = l.visible(room)
}
