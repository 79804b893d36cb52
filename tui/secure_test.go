package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
)

// TestSecureReadsNoOtherFile: no tool that runs a command, or that takes a path, opens another file than the one on the
// screen.
func TestSecureReadsNoOtherFile(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	path, other := written(t, "f.txt", "inside\n"), written(t, "other.txt", "the secret\n")
	for name, option := range map[string]string{
		"codex_exec": "cat " + other, "codex_exec_bytes": "cat < " + other,
		"codex_code_mode": `const r = await tools.exec_command({cmd: "cat ` + other + `"}); text(r.output);`,
		"swe_agent":       "open " + other,
	} {
		onScreen(t, path, 160, 24, func(o *Options) {
			with(tools.ModeSlice, name)(o)
			o.Secure = true
		}, func(s *screen) {
			s.lacks("the viewer runs with --secure")
			s.keys("o", "up", "up", "up", "up", "up", "up", "up", "enter", "type:"+option, "enter")
			s.has("refused: eyeline: no other file than the open one is read: the viewer runs with --secure")
			s.keys("esc", "p")
			s.lacks("the secret")
		})
	}
}

// reaching are the actions that could reach past the screen: programs, files, the clipboard. They are tried each time, of
// the others some.
var reaching = []keymap.Action{
	keymap.Command, keymap.Files, keymap.SearchAsAgents, keymap.Shell, keymap.Pipe, keymap.Copy, keymap.CopyRequest,
	keymap.CopyCommand, keymap.Write, keymap.LeavePrint, keymap.Edit, keymap.Base, keymap.Revisions,
}

// TestSecureKeys: no key, and nothing typed after it, starts a program, shows another file or changes one.
func TestSecureKeys(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	k := ""
	for place, change := range map[string]func(*Options){
		"a tool": func(*Options) {}, "no tool": func(o *Options) { o.NoTool = true },
	} {
		dir := t.TempDir()
		t.Chdir(dir)
		t.Setenv("HOME", dir)
		t.Setenv("USERPROFILE", dir)
		for name, text := range map[string]string{"f.txt": "inside\n", "other.txt": "the secret\n"} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for i, b := range keymap.Default().Bindings() {
			k = keymap.Parse(keymap.Default().Key(b.Action))
			if k == "ctrl+z" || !longtest.IsRequested() && i%15 != 0 && !slices.Contains(reaching, b.Action) {
				continue // it would stop the tests
			}
			onScreen(t, "f.txt", 100, 16, func(o *Options) {
				change(o)
				o.Secure, o.SettingsPath = true, filepath.Join(dir, "config.toml")
			}, func(s *screen) {
				s.seen = func(msg tea.Msg) {
					if is := fmt.Sprintf("%T", msg); strings.Contains(is, "exec") {
						t.Errorf("%s, %s: the terminal is lent: %s", place, k, is)
					}
				}
				s.after = func(view string) {
					if strings.Contains(view, "secret") {
						t.Errorf("%s, %s: another file is on the screen:\n%s", place, k, view)
					}
				}
				s.keys(k, "type:other.txt", "enter", "y", "esc", ":", "type:e other.txt", "enter")
			})
		}
		names, err := os.ReadDir(dir)
		if err != nil || len(names) != 2 {
			t.Errorf("%s: the folder has %v, %v", place, names, err)
		}
		for name, want := range map[string]string{"f.txt": "inside\n", "other.txt": "the secret\n"} {
			if got, err := os.ReadFile(name); string(got) != want {
				t.Errorf("%s: %s has %q, %v", place, name, got, err)
			}
		}
	}
}

// TestSecureOpensNoFileOfATranscript: all of them count as outside.
func TestSecureOpensNoFileOfATranscript(t *testing.T) {
	t.Parallel()
	for _, secure := range []bool{false, true} {
		m := &model{}
		m.opts.Secure = secure
		if root := m.transcriptServices("/folder", false).Root; (root == transcript.NoFiles) != secure {
			t.Errorf("secure %v: files are looked for in %q", secure, root)
		}
	}
}
