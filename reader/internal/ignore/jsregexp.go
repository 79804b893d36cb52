package ignore

import (
	"errors"
	"strings"
	"unicode/utf16"
)

// errExpression is the error of a pattern that npm's "ignore" converts to an invalid expression, or to one that is not
// imitated.
var errExpression = errors.New("what becomes of it is not a regular expression that is understood")

// jsParser parses a regular expression of JavaScript without flags, as far as npm's "ignore" makes them: without
// captures and counted repetitions.
type jsParser struct {
	src   []rune // UTF-16 code units
	at    int
	depth int
	fold  bool
	err   error
}

// parseJS parses an expression that may match anywhere in a text, and ignores case.
func parseJS(source string) (node, error) {
	p := &jsParser{fold: true}
	for _, u := range utf16.Encode([]rune(source)) {
		p.src = append(p.src, rune(u))
	}

	n := p.choice()
	if p.err == nil && p.at < len(p.src) {
		p.err = errExpression
	}
	if n.kind != sequence || len(n.kids) == 0 || n.kids[0].kind != atBegin {
		n = seq(starOf(anyUnit), n)
	}

	return n, p.err
}

func (p *jsParser) peek(text string) bool {
	if len(p.src)-p.at < len(text) {
		return false
	}
	for i := range len(text) {
		if p.src[p.at+i] != rune(text[i]) {
			return false
		}
	}
	return true
}

func (p *jsParser) accept(text string) bool {
	ok := p.peek(text)
	if ok {
		p.at += len(text)
	}
	return ok
}

// choice parses alternatives up to a closing parenthesis or the end.
func (p *jsParser) choice() node {
	var kids []node
	for {
		var one []node
		for p.at < len(p.src) && !p.peek("|") && !p.peek(")") && p.err == nil {
			one = append(one, p.term())
		}

		kids = append(kids, seq(one...))
		if p.err != nil || !p.accept("|") {
			break
		}
	}

	if len(kids) == 1 {
		return kids[0]
	}

	return node{kind: either, kids: kids}
}

// term parses an atom and its quantifier.
func (p *jsParser) term() node {
	var n node
	u := p.src[p.at]
	switch {
	case p.accept("(?:"):
		n = p.group()
	case p.accept("^"):
		return node{kind: atBegin}
	case p.accept("$"):
		return node{kind: atEnd}
	case p.accept("."):
		n = notLineEnd
	case p.accept("["):
		n = p.class()
	case p.accept(`\`):
		n = p.escape()
	case strings.ContainsRune("(*+?{", u):
		p.err = errExpression
		return n
	default:
		p.at++
		n = p.unit(u)
	}

	return p.quantifier(n)
}

// group parses the rest of a group without a capture.
func (p *jsParser) group() node {
	const deepest = 100
	p.depth++
	if p.depth > deepest {
		p.err = errExpression
		return node{kind: never}
	}

	n := p.choice()
	p.depth--
	if !p.accept(")") {
		p.err = errExpression
	}

	return n
}

// notLineEnd is ".".
var notLineEnd = setNode(&set{not: true, ranges: []span{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}})

// quantifier parses "*", "+" or "?" after an atom, possibly lazy.
func (p *jsParser) quantifier(n node) node {
	switch {
	case n.kind == atWord || n.kind == notAtWord:
		return n
	case p.accept("*"):
		n = starOf(n)
	case p.accept("+"):
		n = seq(n, starOf(n))
	case p.accept("?"):
		n = optionally(n)
	default:
		return n
	}

	p.accept("?")
	return n
}

func (p *jsParser) unit(u rune) node {
	if p.fold {
		u = jsUpper(u)
	}
	return unitNode(u)
}

// escape parses what follows a backslash outside of a class.
func (p *jsParser) escape() node {
	switch {
	case p.accept("b"):
		return node{kind: atWord}
	case p.accept("B"):
		return node{kind: notAtWord}
	}

	u, s := p.escaped(false)
	if s != nil {
		return setNode(s)
	}

	return p.unit(u)
}

// escaped parses what follows a backslash: a unit, or a set such as \d.
func (p *jsParser) escaped(inClass bool) (u rune, s *set) {
	if p.at == len(p.src) {
		p.err = errExpression
		return 0, nil
	}

	u = p.src[p.at]
	p.at++
	switch u {
	case 'd', 'D', 'w', 'W', 's', 'S':
		return u, jsClass(u)
	case 't', 'n', 'v', 'f', 'r':
		return rune("\t\n\v\f\r"[strings.IndexRune("tnvfr", u)]), nil
	case 'b':
		if inClass {
			return '\b', nil
		}
	case 'c':
		return p.control(inClass), nil
	case 'x':
		return p.hex(u, 2), nil
	case 'u':
		return p.hex(u, 4), nil
	}

	if u >= '0' && u <= '7' {
		return p.octal(u - '0'), nil
	}

	return u, nil
}

// control parses the letter of \cA. Without one, the backslash is literal.
func (p *jsParser) control(inClass bool) rune {
	if p.at < len(p.src) {
		u := p.src[p.at]
		letter := u|0x20 >= 'a' && u|0x20 <= 'z'
		if letter || inClass && (u >= '0' && u <= '9' || u == '_') {
			p.at++
			return u % 32
		}
	}

	p.at--
	return '\\'
}

func (p *jsParser) hex(u rune, digits int) (value rune) {
	if len(p.src)-p.at < digits {
		return u
	}

	for _, d := range p.src[p.at : p.at+digits] {
		v := strings.IndexRune("0123456789abcdef", d|0x20)
		if d >= '0' && d <= '9' {
			v = int(d - '0')
		}
		if v < 0 || d > 'f' {
			return u
		}

		value = value<<4 | rune(v)
	}

	p.at += digits
	return value
}

// octal parses the other digits of \101, at most \377.
func (p *jsParser) octal(value rune) rune {
	for range 2 {
		if p.at == len(p.src) || p.src[p.at] < '0' || p.src[p.at] > '7' || value*8+p.src[p.at]-'0' > 0o377 {
			break
		}
		value = value*8 + p.src[p.at] - '0'
		p.at++
	}
	return value
}

// jsSpaces are the units of \s.
var jsSpaces = []span{
	{'\t', '\r'},
	{' ', ' '},
	{0xA0, 0xA0},
	{0x1680, 0x1680},
	{0x2000, 0x200A},
	{0x2028, 0x2029},
	{0x202F, 0x202F},
	{0x205F, 0x205F},
	{0x3000, 0x3000},
	{0xFEFF, 0xFEFF},
}

// jsClass returns the set of \d, \w or \s, or the complement for an upper case letter.
func jsClass(letter rune) *set {
	s := &set{not: letter < 'a'}
	switch letter | 0x20 {
	case 'd':
		s.add('0', '9')
	case 'w':
		s.ranges = append(s.ranges, wordUnits.ranges...)
	default:
		s.ranges = append(s.ranges, jsSpaces...)
	}

	return s
}

// class parses a character class after its "[".
func (p *jsParser) class() node {
	s := &set{fold: p.fold, not: p.accept("^")}
	for {
		if p.at == len(p.src) || p.err != nil {
			p.err = errExpression
			return node{kind: never}
		}

		if p.accept("]") {
			return setNode(s.tidy())
		}

		from, some := p.member()
		if !p.peek("-") || p.at+1 == len(p.src) || p.src[p.at+1] == ']' {
			s.include(from, some)
			continue
		}

		p.at++
		to, others := p.member()
		switch {
		case some != nil || others != nil:
			s.include(from, some)
			s.include('-', nil)
			s.include(to, others)
		case from > to:
			p.err = errExpression
		default:
			s.add(from, to)
		}
	}
}

// member parses a unit or a set of a class.
func (p *jsParser) member() (u rune, s *set) {
	if p.at == len(p.src) {
		p.err = errExpression
		return 0, nil
	}
	if p.accept(`\`) {
		return p.escaped(true)
	}

	u = p.src[p.at]
	p.at++
	return u, nil
}

// include adds a set, or if that is nil the unit u.
func (s *set) include(u rune, some *set) {
	switch {
	case some == nil:
		s.add(u, u)
	case !some.not:
		s.ranges = append(s.ranges, some.ranges...)
	default:
		var from rune
		for _, r := range some.tidy().ranges {
			if from < r.from {
				s.add(from, r.from-1)
			}
			from = r.to + 1
		}

		s.add(from, 0xFFFF)
	}
}
