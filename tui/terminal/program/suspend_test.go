package program

import (
	"os"
	"testing"

	"eyeline/tui/terminal"
)

// ran is a command that says that it ran.
type ran struct {
	nothing
	is *bool
}

func (r ran) Run() error { *r.is = true; return nil }

// TestNoCommandRunsForAViewerThatHasLeft: Ctrl-C typed right after a command may leave before the command begins,
// which would wait for Enter when nobody is there.
func TestNoCommandRunsForAViewerThatHasLeft(t *testing.T) {
	for _, leaving := range []bool{false, true} {
		is := false
		p := &program{leaving: leaving, in: terminal.NewInput(os.Stdin)}
		if err := (borrower{ran{is: &is}, p}).Run(); err != nil || is == leaving {
			t.Errorf("leaving %v: ran %v, %v", leaving, is, err)
		}
	}
}
