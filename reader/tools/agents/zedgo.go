package agents

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// zedParsed is the largest file in bytes that a parser holds.
const zedParsed = 8 << 20

// goOutline gathers the symbols of a Go file as Zed's outline has them.
type goOutline struct {
	text    []byte
	set     *token.FileSet
	symbols []goSymbol
}

// goSymbol is a symbol with its half-open range of bytes.
type goSymbol struct {
	text       string
	start, end int
}

// zedGo reads a Go file by Go's parser; ok is false where it finds a fault.
func zedGo(o *tools.File) (symbols []zedSymbol, ok bool, err error) {
	text := make([]byte, o.Size())
	if _, err := source.ReadFull(o, text, 0); err != nil {
		return nil, false, err
	}
	g := goOutline{text: text, set: token.NewFileSet()}
	file, err := parser.ParseFile(g.set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, false, nil // an estimate stands for it
	}
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
	return g.list(), true, nil
}

func (g *goOutline) offset(p token.Pos) int { return g.set.PositionFor(p, false).Offset }

// add adds a symbol; a text of several lines is cut at the first one's end.
func (g *goOutline) add(text string, start, end token.Pos) {
	g.symbols = append(g.symbols, goSymbol{text, g.offset(start), g.offset(end)})
}

// source is a node as it stands in the file, up to the end of its first line.
func (g *goOutline) source(start, end token.Pos) string {
	text, _, _ := strings.Cut(string(g.text[g.offset(start):g.offset(end)]), "\n")
	return strings.TrimSuffix(text, "\r")
}

func (g *goOutline) function(f *ast.FuncDecl) {
	text := "func "
	if f.Recv != nil {
		text += g.source(f.Recv.Opening, f.Recv.Closing+1) + " "
	}
	g.add(text+f.Name.Name, f.Pos(), f.End())
}

// general adds the types and constants of a declaration, and the variables of one at the top.
func (g *goOutline) general(d *ast.GenDecl, top bool) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			g.add("type "+s.Name.Name, s.Pos(), s.End())
		case *ast.ValueSpec:
			switch {
			case d.Tok == token.CONST:
				for _, name := range s.Names[:1] {
					g.add("const "+name.Name, s.Pos(), s.End())
				}
			case top:
				for _, name := range s.Names {
					g.add("var "+name.Name, name.Pos(), name.End())
				}
			}
		}
	}
}

func (g *goOutline) fields(s *ast.StructType) {
	for _, field := range s.Fields.List {
		for _, name := range field.Names {
			g.add(name.Name, name.Pos(), name.End())
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
		g.add(text, method.Pos(), method.End())
	}
}

// list sorts the symbols by their start, longer ones first, and counts for each those that it is within.
func (g *goOutline) list() []zedSymbol {
	slices.SortStableFunc(g.symbols, func(a, b goSymbol) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	lineOf := func(at int) int64 {
		return int64(g.set.PositionFor(g.set.File(token.Pos(1)).Pos(at), false).Line)
	}
	var open []int
	var list []zedSymbol
	for _, s := range g.symbols {
		for len(open) > 0 && open[len(open)-1] < s.end {
			open = open[:len(open)-1]
		}
		list = append(list, zedSymbol{level: len(open), text: s.text, first: lineOf(s.start), last: lineOf(s.end)})
		open = append(open, s.end)
	}
	return list
}
