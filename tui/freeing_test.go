package tui

import (
	"strings"
	"testing"

	"eyeline/tui/file/preview"
)

// Update closes and removes no file: a command does, once the output is no longer shown.
func TestOutputsAreFreedInTheBackground(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", strings.Repeat(strings.Repeat("x", 399)+"\n", 4000))
	onScreen(t, path, 100, 20, func(o *Options) {
		o.Request = o.Request.Sized(4000)
		o.NoTokens = true
	}, func(s *screen) {
		open := func(r *preview.Reading) bool {
			_, err := r.Out.ReadAt(make([]byte, 10), 0)
			return err == nil
		}
		leave := map[string]func() *preview.Reading{
			"another reading": func() *preview.Reading {
				old := s.m.file.Preview.Reading
				s.run(s.m.file.Preview.Read(preview.ThenNothing))
				return old
			},
			"no comparison": func() *preview.Reading {
				old := s.m.file.ToolPanels.Comparing.Beside.Read
				s.send(key("esc"))
				return old
			},
			"no tool": func() *preview.Reading {
				old := s.m.file.Preview.Reading
				cmd := s.m.file.ToolPanels.Tools.TurnToolOff()
				if !open(old) {
					t.Error("no tool: Update closes a file")
				}
				s.run(cmd)
				return old
			},
		}
		for _, what := range []string{"another reading", "no comparison", "no tool"} {
			if what == "no comparison" {
				s.run(s.m.file.ToolPanels.Comparing.CompareOptions(s.m.file.Preview.Request))
				s.settle()
			}
			old := leave[what]()
			if old == nil || old.Out == nil || !open(old) {
				t.Fatalf("%s: the output is not in a file, or that is closed already", what)
			}
			s.settle()
			if open(old) {
				t.Errorf("%s: the output is not freed", what)
			}
		}
	})
}
