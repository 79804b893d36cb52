package reader_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents"
)

// editors are tools that are called as editors are.
var editors = map[string]bool{"zed": true}

// Nothing outside package agents knows a tool by name: everything else asks the tool. Programs that
// measure and make test data, under internal, may; transcripts have names of their own, as agents record them.
func TestNoToolIsKnownByName(t *testing.T) {
	systemtest.OfSources(t)
	names := map[string]bool{}
	for _, tool := range tools.AllVersions() {
		names[tool.Name] = true
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "agents" || d.Name() == "transcript" || d.Name() == "internal" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				return true
			}
			for _, word := range strings.FieldsFunc(text, func(r rune) bool {
				return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_@.-/", r) // a path or an address is one word
			}) {
				word = strings.TrimRight(word, ".-")
				if filepath.ToSlash(path) == "../tui/file/export/editor.go" && editors[word] {
					continue
				}
				if names[word] {
					t.Errorf("%s knows the tool %q by name: %q", path, word, text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
