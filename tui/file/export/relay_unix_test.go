//go:build unix

package export

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// A signal that comes before the command has begun ends it as one that comes later does.
func TestEarlySignals(t *testing.T) {
	for name, early := range map[string]bool{"before": true, "after": false} {
		var r relay
		if early {
			r.pass(syscall.SIGTERM)
		}
		cmd := exec.CommandContext(t.Context(), "sleep", "60")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		r.to(cmd.Process)
		if !early {
			r.pass(syscall.SIGTERM)
		}
		_ = cmd.Wait()
		if how, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || how.Signal() != syscall.SIGTERM {
			t.Errorf("a signal %s the start: %v", name, cmd.ProcessState)
		}
		r.pass(os.Interrupt) // the process is gone
	}
}
