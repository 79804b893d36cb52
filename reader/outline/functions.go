package outline

import (
	"context"
	"slices"
	"strings"

	"eyeline/reader/source"
)

// Function is a function or a method that has lines of its own below its signature.
type Function struct {
	Declaration
	// Path are the names of what it stands in and its own, "Base.is_private".
	Path string
	// Body is the first line below the signature that is not blank. Ends is the last one that is not blank, without
	// the one that only closes the body; it is Body at least.
	Body, Ends int64
	// Member: it stands in a class or the like.
	Member bool
}

// Functions lists the functions of a file, of functions within functions the outermost, in the order of the file.
// short counts those without a line below their signature, which are left out. language is "" where functions cannot be
// told: the file's language is not known or has none, or the file has more than 8 MiB. The error is that of Of.
func Functions(
	ctx context.Context, name string, b source.Bytes,
) (all []Function, short int64, language string, err error) {
	f, err := readWhole(ctx, name, b)
	if f == nil || !f.lang.declaresCode() || err != nil {
		return nil, 0, "", err
	}

	symbols, _, err := f.symbols(ctx)
	if err != nil {
		return nil, 0, "", err
	}

	f.place(symbols)
	lines := newHeads(&f.lang.rules, f.text)
	var outer *Symbol // the last function that is listed
	for i := range symbols {
		s := &symbols[i]
		if !s.isFunction() || outer != nil && s.Level > outer.Level && s.Last <= outer.Last {
			continue
		}

		outer = s
		fn := Function{
			Declaration: Declaration{Text: s.Text, First: s.From, Last: s.Last, Begins: s.First, Exact: s.exact},
			Path:        s.Path, Member: s.Level > 0 || strings.HasPrefix(s.Text, "func ("),
		}
		if !lines.body(&fn, s.body, f.lang) {
			short++
			continue
		}

		all = append(all, fn)
	}

	return all, short, f.lang.name, nil
}

// isFunction reports whether a symbol is a function: the rules of languages give types the same kind.
func (s *Symbol) isFunction() bool {
	return s.kind == procedure && !slices.Contains(strings.Fields(nameOf(s.Text)), "type")
}

// body finds the lines of the body; false where the signature has no line below it. opened is the line after the one
// that opens it, 0 where that is to be found.
func (h *heads) body(fn *Function, opened int64, l *language) bool {
	if fn.Last > int64(len(h.starts)) {
		return false
	}
	if opened == 0 {
		opened = h.signatureEnd(fn.Begins, fn.Last, l) + 1
	}

	b := blocks{rules: h.rules}
	fn.Ends = fn.Last
	if h.indent(fn.Ends) <= h.indent(fn.Begins) && b.isCloser(h.code(fn.Ends)) {
		fn.Ends--
	}

	for fn.Ends > opened && h.code(fn.Ends) == "" {
		fn.Ends--
	}

	for fn.Body = opened; fn.Body < fn.Ends && h.code(fn.Body) == ""; {
		fn.Body++
	}

	return fn.Body <= fn.Ends && h.code(fn.Body) != ""
}

// signatureEnd is the last line of the signature that begins at a line: up to what opens the body, outside of all
// brackets.
func (h *heads) signatureEnd(begins, last int64, l *language) int64 {
	opens := byte('{')
	switch {
	case l.name == "Python":
		opens = ':'
	case !slices.Contains(l.rules.closes, "}"):
		opens = 0
	}

	depth := 0
	ends := int64(0)
	for at := begins; at <= last; at++ {
		var found bool
		depth, found = h.bracketsOf(h.code(at), depth, opens)
		if found {
			return at
		}
		if depth <= 0 && ends == 0 {
			ends = at
		}
	}

	return max(ends, begins)
}

// bracketsOf is how deep in brackets the code of a line ends that begins at a depth. It ends at the first opens outside
// of all brackets; found is true then.
func (h *heads) bracketsOf(code string, depth int, opens byte) (after int, found bool) {
	for code != "" {
		switch c := code[0]; {
		case h.comments(code):
			return depth, false
		case c == '"' || c == '\'':
			code = afterString(code)
			continue
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 0 && c == opens:
			return depth, true
		}

		code = code[1:]
	}

	return depth, false
}

// comments reports whether a comment to the end of the line begins a text.
func (h *heads) comments(code string) bool {
	return (&blocks{rules: h.rules}).isLineComment(code)
}
