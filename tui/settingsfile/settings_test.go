package settingsfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"eyeline/keymap"
	"eyeline/reader/systemtest"
)

func TestParse(t *testing.T) {
	f, err := parse("c", []byte(`
theme = "nord"
tab-width = 2
wrap = true
[keys]
next-mode = "m M"
quit = ["q", "F10"]
[colors]
cursor = "bold"
[arguments.codex]
limit = 500
[presets.small]
tool = "codex"
mode = "block"
max-levels = 1
`))
	if err != nil {
		t.Fatal(err)
	}
	if want := (map[string]any{"theme": "nord", "tab-width": int64(2), "wrap": true}); !reflect.DeepEqual(f.Values, want) {
		t.Errorf("values %v", f.Values)
	}
	if want := (map[keymap.Action][]string{"next-mode": {"m", "M"}, "quit": {"q", "F10"}}); !reflect.DeepEqual(f.Keys, want) {
		t.Errorf("keys %v", f.Keys)
	}
	if f.Colors["cursor"] != "bold" || f.Arguments["codex"]["limit"] != int64(500) || f.Presets["small"]["max-levels"] != int64(1) {
		t.Errorf("%v %v %v", f.Colors, f.Arguments, f.Presets)
	}
	if n := f.PresetNames(); len(n) != 1 || n[0] != "small" {
		t.Errorf("names %v", n)
	}
	if err := f.Errorf([]string{"tab-width"}, "x"); err.Error() != "c:3:1: x" {
		t.Error(err)
	}
	if err := f.Errorf([]string{"arguments", "codex", "none"}, "x"); err.Error() != "c:10:2: x" {
		t.Error(err)
	}
}

func TestBadFilesAreNamedByPlace(t *testing.T) {
	for text, want := range map[string]string{
		"theme = \n":                "c:1:",
		"[keys]\nquit = 3\n":        "c:2:1: keys are texts",
		"[keys]\nquit = [3]\n":      "c:2:1: keys are texts",
		"keys = 3\n":                "c:1:1: keys is a table, [keys]",
		"[colors]\n\ncursor = 1\n":  "c:3:1: a colour is a text",
		"a = 1\npresets.\"x y\"= 1": "c:2:1: presets.\"x y\" is a table, [presets.\"x y\"]",
	} {
		_, err := parse("c", []byte(text))
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestNoFileIsEmpty(t *testing.T) {
	f, err := Load(filepath.Join(t.TempDir(), "none.toml"))
	if err != nil || len(f.Values) != 0 {
		t.Errorf("%v %v", f, err)
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("a folder was read as settings")
	}
}

func TestText(t *testing.T) {
	for _, s := range []string{"", "a b", `"\`, "tab\tnew\nline", "\x00\x07\x1b\x7f", "\u202e\u2066 \U000e0001", "é→"} {
		text := Text(s)
		f, err := parse("c", []byte("x = "+text+"\n"))
		if err != nil || f.Values["x"] != s {
			t.Errorf("%q is written %s and read %q, %v", s, text, f.Values["x"], err)
		}
		if strings.ContainsAny(text, "\x07\x1b\n\u202e") {
			t.Errorf("%q is written with what a terminal obeys", text)
		}
	}
}

// TestSavePreset changes one preset of a file and keeps every byte of the rest.
func TestSavePreset(t *testing.T) {
	for _, c := range []struct {
		what, before, want string
		values             map[string]any
	}{
		{"an empty file", "", "[presets.p]\nlimit = 3\ntool = \"codex\"\n", map[string]any{"tool": "codex", "limit": int64(3)}},
		{
			"no such preset yet", "# mine\ntheme = \"nord\" # dark", "# mine\ntheme = \"nord\" # dark\n\n[presets.p]\nlimit = 3\n",
			map[string]any{"limit": int64(3)},
		},
		{
			"comments in and before the next table",
			"# of p\n[presets.p] # head\n# about the limit\nlimit   =  3 # few\ntool = 'codex'\n\n# of keys\n[keys] # here\nquit = \"q\"\n",
			"# of p\n[presets.p] # head\n# about the limit\nlimit   =  4 # few\ntool = 'codex'\nmode = \"slice\"\n\n# of keys\n[keys] # here\nquit = \"q\"\n",
			map[string]any{"tool": "codex", "limit": int64(4), "mode": "slice"},
		},
		{
			"a value that goes",
			"[presets.p]\n  a = 1\n  b = 2 # why\n  c = 3\n[keys]\n",
			"[presets.p]\n  # why\n  c = 3\n[keys]\n",
			map[string]any{"c": int64(3)},
		},
		{
			"the last line without its end", "[presets.p]\na = 1", "[presets.p]\na = 1\nb = 2\n",
			map[string]any{"a": int64(1), "b": int64(2)},
		},
		{"a header alone", "[presets.'p']", "[presets.'p']\nb = true\n", map[string]any{"b": true}},
		{"lines that end with CR LF", "a = 1\r\n[presets.p]\r\n", "a = 1\r\n[presets.p]\r\nb = 2\r\n", map[string]any{"b": int64(2)}},
		{
			"several lines of one value", "[presets.p]\na = [\n 1, # one\n 2,\n]\nb = 1\n", "[presets.p]\na = [1, 3]\nb = 1\n",
			map[string]any{"a": []any{int64(1), int64(3)}, "b": int64(1)},
		},
		{"all values go", "[presets.p]\na = 1\nb = 2\n\n# end\n", "[presets.p]\n\n# end\n", map[string]any{}},
	} {
		if strings.Contains(c.before, "[keys]") && !strings.Contains(c.before, "quit") {
			c.before, c.want = c.before+"quit = \"q\"\n", c.want+"quit = \"q\"\n"
		}
		path := filepath.Join(t.TempDir(), "sub", "config.toml")
		if c.before != "" {
			put(t, path, c.before)
		}
		if err := SavePreset(path, "p", c.values); err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if got := read(t, path); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, got, c.want)
		}
		if err := SavePreset(path, "p", c.values); err != nil || read(t, path) != c.want {
			t.Errorf("%s: saved again it is\n%s %v", c.what, read(t, path), err)
		}
	}
}

// TestSavePresetRefuses checks that what cannot be changed safely is left alone, with a reason.
func TestSavePresetRefuses(t *testing.T) {
	for what, text := range map[string]string{
		"no settings":      "nonsense",
		"an inline table":  "presets = { p = { tool = \"codex\" } }\n",
		"dotted keys":      "presets.p.tool = \"codex\"\n",
		"a table below it": "[presets.p]\ntool = \"codex\"\n[presets.p.more]\na = 1\n",
		"a dotted value":   "[presets.p]\nmore.a = 1\n",
	} {
		path := filepath.Join(t.TempDir(), "config.toml")
		put(t, path, text)
		err := SavePreset(path, "p", map[string]any{"tool": "sage"})
		if err == nil || read(t, path) != text {
			t.Errorf("%s: %v, the file holds\n%s", what, err, read(t, path))
		}
	}
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := SavePreset(path, "p", map[string]any{"x": nil}); err == nil {
		t.Error("a value that TOML does not have was saved")
	}
}

// TestSavePresetKeepsTheFile: a symbolic link stays one, and the mode stays.
func TestSavePresetKeepsTheFile(t *testing.T) {
	systemtest.SkipOnWindows(t, "files have no modes, and making links takes a privilege")
	dir := t.TempDir()
	real, path := filepath.Join(dir, "dotfiles.toml"), filepath.Join(dir, "config.toml")
	put(t, real, "wrap = true\n")
	if err := os.Symlink("dotfiles.toml", path); err != nil {
		t.Skip(err)
	}
	if err := SavePreset(path, "a b", map[string]any{"tool": "codex"}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, real); got != "wrap = true\n\n[presets.\"a b\"]\ntool = \"codex\"\n" {
		t.Errorf("the file holds\n%s", got)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info, err)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	p, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(p)
}

// A file that would take the TOML library long is refused before it is parsed.
func TestTooMuch(t *testing.T) {
	var many, tables strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&many, "a%d.b.c = 1\n", i)
		fmt.Fprintf(&tables, "[a.b%d]\n", i)
	}
	deep := strings.Repeat("a.", 40_000) + "a"
	for text, want := range map[string]string{
		many.String():                           "c: more than 3000 keys, tables and lists",
		tables.String():                         "c: more than 3000 keys, tables and lists",
		"a = " + strings.Repeat("[", 300_000):   "c: more than 3000 keys, tables and lists",
		"a = " + strings.Repeat("{a=", 150_000): "c: more than 3000 keys, tables and lists",
		"x = 1\n" + deep + " = 1\n":             "c:2:1: a key of more than 16 parts",
		"[" + deep + "]\n":                      "c:1:2: a key of more than 16 parts",
		"x = [1, {" + deep + " = 1}]\n":         "c:1:10: a key of more than 16 parts",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := parse("c", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v", text, err)
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 { // the library takes 1.6 GiB
			t.Errorf("%.40q: %d bytes", text, took)
		}
	}
	if _, err := parse("c", []byte(strings.Join(strings.SplitAfter(many.String(), "\n")[:2000], ""))); err != nil {
		t.Error(err)
	}
}

// TestASaveIsReadAgain: what counts as keys is no part of a string or a comment, and no save makes a file that is then
// refused.
func TestASaveIsReadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	banner := strings.Repeat("# "+strings.Repeat("=", 76)+"\n", 50) + "mouse = true\n"
	if err := os.WriteFile(path, []byte(banner), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err != nil {
		t.Error(err)
	}
	if err := SavePreset(path, "q", map[string]any{"pattern": strings.Repeat("[=", 3001)}); err != nil {
		t.Error(err)
	}
	f, err := Load(path)
	if err != nil || len(f.Presets) != 1 {
		t.Errorf("%v, %v", f, err)
	}
}

// TestPathOnEachSystem: the settings are where programs of a command line have them, or, where they are only there, where
// they were before.
func TestPathOnEachSystem(t *testing.T) {
	home := t.TempDir()
	env := func(name string) string { return map[string]string{"APPDATA": filepath.Join(home, "Roaming")}[name] }
	for system, want := range map[string]string{"linux": ".config", "darwin": ".config", "windows": "Roaming"} {
		if got := usualFolder(system, home, env); got != filepath.Join(home, want) {
			t.Errorf("%s: %s", system, got)
		}
	}
	usual, before := filepath.Join(home, ".config"), filepath.Join(home, "Library")
	at := func(folder string) string { return filepath.Join(folder, filepath.FromSlash(Name)) }
	if got := pathOf(usual, before); got != at(usual) {
		t.Errorf("neither is there: %s", got)
	}
	for _, folder := range []string{before, usual} { // the usual one comes last, and first in order
		if err := saveText(at(folder), "theme", "light"); err != nil {
			t.Fatal(err)
		}
		if got := pathOf(usual, before); got != at(folder) {
			t.Errorf("%s is there, and taken is %s", at(folder), got)
		}
	}
}
