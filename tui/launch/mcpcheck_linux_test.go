package launch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

// TestCheckedServerLeavesNothing: mcp check ends all that a server has started, also what has left its process group,
// its session and its parent, and no program that was there before.
func TestCheckedServerLeavesNothing(t *testing.T) {
	longtest.SkipUnlessLong(t)
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	program := filepath.Join(bin, "eyeline")
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	const child = "#!/bin/sh\necho > \"$DIR/started\"\nexec sleep 1000\n"
	if err := os.WriteFile(filepath.Join(bin, "child"), []byte(child), 0o700); err != nil {
		t.Fatal(err)
	}
	const quiet = " < /dev/null > /dev/null 2>&1"
	for name, script := range map[string]string{
		"group":                 "child" + quiet + " &",
		"session":               "setsid child" + quiet + " &",
		"session, then an end":  "setsid -f child" + quiet,
		"orphan":                "(setsid sh -c 'setsid child & setsid child &'" + quiet + " &)",
		"signals that it minds": "setsid sh -c \"trap '' TERM HUP INT; child; child\"" + quiet + " &",
		"others of its own":     "setsid sh -c 'while :; do setsid child & sleep 0.01; done'" + quiet + " &",
		"open standard error":   "setsid child < /dev/null > /dev/null &",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			mark := "DIR=" + dir
			// The shell becomes mcp check, which then has a child of the shell's.
			const line = `sleep 1000` + quiet + ` & echo $! > before; exec eyeline mcp check --timeout 20 -- sh -c "$0"`
			server := script + "\nwhile ! [ -e started ]; do sleep 0.01; done"
			cmd := exec.CommandContext(t.Context(), "sh", "-c", line, server)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), mark, "HOME="+bin, "PATH="+bin+":"+os.Getenv("PATH"))
			out, err := cmd.CombinedOutput()
			if _, missing := os.Stat(filepath.Join(dir, "started")); err == nil || missing != nil {
				t.Fatalf("the server: %v, %v: %s", err, missing, out)
			}
			before := number(t, filepath.Join(dir, "before"))
			if syscall.Kill(before, 0) != nil {
				t.Error("a program is ended that was there before")
			}
			_ = syscall.Kill(before, syscall.SIGKILL)
			for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
				left := withMark(mark)
				if len(left) == 0 {
					return
				}
				if time.Now().After(end) {
					for _, id := range left {
						_ = syscall.Kill(id, syscall.SIGKILL)
					}
					t.Fatalf("%d programs are left", len(left))
				}
			}
		})
	}
}

func number(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// withMark are the programs whose environment has a variable.
func withMark(mark string) (ids []int) {
	names, _ := filepath.Glob("/proc/[0-9]*")
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(name, "environ")) // one of another user cannot be read
		if err == nil && strings.Contains("\x00"+string(text), "\x00"+mark+"\x00") {
			id, _ := strconv.Atoi(filepath.Base(name))
			ids = append(ids, id)
		}
	}
	return ids
}
