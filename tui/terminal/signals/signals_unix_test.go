//go:build unix

package signals

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// TestSignalsThatComeLate: those of keys that were sent while another program had the terminal have arrived once it is
// given back, and do not end the viewer. Now and then the system keeps one in a thread: that is what the time after it
// is for.
func TestSignalsThatComeLate(t *testing.T) {
	const rounds = 100
	h, late := &handling, 0
	for range rounds {
		release := Watch(Guard{End: func() {}, Restore: func() {}, Continue: func() {}})
		back := Lend(func(os.Signal) {})
		if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		back()
		h.mu.Lock()
		h.back = time.Time{}
		h.mu.Unlock()
		h.arrive()
		h.mu.Lock()
		if h.ended {
			late++
		}
		h.mu.Unlock()
		release()
	}
	if late > rounds/10 {
		t.Errorf("%d of %d came after the terminal was given back", late, rounds)
	}
}

// TestFileLimit: its signal does not end the program, and the programs that are started have it as it was.
func TestFileLimit(t *testing.T) {
	IgnoreFileLimit()
	if signal.Ignored(syscall.SIGXFSZ) {
		t.Fatal("what is started would have it ignored")
	}
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGXFSZ); err != nil {
		t.Error(err)
	}
	overtaken() // the signal has arrived
}
