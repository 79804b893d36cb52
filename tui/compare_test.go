package tui

import "testing"

// The model pane moves after a comparison was closed by going to the next panes, and after one was replaced by another.
func TestPanesMoveAfterAComparison(t *testing.T) {
	path := written(t, "f.txt", numbered(500))
	onScreen(t, path, 80, 24, nil, func(s *screen) {
		s.keys("C", "enter", "p")
		before := s.text()
		s.keys(" ", " ")
		if s.text() == before {
			t.Errorf("the model pane does not move:\n%s", s.text())
		}
	})
	onScreen(t, path, 80, 24, nil, func(s *screen) {
		s.keys("C", "enter", "C", "down", "enter")
		before := s.text()
		s.keys(" ", " ")
		if s.text() == before {
			t.Errorf("the comparison does not move:\n%s", s.text())
		}
	})
}
