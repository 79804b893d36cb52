package agents

import (
	"go/ast"
	"go/token"

	"eyeline/reader/outline"
	"eyeline/reader/source"
)

// zedParsed is the largest file in bytes that is given to a parser.
const zedParsed = 8 << 20

// goOutline gathers the symbols of a Go file as Zed's outline has them.
type goOutline struct {
	zedTree
	set *token.FileSet
}

// zedGo reads the text of a Go file, the bytes of b, by Go's parser; ok is false where it finds a fault.
func zedGo(b source.Bytes, text []byte) (symbols []zedSymbol, ok bool) {
	set, file := outline.GoFile(b, text)
	if file == nil {
		return nil, false // an estimate stands for it
	}
	g := goOutline{zedTree: zedTree{text: text}, set: set}
	for _, decl := range file.Decls {
		if f, isFunc := decl.(*ast.FuncDecl); isFunc {
			g.function(f)
		}
	}
	top := map[ast.Decl]bool{}
	for _, decl := range file.Decls {
		top[decl] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			g.general(n, top[n])
		case *ast.StructType:
			g.fields(n)
		case *ast.InterfaceType:
			g.methods(n)
		}
		return true
	})
	return g.list(), true
}

func (g *goOutline) offset(p token.Pos) int { return g.set.PositionFor(p, false).Offset }

// node adds a symbol with the range of a node.
func (g *goOutline) node(text string, start, end token.Pos) {
	g.add(text, g.offset(start), g.offset(end))
}

func (g *goOutline) function(f *ast.FuncDecl) {
	text := "func "
	if f.Recv != nil {
		text += g.source(g.offset(f.Recv.Opening), g.offset(f.Recv.Closing+1)) + " "
	}
	g.node(text+f.Name.Name, f.Pos(), f.End())
}

// general adds the types and constants of a declaration, and the variables of one at the top.
func (g *goOutline) general(d *ast.GenDecl, top bool) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			g.node("type "+s.Name.Name, s.Pos(), s.End())
		case *ast.ValueSpec:
			switch {
			case d.Tok == token.CONST:
				for _, name := range s.Names[:1] {
					g.node("const "+name.Name, s.Pos(), s.End())
				}
			case top:
				for _, name := range s.Names {
					g.node("var "+name.Name, name.Pos(), name.End())
				}
			}
		}
	}
}

func (g *goOutline) fields(s *ast.StructType) {
	for _, field := range s.Fields.List {
		for _, name := range field.Names {
			g.node(name.Name, name.Pos(), name.End())
		}
	}
}

func (g *goOutline) methods(i *ast.InterfaceType) {
	for _, method := range i.Methods.List {
		f, ok := method.Type.(*ast.FuncType)
		if !ok || len(method.Names) == 0 {
			continue
		}
		text := method.Names[0].Name + "()"
		if f.Params.NumFields() > 0 {
			text = method.Names[0].Name + "( )"
		}
		g.node(text, method.Pos(), method.End())
	}
}
