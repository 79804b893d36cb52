package outline

import (
	"bytes"
	"slices"
	"strings"
)

// rules say how the lines of a language are parsed.
type rules struct {
	// declares reports whether a line declares something, and its kind; in is the kind of the enclosing declaration.
	declares func(l line, in container) (container, bool)
	// comment are prefixes of line comments; blockComment and text are delimiters of comments and strings of several
	// lines.
	comment      []string
	blockComment [2]string
	text         []string
	// verbatim begins a string of several lines that ends with '"', with "" as an escape: C#'s @".
	verbatim string
	// closes are prefixes of a line that still belongs to what it ends: "}", "end".
	closes []string
	// passes reports whether a line without indent ends nothing: a preprocessor line, a label. continues does so for a
	// line that belongs to the current declaration.
	passes, continues func(code string) bool
	// regexps: a slash where a value can begin begins a regular expression.
	regexps bool
	// brackets: lines within brackets belong to one expression, whatever their indent.
	brackets bool
	// typeLine reports whether a line without indent can be the type of a function whose name begins the next one; nil
	// if types are always on the line of the name.
	typeLine func(code string) bool
	// heredoc returns the heredoc that the rest of a line begins; line is the whole line, and before the byte before
	// the rest, 0 at the start. It is nil if the language has no heredocs.
	heredoc func(rest, line string, before byte) (heredoc, bool)
	// head judges whether a text, a line or the beginning of several, begins a declaration; it is within one of a kind
	// whose first line is of. What it finds none in is for declares. It is nil where that finds all.
	head func(text string, in container, of string) (container, judged)
	// reader returns a parser of lines; nil for blocks by indentation.
	reader func(*rules, *Outline) lineReader
}

// container is the kind of a declaration, by what it can contain.
type container uint8

const (
	topLevel  container = iota // the file, a namespace
	holder                     // a class or the like, with members
	procedure                  // a function, whose inner declarations are mostly local
)

// blocks finds declarations that end where the indentation decreases.
type blocks struct {
	rules     *rules
	out       *Outline
	open      []openBlock
	last      int64     // last line that is not blank
	delimiter string    // delimiter that ends the current comment or string
	joined    bool      // the previous line ends with a backslash, which joins this one to it
	depth     int       // number of open brackets, if rules.brackets
	above     typeLines // lines that end with the previous one
	texts     []heredoc // heredocs whose lines follow
	ahead     []lexed   // lines that wait for what follows
	sign      signature // what is known of them
	apart     bool      // the current comment began outside of the current block
	// params is the block whose parameters ended with the last line of code, so that a line that continues its head
	// reopens it; nil if none of them did.
	params *openBlock
}

type openBlock struct {
	at     int // index in the outline
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
	inside := b.delimiter != "" || b.joined || b.depth > 0
	plain := b.follow(l.code)
	b.joined = strings.HasSuffix(l.code, `\`)
	b.ahead = append(b.ahead, lexed{line: l, inside: inside, plain: plain})
	b.advance(false)
}

// place takes a line into the outline. head is the kind of the declaration whose signature begins with the line; nil if
// rules.head found none.
func (b *blocks) place(l lexed, head *container) {
	if !l.inside {
		outside := len(b.open) == 0 || l.indent <= b.open[len(b.open)-1].indent
		b.apart = outside && b.isComment(l.code)
	}

	if l.inside || b.isComment(l.code) {
		if !b.apart {
			b.last = l.number
		}
		return
	}

	if b.rules.passes != nil && b.rules.passes(l.code) {
		return
	}

	closer := b.isCloser(l.code)
	b.reopen(l.line)
	ended := !b.continues(l.code, closer) && b.closeTo(l.line, closer)
	b.last = l.number
	if !ended {
		b.declaration(b.withType(l.line), head)
	}

	b.above = b.typeIn(l.line)
}

// recover assumes that open brackets are closed at a declaration that is indented no more than the one with the
// brackets.
func (b *blocks) recover(l line) {
	if b.depth == 0 || b.delimiter != "" || len(b.open) > 0 && l.indent > b.open[len(b.open)-1].indent {
		return
	}
	if _, declares := b.rules.declares(l, topLevel); declares {
		b.depth = 0
	}
}

// typeLines are lines that can be the type of a function whose name begins the next one.
type typeLines struct {
	text        string // without attributes
	first, last int64  // 0 if there are no lines
}

// typeIn returns which part of a line, and of those directly above, can be the type of a function; the zero value if no
// part can.
func (b *blocks) typeIn(l line) typeLines {
	switch {
	case b.rules.typeLine == nil || l.indent > 0: // a type is never alone on a line
	case isAttribute(l.code) && b.above.last == l.number-1:
		return typeLines{b.above.text, b.above.first, l.number}
	case b.rules.typeLine(l.code):
		return typeLines{l.code, l.number, l.number}
	}
	return typeLines{}
}

// withType returns a line that begins with a function's name joined with the lines of its type; any other line
// unchanged.
func (b *blocks) withType(l line) line {
	follows := b.above.last > 0 && b.above.last == l.number-1 && l.indent == 0
	if !follows || !strings.HasPrefix(afterQualified(l.code), "(") || isAttribute(l.code) {
		return l
	}
	return line{number: b.above.first, code: b.above.text + " " + l.code}
}

// continues reports whether a line belongs to the declaration before it, whatever its indent.
func (b *blocks) continues(code string, closer bool) bool {
	return strings.HasPrefix(code, "{") || b.rules.continues != nil && b.rules.continues(code) ||
		closer && (strings.HasSuffix(code, "{") || strings.HasSuffix(code, ":"))
}

// declaration opens a block if a line declares something; head is that of place.
func (b *blocks) declaration(l line, head *container) {
	in := topLevel
	if n := len(b.open); n > 0 {
		in = b.open[n-1].kind
	}

	kind, ok := topLevel, true
	if head != nil {
		kind = *head
	} else {
		kind, ok = b.rules.declares(l, in)
	}

	if ok {
		if l.number == b.above.first {
			b.out.dropFrom(l.number) // the line of a type, such as "struct pair", looked like a declaration
		}

		at := b.out.add(Symbol{Level: len(b.open), Text: l.code, First: l.number, Last: l.number, kind: kind})
		b.open = append(b.open, openBlock{at, l.indent, kind})
	}
}

// closeTo closes the blocks that a line is outside of, and reports whether the line only ends a block.
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
			return false // the content of a namespace is often not indented
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

// endsParams reports whether a line ends the parameters that begin on the first line of a block.
func (b *blocks) endsParams(of openBlock, code string) bool {
	if of.at < 0 || !strings.HasPrefix(code, ")") {
		return false
	}
	first := b.out.Symbols[of.at].Text
	return strings.Count(first, "(") > strings.Count(first, ")")
}

// reopen reopens the block of params at a line that continues its head.
func (b *blocks) reopen(l line) {
	p := b.params
	if p != nil && l.indent >= p.indent && b.continues(l.code, false) {
		b.open = append(b.open, *p)
	}
	b.params = nil
}

func (b *blocks) end(int64) {
	b.advance(true)
	b.out.closeTo(b.open, 0, b.last)
}

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

// follow tracks block comments and strings of several lines, and returns what lexed.plain is.
func (b *blocks) follow(code string) string {
	var plain []byte
	keep := func(code string) {
		if b.rules.head != nil {
			plain = append(plain, code...)
		}
	}

	r := b.rules
	whole := code
	for before := byte(0); len(code) > 0; before = whole[len(whole)-len(code)-1] {
		if b.delimiter != "" {
			i := strings.Index(code, b.delimiter)
			if i < 0 {
				return string(bytes.TrimSpace(plain))
			}

			if b.delimiter == `"` && strings.HasPrefix(code[i+1:], `"`) {
				code = code[i+2:]
				continue
			}

			code = code[i+len(b.delimiter):]
			b.delimiter = ""
			continue
		}

		text := b.textAt(code)
		b.beginHeredoc(code, whole, before)
		switch {
		case r.blockComment[0] != "" && strings.HasPrefix(code, r.blockComment[0]):
			b.delimiter = r.blockComment[1]
			code = code[len(r.blockComment[0]):]
		case r.verbatim != "" && strings.HasPrefix(code, r.verbatim):
			b.delimiter = `"`
			code = code[len(r.verbatim):]
			keep(`""`)
		case text != "":
			b.delimiter = text
			code = code[len(text):]
			keep(`""`)
		case b.isLineComment(code):
			return string(bytes.TrimSpace(plain))
		case code[0] == '"' || code[0] == '\'':
			code = afterString(code)
			keep(`""`)
		case r.regexps && code[0] == '/' && startsValue(whole[:len(whole)-len(code)]):
			code = afterRegexp(code)
			keep(`""`)
		default:
			b.bracket(code[0])
			keep(code[:1])
			code = code[1:]
		}
	}

	return string(bytes.TrimSpace(plain))
}

// bracket tracks the depth of brackets, if rules.brackets.
func (b *blocks) bracket(c byte) {
	switch {
	case !b.rules.brackets: // brackets have no meaning
	case strings.IndexByte("([{", c) >= 0:
		b.depth++
	case strings.IndexByte(")]}", c) >= 0:
		b.depth = max(b.depth-1, 0)
	}
}

// textAt returns the delimiter of a string of several lines at the start of code.
func (b *blocks) textAt(code string) string {
	for _, t := range b.rules.text {
		if strings.HasPrefix(code, t) {
			return t
		}
	}
	return ""
}

// afterString skips a quoted string of one line; an unmatched quote is an apostrophe.
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

// startsValue reports whether a value can follow a text, which is no operand then.
func startsValue(before string) bool {
	before = strings.TrimRight(before, " \t")
	return before == "" || strings.HasSuffix(before, "=>") || strings.HasSuffix(before, "return") ||
		strings.IndexByte("(,=:[!&|?{};+", before[len(before)-1]) >= 0
}

// afterRegexp skips a regular expression; only its slash where no end of one is near.
func afterRegexp(code string) string {
	const most = 512 // bytes, so that lines of many slashes take linear time
	class := false   // within square brackets, where a slash is nothing special
	for i := 1; i < min(len(code), most); i++ {
		switch code[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return code[i+1:]
			}
		}
	}

	return code[1:]
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
