// Package posix has the regular expressions of grep, sed and awk, as GNU's programs and mawk have them, in Go's syntax.
// What of them Go cannot say, and what programs do not agree about, is refused by name.
package posix

import (
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Dialect is how an expression is written.
type Dialect struct {
	// Extended: operators have no backslash before them.
	Extended bool
	// Program is whose expression it is: a backslash before a letter means something else to each of them.
	Program program
}

// program is a program that reads expressions.
type program uint8

// Sed knows control characters by their letters, unlike grep, and Awk has backslashes in bracket expressions, too.
const (
	grep program = iota
	Sed
	Awk
)

// Syntax is an expression of grep, basic or extended, in Go's syntax. The error says what of it is not imitated.
func Syntax(text string, extended bool) (string, error) {
	source, bad := Dialect{Extended: extended}.Go(text)
	if bad != "" {
		return "", errors.New(bad)
	}
	return source, nil
}

// Compile compiles an expression, of which the longest match counts; fold: it does not tell capital letters from small
// ones. bad says what of it is not imitated.
func (d Dialect) Compile(text string, fold bool) (e *Expression, bad string) {
	source, bad := d.Go(text)
	if bad != "" {
		return nil, bad
	}
	if fold {
		source = "(?i)" + source
	}
	return CompileGo(source, true)
}

// Go is an expression in Go's syntax. bad says what of it is not imitated.
func (d Dialect) Go(text string) (source, bad string) {
	p := reader{Dialect: d, rest: text}
	for p.rest != "" && p.bad == "" {
		p.next()
	}

	p.part()
	source, ok := withoutEdges(p.out.String(), p.edges)
	switch {
	case p.bad != "": // the first fault is the one that is said
	case !Valid(p.out.String()):
		p.bad = "the expression " + text
	case !ok:
		p.bad = `\< or \> beside what may be a word or not`
	}

	return source, p.bad
}

// reader writes a POSIX expression in Go's syntax.
type reader struct {
	Dialect
	rest     string
	out      strings.Builder
	bad      string
	edges    int  // how many beginnings and ends of words there are
	filled   bool // the alternative at hand has something in it
	inner    bool // something is there that can be repeated, or that makes "^" a character
	repeated bool // it is repeated already
}

// part ends an alternative. Awks do not agree about empty ones.
func (p *reader) part() {
	if p.Program == Awk && !p.filled && p.bad == "" {
		p.bad = "an empty part of an expression"
	}
	p.filled = false
}

// next takes a character, with what belongs to it.
func (p *reader) next() {
	if p.rest[0] >= utf8.RuneSelf {
		_, size := utf8.DecodeRuneInString(p.rest)
		p.literal(p.rest[:size])
		p.rest = p.rest[size:]
		return
	}

	c := p.rest[0]
	p.rest = p.rest[1:]
	operator := strings.IndexByte("(){}|+?", c) >= 0
	switch {
	case c == '[':
		p.class()
	case c == '\\':
		p.escape()
	case operator && p.Extended:
		p.operator(c)
	case operator:
		p.literal(`\` + string(c))
	case c == '*':
		p.repeat("*")
	case c == '^' && !p.Extended && p.inner, c == '$' && !p.Extended && !p.atEnd():
		p.literal(`\` + string(c))
	case c == '^' || c == '$':
		p.out.WriteByte(c)
		p.repeated = true
		p.filled = true
	default:
		p.literal(string(rune(c)))
	}
}

// atEnd reports whether a "$" is the end of a basic expression, or of a part of it.
func (p *reader) atEnd() bool {
	return p.rest == "" || strings.HasPrefix(p.rest, `\)`) || strings.HasPrefix(p.rest, `\|`)
}

func (p *reader) literal(text string) {
	p.out.WriteString(text)
	p.inner = true
	p.repeated = false
	p.filled = true
}

// assertion writes what matches a place. It is not repeated.
func (p *reader) assertion(text string) {
	p.literal(text)
	p.repeated = true
}

// controls are the letters that stand for control characters behind a backslash, in sed and awk as in Go.
const controls = "afnrtv"

// escape takes what follows a backslash.
func (p *reader) escape() {
	if p.rest == "" {
		p.bad = `a backslash at its end`
		return
	}

	c := p.rest[0]
	p.rest = p.rest[1:]
	isControl := p.Program != grep && strings.IndexByte(controls, c) >= 0
	switch {
	case strings.IndexByte("(){}|+?", c) >= 0 && !p.Extended:
		p.operator(c)
	case p.Program == Awk && strings.IndexByte("<>`'", c) >= 0:
		p.bad = `\` + string(rune(c)) + " in an expression"
	case c == '<':
		p.edge(wordBegins)
	case c == '>':
		p.edge(wordEnds)
	case c == '`':
		p.assertion(`\A`)
	case c == '\'':
		p.assertion(`\z`)
	case isControl || p.Program != Awk && strings.IndexByte("wWsS", c) >= 0:
		p.literal(signs[c])
	case p.Program != Awk && (c == 'b' || c == 'B'):
		p.assertion(`\` + string(rune(c)))
	case c == '\n':
		p.literal("\n")
	case isWord(c) || c >= utf8.RuneSelf:
		p.bad = `\` + string(rune(c)) + " in an expression"
	default:
		p.literal(regexp.QuoteMeta(string(rune(c))))
	}
}

// signs are what a backslash with a letter stands for, in Go's syntax. Go's own "\s" lacks the vertical tab.
var signs = map[byte]string{
	'w': `\w`, 'W': `\W`, 's': `[[:space:]]`, 'S': `[^[:space:]]`,
	'a': `\a`, 'f': `\f`, 'n': `\n`, 'r': `\r`, 't': `\t`, 'v': `\v`,
}

// edge takes the beginning or the end of a word.
func (p *reader) edge(which string) {
	p.assertion(wordEdge(which, p.edges))
	p.edges++
}

// operator takes a character that is no literal.
func (p *reader) operator(c byte) {
	switch c {
	case '(', '|':
		if c == '|' {
			p.part()
		}
		p.out.WriteByte(c)
		p.inner = false
		p.repeated = true
		p.filled = false
	case ')':
		p.part()
		p.literal(")")
	case '+', '?':
		p.repeat(string(c))
	case '{':
		end := "}"
		if !p.Extended {
			end = `\}`
		}

		bounds, rest, closed := strings.Cut(p.rest, end)
		if !closed || p.Program == Awk || strings.Trim(bounds, "0123456789,") != "" || strings.Trim(bounds, ",") == "" {
			p.bad = "the bounds {" + bounds
			return
		}

		p.rest = rest
		if bounds[0] == ',' {
			bounds = "0" + bounds
		}

		p.repeat("{" + bounds + "}")
	case '}':
		p.literal(`\}`)
	}
}

// repeat translates a repetition of what precedes it. An asterisk with nothing before it stands for itself.
func (p *reader) repeat(how string) {
	switch {
	case !p.inner && how == "*" && !p.Extended:
		p.literal(`\*`)
	case p.repeated || !p.inner:
		p.bad = "repeated repetitions"
	default:
		p.out.WriteString(how)
		p.repeated = true
	}
}

// class takes a bracket expression after its bracket.
func (p *reader) class() {
	text := "["
	if rest, negated := strings.CutPrefix(p.rest, "^"); negated {
		text = "[^"
		p.rest = rest
	}

	for first := true; ; first = false {
		if p.rest == "" || strings.HasPrefix(p.rest, "[.") || strings.HasPrefix(p.rest, "[=") {
			p.bad = "a bracket expression"
			return
		}

		if named, rest, ok := strings.Cut(p.rest, ":]"); ok && strings.HasPrefix(named, "[:") {
			text = text + named + ":]"
			p.rest = rest
			continue
		}

		c := p.rest[0]
		p.rest = p.rest[1:]
		switch {
		case c == ']' && !first:
			if len(text) > 2 && strings.HasPrefix(text, "[:") && strings.HasSuffix(text, ":") {
				p.bad = "[:…:] without brackets around it"
			}
			p.literal(text + "]")
			return
		case c == '\\' && p.rest != "" && p.escapesInClass(p.rest[0]):
			text = text + `\` + p.rest[:1]
			p.rest = p.rest[1:]
		case strings.IndexByte(`\[]^&~`, c) >= 0:
			text += `\` + string(rune(c))
		default:
			text += string([]byte{c})
		}
	}
}

// escapesInClass reports whether a backslash before a character stands for something else in a bracket expression.
func (p *reader) escapesInClass(c byte) bool {
	isControl := strings.IndexByte(controls, c) >= 0
	switch p.Program {
	case Awk:
		if isWord(c) && !isControl || c >= utf8.RuneSelf {
			p.bad = `\` + string(rune(c)) + " in a bracket expression"
		}
		return true
	case Sed:
		if strings.IndexByte("cdox", c) >= 0 {
			p.bad = `\` + string(rune(c)) + " in a bracket expression"
		}
		return isControl
	}

	return false
}
