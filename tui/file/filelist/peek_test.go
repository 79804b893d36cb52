package filelist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/themes"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/jobs"
)

// TestFirstLines: those of a text as the viewer shows it, safe to draw and not too many, and why there are none.
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
		"UTF-16 LE": {"\xff\xfea\x00\n\x00b\x00", []string{"a", "b"}},
		"UTF-16 BE": {"\xfe\xff\x00a\x00\n\x00b", []string{"a", "b"}},
		"Latin-1":   {"caf\xe9 noir\n", []string{"café noir"}},
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
	if got := firstLines(filepath.Join(dir, "gone")); len(got) != 1 || !strings.HasPrefix(got[0], "(") {
		t.Errorf("a file that is gone has %q", got)
	}
}

// TestNamesInAFolder: the names in a folder under a heading that says so, hidden ones last, and why there are none.
func TestNamesInAFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "many")
	for _, sub := range []string{".hidden", "sub"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	got := peekAt(dir)
	if want := []string{"file", "sub/", ".hidden/"}; got.Title != "names in many/" || !slices.Equal(got.Lines, want) {
		t.Errorf("%q: %q", got.Title, got.Lines)
	}
	if got := peekAt(filepath.Join(dir, "sub")).Lines; !slices.Equal(got, []string{"(the folder is empty)"}) {
		t.Errorf("an empty folder has %q", got)
	}
	closed := filepath.Join(dir, "sub")
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadDir(closed); err == nil {
		return // a user who may read all
	}
	if got := peekAt(closed).Lines; len(got) != 1 || !strings.Contains(got[0], "permission denied") {
		t.Errorf("a folder that cannot be read has %q", got)
	}
}

// TestPeekRows: they fill the room, whether there are more lines or fewer.
func TestPeekRows(t *testing.T) {
	p := peek{Title: "first lines of x", Lines: slices.Repeat([]string{"x"}, peekLines)}
	theme, err := themes.New("github", themes.None)
	if err != nil {
		t.Fatal(err)
	}
	c := draw.Canvas{Theme: theme, Width: 20}
	for height, want := range map[int]int{0: 0, 1: 1, 5: 5, 2 * peekLines: 2 * peekLines} {
		if got := len(p.Rows(c, height)); got != want {
			t.Errorf("%d rows in %d, not %d", got, height, want)
		}
	}
}

// TestNothingIsSelected: where a row stands for no file, and where none is selected, no lines are shown, nor those that
// are read meanwhile.
func TestNothingIsSelected(t *testing.T) {
	path := filepath.Join(t.TempDir(), "alt.txt")
	if err := os.WriteFile(path, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	fs := &Files{jobs: jobs.NewSet(jobs.NoDocument{})}
	take := func(read tea.Cmd) { _, _ = read().(jobs.Message).Take() }
	take(fs.peekInto(path))
	if fs.Peeked.Title != "first lines of alt.txt" || !slices.Equal(fs.Peeked.Lines, []string{"text"}) {
		t.Fatalf("%+v", fs.Peeked)
	}
	late := fs.peekInto(path)
	if fs.peekInto(""); fs.Peeked.Title != "" {
		t.Errorf("nothing is selected, and there is %+v", fs.Peeked)
	}
	if take(late); fs.Peeked.Title != "" {
		t.Errorf("nothing is selected, and then there is %+v", fs.Peeked)
	}
}
