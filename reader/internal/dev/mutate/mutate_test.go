// Package mutate finds out what tests would not notice: it changes one operator or condition of a package after the
// other, runs the package's own tests on each, and lists the changes that they let pass.
//
//	go test ./reader/internal/dev/mutate -v -timeout 2h -package ./reader/window -changes 50 [-seed N]
//
// -only 'block.go:12:5|block.go:40:9' tries these again; -tests and -named let chosen tests of another package judge.
// The sources stay as they are: the changed file is laid over them by the go command.
package mutate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	pkg   = flag.String("package", "", "the package that is changed, as a path from the module's folder")
	most  = flag.Int("changes", 50, "how many changes are tried")
	seed  = flag.Uint64("seed", 1, "which of all")
	limit = flag.Duration("limit", 3*time.Minute, "how long the tests may take; longer is noticed")
	only  = flag.String("only", "", "a pattern of the changes that are tried, as they are listed; nothing is all")
	tests = flag.String("tests", "", "the package whose tests run, where it is another")
	named = flag.String("named", "", "a pattern of the tests that run, as -run has; nothing is all")
)

// other is what an operator is changed to.
var other = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.ADD: token.SUB, token.SUB: token.ADD, token.LAND: token.LOR, token.LOR: token.LAND, token.INC: token.DEC, token.DEC: token.INC,
}

// change is one change of a file: do makes it and returns what takes it back.
type change struct {
	what string
	do   func() (undo func())
}

// changes lists those of a syntax tree.
func changes(fset *token.FileSet, file *ast.File) (all []change) {
	swap := func(at token.Pos, op *token.Token) {
		if to, ok := other[*op]; ok {
			all = append(all, change{fmt.Sprintf("%s: %s for %s", fset.Position(at), to, *op), func() func() {
				before := *op
				*op = to
				return func() { *op = before }
			}})
		}
	}
	negate := func(cond *ast.Expr) {
		if *cond != nil {
			all = append(all, change{fmt.Sprintf("%s: the condition is turned round", fset.Position((*cond).Pos())), func() func() {
				before := *cond
				*cond = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: before}}
				return func() { *cond = before }
			}})
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			swap(n.OpPos, &n.Op)
		case *ast.IncDecStmt:
			swap(n.TokPos, &n.Tok)
		case *ast.IfStmt:
			negate(&n.Cond)
		}
		return true
	})
	return all
}

// TestMutants changes a package.
func TestMutants(t *testing.T) {
	if *pkg == "" {
		t.Skip("-package names one")
	}
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(root, *pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		t.Fatal(err)
	}
	if *tests == "" {
		*tests = *pkg
	}
	if passed, built := survives(t, root, "", nil); !passed || !built {
		t.Fatal("the tests do not pass before anything is changed")
	}
	fset, files := token.NewFileSet(), map[string]*ast.File{}
	type one struct {
		file string
		change
	}
	var all []one
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if files[name], err = parser.ParseFile(fset, name, nil, parser.ParseComments); err != nil {
			t.Fatal(err)
		}
		for _, c := range changes(fset, files[name]) {
			if wanted.MatchString(c.what) {
				all = append(all, one{name, c})
			}
		}
	}
	rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	tried, killed := 0, 0
	for _, c := range all {
		if tried == *most {
			break
		}
		undo := c.do()
		var text bytes.Buffer
		if err := format.Node(&text, fset, files[c.file]); err != nil {
			t.Fatal(err)
		}
		undo()
		switch passed, built := survives(t, root, c.file, text.Bytes()); {
		case !built:
		case passed:
			tried++
			t.Log("not noticed:", strings.TrimPrefix(c.what, root+string(filepath.Separator)))
		default:
			tried, killed = tried+1, killed+1
			t.Log("noticed:", strings.TrimPrefix(c.what, root+string(filepath.Separator)))
		}
	}
	t.Logf("%s: %d of %d changes are noticed (%d there are)", *pkg, killed, tried, len(all))
}

// survives runs the package's tests with another text of one of its files.
func survives(t *testing.T, root, file string, text []byte) (passed, built bool) {
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	over := map[string]string{}
	if file != "" {
		over[file] = changed
	}
	replace, err := json.Marshal(map[string]any{"Replace": over})
	if err := errors.Join(err, os.WriteFile(changed, text, 0o600), os.WriteFile(overlay, replace, 0o600)); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "tests")
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", program, *tests)
	build.Dir = root
	if build.Run() != nil {
		return false, false
	}
	ctx, cancel := context.WithTimeout(t.Context(), *limit)
	defer cancel()
	run := exec.CommandContext(ctx, program, "-test.short", "-test.failfast", "-test.run", *named)
	run.Dir, run.WaitDelay = filepath.Join(root, *tests), time.Second
	return run.Run() == nil, true
}

// TestChanges counts the changes of a small text, and takes each back.
func TestChanges(t *testing.T) {
	const text = "package p\n\nfunc f(a, b int) int {\n\tif a == b && a < 1 {\n\t\ta++\n\t}\n\treturn a + b\n}\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	print := func() string {
		var b bytes.Buffer
		if err := format.Node(&b, fset, file); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	before, seen := print(), map[string]bool{}
	for _, c := range changes(fset, file) {
		undo := c.do()
		seen[print()] = true
		if undo(); print() != before {
			t.Errorf("%s is not taken back", c.what)
		}
	}
	if len(seen) != 6 || seen[before] {
		t.Errorf("%d changes", len(seen))
	}
}
