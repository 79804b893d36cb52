//go:build unix

package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/keymap"
	"eyeline/reader/longtest"
)

// withFakePrograms lets the programs that the viewer may start be ones that note in a file that they were started. It
// returns what the file has so far.
func withFakePrograms(t *testing.T) (started func() string) {
	t.Helper()
	bin, log := t.TempDir(), filepath.Join(t.TempDir(), "started")
	script := "#!/bin/sh\necho \"$0 $*\" >> '" + log + "'\n"
	for _, name := range []string{
		"git", "sqlite3", "sh", "bash", "vi", "vim", "nano", "editor", "less", "open", "xdg-open", "tmux", "stty",
		"wl-copy", "xclip", "xsel", "pbcopy", "clip.exe", "copies",
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range map[string]string{
		"PATH": bin, "SHELL": filepath.Join(bin, "sh"), "VISUAL": filepath.Join(bin, "vi"),
		"EDITOR": filepath.Join(bin, "vi"), "WAYLAND_DISPLAY": "x", "DISPLAY": ":0", "TMUX": "x", "SSH_CONNECTION": "",
	} {
		t.Setenv(name, value)
	}
	return func() string {
		text, _ := os.ReadFile(log) // there is none yet
		return string(text)
	}
}

// TestSecureStartsNoProgram: no key, and no action of the palette, with what it may be given, starts a program or writes
// a file; without --secure the same does.
func TestSecureStartsNoProgram(t *testing.T) {
	started := withFakePrograms(t)
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	if err := os.Mkdir(".git", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("f.txt", []byte("inside\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	try := func(secure bool, keys ...string) {
		onScreen(t, "f.txt", 100, 24, func(o *Options) {
			o.Secure, o.SettingsPath, o.Copying.With = secure, filepath.Join(dir, "config.toml"), "copies"
		}, func(s *screen) {
			s.keys(keys...)
		})
	}
	for i, b := range keymap.Default().Bindings() {
		key := keymap.Parse(keymap.Default().Key(b.Action))
		if key == "ctrl+z" || !longtest.IsRequested() && i%12 != 0 && !slices.Contains(reaching, b.Action) {
			continue // it would stop the tests
		}
		given := []string{"type:made.txt", "enter", "y", "enter", "esc", "esc"}
		try(true, append([]string{key}, given...)...)
		try(true, append([]string{"?", "type:" + string(b.Action), "enter"}, given...)...)
		if text := started(); text != "" {
			t.Fatalf("%s starts %s", b.Action, text)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 2 {
			t.Fatalf("%s: the folder has %v, %v", b.Action, entries, err)
		}
	}
	for _, line := range []string{
		"!ls", "|.cat", "|mcat", "s made.txt", "w made.txt", "set theme=x", "e /etc/passwd", "v",
	} {
		try(true, ":", "type:"+line, "enter", "y", "enter", "esc")
		try(true, line[:1], "type:"+line[1:], "enter", "y", "enter", "esc")
		if text := started(); text != "" {
			t.Fatalf("%q starts %s", line, text)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
	try(false, keymap.Parse(keymap.Default().Key(keymap.Copy)), "esc")
	if text := started(); !strings.Contains(text, "copies") {
		t.Errorf("without --secure the programs that are started are %q", text)
	}
}
