// Types checks that the program and its tests are valid for other systems, each given as GOOS/GOARCH. It reads the
// sources and nothing that is compiled: to compile all for a system takes ten times as long, and nobody runs it here.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	failed := false
	for _, system := range os.Args[1:] {
		problems, err := check(system)
		for _, problem := range problems {
			fmt.Printf("%s: %s\n", system, problem)
		}

		if err != nil {
			fmt.Printf("%s: %v\n", system, err)
		}

		failed = failed || err != nil || len(problems) > 0
	}

	if failed {
		os.Exit(1)
	}
}

// check returns what is wrong in the packages below the working folder, on a system.
func check(system string) (problems []string, err error) {
	goos, goarch, ok := strings.Cut(system, "/")
	if !ok {
		return nil, fmt.Errorf("a system is GOOS/GOARCH")
	}

	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}

	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax,
		Env:   append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		Tests: true,
		ParseFile: func(files *token.FileSet, name string, text []byte) (*ast.File, error) {
			file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
			if file != nil && !strings.HasPrefix(name, here+string(filepath.Separator)) {
				dropBodies(file) // of what others wrote only the declarations matter
			}
			return file, err
		},
	}, "./...")
	if err != nil {
		return nil, err
	}
	if len(loaded) < 100 {
		return nil, fmt.Errorf("only %d packages were found", len(loaded))
	}

	for _, p := range loaded {
		if strings.HasSuffix(p.ID, ".test") { // the main program of tests, which the go command makes
			continue
		}
		for _, e := range p.Errors {
			problems = append(problems, e.Error())
		}
	}

	return problems, nil
}

func dropBodies(file *ast.File) {
	for _, decl := range file.Decls {
		if f, is := decl.(*ast.FuncDecl); is {
			f.Body = nil
		}
	}
}
