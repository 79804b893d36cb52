//go:build linux || darwin

package tui_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"eyeline/reader/longtest"
	"eyeline/tui/internal/vt"
)

// temporary is the folder of the program, also where the first test that starts it has set another.
var temporary = os.TempDir()

// built is the folder with the program, "" as long as no test has started it.
var built string

var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp(temporary, "eyeline-test-*")
	if err != nil {
		return "", err
	}
	built = dir
	path := filepath.Join(dir, "eyeline")
	// As it is released, but for what it says of itself: with the race detector on, all of it would be compiled again, and
	// without symbols it is linked in half the time.
	cmd := exec.Command("go", "build", "-ldflags=-s", "-o", path, "..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", errors.New(string(out))
	}
	return path, nil
})

func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" || f.Name == "test.fuzz" })
	if !given {
		// What runs in parallel here waits most of the time: for the program, or for a moment to pass.
		if err := flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
	longtest.CollectLess() // the program itself, which some tests start, collects as it is released
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built)
	}
	os.Exit(code)
}

// session is the program in a pseudo-terminal. As most do it answers that it is well, so that leaving waits for nothing;
// it answers no other query. With drain it answers nothing.
type session struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File

	mu     sync.Mutex
	out    bytes.Buffer
	screen *vt.Screen
}

// start runs the program on a terminal; stdout, when not nil, takes its standard output.
func start(t *testing.T, stdin io.Reader, stdout io.Writer, args ...string) *session {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return startCommand(t, exec.Command(path, args...), stdin, stdout)
}

// startCommand runs a command that runs the program, on a terminal of 80×24.
func startCommand(t *testing.T, cmd *exec.Cmd, stdin io.Reader, stdout io.Writer) *session {
	t.Helper()
	return startSized(t, cmd, stdin, stdout, 80, 24)
}

// startSized runs a command that runs the program, on a terminal of a size. The command has the environment of the test
// and that of a usual terminal, unless it has one of its own.
func startSized(t *testing.T, cmd *exec.Cmd, stdin io.Reader, stdout io.Writer, width, height int) *session {
	t.Helper()
	return startDrained(t, cmd, stdin, stdout, width, height, (*session).answer)
}

// startDrained is startSized with what reads all that the program writes.
func startDrained(t *testing.T, cmd *exec.Cmd, stdin io.Reader, stdout io.Writer, width, height int, drain func(*session)) *session {
	t.Helper()
	longtest.SkipProgramsUnderRace(t)
	master, tty := openTerminal(t, width, height)
	s := &session{t: t, master: master, screen: vt.Screen{}.Sized(width, height)}
	if cmd.Env == nil {
		cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8", "NO_COLOR=", "XDG_CONFIG_HOME="+t.TempDir(), "COLORFGBG=")
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 2}
	if stdin != nil {
		cmd.Stdin = stdin
	}
	if stdout != nil {
		cmd.Stdout = stdout
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.cmd = cmd
	_ = tty.Close()
	go drain(s)
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = master.Close() })
	return s
}

// openTerminal opens a pseudo-terminal of a size. Closing its master closes it at once, also while that is read:
// package pty leaves files on which a read blocks, and a file is closed only when nothing reads it.
func openTerminal(t *testing.T, width, height int) (master, tty *os.File) {
	t.Helper()
	blocking, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	if err := pty.Setsize(blocking, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}); err != nil {
		t.Fatal(err)
	}
	fd, err := unix.FcntlInt(blocking.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = errors.Join(unix.SetNonblock(fd, true), blocking.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), blocking.Name()), tty
}

// drain reads what the program writes, until the terminal is closed.
func (s *session) drain() { s.drainEach(func([]byte) {}) }

// answer is drain of a terminal that answers how it is.
func (s *session) answer() {
	var asked status
	s.drainEach(func(written []byte) {
		for range asked.in(written) {
			_, _ = s.master.WriteString(wellStatus) // the program may have ended
		}
	})
}

func (s *session) drainEach(heard func(written []byte)) {
	buf := make([]byte, 64<<10)
	for {
		n, err := s.master.Read(buf)
		s.took(buf[:n])
		heard(buf[:n])
		if err != nil {
			return
		}
	}
}

// The question how a terminal is, and its answer.
const (
	askStatus  = "\x1b[5n"
	wellStatus = "\x1b[0n"
)

// status counts the questions how a terminal is in what is written to it in parts.
type status struct{ rest string }

func (s *status) in(written []byte) int {
	text := s.rest + string(written)
	n := strings.Count(text, askStatus)
	s.rest = text[max(strings.LastIndexByte(text, askStatus[0]), 0):]
	if strings.HasPrefix(s.rest, askStatus) || len(s.rest) > len(askStatus) {
		s.rest = ""
	}
	return n
}

// took notes what the program has written.
func (s *session) took(p []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out.Write(p)
	if s.screen != nil {
		s.screen.Write(string(p))
	}
}

// forget forgets what the program has written, and clears the screen.
func (s *session) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out.Reset()
	s.screen.Write("\x1b[H\x1b[2J")
}

func (s *session) output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// sees waits for a text on the screen.
func (s *session) sees(text string) {
	s.t.Helper()
	shown := func() string {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.screen.Text()
	}
	for range 1000 {
		if strings.Contains(shown(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatalf("never showed %q but\n%s", text, shown())
}

// seesIn waits for a text on the screen in a style, of which the sequence is given; all of its cells have it.
func (s *session) seesIn(style, text string) {
	s.t.Helper()
	shown := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, row := range s.screen.Grid() {
			var line strings.Builder // the text in the style
			for _, c := range row {
				if c.Style == style {
					line.WriteString(c.Text)
				} else {
					line.WriteByte(0)
				}
			}
			if strings.Contains(line.String(), text) {
				return true
			}
		}
		return false
	}
	for range 1000 {
		if shown() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatalf("never showed %q in %q; wrote %q", text, style, s.output())
}

// wait waits until one of some texts was written.
func (s *session) wait(texts ...string) {
	s.t.Helper()
	for range 1000 {
		written := s.output()
		if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(written, text) }) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatalf("never wrote %q; wrote %q", texts, s.output())
}

func (s *session) keys(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// end waits for the program and returns its exit status.
func (s *session) end() int {
	s.t.Helper()
	code, ended := s.endWithin(20 * time.Second)
	if !ended {
		s.t.Fatalf("does not end; wrote %q", s.output())
	}
	return code
}

// endWithin is end for a program that may go on, which is false. It is called once.
func (s *session) endWithin(patience time.Duration) (code int, ended bool) {
	s.t.Helper()
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	select {
	case err := <-done:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			s.t.Fatal(err)
		}
		return s.cmd.ProcessState.ExitCode(), true
	case <-time.After(patience):
		return 0, false
	}
}

// restored checks that the terminal is as it was.
func (s *session) restored() {
	s.t.Helper()
	for _, seq := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?1002l", "\x1b[?2004l"} {
		s.wait(seq)
	}
}

const samplePath = "../testdata/samples/server.go"

func TestFirstScreenOnASilentTerminal(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := startDrained(t, exec.Command(path, samplePath), nil, nil, 80, 24, (*session).drain)
	s.sees("package server")
	if first, _, _ := strings.Cut(s.output(), "\x1b[?2026l"); strings.Contains(first, "\x1b]1") || strings.Contains(first, "\x1b[c") {
		t.Errorf("asks before the first screen: %q", first)
	}
	s.keys("G")
	s.sees("100%")
	s.forget()
	if err := pty.Setsize(s.master, &pty.Winsize{Rows: 10, Cols: 50}); err != nil {
		t.Fatal(err)
	}
	s.keys("=")
	s.wait("\x1b[H\x1b[J") // all is drawn again
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.restored()
}

func TestSignalsRestoreTheTerminal(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(sig) {
			continue // as under nohup
		}
		s := start(t, nil, nil, samplePath)
		s.sees("package server")
		if err := s.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if code := s.end(); code != 143 {
			t.Errorf("%v: exit status %d", sig, code)
		}
		s.restored()
	}
}

func TestPicker(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := start(t, nil, &out, "--anchor-line", "57", samplePath)
	s.sees("· L56–L59")
	s.keys("E")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	if want := "L56: // Stop makes Handle refuse all further requests.\nL57: func (s *Server) Stop() {\nL58: \ts.stopped = true\nL59: }"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	out.Reset()
	s = start(t, nil, &out, samplePath)
	s.sees("package server")
	s.keys("q")
	if code := s.end(); code != 130 || out.Len() > 0 {
		t.Errorf("exit status %d, printed %q", code, out.String())
	}
}

func TestStandardInput(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, r, nil, "+G")
	_ = r.Close()
	if _, err := w.WriteString("a line that came early\n"); err != nil {
		t.Fatal(err)
	}
	s.sees("a line that came early")
	if _, err := w.WriteString("and another line\n"); err != nil {
		t.Fatal(err)
	}
	s.sees("and another line")
	_ = w.Close()
	s.sees("lines 1–2 of 2")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

func TestWithoutATerminal(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (string, string, int) {
		cmd := exec.Command(path, args...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run() // the exit status says it
		return out.String(), errs.String(), cmd.ProcessState.ExitCode()
	}
	want, err := os.ReadFile(samplePath)
	if err != nil {
		t.Fatal(err)
	}
	if out, errs, code := run(samplePath); out != string(want) || errs != "" || code != 0 {
		t.Errorf("%d bytes, %q, status %d", len(out), errs, code)
	}
	for _, c := range []struct {
		args []string
		text string
		code int
	}{
		{[]string{"nothing.txt"}, "eyeline: nothing.txt: no such file\n", 1},
		{[]string{t.TempDir()}, "is a directory\n", 1},
		{[]string{"--mode", "sideways", samplePath}, "--mode takes slice, block or bytes, not \"sideways\"\n", 2},
		{[]string{"--nonsense"}, "unknown flag: --nonsense; see eyeline --help\n", 2},
		{[]string{"emit", "--tool", "none", samplePath}, "no tool is called \"none\"; the tools are ", 2},
		{[]string{"emit", "--tool", "codex", "--args", "{}"}, "failed to parse function arguments: missing field `file_path` at line 1 column 2\n", 1},
		{[]string{"emit", "--tool", "codex", "--offset", "100", samplePath}, "offset exceeds file length\n", 1},
		{[]string{"emit"}, "which file?", 2},
	} {
		out, errs, code := run(c.args...)
		if out != "" || !strings.Contains(errs, c.text) || code != c.code || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: %q %q, status %d", c.args, out, errs, code)
		}
	}
	if out, errs, code := run("emit", "--tool", "codex", "--offset", "2", "--limit", "1", samplePath); out != "L2: package server" || errs != "" || code != 0 {
		t.Errorf("emit: %q %q %d", out, errs, code)
	}
}

func TestPlainModeMovesNoCursor(t *testing.T) {
	t.Setenv("VISUAL", "echo edited by hand")
	s := start(t, nil, nil, "--plain", "--anchor-line", "42", samplePath)
	s.wait("eyeline> ")
	for _, c := range []struct{ command, want string }{
		{"57", "▸  57 │ func (s *Server) Stop() {"},
		{"w", "anchor"},
		{"/hooks", "match 1 of 7"},
		{"2n", "match 3 of 7"},
		{"49", "▸  49 anchor"},
		{"-", "levels 2"},
		{"o limit 3", "· 3 lines ·"},
		{"o limit 0", "refused: limit must be greater than zero"},
		{"shift-tab", "claude_code · slice"},
		{"p", "fmt.Fprintln(w, banner)"},
		{"W", "long lines are wrapped"},
		{"H", "▸00000"},
		{"H", "package server"},
		{"v", "edited by hand"},
		{"50%", "▸"},
		{"? undo", "z, undo: undo"},
		{"nonsense", "no command nonsense"},
	} {
		s.keys(c.command + "\n")
		s.wait(c.want)
	}
	s.keys("q\n")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	if out := s.output(); strings.Contains(out, "\x1b") {
		t.Errorf("wrote an escape sequence: %q", out)
	}
}

func TestManualPage(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(path, "man").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{".TH EYELINE 1", ".SH OPTIONS", "read another way: by lines", `\-\-anchor\-line`, ".B eyeline emit"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the manual lacks %q", want)
		}
	}
	if roff, err := exec.LookPath("groff"); err == nil {
		cmd := exec.Command(roff, "-man", "-Tutf8", "-ww", "-z")
		cmd.Stdin = bytes.NewReader(out)
		if text, err := cmd.CombinedOutput(); err != nil || len(text) > 0 {
			t.Errorf("groff: %v %s", err, text)
		}
	}
}

// TestEditorHasTheTerminal runs an editor that says what it was given, and types on after it.
func TestEditorHasTheTerminal(t *testing.T) {
	longtest.SkipUnlessLong(t)
	dir := t.TempDir()
	editor, said := filepath.Join(dir, "ed it"), filepath.Join(dir, "said")
	script := "#!/bin/sh\ntest -t 0 && test -t 1 && echo \"on a terminal, $TERM: $*\" > '" + said + "'\n"
	if err := os.WriteFile(editor, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VISUAL", "'"+editor+"' -x")
	s := start(t, nil, nil, samplePath)
	s.sees("package server")
	s.keys("5jv")
	s.sees("read again")
	s.keys("10G")
	s.sees("▸  10 │")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	if got, err := os.ReadFile(said); err != nil || !strings.HasPrefix(string(got), "on a terminal, xterm-256color: -x +6 /") {
		t.Errorf("the editor said %q, %v", got, err)
	}
}

// TestSlowLine types and answers as over a slow line: sequences come in parts and late, and
// none of them is taken for keys.
func TestSlowLine(t *testing.T) {
	t.Parallel()
	s := start(t, nil, nil, samplePath)
	s.sees("package server")
	const latency = 60 * time.Millisecond
	s.wait("\x1b]11;?\x07")
	for _, part := range []string{"\x1b]11;rgb:ffff/ff", "ff/ffff\x1b", "\\", "\x1b[<65;10;10", "M", "j", "\x1b[", "B"} {
		time.Sleep(latency)
		s.keys(part)
	}
	s.wait("38;2;31;35;40") // text on a light background
	s.sees("▸   6 │")       // three lines of the wheel, which carry the cursor, a key, an arrow
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// TestALateAnswerIsNotTypedIntoTheShell: the viewer is left before the terminal has answered.
func TestALateAnswerIsNotTypedIntoTheShell(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	// The shell goes on after the viewer, so that the terminal echoes what comes late.
	cmd := exec.Command("/bin/sh", "-c", `"$0" "$1"; echo "left with $?"; sleep 0.2; echo the end`, path, samplePath)
	s := startDrained(t, cmd, nil, nil, 80, 24, (*session).drain)
	s.wait("\x1b]11;?\x07")
	s.keys("q")
	time.Sleep(60 * time.Millisecond)
	s.keys("\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
	s.wait("left with 0")
	s.wait("the end")
	if out := s.output(); strings.Contains(out, "rgb:") {
		t.Errorf("the terminal echoed the answer: %q", out[strings.Index(out, "rgb:"):])
	}
}

// TestAPasteWithoutAnEnd: Ctrl-C gets out of it.
func TestAPasteWithoutAnEnd(t *testing.T) {
	t.Parallel()
	s := start(t, nil, nil, samplePath)
	s.sees("package server")
	s.keys("/")
	s.wait("▏")
	s.keys("\x1b[200~some text")
	for try, closed := 0, false; try < 20 && !closed; try++ {
		time.Sleep(300 * time.Millisecond) // Ctrl-C that is read together with the text is a part of it
		s.keys("\x03")
		time.Sleep(300 * time.Millisecond)
		closed = strings.Contains(strings.Join(s.rows(false), "\n"), "Tab mode")
	}
	s.sees("Tab mode") // the prompt is closed
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// TestATerminalGetsMarks prints a file full of sequences: to a terminal with marks in their place, elsewhere and with
// --raw as it is.
func TestATerminalGetsMarks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const text = "\x1b[31mred\x1b]52;c;eA==\x07 \u009b5n\u202ebidi\n\tend"
	const marked = "^[[31mred^[]52;c;eA==^G <9B>5n<202E>bidi\r\n\tend" // the terminal makes "\r\n" of "\n"
	file := filepath.Join(dir, "f.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	emit := []string{"emit", "--tool", "byte_window", "--root", dir, "--start-byte", "0", "f.txt"}
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"emit", emit, marked},
		{"emit --raw", append(emit, "--raw"), strings.ReplaceAll(text, "\n", "\r\n")},
		{"emit --json", append(emit, "--json"), `<9B>5n<202E>bidi`}, // JSON itself has words for the others
	} {
		s := start(t, nil, nil, c.args...)
		s.wait(c.want)
		if code := s.end(); code != 0 {
			t.Errorf("%s: exit status %d", c.name, code)
		}
		var out bytes.Buffer
		if s = start(t, nil, &out, c.args...); s.end() != 0 || c.name != "emit --json" && !strings.HasSuffix(out.String(), "\n"+text) {
			t.Errorf("%s to a pipe: %q", c.name, out.String())
		}
	}
	s := start(t, nil, nil, "--tool", "byte_window", "--start-byte", "0", file)
	s.sees("L1–L2") // once the lines are counted the window is read again, and E refuses until it is there
	s.keys("E")
	s.end()
	s.wait(marked)
	// Without a terminal to read keys from, but with one as standard output.
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	master, tty := openTerminal(t, 80, 24)
	path, _ := program()
	cmd := exec.Command(path)
	cmd.Stdin, cmd.Stdout = r, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = tty.Close(), master.Close() }()
	s = &session{t: t, cmd: cmd, master: master}
	go s.drain()
	s.wait(marked)
	s.end()
}
