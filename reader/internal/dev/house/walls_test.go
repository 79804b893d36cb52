package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"
)

// Counts of how far parts are parted, how densely the code is packed, and how plain its comments are.
const (
	backPointers = "back-pointers"          // fields *S of a struct that is itself a field of S, in the same package
	throughBack  = "uses of back-pointers"  // wherever such a field is named
	askedOfHosts = "methods asked of hosts" // of interfaces called Host or host, those of embedded interfaces included
	longChains   = "chains of four"         // a.b.c.d.e, with calls or without: four selectors or more
	mapsForIfs   = "maps of booleans"       // literals of map[bool], in place of an if
	wideLines    = "lines over 120 columns, a tab as four"
	packedFours  = "assignments of four"       // values or more, in one statement
	riddles      = "riddles in comments"       // see riddle
	foreignTests = "packages tested elsewhere" // see addTested
	writesAcross = "fields written across packages of tui"
)

// riddle are phrases that stand for a plain sentence.
var riddle = regexp.MustCompile(`\b(is|are) none\b|\bso many\b|\bnone of (its|their) own\b`)

// TestPhrases refuses comments with such a phrase: say "n bytes", not "so many bytes", and what a value means in place of
// "there is none". Comments of tests are not looked at.
func TestPhrases(t *testing.T) {
	files := 0
	err := filepath.WalkDir(*dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == ".git" || e.Name() == "testdata"):
			return fs.SkipDir
		case e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files++
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, g := range f.Comments {
			for _, phrase := range riddle.FindAllString(g.Text(), -1) {
				t.Errorf("%s: %q in a comment; say it in plain words", set.Position(g.Pos()), phrase)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Fatalf("%d files were looked at: %v", files, err)
	}
}

// addWalls counts what a package adds to these.
func (h *House) addWalls(p *packages.Package, back map[types.Object]bool) {
	for _, name := range p.Types.Scope().Names() {
		o, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if in, ok := o.Type().Underlying().(*types.Interface); ok && strings.EqualFold(name, "host") {
			h.Counts[askedOfHosts] += in.NumMethods()
		}
	}
	for _, f := range p.Syntax {
		for _, g := range f.Comments {
			h.Counts[riddles] += len(riddle.FindAllString(g.Text(), -1))
		}
		inChain := map[ast.Expr]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if s := p.TypesInfo.Selections[n]; s != nil && back[s.Obj()] {
					h.Counts[throughBack]++
				}
				if !inChain[n] && selectors(p, n, inChain) >= 4 {
					h.Counts[longChains]++
				}
			case *ast.CompositeLit:
				if m, ok := n.Type.(*ast.MapType); ok && isName(m.Key, "bool") {
					h.Counts[mapsForIfs]++
				}
			case *ast.AssignStmt:
				if len(n.Lhs) >= 4 && len(n.Rhs) == len(n.Lhs) {
					h.Counts[packedFours]++
				}
			}
			return true
		})
	}
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// selectors counts the selectors of a chain, without that of a package, and notes those inside it.
func selectors(p *packages.Package, e ast.Expr, inChain map[ast.Expr]bool) (n int) {
	for {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			inChain[x] = true
			if id, ok := x.X.(*ast.Ident); !ok || !isPackage(p, id) {
				n++
			}
			e = x.X
		case *ast.CallExpr:
			e = x.Fun
		default:
			return n
		}
	}
}

func isPackage(p *packages.Package, id *ast.Ident) bool {
	_, ok := p.TypesInfo.Uses[id].(*types.PkgName)
	return ok
}

// backFields are the back-pointers of a package.
func backFields(p *packages.Package) []types.Object {
	var all []types.Object
	for _, name := range p.Types.Scope().Names() {
		part, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		st, ok := part.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for f := range st.Fields() {
			pointer, ok := f.Type().(*types.Pointer)
			if !ok {
				continue
			}
			owner := named(pointer, p.Types)
			if owner != nil && owner.Obj() != part && hasField(owner, part, p.Types) {
				all = append(all, f)
			}
		}
	}
	return all
}

// hasField reports whether a struct type has a field of a type, or of a pointer to that.
func hasField(owner *types.Named, part *types.TypeName, pkg *types.Package) bool {
	st, ok := owner.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if of := named(f.Type(), pkg); of != nil && of.Obj() == part {
			return true
		}
	}
	return false
}

// named is the named type of a package that a type is or points to; nil without one.
func named(t types.Type, pkg *types.Package) *types.Named {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() != pkg {
		return nil
	}
	return n
}

// addTested counts a package of more than 800 lines of code, of no agent, with less than a tenth of that in tests
// beside it.
func (h *House) addTested(p *packages.Package, lines int) error {
	const large = 800
	if lines <= large || len(p.GoFiles) == 0 || strings.Contains(p.PkgPath, "/agents/") {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(filepath.Dir(p.GoFiles[0]), "*_test.go"))
	if err != nil {
		return err
	}
	tests := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		tests += strings.Count(string(text), "\n")
	}
	if tests*10 < lines {
		h.Counts[foreignTests]++
	}
	return nil
}

// across is a field that a package writes and another one declares.
type across struct {
	field *types.Var
	by    string
}

// addAcross counts the fields of structs of tui that another package of tui writes: a part owns its state. What a
// function fills in of a value that it makes or has a copy of is no state yet.
func (h *House) addAcross() {
	for a, place := range h.across {
		from := a.field.Pkg().Path()
		if strings.Contains(from, "/tui") && strings.Contains(a.by, "/tui") {
			h.Counts[writesAcross]++
			h.Across = append(h.Across, from+": "+a.field.Name()+" at "+place)
		}
	}
}

// madeHere are the local variables of a package that point to what their function makes: p := &T{}.
func madeHere(p *packages.Package) map[types.Object]bool {
	made := map[types.Object]bool{}
	for _, f := range p.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			assign, ok := n.(*ast.AssignStmt)
			if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != len(assign.Rhs) {
				return true
			}
			for i, value := range assign.Rhs {
				address, ok := value.(*ast.UnaryExpr)
				if !ok || address.Op != token.AND {
					continue
				}
				if _, ok := address.X.(*ast.CompositeLit); ok {
					made[p.TypesInfo.Defs[assign.Lhs[i].(*ast.Ident)]] = true
				}
			}
			return true
		})
	}
	return made
}

// takesStruct reports whether a node takes the address of a struct: whoever writes a field of that is counted there.
func takesStruct(p *packages.Package, n ast.Node) bool {
	address, ok := n.(*ast.UnaryExpr)
	if !ok {
		return false
	}
	_, ok = p.TypesInfo.TypeOf(address.X).Underlying().(*types.Struct)
	return ok
}

// ofOwnValue reports whether a field is part of a local value, or of what a struct of the package embeds: no pointer
// leads to it, but for one to what the function makes.
func ofOwnValue(p *packages.Package, sel *ast.SelectorExpr, made map[types.Object]bool) bool {
	for e := ast.Expr(sel); ; {
		switch x := e.(type) {
		case *ast.Ident:
			o := p.TypesInfo.Uses[x]
			return made[o] || !isPointer(o.Type()) && o.Parent() != p.Types.Scope()
		case *ast.SelectorExpr:
			if x != sel && isPointer(p.TypesInfo.TypeOf(x)) {
				return false
			}
			s := p.TypesInfo.Selections[x]
			if s == nil {
				return false // a variable of a package
			}
			if embeds(s, p.Types) {
				return true
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return false
		}
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// embeds reports whether a field is one of another package that a struct of this one has by embedding, not by a pointer.
func embeds(s *types.Selection, pkg *types.Package) bool {
	of := s.Recv()
	if named(of, pkg) == nil || len(s.Index()) < 2 {
		return false
	}
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := of.Underlying().(*types.Pointer); ok {
			of = p.Elem()
		}
		of = of.Underlying().(*types.Struct).Field(i).Type()
		if isPointer(of) {
			return false
		}
	}
	return true
}

// columns is how wide a line is where a tab is four columns.
func columns(line string) int {
	line = strings.TrimRight(line, "\r\n")
	return utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
}

// newCounts makes these counts known where they are 0.
func (h *House) newCounts() {
	for _, name := range []string{
		backPointers, throughBack, askedOfHosts, longChains, mapsForIfs, packedFours, wideLines, riddles, foreignTests, writesAcross,
	} {
		h.Counts[name] += 0
	}
}
