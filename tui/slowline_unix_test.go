//go:build linux || darwin

package tui_test

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

// line is a terminal at the end of a slow line. It answers in the order of the questions.
type line struct {
	rate int // in bytes a second
	// background is how long it takes to answer the question about its background, after which it answers what was
	// asked behind that; 0 for a terminal that does not know the question.
	background time.Duration
}

// drain reads at the line's rate and answers.
func (l line) drain(s *session) {
	const slice = 20 * time.Millisecond
	buf := make([]byte, max(l.rate*int(slice)/int(time.Second), 1))
	for rest := ""; ; {
		n, err := s.master.Read(buf)
		s.took(buf[:n])
		if err != nil {
			return
		}
		for rest += string(buf[:n]); ; {
			i := strings.IndexAny(rest, "n\a")
			if i < 0 {
				break
			}
			question := rest[:i+1]
			rest = rest[i+1:]
			switch {
			case strings.HasSuffix(question, "\x1b[5n"):
				s.keys("\x1b[0n")
			case strings.HasSuffix(question, "\x1b]11;?\a") && l.background > 0:
				time.Sleep(l.background)
				s.keys("\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
			}
		}
		time.Sleep(slice)
	}
}

// startOnLine runs a script of the shell on a terminal at the end of a line. The shell goes on after Ctrl-C. $0 and $1
// in it are the viewer and a file.
func startOnLine(t *testing.T, l line, script string) *session {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return startDrained(t, exec.Command("/bin/sh", "-c", "trap : INT; "+script, path, samplePath), nil, nil, 80, 24, l.drain)
}

// TestCtrlCAfterLeavingOnASlowLine: the terminal gets all that restores it, though Ctrl-C drops what waits for a slow
// one.
func TestCtrlCAfterLeavingOnASlowLine(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Parallel()
	s := startOnLine(t, line{rate: 6000}, `"$0" "$1"; echo "left with $?"; while :; do sleep 0.1; done`)
	s.sees(" lines sent")
	for range 4 { // more waits than what Ctrl-C spares
		s.keys("T")
		time.Sleep(60 * time.Millisecond)
	}
	s.keys("q")
	for i := 0; i < 100 && strings.Count(s.output(), "^C") < 3; i++ {
		time.Sleep(50 * time.Millisecond)
		s.keys("\x03")
	}
	out := s.output()
	if on, off := strings.LastIndex(out, "\x1b[?1049h"), strings.LastIndex(out, "\x1b[?1049l"); on > off || !strings.Contains(out[max(off, 0):], "\x1b[?25h") {
		t.Errorf("the screen was not restored: %q", out[max(len(out)-200, 0):])
	}
	if !strings.Contains(out, "^C") {
		t.Errorf("the viewer was not left: %q", out[max(len(out)-200, 0):])
	}
}

// TestALateAnswerOnASlowLine: a terminal that answers is waited for, and its answer does not get into the shell.
func TestALateAnswerOnASlowLine(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Parallel()
	s := startOnLine(t, line{rate: 20000, background: 800 * time.Millisecond}, `"$0" "$1"; echo "left with $?"; sleep 1; echo the end`)
	s.wait("\x1b]11;?\a")
	s.keys("q")
	s.wait("the end")
	out := s.output()
	if strings.Contains(out, "rgb:") || strings.Contains(out, "[0n") || !strings.Contains(out, "left with 0") {
		t.Errorf("the terminal echoed an answer: %q", out[max(len(out)-300, 0):])
	}
}

// TestATerminalThatAnswersIsLeftAtOnce: one that answers, but not about its background, does not keep the viewer
// waiting, nor does one that has not answered anything within a second.
func TestATerminalThatAnswersIsLeftAtOnce(t *testing.T) {
	longtest.SkipUnlessLong(t)
	for name, drain := range map[string]func(*session){"no background": line{rate: 1 << 20}.drain, "silent": (*session).drain} {
		path, err := program()
		if err != nil {
			t.Fatal(err)
		}
		best := time.Hour
		for range 3 { // the machine may be busy
			s := startDrained(t, exec.Command(path, samplePath), nil, nil, 80, 24, drain)
			s.wait("\x1b]11;?\a")
			time.Sleep(time.Second)
			began := time.Now()
			s.keys("q")
			if code := s.end(); code != 0 {
				t.Errorf("%s: exit status %d", name, code)
			}
			if best = min(best, time.Since(began)); best < 200*time.Millisecond {
				break
			}
		}
		if best > 200*time.Millisecond {
			t.Errorf("%s: leaving takes %v", name, best)
		}
	}
}
