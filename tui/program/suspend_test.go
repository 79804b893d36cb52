package program

import "testing"

// ran is a command that says that it ran.
type ran struct {
	nothing
	is *bool
}

func (r ran) Run() error { *r.is = true; return nil }

// TestNoCommandRunsForAViewerThatHasLeft: Ctrl-C typed right after a command may leave before the command begins, which would
// wait for Enter when nobody is there.
func TestNoCommandRunsForAViewerThatHasLeft(t *testing.T) {
	for _, leaving := range []bool{false, true} {
		is := false
		if err := (unlessLeft{ran{is: &is}, &program{leaving: leaving}}).Run(); err != nil || is == leaving {
			t.Errorf("leaving %v: ran %v, %v", leaving, is, err)
		}
	}
}
