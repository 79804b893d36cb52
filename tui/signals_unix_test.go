//go:build linux || darwin

package tui_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/term"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/transcripttest"
)

// waiting is a place where the program waits.
type waiting struct {
	name  string
	args  []string
	env   []string
	idle  bool   // standard input is a pipe that nothing comes from
	full  bool   // standard output is a pipe that nobody reads
	lone  bool   // there is no terminal at all
	deaf  bool   // the terminal takes no output
	keys  string // typed once seen has been written
	seen  string
	then  string        // what is written once it waits there
	after time.Duration // until it waits there, where nothing says so
	keeps []os.Signal   // signals that are for another program
}

var waitingPlaces = []waiting{
	{name: "the viewer", args: []string{samplePath}, seen: "package server"},
	{name: "the viewer of a pipe", idle: true, seen: "\x1b[?1049h"},
	{name: "the viewer of a pipe, waiting for a line", args: []string{"+1000"}, idle: true, seen: "waiting"},
	{name: "the viewer at a prompt", args: []string{samplePath}, seen: "package server", keys: "/abc"},
	{
		name: "an editor", args: []string{samplePath}, env: []string{"VISUAL=echo an-editor-runs; sleep 999;:"}, seen: "package server", keys: "v",
		then: "an-editor-runs", keeps: []os.Signal{syscall.SIGINT, syscall.SIGQUIT},
	},
	{name: "a terminal that takes nothing", args: []string{samplePath}, deaf: true, after: 400 * time.Millisecond},
	{name: "the plain prompt", args: []string{"--plain", samplePath}, seen: "eyeline> "},
	{
		name: "a plain editor", args: []string{"--plain", samplePath}, env: []string{"VISUAL=echo an-editor-runs; sleep 999;:"}, seen: "eyeline> ", keys: "v\n",
		then: "an-editor-runs", keeps: []os.Signal{syscall.SIGINT, syscall.SIGQUIT},
	},
	{name: "one screen or more?", env: []string{"LESS=F"}, idle: true, after: 200 * time.Millisecond},
	{name: "no terminal", idle: true, full: true, lone: true, after: 200 * time.Millisecond},
	{name: "emit --batch", args: []string{"emit", "--batch"}, idle: true, after: 200 * time.Millisecond},
	{
		name: "emit to a full pipe", args: []string{"emit", "--tool", "byte_window", "--root", "DIR", "--start-byte", "0", "--max-bytes", "262144", "big.txt"},
		full: true, after: 300 * time.Millisecond,
	},
	{
		name:  "emit from standard input",
		args:  []string{"emit", "--tool", "sage", "-"},
		idle:  true,
		after: 200 * time.Millisecond,
	},
	{
		name:  "emit --walk from standard input",
		args:  []string{"emit", "--walk", "--tool", "sage", "-"},
		idle:  true,
		after: 200 * time.Millisecond,
	},
	{
		name:  "emit --walk to a full pipe",
		args:  []string{"emit", "--walk", "--tool", "codex", "DIR/big.txt"},
		full:  true,
		after: 300 * time.Millisecond,
	},
	{
		name: "check to a full pipe", args: []string{"check", "--rules", "altered", "--format", "json", "DIR/many"},
		full: true, after: time.Second,
	},
	{
		name:  "transcript --follow",
		args:  []string{"transcript", "DIR/run.jsonl", "--follow"},
		full:  true,
		after: 300 * time.Millisecond,
	},
	{
		name:  "transcript --diff from standard input",
		args:  []string{"transcript", "DIR/run.jsonl", "--diff", "-"},
		idle:  true,
		after: 300 * time.Millisecond,
	},
	{
		name: "E to a full pipe", args: []string{"--tool", "byte_window", "--start-byte", "0", "--max-bytes", "262144", "DIR/big.txt"},
		full: true, seen: "not sent", keys: "E", after: 300 * time.Millisecond,
	},
}

// TestSignalsEndEveryWait sends each signal that ends a program at each place where this one waits: within a second it
// is over, the terminal is as it was, and no stack is printed.
func TestSignalsEndEveryWait(t *testing.T) {
	longtest.SkipProgramsUnderRace(t)
	dir := t.TempDir() // with a file that is larger than what a pipe takes
	if err := os.WriteFile(filepath.Join(dir, "big.txt"), bytes.Repeat([]byte("a line of a large file\n"), 20000), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.jsonl"), recordedRun(t), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "many"), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 400 { // whose report is larger than that, too
		if err := os.WriteFile(filepath.Join(dir, "many", fmt.Sprint(i)), []byte("x\r\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, w := range waitingPlaces {
		for k, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
			if signal.Ignored(sig) {
				continue // as under nohup, and then the program ignores it too
			}
			if isByTurns := w.keeps == nil && k > 0 && k != 1+i%3; isByTurns && !longtest.IsRequested() {
				continue
			}
			t.Run(fmt.Sprintf("%s, %v", w.name, sig), func(t *testing.T) {
				t.Parallel()
				w := w
				took, fault := w.try(t, dir, sig)
				// The machine may have been busy with the other tests: the program was late, or was not yet where it
				// waits.
				for tries := 1; (took > time.Second || fault != nil) && tries < 4; tries++ {
					w.after = 3 * w.after // it has more time to begin with
					took, fault = w.try(t, dir, sig)
				}
				if took > time.Second {
					t.Errorf("took %v", took)
				}
				if fault != nil {
					t.Error(fault)
				}
			})
		}
	}
}

// recordedRun is what an agent has recorded of a run.
func recordedRun(t *testing.T) []byte {
	return transcripttest.Samples(t)[transcripttest.Claude]
}

// try sends a signal once, and returns how long the program took to end, and what was wrong with its end.
func (w waiting) try(t *testing.T, dir string, sig syscall.Signal) (took time.Duration, fault error) {
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path)
	for _, a := range w.args {
		cmd.Args = append(cmd.Args, strings.Replace(a, "DIR", dir, 1))
	}
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LC_ALL=C.UTF-8", "XDG_CONFIG_HOME="+t.TempDir())
	cmd.Env = append(cmd.Env, w.env...)
	master, tty := openTerminal(t, 80, 24)
	defer func() { _, _ = master.Close(), tty.Close() }()
	before, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	if w.idle {
		cmd.Stdin = onePipe(t, true)
	}
	if w.full {
		cmd.Stdout = onePipe(t, false)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: !w.lone, Ctty: 2}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if w.deaf {
		fill(t, tty)
	}
	s := &session{t: t, cmd: cmd, master: master}
	if !w.deaf {
		go s.drain()
	}
	if w.seen != "" {
		s.wait(w.seen)
	}
	s.keys(w.keys)
	if w.then != "" {
		s.wait(w.then)
	}
	time.Sleep(w.after)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for _, kept := range w.keeps {
		if kept == sig {
			_ = cmd.Process.Signal(sig)
			select {
			case err := <-ended:
				t.Fatalf("ended with %v, though the signal is the editor's", err)
			case <-time.After(100 * time.Millisecond):
			}
			return 0, nil
		}
	}
	began := time.Now()
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatalf("does not end; wrote %q", s.output())
	}
	took = time.Since(began)
	after, err := term.GetState(int(tty.Fd()))
	if err != nil || !reflect.DeepEqual(before, after) {
		fault = fmt.Errorf("the terminal was %+v and is %+v, %v", before, after, err)
	}
	time.Sleep(20 * time.Millisecond) // what it wrote last
	out := s.output()
	if strings.LastIndex(out, "\x1b[?1049h") > strings.LastIndex(out, "\x1b[?1049l") ||
		strings.Contains(out, "goroutine") {
		fault = errors.Join(fault, fmt.Errorf("wrote %q", out))
	}
	return took, fault
}

// onePipe is one end of a pipe, the reading end or the writing end; the other end stays open and nobody uses it.
func onePipe(t *testing.T, reading bool) *os.File {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(), w.Close() })
	if reading {
		return r
	}
	return w
}

// fill writes to a terminal until it takes no more.
func fill(t *testing.T, tty *os.File) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			if _, err := tty.WriteString(strings.Repeat("x", 1000)); err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { _ = tty.Close(); <-done })
}

// TestSuspendUnderAShell suspends the viewer as a job of a shell, which goes on, and resumes it.
func TestSuspendUnderAShell(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(
		"/bin/sh",
		"-c",
		`set -m; "$0" "$1"; echo the job is stopped; read go; fg; echo the job is over`,
		path,
		samplePath,
	)
	s := startCommand(t, cmd, nil, nil)
	s.sees("package server")
	s.keys("3j\x1a")
	s.wait("the job is stopped")
	s.restored()
	s.forget()
	time.Sleep(500 * time.Millisecond) // longer than the viewer waits for a stop that does not come
	s.keys("go\r")
	s.sees("▸   4 │")
	if out := s.output(); strings.Contains(out, "cannot suspend") {
		t.Errorf("wrote %q", out)
	}
	s.keys("q")
	s.wait("the job is over")
}

// TestSuspendWithoutAShell: where the system stops no process, the viewer says so and goes on.
func TestSuspendWithoutAShell(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Parallel()
	s := start(t, nil, nil, samplePath)
	s.sees("package server")
	s.keys("\x1a")
	s.restored()
	s.sees("cannot suspend here")
	s.keys("3j")
	s.sees("▸   4 │")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.restored()
}

// TestATerminalThatIsGoneEndsTheViewer closes the terminal of a viewer that ignores SIGHUP, as under nohup: some time
// after the first screen, and right after it, when Bubble Tea is about to ask the terminal for its size and to read it.
func TestATerminalThatIsGoneEndsTheViewer(t *testing.T) {
	for name, gone := range map[string]func(*session) error{
		"later": func(s *session) error {
			s.wait("package server")
			return s.master.Close()
		},
		"at once": func(s *session) error {
			for end := time.Now().Add(10 * time.Second); !strings.Contains(s.output(), "package server"); {
				if time.Now().After(end) {
					return errors.New("no first screen")
				}
				time.Sleep(20 * time.Microsecond)
			}
			return errors.Join(s.cmd.Process.Signal(syscall.SIGSTOP), s.master.Close(), s.cmd.Process.Signal(syscall.SIGCONT))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, err := program()
			if err != nil {
				t.Fatal(err)
			}
			s := startCommand(
				t,
				exec.Command("/bin/sh", "-c", `trap "" HUP; exec "$@"`, "sh", path, samplePath),
				nil,
				nil,
			)
			if err := gone(s); err != nil {
				t.Fatal(err)
			}
			if code := s.end(); code != 143 {
				t.Errorf("exit status %d", code)
			}
		})
	}
}
