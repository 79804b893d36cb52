// Package godecls finds the declarations of a Go source in one pass over its tokens, without a syntax tree, which takes
// sixteen times the memory of the text.
//
// It checks what it needs to know where declarations begin and end: brackets, the keywords at the top of the file, and
// what names a member. Code within a function is only passed over, so a fault in it hides no declaration. For every
// text that go/parser accepts, what is found is what its syntax tree has; the tests compare the two.
package godecls

import (
	"bytes"
	"go/scanner"
	"go/token"
	"sync"

	"eyeline/reader/source"
)

// maxNesting is how deep brackets may lie within one another; text that nests deeper is not taken for Go.
const maxNesting = 10_000

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
}

// Of is Declarations of the bytes of b, text. All readers of the same bytes in memory get one list.
func Of(b source.Bytes, text []byte) ([]Node, bool) {
	read := sync.OnceValues(func() ([]Node, bool) { return declarations(text) })
	if m := source.MemoryOf(b); m != nil {
		read = m.Once("declarations of Go", func() any { return read }).(func() ([]Node, bool))
	}
	return read()
}

// declarations lists what is declared in a text, also within functions. Those at the top of the file are in its order.
// The result is false for a text that is no Go.
func declarations(text []byte) ([]Node, bool) {
	r := reader{text: text}
	r.scanner.Init(token.NewFileSet().AddFile("", 1, len(text)), text, nil, 0)
	r.file()
	return r.nodes, !r.bad && r.scanner.ErrorCount == 0
}

// reader reads the tokens of a text.
type reader struct {
	scanner scanner.Scanner
	text    []byte
	nodes   []Node
	bad     bool // the text is no Go
	depth   int  // of the brackets around

	tok  token.Token
	at   extent // the token's; empty for a semicolon that a line's end means
	last int    // the end of the token before, or of the one before such a semicolon
}

// fail ends the reading.
func (r *reader) fail() { r.bad, r.tok = true, token.EOF }

// next reads a token.
func (r *reader) next() {
	if r.bad {
		return
	}
	if r.at.End > r.at.Start {
		r.last = r.at.End
	}
	pos, tok, text := r.scanner.Scan()
	start := int(pos) - 1
	length := len(text)
	switch {
	case tok == token.EOF, text == "\n":
		length = 0
	case tok.IsOperator() && tok != token.SEMICOLON:
		length = len(tok.String())
	case tok == token.STRING && text[0] == '`': // the scanner leaves out carriage returns
		length = bytes.IndexByte(r.text[start+1:], '`') + 2
	}
	r.tok, r.at = tok, extent{start, start + length}
}

// expect passes a token that must be of a kind.
func (r *reader) expect(tok token.Token) {
	if r.tok != tok {
		r.fail()
	}
	r.next()
}

// add adds a node that is no more than its name, and returns its place.
func (r *reader) add(kind kind, name extent) int {
	r.nodes = append(r.nodes, Node{Kind: kind, extent: name, Name: name})
	return len(r.nodes) - 1
}

// end sets the end of the node at a place to that of what was read.
func (r *reader) end(place int) { r.nodes[place].End = r.last }

// file reads a whole file.
func (r *reader) file() {
	r.next()
	r.expect(token.PACKAGE)
	r.expect(token.IDENT)
	r.endOfDeclaration()
	for ; r.tok == token.IMPORT; r.endOfDeclaration() {
		r.next()
		r.rest()
	}
	for ; r.tok != token.EOF; r.endOfDeclaration() {
		switch r.tok {
		case token.CONST, token.TYPE, token.VAR:
			place := r.add(Declaration, r.at)
			r.nodes[place].Name = extent{}
			r.declaration(true)
			r.end(place)
		case token.FUNC:
			r.function()
		default:
			r.fail()
		}
	}
}

// endOfDeclaration expects the semicolon after a declaration, or the end of the file.
func (r *reader) endOfDeclaration() {
	if r.tok != token.EOF {
		r.expect(token.SEMICOLON)
	}
}

// function reads a function at the top of the file.
func (r *reader) function() {
	n := Node{Kind: Func, extent: r.at}
	if r.next(); r.tok == token.LPAREN {
		n.Receiver.Start = r.at.Start
		r.part()
		n.Receiver.End = r.last
	}
	n.Name = r.at
	place := len(r.nodes)
	r.nodes = append(r.nodes, n)
	r.expect(token.IDENT)
	if r.tok != token.LPAREN && r.tok != token.LBRACK {
		r.fail() // there are parameters, after those of types in square brackets
	}
	for !r.ends() && r.tok != token.LBRACE {
		r.part()
	}
	if r.tok == token.LBRACE {
		r.part()
	}
	r.end(place)
}

// ends reports whether the token ends a part of a declaration: a semicolon, the bracket around, or the end of the file.
func (r *reader) ends() bool {
	switch r.tok {
	case token.SEMICOLON, token.RPAREN, token.RBRACK, token.RBRACE, token.EOF:
		return true
	}
	return false
}

// rest reads up to the end of a part of a declaration.
func (r *reader) rest() {
	for !r.ends() {
		r.part()
	}
}

// part reads a token, with all that belongs to it: what is in brackets, the members of a type, a declaration.
func (r *reader) part() {
	switch r.tok {
	case token.LPAREN:
		r.within(token.RPAREN, (*reader).part)
	case token.LBRACK:
		r.within(token.RBRACK, (*reader).part)
	case token.LBRACE:
		r.within(token.RBRACE, (*reader).part)
	case token.RPAREN, token.RBRACK, token.RBRACE, token.EOF:
		r.fail() // brackets end before
	case token.STRUCT:
		r.members((*reader).field)
	case token.INTERFACE:
		r.members((*reader).method)
	case token.CONST, token.TYPE:
		r.declaration(false)
	default:
		r.next()
	}
}

// within reads what is in brackets, from the opening one, which is the token, to after the one that closes it.
func (r *reader) within(closing token.Token, part func(*reader)) {
	if r.depth++; r.depth > maxNesting {
		r.fail()
	}
	for r.next(); r.tok != closing && !r.bad; {
		part(r)
	}
	r.depth--
	r.next()
}

// members reads a struct or an interface from its keyword on.
func (r *reader) members(member func(*reader)) {
	if r.next(); r.tok != token.LBRACE {
		r.fail()
	}
	r.list(token.RBRACE, member)
}

// list reads what is in brackets with semicolons between its parts.
func (r *reader) list(closing token.Token, part func(*reader)) {
	r.within(closing, func(r *reader) {
		if part(r); r.tok != closing {
			r.expect(token.SEMICOLON)
		}
	})
}

// declaration reads a const, type or var declaration; top says that it lies at the top of the file.
func (r *reader) declaration(top bool) {
	keyword := r.tok
	switch r.next(); r.tok {
	case token.LPAREN:
		r.list(token.RPAREN, func(r *reader) { r.spec(keyword, top, top) })
	case token.RPAREN: // x.(type)
	default:
		r.spec(keyword, top, false)
	}
}

// spec reads one part of a declaration.
func (r *reader) spec(keyword token.Token, top, grouped bool) {
	if r.tok != token.IDENT {
		r.fail()
	}
	if keyword == token.VAR {
		if top {
			r.names(Var)
		}
		r.rest()
		return
	}
	kind := Const
	if keyword == token.TYPE {
		kind = Type
	}
	place := r.add(kind, r.at)
	r.nodes[place].Grouped = grouped && kind == Type
	r.rest()
	r.end(place)
}

// names reads names with commas between them, which are nodes.
func (r *reader) names(kind kind) {
	for {
		r.add(kind, r.at)
		r.expect(token.IDENT)
		if r.tok != token.COMMA {
			return
		}
		r.next()
	}
}

// field reads the fields of a struct that have one type. An embedded one has no name of its own.
func (r *reader) field() {
	name := r.at
	if r.tok == token.IDENT {
		r.next()
		array := r.tok == token.LBRACK
		if array { // "name [n]T" or the embedded T[P]: what follows the bracket decides
			r.part()
		}
		switch {
		case r.tok == token.STRING, r.ends(), !array && r.tok == token.PERIOD:
		default:
			r.add(Field, name)
			if r.tok == token.COMMA {
				r.next()
				r.names(Field)
			}
		}
	}
	r.rest()
}

// method reads an element of an interface.
func (r *reader) method() {
	if r.tok == token.IDENT {
		place := r.add(Method, r.at)
		if r.next(); r.tok == token.LPAREN {
			before := *r
			r.next()
			params := r.tok != token.RPAREN
			*r = before
			r.nodes[place].Params = params
			r.rest()
			r.end(place)
			return
		}
		r.nodes = r.nodes[:place] // an embedded type
	}
	r.rest()
}
