package symbols

import "eyeline/reader/internal/godecls"

// MaxSize is the largest file in bytes that is read as a whole for its outline.
const MaxSize = 8 << 20

// Go makes symbols of the declarations of a Go text.
func Go(text []byte, nodes []godecls.Node) []Symbol {
	t := tree{text: text}
	for _, n := range nodes {
		name := string(text[n.Name.Start:n.Name.End])
		switch n.Kind {
		case godecls.Declaration:
			continue // its parts are the symbols
		case godecls.Func:
			if n.Receiver.End > 0 {
				name = t.source(n.Receiver.Start, n.Receiver.End) + " " + name
			}
			name = "func " + name
		case godecls.Type:
			name = "type " + name
		case godecls.Const:
			name = "const " + name
		case godecls.Var:
			name = "var " + name
		case godecls.Method:
			if n.Params {
				name += "( )"
			} else {
				name += "()"
			}
		case godecls.Field: // its name alone
		}

		t.add(name, n.Start, n.End)
	}

	return t.list()
}
