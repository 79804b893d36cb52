// Package godecls finds the declarations of a Go source.
package godecls

import (
	"cmp"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"sync"

	"eyeline/reader/source"
)

// kind says what a Node is.
type kind uint8

const (
	// Declaration is a const, type or var declaration at the top of the file, from its keyword to its end.
	Declaration kind = iota
	// Func is a function or a method at the top of the file.
	Func
	// Type is one type of a declaration, from its name to its end.
	Type
	// Const is one line of constants of a declaration, from its first name to its end.
	Const
	// Var is the name of a variable that is declared at the top of the file.
	Var
	// Field is the name of a field of a struct.
	Field
	// Method is a method of an interface, from its name to its end.
	Method
)

// extent is a half-open range of the text, in bytes from its beginning.
type extent struct{ Start, End int }

// Node is something declared.
type Node struct {
	extent
	Kind kind
	// Name is its name; empty for a Declaration.
	Name extent
	// Receiver is what a method has in parentheses before its name, with them; empty for other functions.
	Receiver extent
	// Grouped is true for a Type in the parentheses of a declaration at the top of the file.
	Grouped bool
	// Params is true for a Method with parameters.
	Params bool
	// Body is what a Func has in braces, with them; empty for one without.
	Body extent
}

// Of is Declarations of the bytes of b, text. All readers of the same bytes in memory get one list.
func Of(b source.Bytes, text []byte) ([]Node, bool) {
	read := sync.OnceValues(func() ([]Node, bool) { return declarations(text) })
	if m := source.MemoryOf(b); m != nil {
		read = m.Once("declarations of Go", func() any { return read }).(func() ([]Node, bool))
	}
	return read()
}

// declarations lists what is declared in a text, also within functions, in the order of the text. The result is false
// for a text that is no Go.
func declarations(text []byte) ([]Node, bool) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	return listOf(file.Decls), true
}

// Before lists what is declared in a text that is no Go up to its first error: by the declarations that are whole
// before that. One whose end the error may be about is left out, such as the last one before braces that do not match.
func Before(text []byte) []Node {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	errs, ok := errors.AsType[scanner.ErrorList](err)
	if !ok || len(errs) == 0 {
		return nil
	}

	whole := 0
	for i := range file.Decls {
		if i > 0 && span(file.Decls[i]).Start < errs[0].Pos.Offset {
			whole = i
		}
	}
	return listOf(file.Decls[:whole])
}

// listOf lists what is declared by declarations at the top of a file, in the order of the text.
func listOf(decls []ast.Decl) []Node {
	var all nodes
	for _, d := range decls {
		all.top(d)
		ast.Inspect(d, all.inside)
	}
	slices.SortStableFunc(all, func(a, b Node) int { return cmp.Compare(a.Start, b.Start) })
	return all
}

// span is where something is. The only file of a set begins at position 1.
func span(n ast.Node) extent { return extent{int(n.Pos()) - 1, int(n.End()) - 1} }

// nodes gathers what is declared.
type nodes []Node

// add appends n with the extents of the whole declaration and of its name.
func (all *nodes) add(n Node, whole, name ast.Node) {
	n.extent = span(whole)
	n.Name = span(name)
	*all = append(*all, n)
}

// top adds what only a declaration at the top of the file has.
func (all *nodes) top(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		n := Node{Kind: Func}
		if d.Recv != nil {
			n.Receiver = span(d.Recv)
		}
		if d.Body != nil {
			n.Body = span(d.Body)
		}

		all.add(n, d, d.Name)
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return
		}

		*all = append(*all, Node{Kind: Declaration, extent: span(d)})
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				all.add(Node{Kind: Type, Grouped: d.Lparen.IsValid()}, s, s.Name)
			case *ast.ValueSpec:
				if d.Tok == token.VAR {
					all.addNames(Var, s.Names)
				}
			}
		}
	}
}

// inside adds what any part of a file may have.
func (all *nodes) inside(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.DeclStmt:
		for _, s := range n.Decl.(*ast.GenDecl).Specs {
			if t, ok := s.(*ast.TypeSpec); ok {
				all.add(Node{Kind: Type}, t, t.Name)
			}
		}
	case *ast.GenDecl:
		for _, s := range n.Specs {
			if c, ok := s.(*ast.ValueSpec); ok && n.Tok == token.CONST {
				all.add(Node{Kind: Const}, c, c.Names[0])
			}
		}
	case *ast.StructType:
		for _, f := range n.Fields.List {
			all.addNames(Field, f.Names)
		}
	case *ast.InterfaceType:
		for _, m := range n.Methods.List {
			if f, ok := m.Type.(*ast.FuncType); ok && len(m.Names) > 0 {
				all.add(Node{Kind: Method, Params: f.Params.NumFields() > 0}, m, m.Names[0])
			}
		}
	}

	return true
}

// addNames appends each name as a declaration that is no longer than itself.
func (all *nodes) addNames(kind kind, names []*ast.Ident) {
	for _, name := range names {
		all.add(Node{Kind: kind}, name, name)
	}
}
