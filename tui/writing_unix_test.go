//go:build linux || darwin

package tui_test

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestLeavingWhileWriting leaves the viewer in each way while a stream is saved that goes on: what has come is in the
// file, unless a person drops it, what became of it is said on standard error, and nothing else is left in the folder.
func TestLeavingWhileWriting(t *testing.T) {
	for _, c := range []struct {
		name  string
		leave func(s *session)
		drop  bool
		taken bool // another file of the name is made meanwhile
		args  []string
	}{
		{name: "SIGTERM", leave: func(s *session) { _ = s.cmd.Process.Signal(syscall.SIGTERM) }},
		{name: "SIGHUP", leave: func(s *session) { _ = s.cmd.Process.Signal(syscall.SIGHUP) }},
		{name: "SIGTERM twice", leave: func(s *session) {
			_ = s.cmd.Process.Signal(syscall.SIGTERM)
			_ = s.cmd.Process.Signal(syscall.SIGTERM)
		}},
		{name: "SIGTERM with the name taken", taken: true, leave: func(s *session) {
			_ = s.cmd.Process.Signal(syscall.SIGTERM)
		}},
		{name: "a closed terminal", leave: func(s *session) { _ = s.master.Close() }},
		{name: "Ctrl-C twice", leave: func(s *session) { s.keys("\x03\x03") }},
		{name: "q, keep", leave: func(s *session) {
			s.keys("q")
			s.sees("still writing")
			s.keys("k")
		}},
		{name: "q and k at once", leave: func(s *session) { s.keys("qk") }},
		{name: "q, wait, q, drop", drop: true, leave: func(s *session) {
			s.keys("qw")
			time.Sleep(100 * time.Millisecond)
			s.keys("q")
			s.sees("d drop it")
			s.keys("d")
		}},
		{name: "plain, SIGINT", args: []string{"--plain"}, leave: func(s *session) {
			_ = s.cmd.Process.Signal(syscall.SIGINT)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.name == "SIGHUP" && signal.Ignored(syscall.SIGHUP) {
				t.Skip("nohup has it ignored")
			}
			program, err := program()
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "out.log")
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _, _ = r.Close(), w.Close() })
			text := strings.Repeat("a line that comes\n", 2000)
			if _, err := w.WriteString(text); err != nil {
				t.Fatal(err)
			}
			stderr := filepath.Join(t.TempDir(), "stderr")
			command := append([]string{"-c", `exec "$0" "$@" 2>` + stderr, program, "--tool", "none"}, c.args...)
			s := startCommand(t, exec.Command("/bin/sh", command...), r, nil)
			s.wait("a line that comes")
			if c.args == nil {
				s.keys("s" + path + "\r")
				s.sees("writing")
			} else {
				s.keys("s " + path + "\n")
			}
			awaitTemporary(t, dir, int64(len(text)))
			want := []string{"out.log"}
			switch {
			case c.drop:
				want = nil
			case c.taken:
				if err := os.WriteFile(path, []byte("theirs"), 0o600); err != nil {
					t.Fatal(err)
				}
				want = []string{"out.log", "out.log.1"}
			}
			c.leave(s)
			s.end()
			checkLeft(t, dir, text, want)
			told, _ := os.ReadFile(stderr)
			if c.drop != strings.Contains(string(told), "is not written") ||
				!c.drop && strings.Count(string(told), "stopped: the first 35.2 KiB are in "+filepath.Join(dir, want[len(want)-1])) != 1 {
				t.Errorf("standard error says %q", told)
			}
		})
	}
}

// temporaries are the files that are being written in a folder, or were when their writer was killed.
func temporaries(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, ".eyeline-*")) // the pattern is none that is bad
	return names
}

// awaitTemporary waits until a file that is being written in a folder, beside those that were there before, has so many
// bytes.
func awaitTemporary(t *testing.T, dir string, size int64, before ...string) {
	t.Helper()
	for range 1000 {
		names := slices.DeleteFunc(temporaries(dir), func(name string) bool { return slices.Contains(before, name) })
		if len(names) == 1 {
			if info, err := os.Stat(names[0]); err == nil && info.Size() == size {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it is not written")
}

// checkLeft checks which files are in a folder, and the content of the last one.
func checkLeft(t *testing.T, dir, text string, want []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if !slices.Equal(names, want) {
		t.Fatalf("the folder has %q, want %q", names, want)
	}
	if len(want) == 0 {
		return
	}
	got, err := os.ReadFile(filepath.Join(dir, want[len(want)-1]))
	if err != nil || string(got) != text {
		t.Errorf("the file has %d bytes of %d, %v", len(got), len(text), err)
	}
}

// TestPrintingACutStream: what E prints of a stream that was cut is said not to be all of it, with status 1.
func TestPrintingACutStream(t *testing.T) {
	t.Parallel()
	var printed bytes.Buffer
	text := strings.Repeat("a line that comes\n", 2000)
	s := start(t, strings.NewReader(text), &printed, "--tool", "none", "--spool-limit", "1000")
	s.wait("cut after 1000 B")
	s.keys("VGE")
	if code := s.end(); code != 1 || !strings.HasPrefix(text, printed.String()) || printed.Len() == 0 {
		t.Errorf("ended with %d, printed %d bytes", code, printed.Len())
	}
	s.wait("this is not all of it: the stream is longer than the spool limit")
}
