package tui

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/tui/file/layout"

	tea "github.com/charmbracelet/bubbletea"
)

// TestAreasTileTheScreen checks that every cell of the screen is in exactly one part, whatever is shown at whatever
// size.
func TestAreasTileTheScreen(t *testing.T) {
	t.Parallel()
	sizes := [][2]int{{200, 60}, {160, 30}, {119, 24}, {120, 24}, {99, 9}, {100, 9}, {80, 24}, {40, 8}}
	for h := 1; h <= 12; h++ {
		for _, w := range []int{1, 2, 3, 99, 100, 119, 120, 200} {
			sizes = append(sizes, [2]int{w, h})
		}
	}
	overlays := map[string]func(int) int{
		"no panel": nil,
		"panel":    func(body int) int { return max(min(9, body/2), min(body, 3)) },
		"all":      func(body int) int { return body + 3 },
	}
	for _, size := range sizes {
		for name, overlay := range overlays {
			for _, a := range []layout.Arrangement{
				{Panes: layout.File}, {Panes: layout.Model}, {Panes: layout.Both}, {Comparing: true}, {Comparing: true, Panes: layout.Both},
			} {
				a.Width, a.Height, a.Overlay = size[0], size[1], overlay
				t.Run(fmt.Sprintf("%dx%d %v %v %s", a.Width, a.Height, a.Panes, a.Comparing, name), func(t *testing.T) {
					s := a.Areas()
					body := []layout.Rect{s.File, s.Heading, s.Separator, s.Model, s.Summary, s.Overlay}
					compared := s.Compared[:]
					if !s.TwoPanes() {
						compared = compared[:1] // both are there
					}
					for _, c := range compared {
						body = append(body, c.Heading, c.Output)
						if all := c.All(); !tiles(all, c.Heading, c.Output) {
							t.Errorf("a side of the comparison %v is not tiled by %v", all, c)
						}
					}
					if !tiles(s.Screen, s.Title, s.Body, s.ModelLine, s.Footer) {
						t.Errorf("the screen is not tiled: %+v", s)
					}
					if !tiles(s.Body, body...) {
						t.Errorf("the body is not tiled: %+v", s)
					}
					if s.Screen != (layout.Rect{Width: a.Width, Height: a.Height}) || s.Body.Height < 1 {
						t.Errorf("the screen is %v, its body %v", s.Screen, s.Body)
					}
				})
			}
		}
	}
}

// TestHalvesHaveTextsOfOneWidth, whatever the tools put before a line: what one half has more is left blank.
func TestHalvesHaveTextsOfOneWidth(t *testing.T) {
	for width := 60; width < 200; width++ {
		for _, before := range [][2]int{{0, 0}, {8, 0}, {0, 8}, {7, 6}, {6, 7}} {
			s := layout.Arrangement{Width: width, Height: 24, Comparing: true, Before: before}.Areas()
			left := s.Compared[0].Output.Width - before[0]
			right := s.Compared[1].Output.Width - before[1] - s.Spare
			if left != right || s.Spare > 1 {
				t.Errorf("%d cells with %v before: %d and %d, %d spare", width, before, left, right, s.Spare)
			}
		}
	}
}

// tiles reports whether every cell of whole is in exactly one of parts, and no cell of those is outside.
func tiles(whole layout.Rect, parts ...layout.Rect) bool {
	cells := 0
	for _, p := range parts {
		cells += p.Width * p.Height
	}
	if cells != whole.Width*whole.Height {
		return false
	}
	for y := whole.Y; y < whole.Y+whole.Height; y++ {
		for x := whole.X; x < whole.X+whole.Width; x++ {
			n := 0
			for _, p := range parts {
				if p.Contains(x, y) {
					n++
				}
			}
			if n != 1 {
				return false
			}
		}
	}
	return true
}

// TestClickIsOnTheLineDrawnThere clicks on rows of each layout: the cursor goes to the line that the row shows, and
// cells outside of the pane that the keys move do nothing.
func TestClickIsOnTheLineDrawnThere(t *testing.T) {
	t.Parallel()
	click := func(s *screen, x, y int) {
		s.send(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		s.settle()
	}
	onScreen(t, sample(t), 160, 30, nil, func(s *screen) {
		click(s, 20, 5)
		s.has("▸   5 │")
		click(s, 80, 0)   // the title, beside its parts
		click(s, 20, 28)  // the model line
		click(s, 158, 29) // the footer, beside its keys
		s.has("▸   5 │")
		s.keys("p", "p") // both panes
		click(s, 20, 4)  // below what stands over them
		s.has("▸   3 │")
		click(s, 20, 1)
		click(s, 120, 9) // the other pane
		s.has("▸   3 │")
		s.keys("p", "o") // the options take the lower rows
		click(s, 20, 2)
		s.has("▸   2 │")
		click(s, 20, s.m.file.Panes.Areas().Overlay.Y+1)
		s.has("▸   2 │")
		s.keys("esc", "C", "enter", "g") // it opened at the first difference
		click(s, 20, s.m.file.Panes.Areas().Compared[0].Output.Y+4)
		if l, ok := s.m.file.Preview.Output().CursorLine(); !ok || l.Number != 5 {
			t.Errorf("the cursor is in line %d of the output", l.Number)
		}
	})
}

// TestALossIsShownInTheModelPane: where only the model pane is shown the key of the next loss stays in it, and a row below
// a line that is cut says where.
func TestALossIsShownInTheModelPane(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 100, 12, nil, func(s *screen) {
		s.keys("p", "~")
		s.has("── what the model gets", "◂ L31 cut at byte 500 · 44 bytes not sent", "L31: 44 bytes cut off")
		if s.m.file.Panes.Areas().File.Height != 0 {
			t.Errorf("the areas are %+v", s.m.file.Panes.Areas())
		}
	})
}

// TestAbsurdTerminal shows a file on terminals far larger than any screen. There are as many rows as the terminal has,
// and what a screen takes is bounded by what is drawn of it.
func TestAbsurdTerminal(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "short.txt", "one\ntwo\n"), 65535, 65535, nil, func(s *screen) {
		s.keys("G")
		view := s.m.View()
		if rows := strings.Count(view, "\n") + 1; rows != 65535 {
			t.Errorf("%d rows", rows)
		}
		if most := 8 * layout.MaxColumns * layout.MaxRows; len(view) > most {
			t.Errorf("a screen of %d bytes", len(view))
		}
		s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		s.settle()
		if rows := strings.Count(s.m.View(), "\n") + 1; rows != 24 {
			t.Errorf("%d rows after the terminal became small", rows)
		}
	})
}

// TestAMoveOutlivesAResize resizes the terminal while the page that a key asked for is being loaded: the key has its
// effect nevertheless.
func TestAMoveOutlivesAResize(t *testing.T) {
	t.Parallel()
	path := written(t, "long.txt", strings.Repeat("a line\n", 20000))
	onScreen(t, path, 80, 12, nil, func(s *screen) {
		s.send(key("G"))
		s.send(tea.WindowSizeMsg{Width: 70, Height: 14})
		s.settle()
		s.has("▸20000 │", "100%")
		s.keys("5", "0", "0", "0")
		s.send(key("G"))
		s.send(key("p")) // the panes are arranged
		s.settle()
		s.keys("p", "p")
		s.has("▸ 5000 │")
	})
}
