package file

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEachEventIsHandled: an event that nobody handles would be dropped without a word.
func TestEachEventIsHandled(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}

	var sent []string
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, decl := range parsed(t, path).Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Name.Name == "FileEvent" {
				sent = append(sent, filepath.Dir(path)+"."+fn.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}

	var handled []string
	ast.Inspect(parsed(t, "derive.go"), func(n ast.Node) bool {
		if of, ok := n.(*ast.CaseClause); ok {
			for _, kind := range of.List {
				name := kind.(*ast.SelectorExpr)
				handled = append(handled, name.X.(*ast.Ident).Name+"."+name.Sel.Name)
			}
		}
		return true
	})

	slices.Sort(sent)
	slices.Sort(handled)
	if !slices.Equal(sent, handled) || len(sent) == 0 {
		t.Errorf("the events %v are declared, and %v are handled", sent, handled)
	}
}

func parsed(t *testing.T, path string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
