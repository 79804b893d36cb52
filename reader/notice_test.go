package reader_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
)

// TestNotice: all packages but this one that others can import say in their first line that they change without notice.
func TestNotice(t *testing.T) {
	systemtest.OfSources(t)
	docs := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch dir := filepath.ToSlash(filepath.Dir(path)); {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "internal" || len(d.Name()) > 2 && d.Name()[0] == '.'):
			return fs.SkipDir
		case d.IsDir() || dir == ".." || dir == "../reader" || !strings.HasSuffix(path, ".go"),
			strings.HasSuffix(path, "_test.go"):
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
	if len(docs) < 100 {
		t.Errorf("%d packages", len(docs))
	}
	for dir, doc := range docs {
		first, _, _ := strings.Cut(doc, "\n")
		if !strings.Contains(first, ", which changes without notice,") {
			t.Errorf("the first line of package %s does not say that it changes without notice: %s", dir, first)
		}
	}
}
