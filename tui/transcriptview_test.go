package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestDrawingAListChangesNothing: which rows are shown is settled in Update, so that a screen that was not drawn scrolls and
// takes clicks as one that was.
func TestDrawingAListChangesNothing(t *testing.T) {
	o := Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}
	onTranscript(t, 80, 20, o, func(s *screen) {
		for _, keys := range [][]string{nil, {"end"}, {"ctrl+t"}, {"end"}, {"pgup"}} {
			s.keys(keys...)
			l, first := shownRows(s)
			before := *l
			s.text()
			if l.top != before.top || l.room != before.room || l.at != before.at {
				t.Errorf("drawing after %v changed the list: %+v, before %+v", keys, l, before)
			}
			if l.at < l.top || l.at >= l.top+l.room || l.room != 20-1-first {
				t.Errorf("after %v row %d is selected of %d from %d on", keys, l.at, l.room, l.top)
			}
		}
		s.keys("home")
		l, first := shownRows(s)
		s.send(tea.MouseMsg{X: 5, Y: first + 3, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		if l.at != 3 {
			t.Errorf("a click on the fourth row selects row %d", l.at)
		}
	})
}

// shownRows is the list that is shown, and the row of the screen that its first row is in.
func shownRows(s *screen) (*rowList, int) {
	switch f := s.m.front().(type) {
	case *filesScreen:
		return &f.list, f.firstRow()
	case *timelineScreen:
		return &f.list, f.firstRow()
	}
	s.t.Fatalf("no list is shown:\n%s", s.text())
	return nil, 0
}

// TestNoteOfATranscript says on both lists what the record has other than was sent, but not where there are few rows.
func TestNoteOfATranscript(t *testing.T) {
	o := Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}
	for _, width := range []int{60, 120} {
		onTranscript(t, width, 24, o, func(s *screen) {
			s.has("Reminders are left out of results. ")
			s.has("sent inside them.")
			s.keys("ctrl+t")
			s.has("Reminders are left out of results. ")
			s.has("sent inside them.")
		})
	}
	onTranscript(t, 80, 10, o, func(s *screen) { s.lacks("Reminders") })
}
