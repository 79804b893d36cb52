package tapcmd

import (
	"context"
	"fmt"
	"io"

	"eyeline/reader/transcript/tap"
	"eyeline/tui/kit/cells"
)

// watch says where an agent is connected to past the tap.
type watch struct {
	tap   *tap.Tap
	usual string // the model's address where no other one is set
	say   io.Writer
	told  []tap.Connection // all of them; read once watch has returned
	later []tap.Connection // those that were not said yet: the agent has the screen
}

func newWatch(t *tap.Tap, usual string, say io.Writer) *watch {
	return &watch{tap: t, usual: usual, say: say}
}

// follow looks at a process until ctx ends. It says what it finds at once, but not into the screen of an agent.
func (w *watch) follow(ctx context.Context, pid int) {
	w.tap.Elsewhere(ctx, w.usual, pid, func(c tap.Connection) {
		w.told = append(w.told, c)
		if tap.HasScreen() {
			w.later = append(w.later, c)
			return
		}
		w.tell(c, "is")
	})
}

// ended says what was not said before.
func (w *watch) ended() {
	for _, c := range w.later {
		w.tell(c, "was")
	}
}

func (w *watch) tell(c tap.Connection, is string) {
	when := ""
	to := cells.Sanitize(c.To)
	if c.Early {
		when = "no request had come, and "
	}
	if c.Early && is == "is" {
		when = "no request has come, and "
	}

	switch {
	case c.IsModel:
		to = "an address of the model, " + to + ", past the tap: it may have asked the model there"
	case c.IsProxy:
		to = "the proxy " + to + ": it may have asked the model there"
	default:
		to += " by itself"
	}

	fmt.Fprintf(w.say, "eyeline tap: %sthe agent %s connected to %s\n", when, is, to)
}
