package reader_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
)

// TestArrowsPointOneWay checks main → tui → keymap, themes, reader: the reader imports no screen, and nothing but the
// main package imports the viewer.
func TestArrowsPointOneWay(t *testing.T) {
	systemtest.OfSources(t)
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		files++
		rel := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range file.Imports {
			name, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				return err
			}
			if why := forbidden(rel, name); why != "" {
				t.Errorf("%s imports %s: %s", rel, name, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Fatalf("only %d files were looked at", files)
	}
}

func forbidden(file, name string) string {
	room, _, nested := strings.Cut(file, "/")
	if !nested {
		room = "main"
	}
	is := func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") }
	switch {
	case room == "reader" && strings.HasPrefix(name, "github.com/charmbracelet/"):
		return "the reader knows no screen"
	case room == "reader" && (is("eyeline/tui") || is("eyeline/keymap") || is("eyeline/themes")):
		return "the reader is below it"
	case strings.HasPrefix(file, "tui/file/document/") && (strings.HasPrefix(name, "github.com/charmbracelet/") || is("eyeline/tui") && !is("eyeline/tui/file/document")):
		return "a document knows no screen"
	case (room == "keymap" || room == "themes") && (is("eyeline/tui") || is("eyeline/reader")):
		return "keymap and themes stand alone"
	case name == "eyeline/tui" && room != "main":
		return "nothing imports the viewer but main"
	case name == "eyeline/tui/kit/highlight/lazylexers" && path.Dir(file) != "tui" && path.Dir(file) != "tui/kit/highlight/lazylexers":
		return "it is the program's own"
	case is("eyeline/tui/launch") && room == "tui" && !strings.HasPrefix(file, "tui/launch/") && !strings.HasSuffix(file, "_test.go"):
		return "screens do not know the command line"
	case room == "tui" && !strings.HasSuffix(file, "_test.go") && !mayImport(file, name):
		return "the package comment of tui says what a group imports"
	case is("eyeline/tui") && room != "tui" && name != "eyeline/tui" && (room != "main" || name != "eyeline/tui/launch"):
		return "it is the viewer's own"
	}
	return ""
}

// groups of packages below tui, with those that each imports besides itself; a name with a slash is one package.
var groups = map[string][]string{
	"kit":          {},
	"help":         {"kit"},
	"settingsfile": {"kit"},
	"options":      {"kit", "file/pane", "file/toolrequest"},
	"terminal":     {"kit", "file/document"},
	"screens":      {"kit", "file/document", "file/tooloutput", "file/linediff", "file/linestates"},
	"file":         {"kit", "screens", "options", "settingsfile", "terminal/signals"},
	"launch":       {"kit", "help", "options", "settingsfile", "terminal", "file/toolrequest"},
	"internal":     {"kit"},
}

// withoutScreens are the packages of the screen of a file that other groups import: they import none but these and kit.
var withoutScreens = []string{
	"file/document", "file/tooloutput", "file/linediff", "file/linestates", "file/toolrequest", "file/pane", "file/filepages",
}

// mayImport reports whether a file below tui may import a package; package tui itself may import all.
func mayImport(file, name string) bool {
	below, isBelow := strings.CutPrefix(name, "eyeline/tui/")
	folder, isGroup := strings.CutPrefix(path.Dir(file), "tui/")
	if !isBelow || !isGroup {
		return true
	}

	group, _, _ := strings.Cut(folder, "/")
	of, _, _ := strings.Cut(below, "/")
	if slices.Contains(withoutScreens, folder) {
		return of == "kit" || slices.Contains(withoutScreens, below)
	}
	return of == group || slices.Contains(groups[group], of) || slices.Contains(groups[group], below)
}

// TestForbidden checks the rule itself with imports that are and are not allowed.
func TestForbidden(t *testing.T) {
	for _, c := range []struct {
		file, name string
		forbidden  bool
	}{
		{"main.go", "eyeline/tui", false},
		{"main.go", "eyeline/tui/launch", false},
		{"main.go", "eyeline/reader/emit", false},
		{"tui/run.go", "eyeline/tui/kit/highlight/lazylexers", false},
		{"tui/model.go", "eyeline/tui/file/filepages", false},
		{"tui/file/filepages/page.go", "eyeline/tui/kit/cells", false},
		{"tui/model.go", "eyeline/reader/window", false},
		{"tui/model.go", "github.com/charmbracelet/bubbletea", false},
		{"reader/tools/open.go", "eyeline/reader/source", false},
		{"reader/tools/open.go", "eyeline/readerx", false},

		{"tui/file/document/form.go", "eyeline/reader/decode", false},
		{"tui/file/document/form_test.go", "eyeline/tui/file/document", false},

		{"tui/file/document/content.go", "eyeline/tui/file/pane", true},
		{"tui/file/document/content.go", "github.com/charmbracelet/bubbletea", true},
		{"main.go", "eyeline/tui/file/filepages", true},
		{"tui/kit/highlight/engine.go", "eyeline/tui/kit/highlight/lazylexers", true},
		{"tui/launch/emit.go", "eyeline/tui", true},
		{"tui/file/filepages/page.go", "eyeline/tui", true},
		{"tui/file/textview/header.go", "eyeline/tui/launch/commandline", true},
		{"tui/launch/check.go", "eyeline/tui/launch/commandline", false},
		{"tui/file/filepages/page_test.go", "eyeline/tui", true},
		{"tui/kit/overlay/help.go", "eyeline/tui/kit/screens", false},
		{"tui/kit/overlay/help.go", "eyeline/tui/screens/transcripts", true},
		{"tui/kit/cells/cells.go", "eyeline/tui/terminal", true},
		{"tui/screens/recordedrun/file.go", "eyeline/tui/file/linestates", false},
		{"tui/screens/recordedrun/file.go", "eyeline/tui/file/preview", true},
		{"tui/file/linestates/linestates.go", "eyeline/tui/screens/recordedrun", true},
		{"tui/file/pane/rows.go", "eyeline/tui/file/filepages", false},
		{"tui/file/derive.go", "eyeline/tui/screens/transcripts", false},
		{"tui/options/options.go", "eyeline/tui/file/preview", true},
		{"tui/launch/check.go", "eyeline/tui/screens/checkreport", true},
		{"keymap/table.go", "eyeline/tui", true},
		{"keymap/table.go", "eyeline/tui/file/filepages", true},
		{"themes/theme.go", "eyeline/reader/window", true},
		{"reader/doc.go", "eyeline/tui", true},
		{"reader/tools/open.go", "eyeline/tui/file/tooloutput", true},
		{"reader/tools/open.go", "eyeline/keymap", true},
		{"reader/tools/open_test.go", "eyeline/themes", true},
		{"reader/search/find.go", "github.com/charmbracelet/x/ansi", true},
	} {
		if why := forbidden(c.file, c.name); (why != "") != c.forbidden {
			t.Errorf("%s imports %s: %q", c.file, c.name, why)
		}
	}
}
