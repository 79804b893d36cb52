package terminal

import (
	"testing"
	"time"
)

// TestLeave: the greeting is written with the first alternate screen only, and after Leave nothing but what Raw writes.
func TestLeave(t *testing.T) {
	out, written := pipeOutput(t)
	write := func(p string) {
		if n, err := out.Write([]byte(p)); n != len(p) || err != nil {
			t.Error(n, err)
		}
	}
	out.Greet(AskStatus)
	for i, want := range []string{altScreenOn + wrapOff + AskStatus, altScreenOn + wrapOff} {
		write(altScreenOn)
		if got := written(); got != want {
			t.Errorf("alternate screen %d: %q, want %q", i+1, got, want)
		}
		write(altScreenOff)
		written()
	}
	write(altScreenOn)
	written()
	if err := out.Leave(); err != nil {
		t.Fatal(err)
	}
	out.ShowRows([]string{"a frame"})
	write("\x1b[?2004l")
	write(altScreenOff)
	time.Sleep(20 * time.Millisecond)
	if err := out.Raw(AskStatus); err != nil {
		t.Fatal(err)
	}
	if got := written(); got != Reset+AskStatus {
		t.Errorf("wrote %q", got)
	}
	began := time.Now()
	out.Drain(began.Add(time.Second))
	if took := time.Since(began); took > 500*time.Millisecond {
		t.Errorf("what is no terminal is waited for %v", took)
	}
}
