package transcripts

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/kit/rowscreen"
)

// TestDrawingAListChangesNothing: which rows are shown is settled in Update, so that a screen that was not drawn
// scrolls and takes clicks as one that was.
func TestDrawingAListChangesNothing(t *testing.T) {
	o := sample(t)
	onFiles(t, 80, 20, o, func(p *program) {
		for _, keys := range [][]string{nil, {"end"}, {"ctrl+t"}, {"end"}, {"pgup"}} {
			p.keys(keys...)
			on, first := shownRows(p)
			l := &on.List
			before := *l
			p.text()
			if l.Top() != before.Top() || l.Room() != before.Room() || l.At() != before.At() {
				t.Errorf("drawing after %v changed the list: %+v, before %+v", keys, l, before)
			}
			if l.At() < l.Top() || l.At() >= l.Top()+l.Room() || l.Room() != 20-1-first {
				t.Errorf("after %v row %d is selected of %d from %d on", keys, l.At(), l.Room(), l.Top())
			}
		}
		p.keys("home")
		on, first := shownRows(p)
		l := &on.List
		p.send(tea.MouseMsg{X: 5, Y: first + 3, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		if l.At() != 3 {
			t.Errorf("a click on the fourth row selects row %d", l.At())
		}
	})
}

// shownRows is the list that is shown, and the row of the screen that its first row is in.
func shownRows(p *program) (*rowscreen.Screen, int) {
	switch f := p.front().(type) {
	case *filesScreen:
		return &f.Screen, f.FirstRow()
	case *timelineScreen:
		return &f.Screen, f.FirstRow()
	}
	p.t.Fatalf("no list is shown:\n%s", p.text())
	return nil, 0
}

// TestNoteOfATranscript: what the record has other than was sent stands on the list of files where it is high, and
// beside what the run cost in any case.
func TestNoteOfATranscript(t *testing.T) {
	o := sample(t)
	for _, width := range []int{60, 120} {
		onFiles(t, width, 40, o, func(p *program) {
			p.has("Reminders are left out, which older models", "The context is proven")
		})
		onFiles(t, width, 24, o, func(p *program) {
			p.lacks("Reminders")
			p.keys("alt+o")
			p.has("Reminders are left out, which older models", "The context is proven")
		})
	}
	onFiles(t, 80, 10, o, func(p *program) { p.lacks("Reminders") })
	for _, width := range []int{1, 4, 8} { // where it would be longer than the list
		onFiles(t, width, 24, o, func(p *program) {
			for range 2 {
				if l, first := shownRows(p); l.List.Room() < 11 {
					t.Errorf("%d cells wide: %d rows of the list are shown, from row %d on", width, l.List.Room(), first)
				}
				p.keys("ctrl+t")
			}
		})
	}
}
