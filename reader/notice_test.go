package reader_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestNotice: the packages beside this one that others can import say that they change without notice. Those of one
// tool each are told from it by their folder.
func TestNotice(t *testing.T) {
	const notice = "The package changes without notice."
	docs := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch dir := filepath.ToSlash(filepath.Dir(path)); {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "internal" || filepath.ToSlash(path) == "tools/agents"):
			return fs.SkipDir
		case d.IsDir() || dir == "." || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		default:
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				return err
			}
			docs[dir] += file.Doc.Text()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, doc := range docs {
		if !strings.Contains(strings.ReplaceAll(doc, "\n", " "), notice) {
			t.Errorf("the comment of package %s lacks %q", dir, notice)
		}
	}
}
