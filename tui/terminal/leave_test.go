package terminal

import (
	"strings"
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
	write(altScreenOn)
	drawNow(out, []string{"first"})
	for i, want := range []string{altScreenOn + wrapOff + modesOff + AskStatus, altScreenOn + wrapOff + modesOff} {
		if got := written(); !strings.HasPrefix(got, want) || strings.Count(got, AskStatus) != 1-i {
			t.Errorf("alternate screen %d: %q, want %q", i+1, got, want)
		}
		write(altScreenOff)
		written()
		write(altScreenOn)
	}
	write(altScreenOff)
	written()
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

// TestBeginning: what switches the modes before the first frame is written together with it, or as soon as something
// else is.
func TestBeginning(t *testing.T) {
	begin := func(t *testing.T) (out *Output, written func() string) {
		out, written = pipeOutput(t)
		for _, mode := range []string{"\x1b[?25l", altScreenOn, "\x1b[?2004h"} {
			if n, err := out.Write([]byte(mode)); n != len(mode) || err != nil {
				t.Error(n, err)
			}
			if got := written(); got != "" {
				t.Errorf("wrote %q before the first frame", got)
			}
		}
		return out, written
	}
	const syncBegin, blankAll = "\x1b[?2026h", "\x1b[r\x1b[m\x1b[H\x1b[J"
	const modes = "\x1b[?25l" + altScreenOn + wrapOff + modesOff + "\x1b[?2004h"
	for name, c := range map[string]struct {
		do   func(*Output)
		want string
	}{
		"frame":         {func(o *Output) { o.ShowRows([]string{"a frame"}) }, modes + blankAll},
		"sequence":      {func(o *Output) { _ = o.Raw(AskStatus) }, modes + AskStatus},
		"own screen":    {func(o *Output) { _, _ = o.Write([]byte(altScreenOff)) }, modes + wrapOn + altScreenOff},
		"end of all":    {func(o *Output) { _ = o.Leave() }, modes + Reset},
		"frame, redraw": {func(o *Output) { drawNow(o, []string{"a frame"}) }, modes + blankAll},
	} {
		t.Run(name, func(t *testing.T) {
			out, written := begin(t)
			c.do(out)
			got := written()
			for end := time.Now().Add(5 * time.Second); got == "" && time.Now().Before(end); got = written() {
				time.Sleep(time.Millisecond) // a frame may be drawn in the background
			}
			if got = strings.ReplaceAll(got, syncBegin, ""); !strings.HasPrefix(got, c.want) {
				t.Errorf("wrote %q, want %q", got, c.want)
			}
		})
	}
}
