//go:build unix

package walk

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"eyeline/tui/internal/vt"
)

const (
	// answerBound is how long it may take until the program has read what was typed, and then until it has drawn all
	// again.
	answerBound = 5 * time.Second
	// leaveBound is how long it may take to leave.
	leaveBound = 1500 * time.Millisecond
	// restBound is how long it is waited for that the program rests: a search may take longer.
	restBound = time.Second
	// quiet is how long nothing happens where the program rests.
	quiet = 8 * time.Millisecond
)

// fault is what is wrong with the program.
type fault struct{ kind, details string }

func (f *fault) Error() string { return f.kind + "\n" + f.details }

// otherThanRedraw is the kind of fault that may be none: the redraw may show what came meanwhile.
const otherThanRedraw = "the screen is another than a redraw"

const (
	altOn, altOff   = "\x1b[?1049h", "\x1b[?1049l"
	syncOn, syncOff = "\x1b[?2026h", "\x1b[?2026l"
	// blankAll is what each redraw begins with.
	blankAll = "\x1b[r\x1b[m\x1b[H\x1b[J"
)

// session is the program in a pseudo-terminal, started by a shell that continues it when it is suspended.
type session struct {
	place       *place
	plan        *plan
	master, tty *os.File
	cooked      *term.State
	shell       *exec.Cmd
	calm        time.Duration // how long the program rests before it is asked for a redraw
	typing      sync.Mutex    // answers and keys are typed one after the other

	mu     sync.Mutex
	screen *vt.Screen
	rest   string // what may begin a mark
	out    []byte
	before string // the screen when the last redraw began
	after  string // the screen when it was whole
	state
}

// state is what a walk goes by.
type state struct {
	at      time.Time // of the last output
	alt     bool      // the program has the terminal
	leaving bool      // it has given it back for ever
	sync    bool      // a synchronised update has begun
	drawing bool      // a redraw is not whole yet
	redraws int       // how many have begun
	status  int       // exit status; -1 while the program runs
}

// script runs the program, and goes on with it when it was suspended. It waits so that the processes can be counted. A
// Ctrl-C that is typed when the program has just left is for the shell, which must not end by it: it would not say that
// the program has left.
const script = `set -m; trap : INT QUIT; if [ "$1" = piped ]; then shift; "$@" <&3; else shift; "$@"; fi; s=$?
while case $s in 14[6-9]|150) ;; *) false ;; esac; do fg; s=$?; done; printf '[left with %s]' $s; read -r _`

func (w *walker) start(p *plan, dir string, calm time.Duration) (*session, error) {
	master, tty, err := pty.Open()
	if err != nil {
		return nil, err
	}
	s := &session{
		place: w.place, plan: p, master: master, tty: tty, calm: calm,
		screen: vt.Screen{}.Sized(p.Width, p.Height), state: state{status: -1},
	}
	stty := exec.Command("stty", "-ixon") // Ctrl-S while a command has the terminal would stop all output
	stty.Stdin = tty
	err = errors.Join(stty.Run(), pty.Setsize(master, &pty.Winsize{Rows: uint16(p.Height), Cols: uint16(p.Width)}))
	if err != nil {
		return nil, err
	}
	if s.cooked, err = term.GetState(int(tty.Fd())); err != nil {
		return nil, err
	}
	if s.shell, err = w.place.command(p, dir, script); err != nil {
		return nil, err
	}
	s.shell.Stdin, s.shell.Stdout, s.shell.Stderr = tty, tty, tty
	if err := s.shell.Start(); err != nil {
		return nil, err
	}
	go s.drain()
	return s, nil
}

// end ends all processes and closes the terminal.
func (s *session) end() {
	for _, pid := range s.processes() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	_ = s.shell.Process.Kill()
	_ = s.shell.Wait()
	_, _ = s.tty.Close(), s.master.Close()
}

// drain reads what the program writes, until the terminal is closed.
func (s *session) drain() {
	buf := make([]byte, 64<<10)
	for {
		n, err := s.master.Read(buf)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.took(string(buf[:n]))
		s.mu.Unlock()
	}
}

// answer answers a question of the program's as the plan has it.
func (s *session) answer(text string) {
	s.typing.Lock()
	defer s.typing.Unlock()
	switch s.plan.Answers {
	case "at once":
		_, _ = s.master.WriteString(text)
	case "late":
		time.Sleep(80 * time.Millisecond)
		_, _ = s.master.WriteString(text)
	case "in pieces":
		for part := range slices.Chunk([]byte(text), 2) { // the first byte alone would be Escape on a busy machine
			_, _ = s.master.Write(part)
			time.Sleep(2 * time.Millisecond)
		}
	}
}

func (s *session) now() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.at) >= quiet { // nothing more comes of it
		s.screen.Write(s.rest)
		s.rest = ""
		s.whole()
	}
	return s.state
}

// bound is a bound as -slow has it.
func (s *session) bound(d time.Duration) time.Duration { return time.Duration(float64(d) * *slow) }

// within waits for something; false when it did not come in time.
func within(d time.Duration, is func() bool) bool {
	for end := time.Now().Add(d); !is(); {
		if time.Now().After(end) {
			return is()
		}
		time.Sleep(3 * time.Millisecond)
	}
	return true
}

// send types a text. Where nobody reads it, it is a fault.
func (s *session) send(text string) error {
	done := make(chan error, 1)
	go func() {
		s.typing.Lock()
		defer s.typing.Unlock()
		_, err := s.master.WriteString(text)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(s.bound(answerBound)):
		return s.fault("what is typed is not read", "")
	}
}

// settle waits until all that was typed is read and, for a while, until the program does nothing more.
func (s *session) settle() error {
	read := within(s.bound(answerBound), func() bool {
		unread, err := unix.IoctlGetInt(int(s.tty.Fd()), inputWaits)
		now := s.now()
		return now.leaving || !now.alt || err == nil && unread == 0
	})
	if !read {
		return s.fault("what is typed is not read", "")
	}
	last, since := int64(-1), time.Now()
	within(restBound, func() bool {
		now, used := s.now(), processorTime(s.pid())
		if used != last || now.sync || time.Since(now.at) < quiet {
			last, since = used, time.Now()
		}
		return now.leaving || time.Since(since) >= s.calm
	})
	return nil
}

// pid is the process that has the terminal: the program, or the shell.
func (s *session) pid() int {
	pid, err := unix.IoctlGetInt(int(s.master.Fd()), unix.TIOCGPGRP)
	if err != nil || pid <= 1 {
		return s.shell.Process.Pid
	}
	return pid
}

// redraw has the program draw all again, and compares.
func (s *session) redraw() error {
	had := s.now().redraws
	asked := time.Time{}
	drawn := within(s.bound(answerBound), func() bool {
		if time.Since(asked) > 300*time.Millisecond { // it may come while the program gets the terminal back
			asked = time.Now()
			_ = syscall.Kill(s.pid(), syscall.SIGWINCH)
		}
		now := s.now()
		return !now.alt || now.redraws > had && !now.drawing
	})
	if !drawn {
		return s.fault("a redraw does not come", "")
	}
	s.mu.Lock()
	before, after, sure := s.before, s.after, s.alt && s.redraws == had+1
	s.mu.Unlock()
	if sure && before != after {
		return s.fault(otherThanRedraw, difference(before, after))
	}
	return nil
}

// fault is a fault with the screen as it is.
func (s *session) fault(kind, details string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &fault{kind, fmt.Sprintf("%sthe screen (in the alternate screen: %v, exit status %d, wrote at last %q):\n%s",
		details, s.alt, s.status, s.out[max(len(s.out)-200, 0):], s.screen.Text())}
}
