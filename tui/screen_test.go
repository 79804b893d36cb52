package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/longtest"
	"eyeline/themes"
)

// profiles are the colours a terminal may have.
var profiles = map[string]themes.Profile{
	"none": themes.None, "8": themes.ANSI8, "16": themes.ANSI16, "256": themes.ANSI256, "true": themes.TrueColor,
}

// TestGoldenScreens shows each mode and pane at the sizes where the layout differs, in each colour profile. Screens
// without colour are kept as bare text, so that they can be read.
func TestGoldenScreens(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 8}, {80, 24}, {160, 30}} {
		for _, mode := range []string{"slice", "block", "bytes"} {
			for profile := range profiles {
				name := fmt.Sprintf("%s-%dx%d", mode, size[0], size[1])
				if profile != "none" {
					name += "-" + profile
				}
				t.Run(name, func(t *testing.T) { goldenScreen(t, name, mode, size[0], size[1], profile) })
			}
		}
	}
}

func goldenScreen(t *testing.T, name, mode string, width, height int, profile string) {
	theme, err := themes.New(themes.DefaultDark, profiles[profile])
	if err != nil {
		t.Fatal(err)
	}
	onScreen(t, sample(t), width, height, func(o *Options) { o.Theme = theme }, func(s *screen) {
		s.keys("4", "2", "G")
		switch mode {
		case "block":
			s.keys("tab", "+", "w")
		case "bytes":
			s.keys("tab", "tab", "-", "-", "-", "-", "-", "-", "-", "a")
		}
		var b strings.Builder
		for _, pane := range []string{"file", "model", "both"} {
			if pane != "file" {
				s.keys("p")
			}
			shown := s.text()
			if profile != "none" {
				shown = strings.ReplaceAll(s.m.View(), "\x1b", "␛") + "\n"
			}
			fmt.Fprintf(&b, "== %s\n%s", pane, shown)
		}
		s.golden(name, b.String())
	})
}

// TestGoldenColours shows the sequences of a screen in each colour profile.
func TestGoldenColours(t *testing.T) {
	t.Parallel()
	for name, profile := range profiles {
		for _, dark := range []bool{true, false} {
			base := themes.DefaultLight
			if dark {
				base = themes.DefaultDark
			}
			theme, err := themes.New(base, profile)
			if err != nil {
				t.Fatal(err)
			}
			onScreen(t, sample(t), 80, 12, func(o *Options) { o.Theme = theme }, func(s *screen) {
				s.keys("tab", "4", "6", "G", "/", "type:err", "enter")
				s.golden(fmt.Sprintf("colours-%s-%s", name, base), strings.ReplaceAll(s.m.View(), "\x1b", "␛")+"\n")
			})
		}
	}
}

// TestGoldenCarried shows a cursor that was carried along by a scroll, and the same one when a person has moved it:
// only its gutter is tinted, and then its row.
func TestGoldenCarried(t *testing.T) {
	t.Parallel()
	for name, profile := range profiles {
		for _, base := range []string{themes.DefaultDark, themes.DefaultLight} {
			theme, err := themes.New(base, profile)
			if err != nil {
				t.Fatal(err)
			}
			onScreen(t, sample(t), 80, 8, func(o *Options) { o.Theme = theme }, func(s *screen) {
				var b strings.Builder
				for _, step := range []struct {
					name string
					keys []string
				}{
					{"carried down", []string{"9", "J", "J"}},
					{"moved", []string{"j"}},
					{"carried up", []string{"3", "K", "2", "K"}},
					{"carried in a block with reasons", []string{"tab", "3", "9", "G", "9", "J", "w", "J"}},
					{"carried in the hex view", []string{"H", "9", "J"}},
				} {
					s.keys(step.keys...)
					fmt.Fprintf(&b, "== %s\n%s\n", step.name, strings.ReplaceAll(s.m.View(), "\x1b", "␛"))
				}
				s.golden(fmt.Sprintf("carried-%s-%s", name, base), b.String())
			})
		}
	}
}

func TestSmallTerminals(t *testing.T) {
	t.Parallel()
	for h := 1; h <= 9; h++ {
		for i, w := range []int{1, 2, 3, 7, 15, 39, 200} {
			if !longtest.IsRequested() && (h+i)%3 != 0 { // each height and each width in some pairs
				continue
			}
			onScreen(t, sample(t), w, h, nil, func(s *screen) {
				s.keys("j", "p", "p", "tab", "w", "o", "esc", "?", "esc", ":", "esc", "G", "W")
				s.send(tea.WindowSizeMsg{Width: 60, Height: 10})
				s.settle()
			})
		}
	}
}
