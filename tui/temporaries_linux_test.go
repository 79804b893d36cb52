package tui_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

// unnamedIn are the open files of a process that are or were in a folder. Each must have no name, and the mode 0600.
func unnamedIn(t *testing.T, pid int, dir string) (count int) {
	t.Helper()
	fds, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range fds {
		had, err := os.Readlink(fd)
		if err != nil || !strings.HasPrefix(had, dir+"/") {
			continue
		}
		count++
		info, err := os.Stat(fd)
		if err != nil || info.Mode() != 0o600 || !strings.HasPrefix(had, dir+"/#") || !strings.HasSuffix(had, " (deleted)") {
			t.Errorf("%s is %s, mode %v, %v", fd, had, info.Mode(), err)
		}
	}
	isEmpty(t, dir)
	return count
}

// isEmpty checks that nothing is in a folder.
func isEmpty(t *testing.T, dir string) {
	t.Helper()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
}

// packed is a file with the packed form of a text.
func packed(t *testing.T, dir, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	if cerr := z.Close(); err != nil || cerr != nil {
		t.Fatal(err, cerr)
	}
	path := filepath.Join(dir, "packed.txt.gz")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// temporaryCase is a command line whose content needs a temporary file.
type temporaryCase struct {
	name  string
	args  []string
	stdin io.Reader
	in    string // the folder
	sees  string
}

// temporaryCases are one for each way that the help page about written files names.
func temporaryCases(t *testing.T) []temporaryCase {
	t.Helper()
	dir := t.TempDir()
	large := filepath.Join(dir, "large.txt")
	if err := os.WriteFile(large, []byte(strings.Repeat("a line of a large file\n", 100_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(), w.Close() })
	if _, err := w.WriteString("what is piped\n"); err != nil {
		t.Fatal(err)
	}
	export, err := filepath.Abs("../testdata/transcripts/opencode/export.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	all := []temporaryCase{
		{name: "piped", stdin: r, sees: "what is piped"},
		{name: "unpacked", args: []string{packed(t, dir, "what is packed\n")}, sees: "what is packed"},
		{name: "no size", args: []string{"/proc/self/status"}, sees: "eyeline"},
		{name: "an answer", args: []string{"--tool", "mcp_filesystem", large}, sees: "a line of a large file"},
		{name: "a transcript", args: []string{"transcript", export}, sees: "what the model changed"},
	}
	repo := filepath.Join(dir, "repo")
	if out, err := exec.Command("sh", "-c", "git init -q "+repo+" && cd "+repo+" && echo 'what git has' >a && git add a && "+
		"git -c user.name=t -c user.email=t@t commit -qm x").CombinedOutput(); err != nil {
		t.Logf("no git: %v %s", err, out)
	} else {
		all = append(all, temporaryCase{name: "a revision", in: repo, args: []string{"HEAD:a"}, sees: "what git has"})
	}
	return all
}

// TestTemporaryFilesHaveNoNames: what needs a temporary file, however it comes, has one without a name that only its
// owner may read, so that nothing is left when the viewer is killed, is hung up on, or leaves.
func TestTemporaryFilesHaveNoNames(t *testing.T) {
	longtest.SkipUnlessLong(t)
	path := builtProgram(t)
	for i, c := range temporaryCases(t) {
		temp := t.TempDir()
		t.Setenv("TMPDIR", temp)
		cmd := exec.Command(path, c.args...)
		cmd.Dir = c.in
		s := startCommand(t, cmd, c.stdin, nil)
		s.sees(c.sees)
		count := 0
		for range 200 {
			if count = unnamedIn(t, cmd.Process.Pid, temp); count > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if count == 0 {
			t.Errorf("%s: there is no temporary file", c.name)
		}
		switch i % 3 {
		case 0:
			_ = cmd.Process.Kill()
		case 1:
			_ = cmd.Process.Signal(syscall.SIGHUP)
		default:
			_ = s.master.Close()
		}
		s.end()
		isEmpty(t, temp)
	}
}

// TestEmitLeavesNothing: a command that is killed while it reads what is piped leaves nothing either.
func TestEmitLeavesNothing(t *testing.T) {
	path, temp := builtProgram(t), t.TempDir()
	t.Setenv("TMPDIR", temp)
	cmd := exec.Command(path, "emit", "--tool", "codex", "-")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	if _, err := io.WriteString(in, strings.Repeat("what is piped\n", 100_000)); err != nil {
		t.Fatal(err)
	}
	for n := 0; unnamedIn(t, cmd.Process.Pid, temp) == 0; n++ {
		if n == 500 {
			t.Fatal("there is no temporary file")
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	isEmpty(t, temp)
}

// TestKilledViewers: of a stream that is saved, kill -9 leaves no file of its name, and the temporary file goes when
// its folder is next written to.
func TestKilledViewers(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	dir := t.TempDir()
	text := strings.Repeat("a line that comes\n", 2000)
	for n := range 2 {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = r.Close(), w.Close() })
		if _, err := w.WriteString(text); err != nil {
			t.Fatal(err)
		}
		before := temporaries(dir)
		s := startCommand(t, exec.Command(builtProgram(t), "--tool", "none"), r, nil)
		s.wait("a line that comes")
		s.keys("s" + filepath.Join(dir, "out.log") + "\r")
		s.sees("writing")
		awaitTemporary(t, dir, int64(len(text)), before...)
		if n == 0 {
			_ = s.cmd.Process.Kill()
			s.end()
			if left, err := filepath.Glob(filepath.Join(dir, "out*")); err != nil || len(left) > 0 {
				t.Errorf("the name has %v, %v", left, err)
			}
			continue
		}
		s.keys("qk")
		s.end()
		checkLeft(t, dir, text, []string{"out.log"})
	}
}

// builtProgram is the path of the program.
func builtProgram(t *testing.T) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
