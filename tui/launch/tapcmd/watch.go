package tapcmd

import (
	"context"
	"fmt"
	"io"

	"eyeline/reader/transcript/tap"
	"eyeline/tui/kit/cells"
)

// watch reports connections of an agent that bypass the tap.
type watch struct {
	tap   *tap.Tap
	usual string // the model's address if none is set
	say   io.Writer
	told  []tap.Connection // all of them; read it only after watch has returned
	later []tap.Connection // those not reported yet, since the agent uses the screen
}

func newWatch(t *tap.Tap, usual string, say io.Writer) *watch {
	return &watch{tap: t, usual: usual, say: say}
}

// follow watches a process until ctx ends. It reports what it finds at once, except while the agent uses the screen.
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

// ended reports what has not been reported yet.
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
