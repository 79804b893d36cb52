package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	s, err := Parse("c", []byte(`
theme = "nord"
tab-width = 2
wrap = true
[keys]
next-mode = "m M"
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
	f := s.Flags()
	if f["theme"] != "nord" || f["tab-width"] != "2" || f["wrap"] != "true" || len(f) != 3 {
		t.Errorf("flags %v", f)
	}
	if k := s.Keys["next-mode"]; len(k) != 2 || k[1] != "M" {
		t.Errorf("keys %v", k)
	}
	if s.Arguments["codex"]["limit"] != int64(500) || s.Presets["small"]["max-levels"] != int64(1) {
		t.Errorf("%v %v", s.Arguments, s.Presets)
	}
	if n := s.PresetNames(); len(n) != 1 || n[0] != "small" {
		t.Errorf("names %v", n)
	}
}

func TestBadFilesAreNamedByPlace(t *testing.T) {
	for text, want := range map[string]string{
		"theme = \n":                "c:1:",
		"x = 1\ntheme=\"a\"\n":      `c:1:1: no setting is called "x"`,
		"theme = \"a\"\nwrap = 3\n": "c:2:8: ",
	} {
		_, err := Parse("c", []byte(text))
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestSavePreset(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "config.toml")
	if err := SavePreset(path, "a b", map[string]any{"tool": "codex", "limit": int64(3)}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append([]byte("# mine\ntheme = \"nord\"\n\n"), read(t, path)...), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int64{4, 5} {
		if err := SavePreset(path, "a b", map[string]any{"tool": "codex", "limit": limit}); err != nil {
			t.Fatal(err)
		}
	}
	want := "# mine\ntheme = \"nord\"\n\n[presets.\"a b\"]\nlimit = 5\ntool = 'codex'\n"
	if got := string(read(t, path)); got != want {
		t.Errorf("file\n%s want\n%s", got, want)
	}
	if err := os.WriteFile(path, []byte("nonsense"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := SavePreset(path, "x", nil); err == nil || string(read(t, path)) != "nonsense" {
		t.Errorf("a bad file was written over: %v", err)
	}
}

func TestNoFileIsEmpty(t *testing.T) {
	s, err := Load(filepath.Join(t.TempDir(), "none.toml"))
	if err != nil || len(s.Flags()) != 0 {
		t.Errorf("%v %v", s, err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	p, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
