//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"eyeline/tui/internal/vt"
	"eyeline/tui/terminal"
)

const (
	// answerBound is how long it may take until the program has read what was typed, and then until it has drawn all again.
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
	slow        float64
	calm        time.Duration // how long the program rests before it is asked for a redraw
	typing      sync.Mutex    // answers and keys are typed one after the other

	mu      sync.Mutex
	screen  *vt.Screen
	rest    string // what may begin a mark
	out     []byte
	at      time.Time // of the last output
	alt     bool      // the program has the terminal
	leaving bool      // it has given it back for ever
	sync    bool      // a synchronised update has begun
	before  string    // the screen when the last redraw began
	after   string    // the screen when it was whole
	drawing bool      // it is not whole yet
	redraws int       // how many have begun
	status  int       // exit status; -1 while the program runs
}

// script runs the program, and goes on with it when it was suspended. It waits so that the processes can be counted.
const script = `set -m; if [ "$1" = piped ]; then shift; "$@" <&3; else shift; "$@"; fi; s=$?
while case $s in 14[6-9]|150) ;; *) false ;; esac; do fg; s=$?; done; printf '[left with %s]' $s; read -r _`

func (w *walker) start(p *plan, dir string, calm time.Duration) (*session, error) {
	master, tty, err := pty.Open()
	if err != nil {
		return nil, err
	}
	s := &session{
		place: w.place, plan: p, master: master, tty: tty, slow: w.slow, calm: calm,
		screen: vt.New(p.Width, p.Height, vt.Kind{}), status: -1,
	}
	size := &pty.Winsize{Rows: uint16(p.Height), Cols: uint16(p.Width)}
	if s.cooked, err = term.GetState(int(tty.Fd())); err == nil {
		err = pty.Setsize(master, size)
	}
	if err != nil {
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

// drain reads what the program writes, until the terminal is closed, and answers its questions.
func (s *session) drain() {
	buf, answered := make([]byte, 64<<10), 0
	for {
		n, err := s.master.Read(buf)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.took(string(buf[:n]))
		for answered < len(s.out) {
			at := question.FindIndex(s.out[answered:])
			if at == nil {
				answered = max(answered, len(s.out)-len("\x1b]11;?"))
				break
			}
			go s.answer(string(s.out[answered+at[0] : answered+at[1]]))
			answered += at[1]
		}
		s.mu.Unlock()
	}
}

var (
	question = regexp.MustCompile(`\x1b\[5n|\x1b\]11;\?\x07`)
	leftWith = regexp.MustCompile(`\[left with (\d+)\]`) // see script
)

// marks are what is looked for in what the program writes. A redraw begins with blankAll.
var marks = []string{blankAll, syncOn, syncOff, altOn, altOff, terminal.Reset}

// took takes what was read, and gives it to the screen. The screen is looked at where a redraw begins, and where it ends: at
// the end of its synchronised update or, where it is short and has none, of what came with it.
func (s *session) took(text string) {
	s.at = time.Now()
	s.out = append(s.out, text...)
	if m := leftWith.FindSubmatch(s.out[max(len(s.out)-len(text)-20, 0):]); m != nil {
		s.status, _ = strconv.Atoi(string(m[1]))
	}
	text = s.rest + text
	n := heldFrom(text)
	text, s.rest = text[:n], text[n:]
	for {
		at, mark := len(text), ""
		for _, m := range marks {
			if i := strings.Index(text, m); i >= 0 && i < at {
				at, mark = i, m
			}
		}
		s.screen.Write(text[:at])
		if mark == "" {
			break
		}
		s.marked(mark)
		text = text[at+len(mark):]
	}
	if s.rest == "" {
		s.whole()
	}
}

// heldFrom is where the end of a text begins that waits for the rest: of a mark, or of a character that more may belong to.
func heldFrom(text string) int {
	n := len(text)
	for n > 0 && text[n-1] >= utf8.RuneSelf {
		n--
	}
	for _, m := range marks {
		for k := 1; k < min(len(m), len(text)+1); k++ {
			if strings.HasSuffix(text, m[:k]) {
				n = min(n, len(text)-k)
			}
		}
	}
	return n
}

// marked takes a mark.
func (s *session) marked(mark string) {
	switch mark {
	case blankAll:
		s.before, s.drawing = s.screen.Cells(), true
		s.redraws++
	case syncOn, syncOff:
		s.sync = mark == syncOn
	case altOn:
		s.alt = true
	default:
		s.alt, s.leaving = false, s.leaving || mark == terminal.Reset
	}
	s.screen.Write(mark)
	if mark == syncOff {
		s.whole()
	}
}

// whole is called when nothing more comes of what was written.
func (s *session) whole() {
	if s.drawing && !s.sync {
		s.after, s.drawing = s.screen.Cells(), false
	}
}

// answer answers a question of the program's as the plan has it.
func (s *session) answer(question string) {
	text := "\x1b[0n"
	if question != "\x1b[5n" {
		text = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
	}
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

// state is what the walk goes by.
type state struct {
	alt     bool
	leaving bool
	status  int
	redraws int
	busy    bool // a frame is not whole yet
	quiet   bool // nothing has come for a moment
}

func (s *session) state() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.at) >= quiet { // nothing more comes of it
		s.screen.Write(s.rest)
		s.rest = ""
		s.whole()
	}
	return state{s.alt, s.leaving, s.status, s.redraws, s.sync || s.drawing, time.Since(s.at) >= quiet}
}

// bound is a bound as the flag has it.
func (s *session) bound(d time.Duration) time.Duration { return time.Duration(float64(d) * s.slow) }

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
		now := s.state()
		return now.leaving || !now.alt || err == nil && unread == 0
	})
	if !read {
		return s.fault("what is typed is not read", "")
	}
	last, since := int64(-1), time.Now()
	within(restBound, func() bool {
		now, used := s.state(), processorTime(s.pid())
		if used != last || now.busy || !now.quiet {
			last, since = used, time.Now()
		}
		if now.leaving || time.Since(since) < s.calm {
			return now.leaving
		}
		since = time.Now()
		return !waitsForProcessor(s.pid())
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
	had := s.state().redraws
	asked := time.Time{}
	drawn := within(s.bound(answerBound), func() bool {
		if time.Since(asked) > 300*time.Millisecond { // it may come while the program gets the terminal back
			asked = time.Now()
			_ = syscall.Kill(s.pid(), syscall.SIGWINCH)
		}
		now := s.state()
		return !now.alt || now.redraws > had && !now.busy
	})
	if !drawn {
		return s.fault("a redraw does not come", "")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.alt && s.redraws == had+1 && s.before != s.after {
		return s.faultLocked(otherThanRedraw, difference(s.before, s.after))
	}
	return nil
}

// fault is a fault with the screen as it is.
func (s *session) fault(kind, details string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.faultLocked(kind, details)
}

func (s *session) faultLocked(kind, details string) error {
	return &fault{kind, fmt.Sprintf("%sthe screen (in the alternate screen: %v, exit status %d, wrote at last %q):\n%s",
		details, s.alt, s.status, s.out[max(len(s.out)-200, 0):], s.screen.Text())}
}

// difference are the rows in which two screens differ: the part that does, with its styles.
func difference(before, after string) string {
	var b strings.Builder
	rows := strings.Split(before, "\n")
	for i, now := range strings.Split(after, "\n") {
		was, from, to := rows[i], 0, 0
		for from < min(len(was), len(now)) && was[from] == now[from] {
			from++
		}
		for to < min(len(was), len(now))-from && was[len(was)-1-to] == now[len(now)-1-to] {
			to++
		}
		if was != now {
			was, now = was[from:len(was)-to], now[from:len(now)-to]
			fmt.Fprintf(&b, "row %d, byte %d: was %q\n\tredrawn as %q\n", i+1, from, was, now)
		}
	}
	return b.String()
}

var modeSet = regexp.MustCompile(`\x1b\[\?(\d+)([hl])`)

// ended waits until a program that has given the terminal back has ended.
func (s *session) ended() error {
	if !within(s.bound(answerBound), func() bool { return s.state().status >= 0 }) { // it may print
		return s.fault("the program does not end, though it has given the terminal back", "")
	}
	return nil
}

// left checks what is left behind by a program that has ended.
func (s *session) left() error {
	s.mu.Lock()
	out, status := string(s.out), s.status
	s.mu.Unlock()
	if status != 0 {
		return s.fault(fmt.Sprintf("exit status %d", status), "")
	}
	on := map[string]bool{}
	for _, m := range modeSet.FindAllStringSubmatch(out, -1) {
		on[m[1]] = m[2] == "h"
	}
	for mode, is := range on {
		if is != (mode == "25" || mode == "7") {
			return s.fault("mode "+mode+" is not restored", "")
		}
	}
	if now, err := term.GetState(int(s.tty.Fd())); err != nil || *now != *s.cooked {
		return s.fault("the terminal does not take keys as it did", fmt.Sprint(err, "\n"))
	}
	if !within(s.bound(leaveBound), func() bool { return len(s.processes()) == 0 }) {
		return s.fault("processes are left behind", fmt.Sprint(s.processes(), "\n"))
	}
	return nil
}

// processes are those of the session but the shell, where the system tells.
func (s *session) processes() (pids []int) {
	all, _ := os.ReadDir("/proc")
	for _, one := range all {
		pid, err := strconv.Atoi(one.Name())
		if err != nil || pid == s.shell.Process.Pid {
			continue
		}
		if of, err := unix.Getsid(pid); err == nil && of == s.shell.Process.Pid {
			pids = append(pids, pid)
		}
	}
	return pids
}

var (
	// lentPart is what others write while they have the terminal.
	lentPart = regexp.MustCompile(`(?s)\x1b\[\?1049l.*?\x1b\[\?1049h`)
	copied   = regexp.MustCompile(`\x1b\]52;c;[A-Za-z0-9+/=]*\x07`)
)

// written checks each sequence that the program has written. A copy is allowed that is not in a file itself.
func (s *session) written() error {
	s.mu.Lock()
	out := lentPart.ReplaceAllString(string(s.out), "")
	s.mu.Unlock()
	out = copied.ReplaceAllStringFunc(out, func(seq string) string {
		if strings.Contains(s.place.hostile, seq) {
			return seq
		}
		return ""
	})
	out, after, _ := strings.Cut(out, "[left with")
	if strings.Contains(after, "[0n") || strings.Contains(after, "rgb:") {
		return s.fault("an answer of the terminal comes after the program has left", "")
	}
	// What is printed once the screen is gone may have tabs.
	screen, printed, _ := strings.Cut(out, terminal.Reset)
	if err := vt.Allowed(screen + terminal.Reset + strings.ReplaceAll(printed, "\t", " ")); err != nil {
		return s.fault("a sequence is written that is not allowed", err.Error()+"\n")
	}
	return nil
}
