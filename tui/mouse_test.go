package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/systemtest"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/overlay"
)

// clickOn clicks on the last text of its kind in a row of the screen, in cells as the terminal counts them.
func (s *screen) clickOn(row int, text string) {
	s.t.Helper()
	line := strings.Split(s.text(), "\n")[row]
	at := strings.LastIndex(line, text)
	if at < 0 {
		s.t.Fatalf("row %d lacks %q: %q", row, text, line)
	}
	s.click(ansi.StringWidth(line[:at]), row)
}

func (s *screen) click(x, y int) {
	s.send(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	s.settle()
}

// TestTheTopRowIsPressed: a click on the file, the tool, the mode or an argument does what its key does, at each width
// at which it is drawn; one on what has no key, or while something is open, does nothing.
func TestTheTopRowIsPressed(t *testing.T) {
	t.Parallel()
	for _, width := range []int{40, 60, 80, 120, 200} {
		onScreen(t, sample(t), width, 24, nil, func(s *screen) {
			noun := func() string {
				p, _ := overlay.Topmost[*overlay.ListPanel](s.m.overlays)
				if p == nil {
					return ""
				}
				return p.Config.Noun
			}
			s.clickOn(0, "codex")
			if noun() != "tool" {
				t.Errorf("%d columns: a click on the tool opens the list of %q", width, noun())
			}
			s.clickOn(0, "slice")
			if s.m.overlays.Any() && noun() != "tool" {
				t.Errorf("%d columns: a click on the mode goes to the list", width)
			}
			s.keys("esc")
			s.clickOn(0, "server")
			if n := noun(); n != "file" {
				t.Errorf("%d columns: a click on the file opens the list of %q", width, n)
			}
			s.keys("esc")
			s.clickOn(0, "slice")
			s.has("block")
			if strings.Contains(strings.Split(s.text(), "\n")[0], "anchor") {
				s.clickOn(0, "anchor")
				if _, open := overlay.Topmost[*toolpanels.OptionsPanel](s.m.overlays); !open {
					t.Errorf("%d columns: a click on an argument does not open the options", width)
				}
			}
		})
	}
}

// TestWhatIsPressedIsDrawn: at each cell of the rows above and below the panes that presses a key, something is drawn.
func TestWhatIsPressedIsDrawn(t *testing.T) {
	t.Parallel()
	for width := 20; width < 200; width += 9 {
		onScreen(t, sample(t), width, 24, nil, func(s *screen) {
			rows := strings.Split(s.text(), "\n")
			pressed := 0
			for x := range width {
				for y, key := range map[int]string{0: s.m.screenKey(x, 0), 23: s.m.footerKey(x)} {
					if cell := ansi.Cut(rows[y], x, x+1); key != "" {
						pressed++
						if cell == "" || cell == " " && ansi.Cut(rows[y], x-1, x) == " " {
							t.Errorf("%d columns: row %d presses %s at the blank %d: %q", width, y, key, x, rows[y])
						}
					}
				}
			}
			if pressed == 0 {
				t.Errorf("%d columns: nothing can be clicked", width)
			}
		})
	}
}

// TestInstructionsAreTakenByTwoClicks: in the list of an agent's instructions the first click selects, and the second
// opens the file.
func TestInstructionsAreTakenByTwoClicks(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "names in any case are one, so that another file is sent")
	onContext(t, 100, 30, nil, func(s *screen, _ string) {
		y := s.rowOf("AGENTS.md")
		s.click(3, y+1)
		s.has("3 of ")
		if s.m.file.Text.Doc != nil {
			t.Fatal("one click opens the file")
		}
		s.click(3, y+1)
		if s.m.file.Text.Doc == nil {
			t.Error("a second click does not open the file")
		}
	})
}

// TestRowsAreTakenByTwoClicks: in the options the first click selects, and the second does what Enter does. An agent's
// name is one click away from the list of agents.
func TestRowsAreTakenByTwoClicks(t *testing.T) {
	t.Parallel()
	onContext(t, 100, 30, nil, func(s *screen, _ string) {
		s.clickOn(0, "Codex")
		s.has("agents")
	})
	onScreen(t, sample(t), 100, 24, nil, func(s *screen) {
		s.keys("o")
		y := s.m.file.Panes.Areas().Overlay.Y
		o, _ := overlay.Topmost[*toolpanels.OptionsPanel](s.m.overlays)
		s.click(3, y+2)
		if o.At() != 1 || o.Typing {
			t.Fatalf("one click selects row %d, typing %v", o.At(), o.Typing)
		}
		s.click(3, y+2)
		if !o.Typing {
			t.Error("a second click does not edit the argument")
		}
	})
}
