//go:build linux || darwin

package tui_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/longtest"
)

// TestASignalEndsTheCommand: a signal that ends the viewer while a command of the shell has the terminal ends all
// processes of the command too.
func TestASignalEndsTheCommand(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Setenv("SHELL", "/bin/sh")
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		for _, keys := range []string{"!", "|."} {
			pids := filepath.Join(t.TempDir(), "pids")
			s := start(t, nil, nil, "--tool", "none", samplePath)
			s.sees("package server")
			s.keys(keys)
			s.keys(`sleep 300 & (echo $$ $!; sh -c 'echo $$; sleep 301; true') >` + pids + `; true` + "\r")
			var all []string
			for range 1000 {
				text, _ := os.ReadFile(pids) // it is not there at first
				if all = strings.Fields(string(text)); len(all) == 3 {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			if len(all) != 3 {
				t.Fatalf("the command is not there: %q", all)
			}
			if err := s.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			s.end()
			for _, one := range all {
				pid, err := strconv.Atoi(one)
				if err != nil {
					t.Fatal(err)
				}
				for n := 0; !hasEnded(pid); n++ {
					if n == 300 {
						t.Errorf("%v: process %d goes on after %s", sig, pid, keys)
						_ = syscall.Kill(pid, syscall.SIGKILL)
						break
					}
					time.Sleep(10 * time.Millisecond)
				}
			}
		}
	}
}

// hasEnded reports whether a process is there no more; one that nobody has waited for yet counts as ended.
func hasEnded(pid int) bool {
	stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || strings.Contains(string(stat), ") Z ")
}
