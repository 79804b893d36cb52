//go:build linux || darwin

package tui_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// TestRightsOfWrittenFiles: what is written under a name, and the folder of the settings, have the rights that the help
// page about written files names, less the umask.
func TestRightsOfWrittenFiles(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	for _, umask := range []fs.FileMode{0o022, 0o077, 0} {
		home := t.TempDir()
		written, saved := filepath.Join(home, "written"), filepath.Join(home, "saved")
		settings := filepath.Join(home, "new", "eyeline", "config.toml")
		run := func(tool string) *session {
			cmd := exec.Command("/bin/sh", "-c", fmt.Sprintf("umask %o; ", umask)+`exec "$0" "$@"`, path, "--tool", tool)
			cmd.Env = append(os.Environ(), "TERM=xterm-256color", "LC_ALL=C.UTF-8", "XDG_CONFIG_HOME="+filepath.Join(home, "new"))
			s := startCommand(t, cmd, strings.NewReader("a line that comes\na second\na third\n"), nil)
			s.sees("a line that comes")
			return s
		}
		s := run("none")
		s.keys("s" + saved + "\r")
		s.sees("wrote 35 B")
		s.keys("Vje" + written + "\r")
		s.sees("wrote 27 B") // the end of a long path is cut
		s.keys("q")
		s.end()
		s = run("codex")
		s.keys("P")
		s.sees("presets")
		s.keys("mine=\r")
		s.sees("saved")
		s.keys("q")
		s.end()
		for name, mode := range map[string]fs.FileMode{
			written: 0o666, saved: 0o666, settings: 0o644,
			filepath.Dir(settings): fs.ModeDir | 0o755, filepath.Dir(filepath.Dir(settings)): fs.ModeDir | 0o755,
		} {
			if info, err := os.Stat(name); err != nil || info.Mode() != mode&^umask {
				t.Errorf("umask %o: %s: mode %v, %v", umask, name, info.Mode(), err)
			}
		}
	}
}
