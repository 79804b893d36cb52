package tui

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/longtest"
	"eyeline/tui/file/document"
)

// secureScreens are the screens that commands show in the viewer. Each prepares the folder that it looks at; show shows
// it with the options that change makes.
var secureScreens = map[string]func(t *testing.T) (dir string, show func(change func(*Options), test func(s *screen))){
	"check": func(t *testing.T) (string, func(func(*Options), func(*screen))) {
		dir := checked(t)
		return dir, func(change func(*Options), test func(*screen)) { onCheck(t, dir, 100, 20, change, test) }
	},
	"context": func(t *testing.T) (string, func(func(*Options), func(*screen))) {
		o := instructed(t)
		return filepath.Dir(o.Top), func(change func(*Options), test func(*screen)) {
			none := func(Options) (*document.Document, error) { return nil, nil }
			onDocument(t, none, 100, 20, func(opts *Options) {
				opts.Instead.Context = &o
				change(opts)
			}, test)
		}
	},
	"search": func(t *testing.T) (string, func(func(*Options), func(*screen))) {
		dir := searched(t)
		req := askedFor(t, dir, "needle")
		return dir, func(change func(*Options), test func(*screen)) { onSearch(t, req, 100, 20, change, test) }
	},
	"transcript": func(t *testing.T) (string, func(func(*Options), func(*screen))) {
		dir := workspaceAfter(t)
		o := Transcript{Path: unpackedTranscript(t), Root: dir}
		return dir, func(change func(*Options), test func(*screen)) {
			none := func(Options) (*document.Document, error) { return nil, nil }
			onDocument(t, none, 100, 20, func(opts *Options) {
				opts.Instead.Transcript = &o
				change(opts)
			}, test)
		}
	},
}

// TestSecureKeysOfScreens presses each key on the screens that commands show, and types a name and a command after it:
// no program starts, and no file is made or changed.
func TestSecureKeysOfScreens(t *testing.T) {
	between := 11
	if longtest.IsRequested() {
		between = 3
	}
	for name, prepare := range secureScreens {
		t.Run(name, func(t *testing.T) {
			dir, show := prepare(t)
			cwd := t.TempDir()
			t.Chdir(cwd)
			t.Setenv("HOME", cwd)
			t.Setenv("USERPROFILE", cwd)
			before := filesBelow(t, dir)
			for i, b := range keymap.Default().Bindings() {
				key := keymap.Parse(keymap.Default().Key(b.Action))
				if key == "ctrl+z" || i%between != 0 { // Ctrl-Z would stop the tests
					continue
				}
				show(func(o *Options) {
					o.Secure, o.SettingsPath = true, filepath.Join(cwd, "config.toml")
				}, func(s *screen) {
					s.seen = func(msg tea.Msg) {
						if is := fmt.Sprintf("%T", msg); strings.Contains(is, "exec") {
							t.Errorf("%s: the terminal is lent: %s", key, is)
						}
					}
					s.keys(key, "type:made.txt", "enter", "y", "esc", ":", "type:e made.txt", "enter", "esc", "!", "type:touch made", "enter")
				})
			}
			if made := filesBelow(t, cwd); len(made) > 0 {
				t.Errorf("the working folder has %v", made)
			}
			if after := filesBelow(t, dir); !maps.Equal(before, after) {
				t.Errorf("the folder had %v and has %v", before, after)
			}
		})
	}
}

// filesBelow are the files below a folder with what they have.
func filesBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
