//go:build linux || darwin

package tui_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"eyeline/tui/internal/vt"
)

// A recording is a session of the whole program in a pseudo-terminal: what it is started with, the keys, and after each
// key the screen. Their text is for people to read; testdata/recordings/README.md describes it. A recording without
// screens, or with old ones, is written again by
//
//	go test ./tui -run Recordings -update

// recording is a session with its screens.
type recording struct {
	head          []string // the lines before the first step, as they are
	stdin         string   // a file of testdata/streams that is piped; "": the terminal
	argv          string   // a command of the shell that runs the program as "eyeline"
	env           []string
	width, height int
	styles        bool // each row that is styled is followed by a row of letters
	steps         []step
}

// step is what is done, one thing after the other, and the rows of the screen after it. Rows that are blank down to the
// last are left out.
type step struct {
	do   []string
	rows []string
}

const (
	rowSign   = "│"
	styleSign = "┊"
)

// readRecording reads the text of a recording.
func readRecording(text string) (*recording, error) {
	r := &recording{argv: "eyeline", width: 80, height: 24}
	r.steps = []step{{}}
	blank := false
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		last := &r.steps[len(r.steps)-1]
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(line, rowSign), strings.HasPrefix(line, styleSign):
			last.rows = append(last.rows, line)
			continue
		case word == "key", word == "type", word == "wheel", word == "resize", word == "exit":
			if blank || last.do == nil || last.rows != nil {
				r.steps = append(r.steps, step{})
				last = &r.steps[len(r.steps)-1]
			}
			last.do, blank = append(last.do, line), false
			continue
		case line == "":
			blank = true
			continue
		}
		if len(r.steps) > 1 {
			return nil, fmt.Errorf("a step begins with key, type, wheel, resize or exit, not %q", line)
		}
		r.head = append(r.head, line)
		var err error
		switch word {
		case "#":
		case "stdin":
			r.stdin = rest
		case "run":
			r.argv = rest
		case "env":
			r.env = append(r.env, rest)
		case "styles":
			r.styles = true
		case "size":
			_, err = fmt.Sscanf(rest, "%dx%d", &r.width, &r.height)
		default:
			err = fmt.Errorf("unknown line %q", line)
		}
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// text is the recording as it is kept.
func (r *recording) text() string {
	var b strings.Builder
	for _, line := range r.head {
		b.WriteString(line + "\n")
	}
	for _, s := range r.steps {
		b.WriteByte('\n')
		for _, line := range s.do {
			b.WriteString(line + "\n")
		}
		for _, row := range s.rows {
			b.WriteString(row + "\n")
		}
	}
	return b.String()
}

// keyNames are the keys that have names in a recording, and what a terminal sends for them.
var keyNames = map[string]string{
	"Enter": "\r", "Esc": "\x1b", "Tab": "\t", "Space": " ", "Backspace": "\x7f",
	"Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D", "Home": "\x1b[H", "End": "\x1b[F", "PgUp": "\x1b[5~", "PgDn": "\x1b[6~",
}

// keyBytes is what a terminal sends for a key by its name, such as j, Ctrl-F, Alt-u, Enter.
func keyBytes(name string) string {
	if s, ok := keyNames[name]; ok {
		return s
	}
	if c, ok := strings.CutPrefix(name, "Ctrl-"); ok {
		return string(c[0] & 0x1F)
	}
	if c, ok := strings.CutPrefix(name, "Alt-"); ok {
		return "\x1b" + c
	}
	return name
}

// recordedRows are the rows of a screen as a recording has them.
func recordedRows(screen *vt.Screen, styles bool) []string {
	var rows []string
	for y, row := range screen.Grid() {
		rows = append(rows, strings.TrimRight(rowSign+screen.Row(y), " "))
		if !styles {
			continue
		}
		var b strings.Builder
		for _, c := range row {
			if c.Text != "" {
				b.WriteByte(styleLetter(c.Style))
			}
		}
		if s := strings.TrimRight(b.String(), " "); s != "" {
			rows = append(rows, styleSign+s)
		}
	}
	for len(rows) > 0 && rows[len(rows)-1] == rowSign {
		rows = rows[:len(rows)-1]
	}
	return rows
}

// styleLetter names a style: r reversed, % on a colour, _ underlined, a digit for one of the eight colours, * for
// another colour, b bold, f faint, i italic; a blank for none.
func styleLetter(style string) byte {
	k, letter := map[byte]bool{}, byte(' ')
	for _, seq := range strings.Split(style, "\x1b[") {
		params := strings.Split(strings.TrimSuffix(seq, "m"), ";")
		for i := 0; i < len(params); i++ {
			n, err := strconv.Atoi(params[i])
			switch {
			case err != nil:
			case n == 38 || n == 48:
				k[map[int]byte{38: '*', 48: '%'}[n]] = true
				i = len(params)
			case n >= 30 && n <= 37:
				k[byte('0'+n-30)] = true
			case n >= 90 && n <= 97:
				k[byte('0'+n-90)] = true
			case n >= 40 && n <= 47, n >= 100 && n <= 107:
				k['%'] = true
			default:
				k[map[int]byte{1: 'b', 2: 'f', 3: 'i', 4: '_', 7: 'r'}[n]] = true
			}
		}
	}
	for _, c := range []byte("r%_01234567*bfi") {
		if k[c] {
			letter = c
			break
		}
	}
	return letter
}

// rows are the rows of the session's screen.
func (s *session) rows(styles bool) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return recordedRows(s.screen, styles)
}

// settled waits until the program has not written for a while.
func (s *session) settled(rest time.Duration) {
	for last, since := -1, time.Now(); time.Since(since) < rest; time.Sleep(5 * time.Millisecond) {
		if n := len(s.output()); n != last {
			last, since = n, time.Now()
		}
	}
}

// restsOn waits until the screen is as it is kept, or until nothing was drawn for a while. A pipe has several programs
// one after the other: on a busy machine one that was ended is gone for long before the next one draws, and a key that
// is typed between the two is lost, so that the session never ends.
func (s *session) restsOn(asKept func() bool) {
	s.t.Helper()
	for range 1000 {
		if len(s.output()) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if s.output() == "" {
		s.t.Fatal("nothing was drawn")
	}

	last := -1
	since := time.Now()
	for time.Since(since) < 2*time.Second {
		n := len(s.output())
		if n != last {
			last, since = n, time.Now()
		}
		if asKept() && time.Since(since) >= 20*time.Millisecond {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// play does one thing of a step.
func (s *session) play(do string) {
	s.t.Helper()
	word, rest, _ := strings.Cut(do, " ")
	switch word {
	case "key":
		for i, name := range strings.Fields(rest) {
			if i > 0 {
				time.Sleep(20 * time.Millisecond) // Esc and a key right after it are Alt and the key
			}
			s.keys(keyBytes(name))
		}
	case "type":
		s.keys(rest)
	case "wheel":
		s.keys(map[string]string{"down": "\x1b[<65;10;5M", "up": "\x1b[<64;10;5M"}[rest])
	case "resize":
		var w, h int
		if _, err := fmt.Sscanf(rest, "%dx%d", &w, &h); err != nil {
			s.t.Fatal(err)
		}
		s.mu.Lock()
		s.screen = vt.Screen{}.Sized(w, h)
		s.mu.Unlock()
		if err := pty.Setsize(s.master, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
			s.t.Fatal(err)
		}
	case "exit":
		if code := s.end(); strconv.Itoa(code) != rest {
			s.t.Errorf("exit status %d, not %s", code, rest)
		}
	}
}

// TestGoldenRecordings plays the recordings and compares the screen after each key.
func TestGoldenRecordings(t *testing.T) {
	files, err := filepath.Glob("../testdata/recordings/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no recordings", err)
	}
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	f := flag.Lookup("update")
	update := f != nil && f.Value.String() == "true"
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r, err := readRecording(string(text))
			if err != nil {
				t.Fatal(err)
			}
			s := r.start(t, path)
			for i := range r.steps {
				r.compare(s, &r.steps[i], update)
			}
			if update {
				if err := os.WriteFile(file, []byte(r.text()), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if r.text() != string(text) {
				t.Error("not in the form that -update writes")
			}
		})
	}
}

// start runs the program in a new folder that has the streams, one file each, and nothing else.
func (r *recording) start(t *testing.T, path string) *session {
	dir := t.TempDir()
	streams, err := filepath.Glob("../testdata/streams/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range streams {
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(from)), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	bin := t.TempDir()
	if err := os.Symlink(path, filepath.Join(bin, "eyeline")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-c", r.argv)
	cmd.Dir = dir
	cmd.Env = append([]string{
		"PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + bin, "XDG_CONFIG_HOME=" + filepath.Join(bin, "settings"), "TMPDIR=" + t.TempDir(), "TERM=xterm-256color",
		"COLORTERM=truecolor", "LC_ALL=C.UTF-8", "TZ=UTC", "SHELL=/bin/sh",
	}, r.env...)
	var stdin io.Reader
	if r.stdin != "" {
		data, err := os.ReadFile(filepath.Join("../testdata/streams", r.stdin))
		if err != nil {
			t.Fatal(err)
		}
		stdin = bytes.NewReader(data)
	}
	return startSized(t, cmd, stdin, nil, r.width, r.height)
}

// compare does a step, and takes the screen after it or compares it with the one that is kept.
func (r *recording) compare(s *session, step *step, update bool) {
	s.t.Helper()
	for i, do := range step.do {
		if i > 0 {
			time.Sleep(20 * time.Millisecond)
		}
		s.play(do)
	}
	want := strings.Join(step.rows, "\n")
	got := func() string { return strings.Join(s.rows(r.styles), "\n") }
	if update {
		s.restsOn(func() bool { return got() == want })
		step.rows = s.rows(r.styles)
		return
	}
	for range 1000 {
		if got() == want {
			s.settled(20 * time.Millisecond)
			if got() == want {
				return
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.t.Fatalf("after %q the screen is\n%s\nand not\n%s\nIf it should be, go test ./tui -run Recordings -update writes it.", step.do, got(), want)
}
