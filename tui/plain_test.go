package tui

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"eyeline/keymap"
	"eyeline/reader/longtest"
	"eyeline/tui/file"
)

// Plain mode ends with the command that leaves, however late the message of the end comes.
func TestPlainModeEndsBeforeItsLastMessage(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", "one\n"), 80, 24, nil, func(s *screen) {
		p := newPlainReader(s.m, io.Discard)
		s.m.Quit() // its command is not run: the message has not come
		p.Settle(context.Background())
		if !p.Over() {
			t.Error("it goes on")
		}
		s.m.leaving = false // so that the screen can be looked at again
	})
}

// TestPlainOptionsAreNamed: each option that is listed can be set by the name in the list, and the list says how.
func TestPlainOptionsAreNamed(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		var out strings.Builder
		p := newPlainReader(s.m, &out)
		said := func(line string) string {
			out.Reset()
			p.Command(context.Background(), line)
			p.Flush()
			return out.String()
		}
		list := said("o")
		if !strings.HasPrefix(list, "file = ") || !strings.Contains(list, "o NAME VALUE sets one, o NAME takes its value away") {
			t.Errorf("o prints\n%s", list)
		}
		for line := range strings.Lines(list) {
			name, _, isOption := strings.Cut(line, " = ")
			if isOption && strings.Contains(said("o "+name), "no option") {
				t.Errorf("%q cannot be set", name)
			}
		}
		said("o limit 7")
		if got := string(s.m.file.Preview.Request.Args("F")); !strings.Contains(got, `"limit":7`) {
			t.Errorf("the request is %s", got)
		}
		said("o limit")
		if got := string(s.m.file.Preview.Request.Args("F")); strings.Contains(got, "limit") {
			t.Errorf("the request is %s", got)
		}
		if got := said("o nothing 5"); !strings.Contains(got, "no option nothing; o lists them") {
			t.Errorf("%s", got)
		}
	})
}

// TestPlainWalk: the command that lists the calls prints them.
func TestPlainWalk(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(4500)), 80, 24, nil, func(s *screen) {
		var out strings.Builder
		p := newPlainReader(s.m, &out)
		p.Command(context.Background(), ";")
		p.Flush()
		for _, want := range []string{"3 calls", "not sent yet", "call 1 (now)  2,500", "L1–L2,000", "call 2 (next)  500", "L2,001–L4,000", "call 3  all sent"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("no %q in\n%s", want, out.String())
			}
		}
	})
}

func TestLeadingCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line, rest string
		n          int64
	}{
		{"", "", 0}, {"f", "f", 0}, {"5f", "f", 5}, {"5 f", "f", 5}, {"999999999999999999f", "f", file.MaxCount},
	} {
		if n, rest := leadingCount(c.line); n != c.n || rest != c.rest {
			t.Errorf("%q: %d and %q, want %d and %q", c.line, n, rest, c.n, c.rest)
		}
	}
}

// TestEveryActionInPlainMode: an action that opens something over the panes takes a text there, prints what is in it,
// or says that it is not for plain mode. One whose panel plainReader.answer does not know would do nothing.
func TestEveryActionInPlainMode(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	t.Parallel()
	path, panels := sample(t), map[string]bool{}
	for _, b := range keymap.Default().Bindings() {
		onScreen(t, path, 80, 24, func(o *Options) {
			o.Request = o.Request.Sized(3)
			if b.Action == keymap.Blocks {
				block(o)
			}
		}, func(s *screen) {
			if b.Action == keymap.Solve {
				s.keys("V", "j")
			}
			if !s.m.file.Modes.Applies(b.Context) || s.m.file.Disabled(b.Action) != "" || b.Action == keymap.Edit {
				return // the editor is given the terminal, which there is none of here
			}
			s.run(s.m.file.Act(b.Action, 1, false))
			s.settle()
			top := s.m.overlays.Top()
			panels[fmt.Sprintf("%T", top)] = true
			if top == nil || b.Takes != "" {
				s.m.leaving = false
				return
			}
			s.keys("esc")
			var out strings.Builder
			p := newPlainReader(s.m, &out)
			p.Show()
			p.Flush()
			shown := out.String()
			out.Reset()
			p.Command(context.Background(), string(b.Action))
			p.Flush()
			if !slices.ContainsFunc(strings.Split(out.String(), "\n"), func(line string) bool { return !strings.Contains(shown, line) }) {
				t.Errorf("%s: %T prints nothing", b.Action, top)
			}
		})
	}
	for _, panel := range []string{"*overlay.ListPanel", "*toolpanels.LadderPanel", "*toolpanels.WalkPanel", "*toolpanels.OptionsPanel"} {
		if !panels[panel] {
			t.Errorf("no action opened %s", panel)
		}
	}
}
