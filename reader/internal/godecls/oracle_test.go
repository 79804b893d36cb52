package godecls

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var all = flag.Bool("all", false, "compare every file of Go's own sources with go/parser, not only some")

// gathered keeps nodes.
type gathered []Node

// show has a line for each node, sorted, since only those at the top of a file have an order.
func (g gathered) show() string {
	var lines []string
	for _, n := range g {
		lines = append(lines, fmt.Sprintf("%08d %08d %v", n.Start, n.End, n))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func (g *gathered) add(n Node, start, end int) {
	n.extent = extent{start, end}
	*g = append(*g, n)
}

// parsed is what go/parser finds; ok is false where it finds a fault.
func parsed(text []byte) (g gathered, ok bool) {
	set := gotoken.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return g, false
	}
	at := func(p gotoken.Pos) int { return set.PositionFor(p, false).Offset }
	span := func(n ast.Node) extent { return extent{at(n.Pos()), at(n.End())} }
	specs := func(d *ast.GenDecl, top bool) {
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				g.add(Node{Kind: Type, Name: span(s.Name), Grouped: top && d.Lparen.IsValid()}, at(s.Pos()), at(s.End()))
			case *ast.ValueSpec:
				if d.Tok == gotoken.CONST {
					g.add(Node{Kind: Const, Name: span(s.Names[0])}, at(s.Pos()), at(s.End()))
				} else if top {
					for _, name := range s.Names {
						g.add(Node{Kind: Var, Name: span(name)}, at(name.Pos()), at(name.End()))
					}
				}
			}
		}
	}
	top := map[ast.Node]bool{}
	for _, decl := range file.Decls {
		top[decl] = true
		switch d := decl.(type) {
		case *ast.FuncDecl:
			n := Node{Kind: Func, Name: span(d.Name)}
			if d.Recv != nil {
				n.Receiver = extent{at(d.Recv.Opening), at(d.Recv.Closing) + 1}
			}
			g.add(n, at(d.Pos()), at(d.End()))
		case *ast.GenDecl:
			if d.Tok != gotoken.IMPORT {
				g.add(Node{Kind: Declaration}, at(d.Pos()), at(d.End()))
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			specs(n, top[n])
		case *ast.StructType:
			for _, field := range n.Fields.List {
				for _, name := range field.Names {
					g.add(Node{Kind: Field, Name: span(name)}, at(name.Pos()), at(name.End()))
				}
			}
		case *ast.InterfaceType:
			for _, method := range n.Methods.List {
				if f, ok := method.Type.(*ast.FuncType); ok && len(method.Names) > 0 {
					g.add(Node{Kind: Method, Name: span(method.Names[0]), Params: f.Params.NumFields() > 0}, at(method.Pos()), at(method.End()))
				}
			}
		}
		return true
	})
	return g, true
}

// compare fails where go/parser takes a text and the package finds something else in it, or takes it for no Go. It
// reports whether both took the text.
func compare(t *testing.T, name string, text []byte) bool {
	t.Helper()
	nodes, taken := declarations(text)
	got, last := gathered(nodes), 0
	for _, n := range got {
		if taken && (n.End < n.Start || n.End > len(text)) {
			t.Fatalf("%s: %+v ends at %d", name, n, n.End)
		}
		if n.Kind == Declaration || n.Kind == Func || n.Kind == Type && n.Grouped {
			if n.Start < last {
				t.Fatalf("%s: %+v is not in the order of the file", name, n)
			}
			last = n.Start
		}
	}
	want, ok := parsed(text)
	if !ok {
		return false
	}
	if !taken {
		t.Fatalf("%s: not taken for Go: %.2000q", name, text)
	}
	if g, w := got.show(), want.show(); g != w {
		gl, wl := strings.Split(g, "\n"), strings.Split(w, "\n")
		for i := range max(len(gl), len(wl)) {
			if i >= len(gl) || i >= len(wl) || gl[i] != wl[i] {
				t.Fatalf("%s: line %d\ngot  %.5q\nwant %.5q\nof %.3000q", name, i, gl[min(i, len(gl)):], wl[min(i, len(wl)):], text)
			}
		}
	}
	return true
}

// sources calls visit with each of Go's own sources, or with one of every so many.
func sources(t *testing.T, every int, visit func(name string, text []byte)) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("go env GOROOT: ", err)
	}
	n := 0
	err = filepath.WalkDir(strings.TrimSpace(string(out)), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		if n++; n%every > 0 && !*all {
			return nil
		}
		text, err := os.ReadFile(name)
		if err == nil {
			visit(name, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAsGoParser(t *testing.T) {
	t.Parallel()
	every, want := 40, 50
	if testing.Short() {
		every, want = 160, 12
	}
	taken := 0
	sources(t, every, func(name string, text []byte) {
		if compare(t, name, text) {
			taken++
		}
	})
	if taken < want {
		t.Errorf("only %d files were compared", taken)
	}
}

// Text in which something was left out, put in or put twice is taken as go/parser takes it, and never ends in a panic.
func TestChangedText(t *testing.T) {
	t.Parallel()
	taken := 0
	r := rand.New(rand.NewPCG(1, 2))
	pieces := strings.Fields("( ) [ ] { } ; , . \" ' ` // /* */ func type const var struct interface import package x.(type) := 0x1p-2 1e+3 .5 é \u00a0 \\ 'a' \"b\" \x00 map[string] chan<- ... ~ |")
	pieces = append(pieces, "\n", " ", "\r", "\n\n", "/* \n */", "\uFEFF")
	sources(t, 500, func(name string, text []byte) {
		if len(text) > 20_000 {
			return
		}
		for range 30 {
			changed := slices.Clone(text)
			for range 1 + r.IntN(2) {
				i := r.IntN(len(changed) + 1)
				switch r.IntN(3) {
				case 0:
					changed = slices.Delete(changed, i, min(len(changed), i+1+r.IntN(6)))
				case 1:
					changed = slices.Insert(changed, i, []byte(pieces[r.IntN(len(pieces))])...)
				case 2:
					changed = slices.Insert(changed, i, changed[i:min(len(changed), i+r.IntN(80))]...)
				}
			}
			if compare(t, name, changed) {
				taken++
			}
		}
	})
	if taken < 20 {
		t.Errorf("only %d changed texts were Go", taken)
	}
}

func FuzzAsGoParser(f *testing.F) {
	for _, c := range examples {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { compare(t, "a text", text) })
}
