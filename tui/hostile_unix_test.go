//go:build linux || darwin

package tui_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/tui/internal/vt"
)

// TestHostileFiles runs the whole program over files made to steer a terminal, in every view, and reads all it writes.
func TestHostileFiles(t *testing.T) {
	longtest.SkipUnlessLong(t)
	files, err := filepath.Glob("../testdata/hostile/*")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	// A name is a file's content, too.
	name := filepath.Join(t.TempDir(), "evil\x1b]0;x\x07\u202e\n\xff.txt")
	if err := os.WriteFile(name, []byte("text\n"), 0o644); err == nil {
		files = append(files, name)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			s := start(t, nil, nil, "--background", "auto", "--tool", "codex", file)
			s.wait("model gets", "nothing sent", "refused: ", "a notice", "not sent", " cut", " → U+FFFD", " dropped", "≈") // what the model line begins with
			for _, keys := range []string{
				"p", "p", "i", "G", "W", "j", "p", "g", "H", "G", "H", "U", "U", "U", "\t", "\t", "]", "t", "C", "\x1b", "W", "\x1b[C", "=", "w",
				"/.\r", "n", "&e\r", "&\r", "o", "\x1b", "/\x1b[200~\x1b]52;c;QQ==\x07\u202e\x1b[201~\r", "\x1b", ":\x1b[200~\x9b31m\x1b[201~\r", "\x1b", "T", "R",
			} {
				s.keys(keys)
				time.Sleep(25 * time.Millisecond)
			}
			// Whatever is open by now, Ctrl-C closes it and leaves at last.
			over := make(chan struct{})
			go func() {
				for {
					_, _ = s.master.WriteString("\x03")
					select {
					case <-over:
						return
					// Once the terminal is given back, a further one drops what it has not taken in yet.
					case <-time.After(700 * time.Millisecond):
					}
				}
			}()
			defer close(over)
			if code := s.end(); code != 0 {
				t.Errorf("exit status %d", code)
			}
			s.restored()
			if err := vt.Allowed(s.output()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestHostileArguments checks that error texts on a terminal steer nothing either.
func TestHostileArguments(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	evil := "\x1b]0;x\x07\u202e\x9b31m"
	config := t.TempDir()
	if err := os.MkdirAll(filepath.Join(config, "eyeline"), 0o755); err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(config, "eyeline", "config.toml")
	run := "../testdata/transcripts/claude_code/session-default.jsonl.gz"
	for _, c := range []struct {
		settings string
		args     []string
	}{
		{"", []string{evil}},
		{"", []string{"--theme", evil, samplePath}},
		{"", []string{"--tool", evil, samplePath}},
		{"", []string{"--mode", evil, samplePath}},
		{"", []string{"--encoding", evil, samplePath}},
		{"", []string{"--preset", evil, samplePath}},
		{"", []string{"--spool-limit", evil, samplePath}},
		{"", []string{"--" + evil}},
		{"", []string{"+" + evil, samplePath}},
		{"", []string{"emit", evil}},
		{"", []string{"transcript", run, "--wire", evil}},
		{"", []string{"mcp", "--record", "none/" + evil}},
		{"", []string{"emit", "--tool", "sage", "--args", `{"path": "` + "\u202e" + `"}`}},
		{"theme = \"\\u001b]0;x\\u0007\"\n", []string{"config"}},
		{"nonsense\x1b[31m = 1\n", []string{"config"}},
		{"[keys]\n\"\\u001b\" = \"q\"\n", []string{"config"}},
	} {
		if err := os.WriteFile(settings, []byte(c.settings), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(path, c.args...)
		cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+config)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		_ = cmd.Run() // most are refused
		if err := vt.Allowed(errs.String()); err != nil {
			t.Errorf("%q: %v", c.args, err)
		}
	}
}

// TestFullDisk spools more than may be written: the screen says so and shows what came.
func TestFullDisk(t *testing.T) {
	longtest.SkipUnlessLong(t)
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	// A limit on the size of files fails a write as a full disk does.
	shell := "ulimit -f 64; (seq 1 2000; sleep 0.5; seq 1 100000) | " + path + " --color never"
	t.Setenv("TMPDIR", t.TempDir())
	s := startCommand(t, exec.Command("/bin/sh", "-c", shell), nil, nil)
	s.sees("no room in the temporary folder for the rest: file too large")
	s.keys("G")
	s.sees("END")
	s.keys("g")
	s.sees("lines 1–")
	s.sees("incomplete")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.restored()
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestEndlessStream checks that a stream without an end fills the disk no further than it may.
func TestEndlessStream(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := startCommand(t, exec.Command("/bin/sh", "-c", "yes endless | "+path+" -N --spool-limit 1MiB"), nil, nil)
	s.sees("longer than the spool limit")
	s.keys("G")
	s.sees("131072 endless")
	s.sees("incomplete")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// TestClosedTerminal takes the terminal away: the program ends by itself and leaves nothing.
func TestClosedTerminal(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := start(t, nil, nil, samplePath)
	s.sees("package server")
	_ = s.master.Close()
	s.end()
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
