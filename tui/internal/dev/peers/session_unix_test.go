//go:build unix

package peers

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"

	"eyeline/tui/internal/vt"
)

const width, height = 120, 40

// session is a pager in a pseudo-terminal.
type session struct {
	cmd    *exec.Cmd
	master *os.File
	began  time.Time

	mu      sync.Mutex
	screen  *vt.Screen
	written int       // bytes
	held    bool      // inside a synchronised update: nothing of it is seen yet
	at      time.Time // of the last bytes
	changed chan struct{}
}

// begin starts a command on a terminal, and reads what it writes.
func begin(ctx context.Context, command []string) (*session, error) {
	s := &session{screen: vt.Screen{}.Sized(width, height), changed: make(chan struct{}, 1)}
	s.cmd = exec.CommandContext(ctx, command[0], command[1:]...)
	s.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8",
		"LESS=", "LESSOPEN=", "NO_COLOR=")
	s.began = time.Now()
	var err error
	if s.master, err = pty.StartWithSize(s.cmd, &pty.Winsize{Rows: height, Cols: width}); err != nil {
		return nil, err
	}
	go s.read()
	return s, nil
}

// answers are what a terminal says to the questions that pagers ask.
var answers = []struct{ question, answer string }{
	{"\x1b]11;?", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"},
	{"\x1b]10;?", "\x1b]10;rgb:dddd/dddd/dddd\x1b\\"},
	{"\x1b[5n", "\x1b[0n"},
	{"\x1b[6n", "\x1b[1;1R"},
	{"\x1b[c", "\x1b[?62;22c"},
	{"\x1b[0c", "\x1b[?62;22c"},
	{"\x1b[>c", "\x1b[>1;10;0c"},
	{"\x1b[>0c", "\x1b[>1;10;0c"},
}

func (s *session) read() {
	const begin, end = "\x1b[?2026h", "\x1b[?2026l" // of a synchronised update
	buf, before := make([]byte, 64<<10), ""
	for {
		n, err := s.master.Read(buf)
		now, text := time.Now(), string(buf[:n])
		both := before + text // a sequence may come in two parts
		before = both[max(len(both)-len(begin)+1, 0):]
		s.mu.Lock()
		s.at = now
		s.written += n
		s.screen.Write(text)
		if on, off := strings.LastIndex(both, begin), strings.LastIndex(both, end); on != off {
			s.held = on > off
		}
		s.mu.Unlock()
		select {
		case s.changed <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
		s.answer(text)
	}
}

// answer answers what a pager has written, as a terminal does.
func (s *session) answer(text string) {
	for _, a := range answers {
		if strings.Contains(text, a.question) {
			s.send(a.answer)
		}
	}
}

func (s *session) send(keys string) { _, _ = s.master.WriteString(keys) }

// typeKeys sends keys in parts, and says when the last part went.
func (s *session) typeKeys(keys string) time.Time {
	var began time.Time
	for i, part := range strings.Split(keys, "|") {
		if i > 0 {
			time.Sleep(50 * time.Millisecond)
		}
		began = time.Now()
		s.send(part)
	}
	return began
}

// until waits for something to be seen, and says when the bytes came that show it.
func (s *session) until(patience time.Duration, seen func(text) bool) (time.Time, bool) {
	end := time.After(patience)
	for {
		shown, at, _ := s.now()
		if at != (time.Time{}) && seen(shown) {
			return at, true
		}
		select {
		case <-s.changed:
		case <-end:
			return time.Time{}, false
		}
	}
}

// now is what is shown, when the bytes came that show it, and how many have come: together, since what comes later has
// its own time. Inside a synchronised update there is no time.
func (s *session) now() (shown text, at time.Time, written int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at = s.at
	if s.held {
		at = time.Time{}
	}
	return text(s.screen.Text()), at, s.written
}

// text is what a screen shows: its rows, each with a line feed.
type text string

func (t text) has(part string) bool { return strings.Contains(string(t), part) }

// abovePrompt is all rows but the last, where what is typed is shown.
func (t text) abovePrompt() text {
	rows := strings.SplitAfter(string(t), "\n")
	return text(strings.Join(rows[:min(len(rows), height-1)], ""))
}

// rows is how many rows are not blank.
func (t text) rows() int {
	n := 0
	for _, row := range strings.Split(string(t), "\n") {
		if row != "" {
			n++
		}
	}
	return n
}

// peak is the most memory that the process had, in bytes; 0 where the system does not tell.
func (s *session) peak() int64 {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(s.cmd.Process.Pid) + "/status")
	if err != nil {
		return 0
	}
	for _, line := range strings.Split(string(status), "\n") {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmHWM:" {
			kib, _ := strconv.ParseInt(f[1], 10, 64)
			return kib << 10
		}
	}
	return 0
}

// end leaves the pager, by force if it does not go by itself. It says how long that took, and false for by force.
func (s *session) end(quit string) (took time.Duration, left bool) {
	began := s.typeKeys(quit)
	done := make(chan struct{})
	go func() { _ = s.cmd.Wait(); close(done) }()
	select {
	case <-done:
		took, left = time.Since(began), true
	case <-time.After(time.Second):
		_ = s.cmd.Process.Kill()
		<-done
	}
	_ = s.master.Close()
	return took, left
}
