// Package posix translates the regular expressions of grep, sed and awk, in the versions of GNU and mawk, to Go's
// syntax. What Go cannot express, and what programs differ about, is refused by name.
package posix

import (
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Dialect is the syntax of an expression.
type Dialect struct {
	// Extended: operators are not escaped.
	Extended bool
	// Program is the program that parses the expression: escaped letters differ between them.
	Program program
}

// program is a program that reads expressions.
type program uint8

// Sed has escapes for control characters, unlike grep; Awk also has backslash escapes in bracket expressions.
const (
	grep program = iota
	Sed
	Awk
)

// Syntax translates an expression of grep, basic or extended, to Go's syntax. The error says what is not imitated.
func Syntax(text string, extended bool) (string, error) {
	source, bad := Dialect{Extended: extended}.Go(text)
	if bad != "" {
		return "", errors.New(bad)
	}
	return source, nil
}

// Compile compiles an expression with leftmost-longest matching; fold ignores case. bad is what is not imitated.
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

// Go translates an expression to Go's syntax. bad is what is not imitated.
func (d Dialect) Go(text string) (source, bad string) {
	p := reader{Dialect: d, rest: text}
	for p.rest != "" && p.bad == "" {
		p.next()
	}

	p.part()
	source, ok := withoutEdges(p.out.String(), p.wordEdges)
	switch {
	case p.bad != "": // the first error is reported
	case !Valid(p.out.String()):
		p.bad = "the expression " + text
	case !ok:
		p.bad = `\< or \> beside what may be a word or not`
	}

	return source, p.bad
}

// reader translates a POSIX expression to Go's syntax.
type reader struct {
	Dialect
	rest       string
	out        strings.Builder
	bad        string
	wordEdges  int  // number of assertions \< and \>
	nonEmpty   bool // the current alternative is not empty
	repeatable bool // something precedes that can be repeated, or that makes "^" literal
	repeated   bool // that already has a repetition
}

// part ends an alternative. Awks differ about empty ones.
func (p *reader) part() {
	if p.Program == Awk && !p.nonEmpty && p.bad == "" {
		p.bad = "an empty part of an expression"
	}
	p.nonEmpty = false
}

// next translates a character and what belongs to it.
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
	case c == '^' && !p.Extended && p.repeatable, c == '$' && !p.Extended && !p.atEnd():
		p.literal(`\` + string(c))
	case c == '^' || c == '$':
		p.out.WriteByte(c)
		p.repeated = true
		p.nonEmpty = true
	default:
		p.literal(string(rune(c)))
	}
}

// atEnd reports whether a "$" is at the end of a basic expression or group.
func (p *reader) atEnd() bool {
	return p.rest == "" || strings.HasPrefix(p.rest, `\)`) || strings.HasPrefix(p.rest, `\|`)
}

func (p *reader) literal(text string) {
	p.out.WriteString(text)
	p.repeatable = true
	p.repeated = false
	p.nonEmpty = true
}

// assertion writes an assertion, which cannot be repeated.
func (p *reader) assertion(text string) {
	p.literal(text)
	p.repeated = true
}

// controls are the letters of escapes for control characters, in sed and awk as in Go.
const controls = "afnrtv"

// escape translates what follows a backslash.
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

// signs are translations of escaped letters. Go's own "\s" lacks the vertical tab.
var signs = map[byte]string{
	'w': `\w`, 'W': `\W`, 's': `[[:space:]]`, 'S': `[^[:space:]]`,
	'a': `\a`, 'f': `\f`, 'n': `\n`, 'r': `\r`, 't': `\t`, 'v': `\v`,
}

// edge translates \< or \>.
func (p *reader) edge(which string) {
	p.assertion(wordEdge(which, p.wordEdges))
	p.wordEdges++
}

// operator translates an operator.
func (p *reader) operator(c byte) {
	switch c {
	case '(', '|':
		if c == '|' {
			p.part()
		}
		p.out.WriteByte(c)
		p.repeatable = false
		p.repeated = true
		p.nonEmpty = false
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

// repeat translates a repetition of what precedes it. An asterisk with nothing before it is literal.
func (p *reader) repeat(how string) {
	switch {
	case !p.repeatable && how == "*" && !p.Extended:
		p.literal(`\*`)
	case p.repeated || !p.repeatable:
		p.bad = "repeated repetitions"
	default:
		p.out.WriteString(how)
		p.repeated = true
	}
}

// class translates a bracket expression, after its bracket.
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
			text += named + ":]"
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
			text += `\` + p.rest[:1]
			p.rest = p.rest[1:]
		case strings.IndexByte(`\[]^&~`, c) >= 0:
			text += `\` + string(rune(c))
		default:
			text += string([]byte{c})
		}
	}
}

// escapesInClass reports whether a backslash before a character is an escape in a bracket expression.
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
