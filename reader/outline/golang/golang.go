// Package golang finds the declarations of a Go source in one pass over its bytes, without a syntax tree.
//
// It checks what it needs to know where declarations begin and end: comments, strings, brackets, the keywords at the
// top of the file, and what names a member. Code within a function is only passed over, so a fault in it hides no
// declaration. For every text that go/parser accepts, what is found is what its syntax tree has; the tests compare the
// two.
package golang

import (
	"bytes"
	"unicode/utf8"
)

// maxNesting is how deep brackets may lie within one another; text that nests deeper is not taken for Go.
const maxNesting = 10_000

// Kind says what a Node is.
type Kind uint8

const (
	// Declaration is a const, type or var declaration at the top of the file, from its keyword to its end.
	Declaration Kind = iota
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

// Span is a half-open range of the text, in bytes from its beginning.
type Span struct{ Start, End int }

// Node is something declared.
type Node struct {
	Kind Kind
	// Start is the offset in bytes at which it begins.
	Start int
	// Name is its name; empty for a Declaration.
	Name Span
	// Receiver is what a method has in parentheses before its name, with them; empty for other functions.
	Receiver Span
	// Grouped is true for a Type in the parentheses of a declaration.
	Grouped bool
	// Params is true for a Method with parameters.
	Params bool
}

// Visitor is given what is declared.
type Visitor interface {
	// Begin is called for each node; what it returns is given to End.
	Begin(n Node) (place int)
	// End is called with the offset in bytes just after the node of a place.
	End(place, end int)
}

// Declarations gives v the nodes of kind Declaration and Func, and the types that are declared at the top of the file,
// in the order of the file. It returns false for a text that is no Go: what v was given until then is worth nothing.
func Declarations(text []byte, v Visitor) bool { return scan(text, v, &shallow) }

// All gives v the nodes of every kind, also those within functions, in no certain order. It returns false for a text
// that is no Go.
func All(text []byte, v Visitor) bool { return scan(text, v, &deep) }

func scan(text []byte, v Visitor, classes *[256]class) bool {
	mark := []byte("\uFEFF")
	body := bytes.TrimPrefix(text, mark)
	if bytes.IndexByte(text, 0) >= 0 || bytes.Contains(body, mark) || !utf8.Valid(text) {
		return false
	}
	s := scanner{text: text, pos: len(text) - len(body), v: v, classes: classes, deep: classes == &deep}
	s.file()
	return !s.bad
}

// file reads a whole file.
func (s *scanner) file() {
	s.next()
	s.expect(packageToken)
	s.expect(nameToken)
	s.endOfDeclaration()
	for imports := true; s.tok != endToken; s.endOfDeclaration() {
		switch keyword := s.tok; keyword {
		case importToken:
			if !imports {
				s.fail() // imports are before all else
				return
			}
			s.next()
			s.rest()
		case constToken, typeToken, varToken:
			imports = false
			place := s.v.Begin(Node{Kind: Declaration, Start: s.start})
			s.declaration(true)
			s.v.End(place, s.last)
		case funcToken:
			imports = false
			s.function()
		default:
			s.fail()
			return
		}
	}
}

// endOfDeclaration expects the semicolon after a declaration, or the end of the file.
func (s *scanner) endOfDeclaration() {
	if s.tok != endToken {
		s.expect(semicolonToken)
	}
}

// function reads a function at the top of the file.
func (s *scanner) function() {
	n := Node{Kind: Func, Start: s.start}
	s.next()
	if s.tok == openToken {
		n.Receiver.Start = s.start
		s.brackets()
		n.Receiver.End = s.last
	}
	n.Name = Span{s.start, s.pos}
	s.expect(nameToken)
	place := s.v.Begin(n)
	if s.tok != openToken || s.text[s.start] == '{' {
		s.fail() // there are parameters, after those of types in square brackets
	}
	s.signature()
	if s.tok == openToken && s.text[s.start] == '{' {
		s.brackets()
	}
	s.v.End(place, s.last)
}

// signature reads up to the body of a function, or to its end when it has none.
func (s *scanner) signature() {
	for {
		switch s.tok {
		case openToken:
			if s.text[s.start] == '{' {
				return
			}
			s.brackets()
		case structToken, interfaceToken:
			s.typeBody()
		case semicolonToken, closeToken, endToken:
			return
		default:
			s.next()
		}
	}
}

// declaration reads a const, type or var declaration; top says that it lies at the top of the file. Afterwards the
// token is what ends it: a semicolon, the bracket that it lies in, or the end of the file.
func (s *scanner) declaration(top bool) {
	keyword := s.tok
	s.next()
	if s.tok != openToken {
		s.spec(keyword, top, false)
		return
	}
	if s.text[s.start] != '(' {
		s.fail()
		return
	}
	s.push(')')
	for s.next(); s.tok != closeToken; {
		s.spec(keyword, top, true)
		if !s.separated() {
			return
		}
	}
	s.pop()
	s.next()
}

// separated passes the semicolon between two parts within brackets; it returns false where neither it nor a bracket
// follows.
func (s *scanner) separated() bool {
	switch s.tok {
	case semicolonToken:
		s.next()
	case closeToken:
	default:
		s.fail()
		return false
	}
	return true
}

// spec reads one part of a declaration.
func (s *scanner) spec(keyword token, top, grouped bool) {
	name := Span{s.start, s.pos}
	if s.tok != nameToken {
		s.fail()
		return
	}
	switch {
	case keyword == typeToken:
		place := s.v.Begin(Node{Kind: Type, Start: name.Start, Name: name, Grouped: grouped})
		s.rest()
		s.v.End(place, s.last)
	case keyword == constToken && s.deep:
		place := s.v.Begin(Node{Kind: Const, Start: name.Start, Name: name})
		s.rest()
		s.v.End(place, s.last)
	case keyword == varToken && s.deep && top:
		s.names(Var)
		s.rest()
	default:
		s.rest()
	}
}

// names reads names with commas between them, which are nodes.
func (s *scanner) names(kind Kind) {
	for {
		if s.tok != nameToken {
			s.fail()
			return
		}
		s.name(kind, Span{s.start, s.pos})
		if s.next(); s.tok != commaToken {
			return
		}
		s.next()
	}
}

// name gives a node that is no more than its name.
func (s *scanner) name(kind Kind, name Span) {
	s.v.End(s.v.Begin(Node{Kind: kind, Start: name.Start, Name: name}), name.End)
}

// rest reads up to a semicolon, to the end of the brackets around, or to the end of the file.
func (s *scanner) rest() {
	for {
		switch s.tok {
		case semicolonToken, closeToken, endToken:
			return
		case openToken:
			s.brackets()
		case structToken, interfaceToken:
			s.typeBody()
		default:
			s.next()
		}
	}
}

// typeBody reads a struct or an interface from its keyword on.
func (s *scanner) typeBody() {
	s.members()
	s.next()
}

// members reads a struct or an interface up to its closing bracket.
func (s *scanner) members() {
	keyword := s.tok
	if s.next(); s.tok != openToken || s.text[s.start] != '{' {
		s.fail()
		return
	}
	if !s.deep {
		s.pass()
		return
	}
	s.push('}')
	for s.next(); s.tok != closeToken; {
		if keyword == structToken {
			s.field()
		} else {
			s.method()
		}
		if !s.separated() {
			return
		}
	}
	s.pop()
}

// field reads the fields of a struct that have one type. An embedded one has no name of its own.
func (s *scanner) field() {
	name := Span{s.start, s.pos}
	if s.tok != nameToken {
		s.rest()
		return
	}
	before := *s
	switch s.next(); s.tok {
	case dotToken, stringToken, semicolonToken, closeToken:
	case openToken:
		// "name [n]T" or the embedded T[P]: what follows the bracket decides.
		if s.text[s.start] == '[' {
			s.brackets()
		}
		if s.tok != stringToken && s.tok != semicolonToken && s.tok != closeToken {
			s.name(Field, name)
		}
	default:
		*s = before
		s.names(Field)
	}
	s.rest()
}

// method reads an element of an interface.
func (s *scanner) method() {
	n := Node{Kind: Method, Start: s.start, Name: Span{s.start, s.pos}}
	if s.tok != nameToken {
		s.rest()
		return
	}
	if s.next(); s.tok != openToken || s.text[s.start] != '(' {
		s.rest()
		return
	}
	opened := *s
	s.next()
	n.Params = s.tok != closeToken
	*s = opened
	place := s.v.Begin(n)
	s.rest()
	s.v.End(place, s.last)
}
