package reader_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
)

// TestArchitectureNamesWhatIsThere checks that each package, file and declaration that ARCHITECTURE.md names exists:
// paths from the top of the module, and names such as jobs.Ask or tools.Tool.Read.
func TestArchitectureNamesWhatIsThere(t *testing.T) {
	systemtest.OfSources(t)
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	declared := declarations(t)
	paths, names := 0, 0
	isPath := regexp.MustCompile(`^\.?[a-z]+(/[a-z_.-]+)+$|^[a-z_]+\.go$`)
	isName := regexp.MustCompile(`^[a-z]+(\.[A-Za-z]+)+$`)
	fenced := regexp.MustCompile("(?s)\n```.*?\n```\n")
	for _, found := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(fenced.ReplaceAllString(string(text), "\n"), -1) {
		switch name := found[1]; {
		case isPath.MatchString(name):
			paths++
			if _, err := os.Stat(filepath.Join("..", name)); err != nil {
				t.Error(err)
			}
		case isName.MatchString(name):
			names++
			if !declared[name] {
				t.Errorf("ARCHITECTURE.md names %s, which is declared nowhere", name)
			}
		}
	}
	picture := fenced.FindString(string(text))
	for _, name := range regexp.MustCompile(`\b(tui|reader|keymap|themes)(/[a-z]+)*`).FindAllString(picture, -1) {
		if _, err := os.Stat(filepath.Join("..", name)); err != nil {
			t.Error("the picture:", err)
		}
	}
	if paths < 40 || names < 20 || picture == "" {
		t.Errorf("only %d paths and %d names found", paths, names)
	}
}

// declarations are the names that the module declares, as package.Name and package.Type.Method.
func declarations(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return fs.SkipDir
		case path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range parsed.Decls {
			for _, name := range namesOf(decl) {
				all[parsed.Name.Name+"."+name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// namesOf are the names of a declaration; a method's follows that of its type.
func namesOf(decl ast.Decl) (names []string) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		name := decl.Name.Name
		if decl.Recv != nil {
			of := decl.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if index, ok := of.(*ast.IndexExpr); ok {
				of = index.X
			}
			if ident, ok := of.(*ast.Ident); ok {
				name = ident.Name + "." + name
			}
		}
		names = append(names, name)
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, ident := range spec.Names {
					names = append(names, ident.Name)
				}
			}
		}
	}
	return names
}
