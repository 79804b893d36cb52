package filelist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFirstLines: those of a text, safe to draw and not too many, and why there are none.
func TestFirstLines(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"text":      {"one\r\n\ttwo\nthree", []string{"one", "    two", "three"}},
		"ends":      {"one\n", []string{"one"}},
		"controls":  {"\x1b[31mred\n", []string{"^[[31mred"}},
		"empty":     {"", []string{"(the file is empty)"}},
		"binary":    {"MZ\x00\x01", []string{"(not text)"}},
		"many":      {strings.Repeat("x\n", 1000), slices.Repeat([]string{"x"}, peekLines)},
		"long line": {strings.Repeat("y", 2*peekSize), []string{strings.Repeat("y", peekSize)}},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := firstLines(path); !slices.Equal(got, c.want) {
			t.Errorf("%s: %.100q, not %.100q", name, got, c.want)
		}
	}
	if got := firstLines(dir); len(got) != 7 || !slices.Contains(got, "long line") {
		t.Errorf("the folder has %q", got)
	}
	if got := firstLines(filepath.Join(dir, "gone")); len(got) != 1 || !strings.HasPrefix(got[0], "(") {
		t.Errorf("a file that is gone has %q", got)
	}
}
