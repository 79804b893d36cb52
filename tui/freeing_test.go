package tui

import (
	"strings"
	"testing"
)

// Update closes and removes no file: a command does, once the output is no longer shown.
func TestOutputsAreFreedInTheBackground(t *testing.T) {
	path := written(t, "f.txt", strings.Repeat(strings.Repeat("x", 399)+"\n", 4000))
	onScreen(t, path, 100, 20, func(o *Options) {
		o.Request = o.Request.Sized(4000)
		o.NoTokens = true
	}, func(s *screen) {
		open := func(r *reading) bool {
			_, err := r.out.ReadAt(make([]byte, 10), 0)
			return err == nil
		}
		leave := map[string]func() *reading{
			"another reading": func() *reading {
				old := s.m.reading
				s.run(s.m.read(thenNothing))
				return old
			},
			"no comparison": func() *reading {
				old := s.m.beside.read
				s.send(key("esc"))
				return old
			},
			"no tool": func() *reading {
				old := s.m.reading
				cmd := s.m.turnToolOff()
				if !open(old) {
					t.Error("no tool: Update closes a file")
				}
				s.run(cmd)
				return old
			},
		}
		for _, what := range []string{"another reading", "no comparison", "no tool"} {
			if what == "no comparison" {
				s.run(s.m.compareOptions(s.m.req))
				s.settle()
			}
			old := leave[what]()
			if old == nil || old.out == nil || !open(old) {
				t.Fatalf("%s: the output is not in a file, or that is closed already", what)
			}
			s.settle()
			if open(old) {
				t.Errorf("%s: the output is not freed", what)
			}
		}
	})
}
