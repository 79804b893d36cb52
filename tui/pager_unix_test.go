//go:build linux || darwin

package tui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/tui/internal/vt"
)

func piped(t *testing.T, text string, args ...string) *session {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", `printf '%b' "$0" | "$@"`, text, path}, args...)...)
	return startCommand(t, cmd, nil, nil)
}

// TestColoursOfAPipe shows what git writes to a pager: colours as colours, and nothing else of it.
func TestColoursOfAPipe(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Parallel()
	s := piped(t, `\033[1mdiff\033[m\n\033[32m+added\033[m\n\033]0;title\007\n`)
	s.sees("+added")
	s.seesIn("\x1b[32m", "+added")
	s.sees("^[]0;title^G")
	s.keys("i")
	s.sees("^[[32m+added^[[m")
	s.keys("q")
	s.end()
	if err := vt.Allowed(s.output()); err != nil {
		t.Error(err)
	}
	s = piped(t, `\033[32m+added\033[m\n`, "--ansi", "never")
	s.sees("^[[32m+added^[[m")
	s.keys("q")
	s.end()
}

// TestManualPages shows what man writes: characters over themselves and over underscores.
func TestManualPages(t *testing.T) {
	t.Parallel()
	s := piped(t, `N\bNA\bAM\bME\bE\n       _\bf_\bi_\bl_\be\n`)
	s.sees("NAME")
	s.sees("       file")
	s.seesIn("\x1b[1m", "NAME")
	s.seesIn("\x1b[4m", "file")
	s.keys("q")
	s.end()
}

// TestQuitIfOneScreen prints what fits and opens what does not, as less -F does.
func TestQuitIfOneScreen(t *testing.T) {
	s := piped(t, `one\n\033[31mtwo\033[m\n\033[2J\n`, "-F")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.wait("one\r\n\x1b[31mtwo\x1b[m\r\n^[[2J\r\n")
	if out := s.output(); strings.Contains(out, "1049") {
		t.Errorf("wrote %q", out)
	}
	t.Setenv("LESS", "FRX --mouse")
	s = piped(t, "one\\n")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s = piped(t, strings.Repeat("line\\n", 30))
	s.sees("standard input  lines 1–")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// TestLessIsForPipes checks that a small file that is named opens, whatever LESS says.
func TestLessIsForPipes(t *testing.T) {
	t.Setenv("LESS", "FRX")
	path := filepath.Join(t.TempDir(), "small")
	if err := os.WriteFile(path, []byte("one line\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := start(t, nil, nil, path)
	s.sees("· L1")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s = start(t, nil, nil, "-F", path)
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.wait("one line\r\n")
}

// TestFirstRun checks that a person who starts the program without a file learns what to try.
// TestAStartWithoutAFile lists the files of the working folder; leaving the list leaves the viewer.
func TestAStartWithoutAFile(t *testing.T) {
	t.Parallel()
	s := start(t, nil, nil)
	s.wait("this folder")
	s.wait("what each agent misses")
	s.keys("\x1b")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	if err := vt.Allowed(s.output()); err != nil {
		t.Error(err)
	}
}

// TestAsThePagerOfGit runs git itself, when it is there.
func TestAsThePagerOfGit(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip(err)
	}
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/file", []byte(strings.Repeat("old line\n", 40)), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-c", `cd "$0" && "$1" init -q && "$1" add file && sed -i.bak s/old/new/ file && "$1" -c core.pager="$2" -c color.ui=auto diff`, dir, git, path)
	s := startCommand(t, cmd, nil, nil)
	s.sees("-old line")
	s.seesIn("\x1b[31m", "-old")
	s.keys("G")
	s.sees("+new line")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// TestShellCommands runs commands of the shell on the terminal: ! alone, and | with lines of what is shown.
func TestShellCommands(t *testing.T) {
	t.Setenv("SHELL", "/bin/sh")
	s := piped(t, `one\ntwo\nthree\n`)
	s.sees("three")
	s.keys("!echo $((6*7)) says the shell\r")
	s.wait("42 says the shell")
	s.wait("[exit status 0] Enter goes back")
	s.keys("\r")
	s.sees("standard input")
	s.keys("Vj|tr a-z A-Z; exit 3\r")
	s.wait("ONE\r\nTWO\r\n")
	s.wait("[exit status 3]")
	s.keys("\r")
	s.sees("standard input")
	s.keys("|.head -1 | rev\r")
	s.wait("eno\r\n")
	s.keys("\r")
	s.sees("standard input")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.restored()
}

// TestKeepTheScreen leaves the last screen on the terminal, as less -X does.
func TestKeepTheScreen(t *testing.T) {
	t.Parallel()
	s := piped(t, `one\n\033[31mtwo\033[m\n`, "-X", "--color", "always")
	s.sees("two")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	// What was written last may not have been read yet.
	s.wait("\x1b[?1049l\x1b[?25h" + askStatus + "one\r\n\x1b[31mtwo\x1b[m\r\n")
}
