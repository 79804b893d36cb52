package reader_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// starters start another program.
var starters = map[string][]string{
	"os/exec":                  {"Command", "CommandContext", "Cmd"},
	"os":                       {"StartProcess"},
	"syscall":                  {"Exec", "ForkExec", "StartProcess"},
	"golang.org/x/sys/unix":    {"Exec"},
	"golang.org/x/sys/windows": {"CreateProcess", "ShellExecute"},
}

// TestWhoStartsPrograms: git is started in one package, and what the user asks for (an editor, a shell, the clipboard) in
// another. Nothing else starts a program.
func TestWhoStartsPrograms(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel := filepath.ToSlash(strings.TrimPrefix(name, ".."+string(filepath.Separator)))
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || isForDevelopers(rel)) {
			return fs.SkipDir
		}
		if path.Ext(rel) != ".go" || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, imported := range file.Imports {
			if is := strings.Trim(imported.Path.Value, `"`); isForDevelopers(strings.TrimPrefix(is, "eyeline/")) {
				t.Errorf("%s imports %s, which is for developers", rel, is)
			}
		}
		for _, what := range started(file) {
			found[path.Dir(rel)] = true
			if dir := path.Dir(rel); dir != "reader/git" && dir != "tui/give" {
				t.Errorf("%s uses %s: git is run by reader/git, and nothing else is run here", rel, what)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !found["reader/git"] || !found["tui/give"] {
		t.Errorf("what is to be found is not: %v", found)
	}
}

// isForDevelopers reports whether a folder has programs that are no part of Eyeline.
func isForDevelopers(dir string) bool {
	return slices.ContainsFunc([]string{
		"reader/internal/dev", "reader/internal/defaultread", "reader/internal/program", "tui/internal/dev",
	}, func(p string) bool { return dir == p || strings.HasPrefix(dir, p+"/") })
}

// started are the names in a file that start programs, also under another name of their package.
func started(file *ast.File) (names []string) {
	packages := map[string]string{}
	for _, imported := range file.Imports {
		is := strings.Trim(imported.Path.Value, `"`)
		called := path.Base(is)
		if imported.Name != nil {
			called = imported.Name.Name
		}
		packages[called] = is
		if called == "." && starters[is] != nil {
			names = append(names, "all of "+is)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if from, ok := s.X.(*ast.Ident); ok && slices.Contains(starters[packages[from.Name]], s.Sel.Name) {
				names = append(names, from.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return names
}
