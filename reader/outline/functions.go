package outline

import (
	"context"
	"slices"
	"strings"

	"eyeline/reader/source"
)

// Function is a function or method with lines below its signature.
type Function struct {
	Declaration
	// Path is its name qualified by those of the enclosing declarations, "Base.is_private".
	Path string
	// Body is the first line below the signature that is not blank. Ends is the last such line without one that only
	// closes the body; at least Body.
	Body, Ends int64
	// Middle is the line of code nearest to the middle of these: neither blank nor only a comment, where there is
	// such a line.
	Middle int64
	// Member: it is in a class or the like.
	Member bool
}

// Functions returns the functions of a file, without nested ones, in order. short is the number of those without a line
// below their signature, which are omitted. language is "" if functions cannot be found: the language is not known or
// has no functions, or the file has more than 8 MiB. The error is that of Of.
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
	var outer *Symbol // last listed function
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

// isFunction reports whether a symbol is a function, since the rules of languages give types the same kind.
func (s *Symbol) isFunction() bool {
	return s.kind == procedure && !slices.Contains(strings.Fields(nameOf(s.Text)), "type")
}

// body sets the lines of the body; it returns false if there is no line below the signature. opened is the line after
// the one that opens the body, 0 if it is not known.
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

	if fn.Body > fn.Ends || h.code(fn.Body) == "" {
		return false
	}
	fn.Middle = h.middle(fn.Body, fn.Ends)
	return true
}

// middle is the line of code nearest to the middle of the lines [first, last], of two the later one; without code there
// it is the middle itself.
func (h *heads) middle(first, last int64) int64 {
	b := blocks{rules: h.rules}
	isCode := func(line int64) bool {
		if line < first || line > last {
			return false
		}
		code := h.code(line)
		return code != "" && !b.isComment(code)
	}

	middle := first + (last-first)/2
	for away := int64(0); away <= last-first; away++ {
		for _, line := range []int64{middle + away, middle - away} {
			if isCode(line) {
				return line
			}
		}
	}
	return middle
}

// signatureEnd returns the last line of the signature that begins at a line: that which opens the body, outside of all
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

// bracketsOf returns the bracket depth at the end of a line that begins at a depth. found: it stopped at the first byte
// opens outside of all brackets.
func (h *heads) bracketsOf(code string, depth int, opens byte) (after int, found bool) {
	for code != "" {
		c := code[0]
		switch {
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

// comments reports whether a line comment begins a text.
func (h *heads) comments(code string) bool {
	return (&blocks{rules: h.rules}).isLineComment(code)
}
