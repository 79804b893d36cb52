package symbols

import "eyeline/reader/outline/golang"

// MaxSize is the largest file in bytes that is read as a whole for its outline.
const MaxSize = 8 << 20

// goSource is a golang.Visitor that gathers the symbols of a Go file as Zed's outline has them.
type goSource struct{ tree }

// Go reads a Go text; ok is false where it is no Go.
func Go(text []byte) (symbols []Symbol, ok bool) {
	g := goSource{tree{text: text}}
	if !golang.All(text, &g) {
		return nil, false // an estimate stands for it
	}
	return g.list(), true
}

// Begin implements golang.Visitor.
func (g *goSource) Begin(n golang.Node) int {
	name := string(g.text[n.Name.Start:n.Name.End])
	switch n.Kind {
	case golang.Declaration:
		return -1 // its parts are the symbols
	case golang.Func:
		if n.Receiver.End > 0 {
			name = g.source(n.Receiver.Start, n.Receiver.End) + " " + name
		}
		name = "func " + name
	case golang.Type:
		name = "type " + name
	case golang.Const:
		name = "const " + name
	case golang.Var:
		name = "var " + name
	case golang.Method:
		if n.Params {
			name += "( )"
		} else {
			name += "()"
		}
	case golang.Field:
	}
	g.add(name, n.Start, n.Name.End)
	return len(g.nodes) - 1
}

// End implements golang.Visitor.
func (g *goSource) End(place, end int) {
	if place >= 0 {
		g.nodes[place].end = end
	}
}
