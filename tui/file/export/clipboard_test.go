package export

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"eyeline/tui/options"
)

// TestCopyCommand: what copies is the person's own clipboard, as far as the surroundings tell.
func TestCopyCommand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, setting, system string
		env                   []string // variables that are set
		there                 string   // programs, with blanks between
		want                  string   // "": the terminal
	}{
		{"Wayland", "auto", "linux", []string{"WAYLAND_DISPLAY", "DISPLAY"}, "wl-copy xclip", "wl-copy"},
		{"X11", "auto", "linux", []string{"DISPLAY"}, "wl-copy xsel", "xsel --clipboard --input"},
		{"tmux goes before the desktop", "auto", "linux", []string{"TMUX", "DISPLAY"}, "tmux xclip", "tmux load-buffer -w -"},
		{"no display", "auto", "linux", nil, "xclip wl-copy tmux", ""},
		{"nothing installed", "auto", "linux", []string{"DISPLAY"}, "", ""},
		{"macOS", "auto", "darwin", nil, "pbcopy", "pbcopy"},
		{"macOS by SSH", "auto", "darwin", []string{"SSH_CONNECTION"}, "pbcopy", ""},
		{"X11 by SSH is the person's", "auto", "linux", []string{"SSH_CONNECTION", "DISPLAY"}, "xclip", "xclip -selection clipboard"},
		{"Windows", "auto", "windows", nil, "clip.exe", "clip.exe"},
		{"WSL", "auto", "linux", []string{"WSL_DISTRO_NAME"}, "clip.exe", "clip.exe"},
		{"the terminal by setting", "terminal", "linux", []string{"DISPLAY"}, "xclip", ""},
		{"a command by setting", "my-copy  --now", "linux", []string{"DISPLAY"}, "xclip", "my-copy --now"},
	}
	for _, test := range tests {
		got := copyCommand(test.setting, test.system, func(name string) string {
			if slices.Contains(test.env, name) {
				return "1"
			}
			return ""
		}, func(name string) (string, error) {
			if slices.Contains(strings.Fields(test.there), name) {
				return name, nil
			}
			return "", exec.ErrNotFound
		})
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCopying: what copies is said, and a program that fails loses nothing.
func TestCopying(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	script := func(name, body string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	keeps, fails := script("keeps", "/bin/cat >"+out), script("tmux", "exit 3")
	t.Setenv("PATH", dir)
	t.Setenv("TMUX", "x")
	long := strings.Repeat("x", terminalRoom+1)
	tests := []struct {
		name, with, text string
		secure, broken   bool
		want             string // of the message
		program, sent    bool   // where the text arrived
		bad              bool
	}{
		{"a command", keeps, long, false, false, "copied by " + keeps + ": it", true, false, false},
		{"the terminal", "terminal", "text", false, false, "sent to the terminal: it; if", false, true, false},
		{"a long text", "terminal", long, false, false, "too much to copy: more than 723 KiB; e writes it", false, false, true},
		{"one that fails", "auto", "text", false, false, "sent to the terminal: it", false, true, false},
		{"one that fails, and a long text", "auto", long, false, false, "too much to copy", false, false, true},
		{"a command that fails", fails, "text", false, false, "cannot copy: " + fails + ": exit status 3", false, false, true},
		{"a command that is missing", dir + "/none", "text", false, false, "cannot copy: " + dir + "/none: ", false, false, true},
		{"--secure", keeps, "text", true, false, "sent to the terminal", false, true, false},
		{"a broken terminal", "terminal", "text", false, true, "cannot copy: broken", false, false, true},
	}
	for _, test := range tests {
		_ = os.Remove(out)
		sent := ""
		opts := &options.Options{}
		opts.Copying.By(func(text string) error {
			if test.broken {
				return errors.New("broken")
			}
			sent = text
			return nil
		})
		opts.Copying.With, opts.Secure = test.with, test.secure
		g := &Exporter{opts: opts}
		note := g.copying(test.text, "it", "e")
		written, _ := os.ReadFile(out)
		if !strings.HasPrefix(note.Text, test.want) || note.Bad != test.bad {
			t.Errorf("%s: %q (bad: %v), want %q", test.name, note.Text, note.Bad, test.want)
		}
		if (string(written) == test.text) != test.program || (sent == test.text) != test.sent {
			t.Errorf("%s: %d bytes to the program, %d to the terminal", test.name, len(written), len(sent))
		}
	}
}
