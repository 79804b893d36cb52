package ignore

import (
	"errors"
	"strings"
	"unicode/utf16"
)

// errExpression is the error of a pattern of which npm's "ignore" makes an expression that fails or is not imitated.
var errExpression = errors.New("what becomes of it is not a regular expression that is understood")

// jsParser reads the source of a regular expression of JavaScript without flags: what npm's "ignore" makes of patterns,
// no captures and no counted repetitions.
type jsParser struct {
	src   []rune // UTF-16 code units
	at    int
	depth int
	fold  bool
	err   error
}

// parseJS reads an expression that is searched for at any place of a text, and in which case does not count.
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

func (p *jsParser) is(text string) bool {
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

func (p *jsParser) eat(text string) bool {
	ok := p.is(text)
	if ok {
		p.at += len(text)
	}
	return ok
}

// choice reads alternatives up to a closing parenthesis or the end.
func (p *jsParser) choice() node {
	var kids []node
	for {
		var one []node
		for p.at < len(p.src) && !p.is("|") && !p.is(")") && p.err == nil {
			one = append(one, p.term())
		}

		kids = append(kids, seq(one...))
		if p.err != nil || !p.eat("|") {
			break
		}
	}

	if len(kids) == 1 {
		return kids[0]
	}

	return node{kind: either, kids: kids}
}

// term reads an atom and what says how often it stands.
func (p *jsParser) term() node {
	var n node
	switch u := p.src[p.at]; {
	case p.eat("(?:"):
		n = p.group()
	case p.eat("^"):
		return node{kind: atBegin}
	case p.eat("$"):
		return node{kind: atEnd}
	case p.eat("."):
		n = notLineEnd
	case p.eat("["):
		n = p.class()
	case p.eat(`\`):
		n = p.escape()
	case strings.ContainsRune("(*+?{", u):
		p.err = errExpression
		return n
	default:
		p.at++
		n = p.one(u)
	}

	return p.often(n)
}

// group reads the rest of a group without a capture.
func (p *jsParser) group() node {
	const deepest = 100
	p.depth++
	if p.depth > deepest {
		p.err = errExpression
		return node{kind: never}
	}
	n := p.choice()
	p.depth--
	if !p.eat(")") {
		p.err = errExpression
	}
	return n
}

// notLineEnd is what "." matches.
var notLineEnd = setNode(&set{not: true, ranges: []span{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}})

// often reads "*", "+" or "?" behind an atom, each perhaps lazy.
func (p *jsParser) often(n node) node {
	switch {
	case n.kind == atWord || n.kind == notAtWord:
		return n
	case p.eat("*"):
		n = starOf(n)
	case p.eat("+"):
		n = seq(n, starOf(n))
	case p.eat("?"):
		n = optionally(n)
	default:
		return n
	}

	p.eat("?")
	return n
}

func (p *jsParser) one(u rune) node {
	if p.fold {
		u = jsUpper(u)
	}
	return unitNode(u)
}

// escape reads what follows a backslash outside of a class.
func (p *jsParser) escape() node {
	switch {
	case p.eat("b"):
		return node{kind: atWord}
	case p.eat("B"):
		return node{kind: notAtWord}
	}
	u, s := p.escaped(false)
	if s != nil {
		return setNode(s)
	}
	return p.one(u)
}

// escaped reads what follows a backslash: a unit, or a set such as \d.
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

// control reads the letter of \cA. Without one the backslash stands for itself, and the "c" follows.
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

// octal reads the other digits of \101, which is at most \377.
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

// jsClass is the set of \d, \w, \s, or in upper case of all other units.
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
	s := &set{fold: p.fold, not: p.eat("^")}
	for {
		if p.at == len(p.src) || p.err != nil {
			p.err = errExpression
			return node{kind: never}
		}

		if p.eat("]") {
			return setNode(s.tidy())
		}

		from, some := p.member()
		if !p.is("-") || p.at+1 == len(p.src) || p.src[p.at+1] == ']' {
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

// member reads a unit or a set of a class.
func (p *jsParser) member() (u rune, s *set) {
	if p.at == len(p.src) {
		p.err = errExpression
		return 0, nil
	}
	if p.eat(`\`) {
		return p.escaped(true)
	}
	u = p.src[p.at]
	p.at++
	return u, nil
}

// include adds the characters of some to the set or, where some is nil, u alone.
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
