//go:build unix

package export

import (
	"os"
	"strings"
	"testing"
)

// TestACommandThatHandlesCtrlC: the shell around it goes on too, shows its exit status, and waits for Enter.
func TestACommandThatHandlesCtrlC(t *testing.T) {
	t.Setenv("SHELL", "/bin/sh")
	for _, name := range []string{"INT", "QUIT"} {
		cmd := shellCommand("kill -"+name+" $PPID; exit 3", false)
		nothing, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		cmd.ExtraFiles = []*os.File{nothing}
		out, _ := cmd.Output()
		if !strings.Contains(string(out), "[exit status 3] Enter goes back") {
			t.Errorf("after SIG%s: %q", name, out)
		}
		_ = nothing.Close()
	}
}
