//go:build linux || darwin

package tui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestALocaleThatIsNotUTF8 runs the program with LC_ALL=C, without colours, and on terminals that know few sequences:
// what comes is ASCII, and the window can still be seen.
func TestALocaleThatIsNotUTF8(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "f.go")
	if err := os.WriteFile(file, []byte("package p\n\nvar s = \"né\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, env := range map[string][]string{
		"xterm":    {"TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR="},
		"NO_COLOR": {"TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=1"},
		"vt100":    {"TERM=vt100", "COLORTERM=", "NO_COLOR="},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(path, "--tool", "codex", "--limit", "2", file)
			cmd.Env = append(append(os.Environ(), "LANG=C.UTF-8", "LC_ALL=C", "XDG_CONFIG_HOME="+t.TempDir()), env...)
			s := startCommand(t, cmd, nil, nil)
			s.sees("tokens")
			s.sees("|>   1 | package p")
			s.sees("|    2 |")
			s.sees(".    3 | var s = \"n<00E9>\"")
			s.keys("?")
			s.sees("-- actions")
			s.mu.Lock()
			defer s.mu.Unlock()
			colours := false
			for _, row := range s.screen.Grid() {
				for _, c := range row {
					if strings.IndexFunc(c.Text, func(r rune) bool { return r >= 0x80 }) >= 0 {
						t.Errorf("%q is not ASCII", c.Text)
					}
					colours = colours || strings.Contains(c.Style, "[3") || strings.Contains(c.Style, ";3")
				}
			}
			if colours != (name == "xterm") {
				t.Errorf("colours: %v", colours)
			}
		})
	}
}
