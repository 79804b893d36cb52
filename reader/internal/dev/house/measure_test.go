package house

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"
)

// Package is what one package holds.
type Package struct {
	Path                    string
	Files, Lines, Functions int
	MostMethods             int // of one type
	MostMethodsOf           string
	UnusedExports           []string `json:",omitempty"`
}

// Function is a function with its lines from the first to the last and its cyclomatic complexity.
type Function struct {
	Name, File                    string
	Lines, Complexity, Parameters int
}

// State is a struct type with many fields and who writes them, those of embedded structs of the same package included.
type State struct {
	Type            string
	Fields          int
	Files, Packages int // that write at least one field
	Writes          int // pairs of a field and a file that writes it
}

// House is what the module holds.
type House struct {
	Lines        int            // of code, in all packages; printed, but without a ceiling
	Counts       map[string]int // those that have ceilings
	Packages     []Package      // the largest first
	Functions    []Function     // the longest first
	States       []State        // the most written first
	WrongImports []string       `json:",omitempty"`
	Across       []string       `json:",omitempty"` // fields that another package of tui writes

	fset   *token.FileSet
	root   string
	used   map[types.Object]bool // named from another package
	writes map[write]bool
	across map[across]string // the place of one of the writes
	// imported has the packages that a program is made of, forTests those that tests of others import.
	imported, forTests map[string]bool
}

// write is a field that is written in a file of a package.
type write struct {
	field     *types.Var
	file, pkg string
}

// manyFields is how many fields a struct type has at least to be listed as state.
const manyFields = 12

func measure(dir string) (*House, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	h := &House{
		Counts: map[string]int{}, fset: token.NewFileSet(), root: root, used: map[types.Object]bool{},
		writes: map[write]bool{}, across: map[across]string{}, imported: map[string]bool{}, forTests: map[string]bool{},
	}
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo |
		packages.NeedImports | packages.NeedModule
	loaded, err := packages.Load(&packages.Config{Mode: mode, Dir: root, Fset: h.fset}, "./...")
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(loaded) > 0 {
		return nil, errors.New("the module does not compile")
	}
	tests, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports, Dir: root, Tests: true}, "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range tests {
		for path := range p.Imports {
			// The program of a package's tests imports it, as tests of its own in another package do.
			if path != strings.TrimSuffix(strings.TrimSuffix(p.PkgPath, ".test"), "_test") {
				h.forTests[path] = true
			}
		}
	}
	byPath := map[string]*packages.Package{}
	for _, p := range loaded {
		byPath[p.PkgPath] = p
	}
	for _, p := range loaded {
		if p.Name == "main" {
			h.addImports(byPath, p)
		}
		h.addUses(p)
	}
	back := map[types.Object]bool{}
	for _, p := range loaded {
		for _, f := range backFields(p) {
			back[f] = true
		}
		if err := h.addPackage(p); err != nil {
			return nil, err
		}
	}
	h.Counts[backPointers] = len(back)
	for _, p := range loaded {
		h.addWalls(p, back)
	}
	h.addAcross()
	slices.SortFunc(h.Packages, func(a, b Package) int { return cmp.Compare(b.Lines, a.Lines) })
	slices.SortFunc(h.Functions, func(a, b Function) int { return cmp.Compare(b.Lines, a.Lines) })
	slices.SortFunc(h.States, func(a, b State) int { return cmp.Compare(b.Writes, a.Writes) })
	h.count()
	return h, nil
}

// addImports notes what a program is made of.
func (h *House) addImports(all map[string]*packages.Package, p *packages.Package) {
	for path := range p.Imports {
		if dep := all[path]; dep != nil && !h.imported[path] {
			h.imported[path] = true
			h.addImports(all, dep)
		}
	}
}

// addUses notes what a package names of others and which fields it writes.
func (h *House) addUses(p *packages.Package) {
	for _, o := range p.TypesInfo.Uses {
		if o.Pkg() != nil && o.Pkg() != p.Types {
			h.used[o] = true
		}
	}
	made := madeHere(p)
	for _, f := range p.Syntax {
		file := h.fset.Position(f.Pos()).Filename
		ast.Inspect(f, func(n ast.Node) bool {
			for _, target := range targets(n) {
				sel, ok := target.(*ast.SelectorExpr)
				if !ok {
					continue
				}
				s := p.TypesInfo.Selections[sel]
				if s == nil || s.Kind() != types.FieldVal {
					continue
				}

				field := s.Obj().(*types.Var)
				h.writes[write{field, file, p.PkgPath}] = true
				if field.Pkg() != p.Types && !ofOwnValue(p, sel, made) && !takesStruct(p, n) {
					h.across[across{field, p.PkgPath}] = h.fset.Position(sel.Pos()).String()
				}
			}
			return true
		})
	}
}

// targets are what a node writes to.
func targets(n ast.Node) []ast.Expr {
	var all []ast.Expr
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			all = slices.Clone(n.Lhs)
		}
	case *ast.IncDecStmt:
		all = []ast.Expr{n.X}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			all = []ast.Expr{n.X}
		}
	}
	for i, t := range all {
		for {
			x, ok := t.(*ast.IndexExpr)
			if !ok {
				break
			}
			t = x.X
		}
		all[i] = t
	}
	return all
}

func (h *House) addPackage(p *packages.Package) error {
	q := Package{Path: p.PkgPath}
	methods := map[string]int{}
	for _, f := range p.Syntax {
		if ast.IsGenerated(f) {
			continue
		}
		if err := h.addFile(&q, p, f, methods); err != nil {
			return err
		}
	}
	for t, n := range methods {
		if n > q.MostMethods || n == q.MostMethods && t < q.MostMethodsOf {
			q.MostMethods, q.MostMethodsOf = n, t
		}
	}
	// What tests alone import is there for them, and nobody imports a program.
	counted := h.imported[p.PkgPath] || !h.forTests[p.PkgPath] && p.Name != "main"
	library := strings.HasPrefix(h.below(p, p.PkgPath), "reader") && !strings.Contains(p.PkgPath, "/internal/")
	for _, name := range p.Types.Scope().Names() {
		o := p.Types.Scope().Lookup(name)
		if o.Exported() && !h.used[o] && !library && counted {
			q.UnusedExports = append(q.UnusedExports, name)
		}
		h.addState(p, o)
	}
	h.Packages = append(h.Packages, q)
	return h.addTested(p, q.Lines)
}

func (h *House) addFile(q *Package, p *packages.Package, f *ast.File, methods map[string]int) error {
	path := h.fset.Position(f.Pos()).Filename
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 120 {
			h.Counts["lines over 120 columns"]++
		}
		if columns(line) > 120 {
			h.Counts[wideLines]++
		}
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//go:linkname ") {
				h.Counts["go:linkname"]++
			}
		}
	}
	for _, i := range f.Imports {
		h.addImport(p, strings.Trim(i.Path.Value, `"`))
	}
	q.Files++
	q.Lines += linesOfCode(h.fset, f)
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		q.Functions++
		name := fn.Name.Name
		if fn.Recv != nil && len(fn.Recv.List) == 1 {
			r := receiver(fn.Recv.List[0].Type)
			methods[r]++
			name = r + "." + name
		}
		at, _ := filepath.Rel(h.root, path)
		lines := h.fset.Position(fn.End()).Line - h.fset.Position(fn.Pos()).Line + 1
		h.Functions = append(h.Functions, Function{p.Name + "." + name, at, lines, complexity(fn), fn.Type.Params.NumFields()})
	}
	return nil
}

// below is the path of a package below that of the module.
func (h *House) below(p *packages.Package, path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, p.Module.Path), "/")
}

// order are the top folders; each imports only those with a greater number.
var order = map[string]int{"": 0, "internal": 1, "tui": 2, "keymap": 3, "themes": 3, "reader": 3}

// addImport notes an import that runs against the order of the top folders.
func (h *House) addImport(p *packages.Package, path string) {
	if path != p.Module.Path && !strings.HasPrefix(path, p.Module.Path+"/") {
		return
	}
	from, _, _ := strings.Cut(h.below(p, p.PkgPath), "/")
	to, _, _ := strings.Cut(h.below(p, path), "/")
	if from != to && order[from] >= order[to] {
		h.WrongImports = append(h.WrongImports, fmt.Sprintf("%s imports %s", p.PkgPath, path))
	}
}

func (h *House) addState(p *packages.Package, o types.Object) {
	name, ok := o.(*types.TypeName)
	if !ok || name.IsAlias() {
		return
	}
	fields := fieldsOf(name.Type(), p.Types)
	if len(fields) < manyFields {
		return
	}
	s := State{Type: p.PkgPath + "." + o.Name(), Fields: len(fields)}
	files, pkgs := map[string]bool{}, map[string]bool{}
	for w := range h.writes {
		if slices.Contains(fields, w.field) {
			files[w.file], pkgs[w.pkg] = true, true
			s.Writes++
		}
	}
	s.Files, s.Packages = len(files), len(pkgs)
	h.States = append(h.States, s)
}

// fieldsOf lists the fields of a struct type, those of embedded structs of the same package included.
func fieldsOf(t types.Type, pkg *types.Package) []*types.Var {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() != pkg {
		return nil
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var all []*types.Var
	for f := range st.Fields() {
		all = append(all, f)
		if f.Embedded() {
			all = append(all, fieldsOf(f.Type(), pkg)...)
		}
	}
	return all
}

// count makes the counts that have ceilings, besides those that were counted by file.
func (h *House) count() {
	c := h.Counts
	h.newCounts()
	c["go:linkname"] += 0
	c["lines over 120 columns"] += 0
	c["imports against the order"] = len(h.WrongImports)
	for _, p := range h.Packages {
		h.Lines += p.Lines
		c["exports that nobody else uses"] += len(p.UnusedExports)
		c["most lines of a package"] = max(c["most lines of a package"], p.Lines)
		c["most files of a package"] = max(c["most files of a package"], p.Files)
		c["most methods of a type"] = max(c["most methods of a type"], p.MostMethods)
	}
	for _, s := range h.States {
		c["most fields of a state"] = max(c["most fields of a state"], s.Fields)
		c["most files that write a state"] = max(c["most files that write a state"], s.Files)
	}
	over := func(name string, n, most int) {
		c[name] += 0
		if n > most {
			c[name]++
		}
	}
	for _, f := range h.Functions {
		over("functions over 60 lines", f.Lines, 60)
		over("functions over complexity 15", f.Complexity, 15)
		over("functions over 6 parameters", f.Parameters, 6)
	}
}
