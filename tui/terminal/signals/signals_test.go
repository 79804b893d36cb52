package signals

import (
	"os"
	"testing"
	"time"
)

// TestCtrlCOfAnotherProgram: a signal of the keys is the other program's as long as that has the terminal, also
// between two programs, and for a moment longer, since it may be heard of late.
func TestCtrlCOfAnotherProgram(t *testing.T) {
	asked := make(chan struct{}, 8)
	defer Watch(Guard{End: func() { asked <- struct{}{} }, Restore: func() {}})()
	wants := func(when string, want bool) {
		t.Helper()
		handling.handle(os.Interrupt)
		got := false
		select {
		case <-asked:
			got = true
		case <-time.After(20 * time.Millisecond):
		}
		if got != want {
			t.Errorf("%s: the viewer is asked to end: %v", when, got)
		}
	}
	back := Lend(func(os.Signal) {})
	inner := Lend(func(os.Signal) {})
	wants("while a program runs", false)
	inner()
	handling.back = time.Time{}
	wants("between the program and the viewer", false)
	back()
	wants("heard of late", false)
	handling.back = time.Time{}
	wants("in the viewer", true)
}
