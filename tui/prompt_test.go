package tui

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/longtest"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/internal/keytest"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/textfield"
)

// checkField checks that a text being typed is one line, and that its cursor is in it.
func checkField(t *testing.T, f *textfield.Field) {
	t.Helper()
	if n := len([]rune(f.Text())); f.Cursor() < 0 || f.Cursor() > n || n > 4096 {
		t.Fatalf("the cursor is at %d of %d characters", f.Cursor(), n)
	}
	if strings.ContainsAny(f.Text(), "\x00\n\t\r\x1b") {
		t.Fatalf("there is a control character in the text: %q", f.Text())
	}
}

// TestPromptsAndOptionsTakeAnyKeys types random sequences into each place where text is typed; the harness checks each
// screen.
func TestPromptsAndOptionsTakeAnyKeys(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	random := rand.New(rand.NewPCG(3, 4))
	// Enter would leave the prompt; Ctrl-Z, Ctrl-C and the like mean the same everywhere.
	keys := slices.DeleteFunc(keytest.All(), func(k tea.KeyMsg) bool {
		return k.Type == tea.KeyEnter || k.Type == tea.KeyEsc || k.Type == tea.KeyCtrlC || k.Type == tea.KeyCtrlG || k.Type == tea.KeyCtrlZ
	})
	for _, begin := range [][]string{{"/"}, {"/", "?"}, {":"}, {"&"}, {"P"}, {"C"}, {"e"}, {"?"}, {"h"}, {"h", "/"}, {"o", "enter"}, {"o", "1"}} {
		onScreen(t, sample(t), 60, 12, nil, func(s *screen) {
			s.m.opts.SettingsPath = filepath.Join(t.TempDir(), "config.toml")
			s.keys(begin...)
			for _, k := range []string{"a", " ", "left"} {
				s.keys(k)
			}
			s.keys("alt+d") // the library's own deletion of a word panics here
			for range 60 {
				s.send(keys[random.IntN(len(keys))])
				for _, o := range s.m.overlays.All() {
					switch o := o.(type) {
					case *overlay.Prompt:
						checkField(t, &o.Input)
					case *overlay.ListPanel:
						checkField(t, &o.Input)
					case listing:
						checkField(t, &o.Listed().Input)
					case *toolpanels.OptionsPanel:
						if o.Typing {
							checkField(t, &o.Input)
						}
					}
				}
				if !s.m.overlays.Any() {
					s.keys(begin...)
				}
			}
			s.settle()
		})
	}
}
