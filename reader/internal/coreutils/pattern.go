package coreutils

import (
	"errors"
	"regexp"
	"strings"
)

// POSIX is a regular expression of grep, basic or extended, with GNU's extensions, in Go's syntax. The error says what of
// it is not imitated.
func POSIX(text string, extended bool) (string, error) {
	source, bad := goSyntax(text, extended, "")
	if bad != "" {
		return "", errors.New(bad)
	}
	return source, nil
}

// posix compiles a regular expression of grep or sed. letters are those that a backslash gives the meaning of a control
// character, as in sed: "nt". bad says what of it is not imitated.
func posix(text string, extended bool, flags, letters string) (re *regexp.Regexp, bad string) {
	source, bad := goSyntax(text, extended, letters)
	if bad != "" {
		return nil, bad
	}
	return compile(source, flags)
}

// goSyntax is the expression of posix in Go's syntax.
func goSyntax(text string, extended bool, letters string) (source, bad string) {
	p := patternReader{rest: text, extended: extended, letters: letters}
	for p.rest != "" && p.bad == "" {
		p.next()
	}
	return p.out.String(), p.bad
}

// compile compiles an expression in Go's syntax, of which the longest match counts.
func compile(text, flags string) (re *regexp.Regexp, bad string) {
	if flags != "" {
		text = "(?" + flags + ")" + text
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, "the expression " + text
	}
	re.Longest()
	return re, ""
}

// mostGroups is how many groups of matches in one line are held: of an expression with one group half as many matches as
// of one without.
const mostGroups = 1 << 20

// allMatches are the matches of an expression in a text with their groups, as regexp has them, at most n; n below 0
// asks for all. ok is false where they are too many to hold.
func allMatches(re *regexp.Regexp, text []byte, n int) (all [][]int, ok bool) {
	most := mostGroups / (re.NumSubexp() + 1)
	if n < 0 || n > most {
		n = most + 1
	}
	all = re.FindAllSubmatchIndex(text, n)
	return all, len(all) <= most
}

// patternReader writes a POSIX expression in Go's syntax.
type patternReader struct {
	rest     string
	extended bool
	letters  string
	out      strings.Builder
	bad      string
	inner    bool // something is there that can be repeated, or that makes "^" a character
	repeated bool // it is repeated already
}

// next takes a character, with what belongs to it.
func (p *patternReader) next() {
	c := p.rest[0]
	p.rest = p.rest[1:]
	operator := strings.IndexByte("(){}|+?", c) >= 0
	switch {
	case c == '[':
		p.class()
	case c == '\\':
		p.escape()
	case operator && p.extended:
		p.operator(c)
	case operator:
		p.literal(`\` + string(c))
	case c == '*':
		p.repeat("*")
	case c == '^' && !p.extended && p.inner, c == '$' && !p.extended && !p.atEnd():
		p.literal(`\` + string(c))
	case c == '^' || c == '$':
		p.out.WriteByte(c)
		p.repeated = true
	default:
		p.literal(string(c))
	}
}

// atEnd reports whether a "$" is the end of a basic expression, or of a part of it.
func (p *patternReader) atEnd() bool {
	return p.rest == "" || strings.HasPrefix(p.rest, `\)`) || strings.HasPrefix(p.rest, `\|`)
}

func (p *patternReader) literal(text string) {
	p.out.WriteString(text)
	p.inner, p.repeated = true, false
}

// escape takes what follows a backslash.
func (p *patternReader) escape() {
	if p.rest == "" {
		p.bad = `a backslash at its end`
		return
	}
	c := p.rest[0]
	p.rest = p.rest[1:]
	switch {
	case strings.IndexByte("(){}|+?", c) >= 0 && !p.extended:
		p.operator(c)
	case c == '<' || c == '>':
		p.literal(`\b`)
	case c == '`':
		p.literal(`\A`)
	case c == '\'':
		p.literal(`\z`)
	case strings.IndexByte("wWsSbB", c) >= 0 || strings.IndexByte(p.letters, c) >= 0:
		p.literal(`\` + string(c))
	case c == '\n':
		p.literal("\n")
	case c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80:
		p.bad = `\` + string(c) + " in an expression"
	default:
		p.literal(regexp.QuoteMeta(string(c)))
	}
}

// operator takes a character that is no literal.
func (p *patternReader) operator(c byte) {
	switch c {
	case '(', '|':
		p.out.WriteByte(c)
		p.inner, p.repeated = false, true
	case ')':
		p.literal(")")
	case '+', '?':
		p.repeat(string(c))
	case '{':
		end := "}"
		if !p.extended {
			end = `\}`
		}
		bounds, rest, closed := strings.Cut(p.rest, end)
		if !closed || strings.Trim(bounds, "0123456789,") != "" || strings.Trim(bounds, ",") == "" {
			p.bad = "the bounds {" + bounds
			return
		}
		if p.rest = rest; bounds[0] == ',' {
			bounds = "0" + bounds
		}
		p.repeat("{" + bounds + "}")
	case '}':
		p.literal(`\}`)
	}
}

// repeat repeats what precedes. An asterisk with nothing to repeat is one.
func (p *patternReader) repeat(how string) {
	switch {
	case !p.inner && how == "*" && !p.extended:
		p.literal(`\*`)
	case p.repeated || !p.inner:
		p.bad = "repeated repetitions"
	default:
		p.out.WriteString(how)
		p.repeated = true
	}
}

// class takes a bracket expression after its bracket.
func (p *patternReader) class() {
	text := "["
	if rest, negated := strings.CutPrefix(p.rest, "^"); negated {
		text, p.rest = "[^", rest
	}
	for first := true; ; first = false {
		if p.rest == "" || strings.HasPrefix(p.rest, "[.") || strings.HasPrefix(p.rest, "[=") {
			p.bad = "a bracket expression"
			return
		}
		if named, rest, ok := strings.Cut(p.rest, ":]"); ok && strings.HasPrefix(named, "[:") {
			text, p.rest = text+named+":]", rest
			continue
		}
		c := p.rest[0]
		p.rest = p.rest[1:]
		switch {
		case c == ']' && !first:
			p.literal(text + "]")
			return
		case c == '\\' && p.rest != "" && strings.IndexByte(p.letters, p.rest[0]) >= 0:
			text, p.rest = text+`\`+p.rest[:1], p.rest[1:]
		case strings.IndexByte(`\[]^&~`, c) >= 0:
			text += `\` + string(c)
		default:
			text += string([]byte{c})
		}
	}
}
