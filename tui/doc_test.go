package tui

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fileNames finds the names of Go files in a text, with their folders and with "*" in them: "draw/scroll.go",
// "stop_*.go".
var fileNames = regexp.MustCompile(`\b[a-z][a-z_/]*\*?\.go\b`)

// TestDocNamesTheFiles checks the package comments that say what is in which file: each file that they name is there,
// and they name each file of their package.
func TestDocNamesTheFiles(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{".", "terminal", "../reader/tools"} {
		comment, err := os.ReadFile(filepath.Join(folder, "doc.go"))
		if err != nil {
			t.Fatal(err)
		}
		named := map[string]bool{"doc.go": true}
		for _, name := range fileNames.FindAllString(string(comment), -1) {
			here := goFiles(t, folder, name)
			if len(here) == 0 && len(goFiles(t, "..", name)) == 0 { // those of other packages are named from the top
				t.Errorf("%s names %s, which is not there", filepath.Join("tui", folder, "doc.go"), name)
			}
			for _, is := range here {
				named[is] = true
			}
		}
		files := goFiles(t, folder, "*.go")
		if len(files) < 10 {
			t.Fatalf("only %d files in %s", len(files), folder)
		}
		for _, name := range files {
			if !named[name] && !strings.HasSuffix(name, "_test.go") {
				t.Errorf("%s does not say what is in %s", filepath.Join("tui", folder, "doc.go"), name)
			}
		}
	}
}

// TestDocNamesThePackages checks that the map of packages in the package comment has each of them.
func TestDocNamesThePackages(t *testing.T) {
	t.Parallel()
	comment, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(comment), "\n// # Packages\n")
	text, _, _ = strings.Cut(text, "\n// # ")
	named := map[string]bool{}
	for line := range strings.Lines(text) {
		if row, ok := strings.CutPrefix(line, "//\t"); ok {
			names, _, _ := strings.Cut(row, "  ")
			for name := range strings.SplitSeq(names, ", ") {
				named[name] = true
			}
		}
	}
	err = filepath.WalkDir(".", func(folder string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || !e.IsDir():
			return err
		case e.Name() == "testdata":
			return fs.SkipDir
		}
		name := filepath.ToSlash(folder)
		if folder != "." && len(goFiles(t, folder, "*.go")) > 0 && !named[name] {
			t.Errorf("the package comment does not say what package %s is", name)
		}
		delete(named, name)
		if name == "internal" { // it is described as a whole
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range named {
		t.Errorf("the package comment has package %s, which is not there", name)
	}
}

// goFiles are the files of a folder that a pattern matches, as paths from there.
func goFiles(t *testing.T, folder, pattern string) (names []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name, err := filepath.Rel(folder, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	return names
}
