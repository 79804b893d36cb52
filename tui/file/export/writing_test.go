package export

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/systemtest"
	"eyeline/tui/kit/jobs"
)

// TestWriteFile checks that a write that fails, on a full disk for one, leaves the old file whole and nothing beside
// it.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	good := func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, "the output")
		return err
	}
	full := func(_ context.Context, w io.Writer) error {
		if _, err := io.WriteString(w, "the ou"); err != nil {
			return err
		}
		return syscall.ENOSPC
	}
	for _, c := range []struct {
		what    string
		over    bool
		content func(context.Context, io.Writer) error
		err     error
		holds   string
	}{
		{"a disk that is full", false, full, syscall.ENOSPC, ""},
		{"a new file", false, good, nil, "the output"},
		{"a file that exists", false, good, os.ErrExist, "the output"},
		{"over it, on a full disk", true, full, syscall.ENOSPC, "the output"},
		{"over it", true, good, nil, "the output"},
	} {
		ws := writes{hold: func(func()) func() { return func() {} }}
		w := ws.begin(path, c.over, false, nil)
		ws.run(w, c.content)
		if err := w.result.err; !errors.Is(err, c.err) || !ws.told(w) {
			t.Errorf("%s: %v", c.what, err)
		}
		got, err := os.ReadFile(path)
		if string(got) != c.holds || (c.holds != "") != (err == nil) {
			t.Errorf("%s: holds %q, %v", c.what, got, err)
		}
		if names, err := os.ReadDir(dir); err != nil || len(names) > 1 {
			t.Errorf("%s: left behind %v, %v", c.what, names, err)
		}
	}
}

// writerFunc is a function as a writer.
type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestTheEndIsSaidBeforeASignalEnds has a signal find the program at its end, about to say what became of a file: the
// process, which would end after what the signal does, is there until that is said.
func TestTheEndIsSaidBeforeASignalEnds(t *testing.T) {
	held := func() {}
	ws := writes{hold: func(last func()) func() { held = last; return func() { held = func() {} } }}
	ws.run(ws.begin(filepath.Join(t.TempDir(), "out"), false, true, nil), func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, "the output")
		return err
	})
	var mu sync.Mutex
	var order []string
	note := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, what)
	}
	over := make(chan struct{})
	ws.finish(0, writerFunc(func(p []byte) (int, error) {
		last := held
		go func() {
			defer close(over)
			last()
			note("ends")
		}()
		time.Sleep(20 * time.Millisecond) // without the lock it ends meanwhile
		note("said")
		return len(p), nil
	}))
	<-over
	if got := strings.Join(order, " "); got != "said ends" {
		t.Errorf("%q, want said, then ends", got)
	}
}

// TestSettingsAreSavedAtTheEnd leaves while settings are saved: each change is made, in order, also one whose command
// was never run, only a failure is said, and a disk that does not answer keeps a signal no longer than its patience.
func TestSettingsAreSavedAtTheEnd(t *testing.T) {
	var said bytes.Buffer
	held := false
	ws := writes{hold: func(func()) func() { held = true; return func() { held = false } }}
	var made []string
	change := func(name string, err error) func() error {
		return func() error { made = append(made, name); return err }
	}
	go ws.run(ws.begin("settings", true, false, change("one", nil)), nil)
	ws.begin("settings", true, false, change("two", errors.New("no room")))
	ws.begin("settings", true, false, change("three", nil))
	if !held {
		t.Error("no signal waits for them")
	}
	ws.finish(0, &said)
	if got := strings.Join(made, " "); got != "one two three" || held {
		t.Errorf("made %q, held: %v", got, held)
	}
	if got := said.String(); got != "eyeline: cannot write settings: no room\n" {
		t.Errorf("said %q", got)
	}
	stuck := make(chan struct{})
	defer close(stuck)
	ws.begin("settings", true, false, func() error { <-stuck; return nil })
	said.Reset()
	if ws.finish(1, &said); !strings.Contains(said.String(), "its disk does not answer") {
		t.Errorf("said %q", said.String())
	}
}

// TestWhatIsStoppedIsNotWritten: where what has come of a content is not worth keeping, the one who stops it gets
// nothing, neither in a new file nor over another.
func TestWhatIsStoppedIsNotWritten(t *testing.T) {
	for _, old := range []string{"", "the old file"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "out")
		if old != "" {
			if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		ws := writes{hold: func(func()) func() { return func() {} }}
		w := ws.begin(path, old != "", false, nil)
		job, esc := context.WithCancel(t.Context())
		w.job = job
		ws.run(w, func(ctx context.Context, f io.Writer) error {
			if _, err := io.WriteString(f, "half"); err != nil {
				return err
			}
			esc()
			<-ctx.Done()
			return ctx.Err()
		})
		said := w.result.words(path).Text
		got, err := os.ReadFile(path)
		if string(got) != old || (err == nil) != (old != "") || !strings.HasSuffix(said, "out is not written") {
			t.Errorf("it holds %q, %v; said %q", got, err, said)
		}
		if names, _ := os.ReadDir(dir); len(names) > 1 {
			t.Errorf("left behind: %v", names)
		}
	}
}

// TestADiskThatDoesNotAnswer: a process that a signal ends does not wait for it. What has come of a new file has its
// name then; another file is not replaced in part.
func TestADiskThatDoesNotAnswer(t *testing.T) {
	for _, c := range []struct{ old, holds, said string }{
		{"", "half", "has what was written so far; its disk does not answer, so not all of that may last"},
		{"the old file", "the old file", "is not written: its disk does not answer"},
	} {
		path := filepath.Join(t.TempDir(), "out")
		if c.old != "" {
			if err := os.WriteFile(path, []byte(c.old), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		ws := writes{hold: func(func()) func() { return func() {} }}
		w := ws.begin(path, c.old != "", true, nil)
		wrote, answers := make(chan struct{}), make(chan struct{})
		go ws.run(w, func(_ context.Context, f io.Writer) error {
			_, err := io.WriteString(f, "half")
			close(wrote)
			<-answers
			return err
		})
		<-wrote
		var said bytes.Buffer
		ws.finish(1, &said)
		got, err := os.ReadFile(path)
		if string(got) != c.holds || err != nil || !strings.Contains(said.String(), c.said) {
			t.Errorf("it holds %q, %v; said %q", got, err, said.String())
		}
		close(answers)
		<-w.ended
	}
}

// TestLeavingDoesNotAskAboutSettings: the settings are saved after a person has left.
func TestLeavingDoesNotAskAboutSettings(t *testing.T) {
	g := &Exporter{saves: jobs.NewSet(nil), writes: writes{hold: func(func()) func() { return func() {} }}}
	saved, left := false, false
	save := g.SaveSettings("settings", func() error { saved = true; return nil }, func(error) tea.Cmd {
		t.Error("the screen is told")
		return nil
	})
	g.AskLeave(func() tea.Cmd { left = true; return nil })
	g.Finish(false)
	if !saved || !left {
		t.Errorf("saved: %v, left: %v", saved, left)
	}
	m, _ := save().(jobs.Message)
	if cmd, _ := m.Take(); cmd != nil {
		t.Error("there is more to do")
	}
}

// TestWhatIsReadIsNotReplaced: a file is not written over itself, by another path either, and nobody is asked about it.
func TestWhatIsReadIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "read"), filepath.Join(dir, "other")
	if err := errors.Join(os.WriteFile(path, []byte("mine"), 0o600), os.Link(path, other)); err != nil {
		t.Skip(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{path, other} {
		for _, over := range []bool{false, true} {
			ws := writes{hold: func(func()) func() { return func() {} }}
			w := ws.begin(to, over, false, nil)
			w.reads = info
			ws.run(w, func(_ context.Context, f io.Writer) error { _, err := f.Write([]byte("other")); return err })
			if got, _ := os.ReadFile(to); !errors.Is(w.result.err, errRead) || string(got) != "mine" {
				t.Errorf("%s, over it: %v: %v, holds %q", to, over, w.result.err, got)
			}
		}
	}
}

func TestEditorCommand(t *testing.T) {
	systemtest.SkipOnWindows(t, "another shell starts the editor")
	c := editorCommand("ed --fast", "/tmp/a b", 8)
	if got := strings.Join(c.Args, "|"); !strings.HasSuffix(got, `ed --fast "$@"|ed --fast|+8|/tmp/a b`) {
		t.Errorf("runs %s", got)
	}
}
