package outline

import (
	"slices"
	"strings"
)

// rules say how a language's lines are read.
type rules struct {
	// declares says whether a line declares something; in is the kind of what it lies in.
	declares func(l line, in container) (container, bool)
	// comment begins a line comment; blockComment and text are the delimiters of what runs over several lines.
	comment      []string
	blockComment [2]string
	text         []string
	// verbatim begins a text of several lines that ends with '"', where "" stands for one: C#'s @".
	verbatim string
	// closes are the beginnings of a line that still belongs to what it ends: "}", "end".
	closes []string
	// passes says whether a line at the margin ends nothing: a preprocessor line, a label. continues says the same of
	// a line that belongs to what is open.
	passes, continues func(code string) bool
	// brackets says that what stands within brackets is one expression, however its lines are indented.
	brackets bool
	// typeLine says whether a line at the margin can be the type of a function whose name begins the next line. nil: a
	// type stands on the line of the name.
	typeLine func(code string) bool
	// heredoc is the text of several lines whose mark a rest of a line begins with; line is the whole line, and before
	// what stands right before the rest, 0 for nothing. nil: there are no such texts.
	heredoc func(rest, line string, before byte) (heredoc, bool)
	// reader reads the lines; nil reads blocks by their indentation.
	reader func(*rules, *Outline) lineReader
}

// container is what a declaration can hold.
type container uint8

const (
	topLevel  container = iota // the file itself, a namespace
	holder                     // a class or the like: declarations inside are its members
	procedure                  // a function: what is inside is mostly its own affair
)

// blocks reads declarations that end where the indentation goes back.
type blocks struct {
	rules *rules
	out   *Outline
	open  []openBlock
	last  int64     // the last line that was not blank
	until string    // what ends the comment or the text that goes on
	joins bool      // the line before ends with a backslash, which joins the next one to it
	depth int       // how many brackets are open, where rules.brackets
	above typeLines // that end with the line before
	texts []heredoc // whose lines follow
	// params is the block whose parameters ended with the last line of code: a line that goes on with its head opens it
	// again. nil: they did not.
	params *openBlock
}

type openBlock struct {
	at     int // place in the outline
	indent int
	kind   container
}

func newBlocks(r *rules, o *Outline) lineReader { return &blocks{rules: r, out: o} }

func (b *blocks) next(l line) {
	if l.code == "" {
		return
	}
	if b.inHeredoc(l) {
		return
	}

	b.recover(l)
	inside := b.until != "" || b.joins || b.depth > 0
	b.follow(l.code)
	b.joins = strings.HasSuffix(l.code, `\`)

	if inside || b.isComment(l.code) {
		if inside || len(b.open) > 0 && l.indent > b.open[len(b.open)-1].indent {
			b.last = l.number
		}
		return
	}

	if b.rules.passes != nil && b.rules.passes(l.code) {
		return
	}

	closer := b.isCloser(l.code)
	b.openAgain(l)
	ended := !b.goesOn(l.code, closer) && b.closeTo(l, closer)
	b.last = l.number
	if !ended {
		b.declaration(b.withType(l))
	}

	b.above = b.typeIn(l)
}

// recover takes a bracket that was left open for closed, where a declaration follows that is indented no more than the
// one that the bracket is in.
func (b *blocks) recover(l line) {
	if b.depth == 0 || b.until != "" || len(b.open) > 0 && l.indent > b.open[len(b.open)-1].indent {
		return
	}
	if _, declares := b.rules.declares(l, topLevel); declares {
		b.depth = 0
	}
}

// typeLines are lines that can be the type of a function whose name begins the next one.
type typeLines struct {
	text        string // without what stands in attributes
	first, last int64  // 0 without any
}

// typeIn is what of a line, and of those right above it, can be the type of a function; the zero value where none can.
func (b *blocks) typeIn(l line) typeLines {
	switch {
	case b.rules.typeLine == nil || l.indent > 0: // no line is a type alone
	case isAttribute(l.code) && b.above.last == l.number-1:
		return typeLines{b.above.text, b.above.first, l.number}
	case b.rules.typeLine(l.code):
		return typeLines{l.code, l.number, l.number}
	}
	return typeLines{}
}

// withType is a line that begins with a function's name together with the lines above that have its type; any other
// line as it is.
func (b *blocks) withType(l line) line {
	follows := b.above.last > 0 && b.above.last == l.number-1 && l.indent == 0
	if !follows || !strings.HasPrefix(afterQualified(l.code), "(") || isAttribute(l.code) {
		return l
	}
	return line{number: b.above.first, code: b.above.text + " " + l.code}
}

// goesOn reports whether a line belongs to the declaration before it, however it is indented.
func (b *blocks) goesOn(code string, closer bool) bool {
	return strings.HasPrefix(code, "{") || b.rules.continues != nil && b.rules.continues(code) ||
		closer && (strings.HasSuffix(code, "{") || strings.HasSuffix(code, ":"))
}

// declaration opens a block where a line declares something.
func (b *blocks) declaration(l line) {
	in := topLevel
	if n := len(b.open); n > 0 {
		in = b.open[n-1].kind
	}
	if kind, ok := b.rules.declares(l, in); ok {
		if l.number == b.above.first {
			b.out.dropFrom(l.number) // "struct pair" alone looks as if it declared that
		}
		at := b.out.add(Symbol{Level: len(b.open), Text: l.code, First: l.number, Last: l.number, kind: kind})
		b.open = append(b.open, openBlock{at, l.indent, kind})
	}
}

// closeTo closes what a line is not within, and reports whether the line does no more than end a block.
func (b *blocks) closeTo(l line, closer bool) bool {
	for n := len(b.open); n > 0 && l.indent <= b.open[n-1].indent; n = len(b.open) {
		top := b.open[n-1]
		ends := closer && l.indent == top.indent
		switch {
		case ends:
			b.out.close(top.at, l.number)
			if b.endsParams(top, l.code) {
				b.params = &top
			}
		case top.kind == topLevel && l.indent == top.indent:
			return false // what lies in a namespace is often not indented
		default:
			b.out.close(top.at, b.last)
		}

		b.open = b.open[:n-1]
		if ends {
			return true
		}
	}

	return false
}

// endsParams reports whether a line ends the parameters that the first line of a block begins.
func (b *blocks) endsParams(of openBlock, code string) bool {
	if of.at < 0 || !strings.HasPrefix(code, ")") {
		return false
	}
	first := b.out.Symbols[of.at].Text
	return strings.Count(first, "(") > strings.Count(first, ")")
}

// openAgain opens the block again whose parameters ended before a line that goes on with its head.
func (b *blocks) openAgain(l line) {
	p := b.params
	if p != nil && l.indent >= p.indent && b.goesOn(l.code, false) {
		b.open = append(b.open, *p)
	}
	b.params = nil
}

func (b *blocks) end(int64) { b.out.closeTo(b.open, 0, b.last) }

func (b *blocks) isComment(code string) bool {
	start := b.rules.blockComment[0]
	return b.isLineComment(code) || start != "" && strings.HasPrefix(code, start)
}

func (b *blocks) isLineComment(code string) bool {
	return slices.ContainsFunc(b.rules.comment, func(c string) bool { return strings.HasPrefix(code, c) })
}

func (b *blocks) isCloser(code string) bool {
	return slices.ContainsFunc(b.rules.closes, func(c string) bool {
		rest, ok := strings.CutPrefix(code, c)
		return ok && (rest == "" || !isWord(rest[0]) || !isWord(c[0]))
	})
}

// follow keeps track of block comments and texts that run over several lines.
func (b *blocks) follow(code string) {
	r := b.rules
	whole := code
	for before := byte(0); len(code) > 0; before = whole[len(whole)-len(code)-1] {
		if b.until != "" {
			i := strings.Index(code, b.until)
			if i < 0 {
				return
			}

			if b.until == `"` && strings.HasPrefix(code[i+1:], `"`) {
				code = code[i+2:]
				continue
			}

			code = code[i+len(b.until):]
			b.until = ""
			continue
		}

		text := b.textAt(code)
		b.beginHeredoc(code, whole, before)
		switch {
		case r.blockComment[0] != "" && strings.HasPrefix(code, r.blockComment[0]):
			b.until = r.blockComment[1]
			code = code[len(r.blockComment[0]):]
		case r.verbatim != "" && strings.HasPrefix(code, r.verbatim):
			b.until = `"`
			code = code[len(r.verbatim):]
		case text != "":
			b.until = text
			code = code[len(text):]
		case b.isLineComment(code):
			return
		case code[0] == '"' || code[0] == '\'':
			code = afterString(code)
		default:
			b.bracket(code[0])
			code = code[1:]
		}
	}
}

// bracket keeps the depth of open brackets, in languages whose blocks go by them.
func (b *blocks) bracket(c byte) {
	switch {
	case !b.rules.brackets: // the language's blocks do not go by brackets
	case strings.IndexByte("([{", c) >= 0:
		b.depth++
	case strings.IndexByte(")]}", c) >= 0:
		b.depth = max(b.depth-1, 0)
	}
}

// textAt is the delimiter of a text of several lines at the start of code.
func (b *blocks) textAt(code string) string {
	for _, t := range b.rules.text {
		if strings.HasPrefix(code, t) {
			return t
		}
	}
	return ""
}

// afterString skips a quoted string of one line; a quote without its match is an apostrophe.
func afterString(code string) string {
	quote := code[0]
	for i := 1; i < len(code); i++ {
		switch code[i] {
		case '\\':
			i++
		case quote:
			return code[i+1:]
		}
	}
	return code[1:]
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
