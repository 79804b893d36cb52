package coreutils

import (
	"cmp"
	"strings"

	"eyeline/reader/internal/posix"
)

// sedAddress selects lines: by number, the last one, every step-th one from line on, or by pattern. The zero value is
// line 0.
type sedAddress struct {
	line, step int64
	last       bool
	pattern    *posix.Expression
	// plus: it ends a range, and line counts from the range's first line.
	plus bool
}

// sedCommand is a command of a script.
type sedCommand struct {
	addressed, ranged bool // it has an address, or two
	from, to          sedAddress
	negated           bool
	name              byte
	status            int           // exit status of q and Q
	block             []*sedCommand // commands of {
	sub               *substitution
	text              string // text of a, i and c, with its line end

	open bool  // the current line is in the range
	end  int64 // last line of the range, if it is known; else 0
}

// substitution has the arguments of the command s.
type substitution struct {
	pattern *posix.Expression
	withEnd *posix.Expression // Perl: the pattern for a line with its line end; nil for sed
	parts   []string          // texts, and between them groups of the match, "0" to "9"
	nth     int               // the first match to replace, from 1
	all     bool              // all further matches are replaced, too
	print   bool
}

// sedParser parses a script. bad is the first thing that is not imitated.
type sedParser struct {
	rest     string
	extended bool
	bad      string
}

// fail sets bad, unless it is set.
func (p *sedParser) fail(what string) { p.bad = cmp.Or(p.bad, what) }

// commands parses commands up to the end of the script or block.
func (p *sedParser) commands(inner bool) (list []*sedCommand) {
	for p.bad == "" {
		p.rest = strings.TrimLeft(p.rest, " \t\n;")
		switch {
		case p.rest == "" && inner:
			p.fail("a block without its end")
		case p.rest == "", inner && p.accept('}'):
			return list
		default:
			list = append(list, p.command())
		}
	}

	return nil
}

func (p *sedParser) blanks() { p.rest = strings.TrimLeft(p.rest, " \t") }

// accept consumes c if it is the next character, and reports whether it did.
func (p *sedParser) accept(c byte) bool {
	if p.rest == "" || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// number parses digits; 0 if there are no digits.
func (p *sedParser) number() int64 {
	digits := p.rest[:len(p.rest)-len(strings.TrimLeft(p.rest, "0123456789"))]
	p.rest = p.rest[len(digits):]
	n, ok := Decimal(digits)
	if !ok && digits != "" {
		p.fail("the number " + digits)
	}
	return n
}

// address parses an address, if there is one.
func (p *sedParser) address() (a sedAddress, given bool) {
	switch {
	case p.rest == "":
		return a, false
	case p.accept('$'):
		return sedAddress{last: true}, true
	case p.accept('/'):
		return p.matching('/'), true
	case p.rest[0] == '\\' && len(p.rest) > 1:
		delimiter := p.rest[1]
		p.rest = p.rest[2:]
		return p.matching(delimiter), true
	case p.rest[0] >= '0' && p.rest[0] <= '9':
		a.line = p.number()
		if p.accept('~') {
			a.step = max(p.number(), 1)
		}
		return a, true
	}

	return a, false
}

// matching parses a pattern as an address, after its first delimiter.
func (p *sedParser) matching(delimiter byte) sedAddress {
	text := p.delimited(delimiter)
	return sedAddress{pattern: p.pattern(text, p.accept('I'))}
}

// delimited returns the text up to a delimiter, and skips that.
func (p *sedParser) delimited(delimiter byte) string {
	var text []byte
	for i := 0; i < len(p.rest); i++ {
		c := p.rest[i]
		switch {
		case c == delimiter:
			p.rest = p.rest[i+1:]
			return string(text)
		case c == '\\' && i+1 < len(p.rest):
			if i++; p.rest[i] != delimiter {
				text = append(text, c)
			}
			c = p.rest[i]
		}

		text = append(text, c)
	}

	p.fail("a pattern without its end")
	return ""
}

func (p *sedParser) pattern(text string, fold bool) *posix.Expression {
	if text == "" {
		p.fail("an empty pattern")
	}
	e, bad := posix.Dialect{Extended: p.extended, Program: posix.Sed}.Compile(text, fold)
	p.fail(bad)
	return e
}

// addresses parses the addresses of a command.
func (p *sedParser) addresses(c *sedCommand) {
	c.from, c.addressed = p.address()
	p.blanks()
	if !c.addressed {
		return
	}

	if p.accept(',') {
		p.blanks()
		plus := p.accept('+')
		c.to, c.ranged = p.address()
		c.to.plus = plus
		if !c.ranged || c.to.step > 0 || plus && (c.to.last || c.to.pattern != nil) {
			p.fail("a range without its end")
		}
	}

	isZero := c.from == sedAddress{}
	if isZero && (!c.ranged || c.to.pattern == nil) {
		p.fail("line 0")
	}
}

// command parses a command with its addresses and arguments.
func (p *sedParser) command() *sedCommand {
	c := &sedCommand{}
	p.addresses(c)
	p.blanks()
	for p.accept('!') {
		c.negated = true
		p.blanks()
	}

	if p.rest == "" {
		p.fail("an address without a command")
		return c
	}

	c.name = p.rest[0]
	p.rest = p.rest[1:]
	switch c.name {
	case '{':
		c.block = p.commands(true)
	case 's':
		c.sub = p.parseSubstitution()
	case 'q', 'Q':
		p.blanks()
		c.status = int(p.number() & 0xFF)
		if c.ranged {
			p.fail("a range of lines to end at")
		}
	case 'a', 'i', 'c':
		c.text = p.text()
		return c
	case 'p', 'd', 'n', '=': // no arguments
	default:
		p.fail("the command " + string(rune(c.name)))
	}

	if p.blanks(); p.rest != "" && strings.IndexByte(";\n}", p.rest[0]) < 0 && c.name != '{' {
		p.fail("what follows the command " + string(rune(c.name)))
	}

	return c
}

// text parses the text of a, i or c, which extends to the end of the line.
func (p *sedParser) text() string {
	p.blanks()
	if p.accept('\\') {
		p.blanks()
		p.accept('\n')
	}

	text := ""
	for {
		line, rest, more := strings.Cut(p.rest, "\n")
		before, goesOn := strings.CutSuffix(line, `\`)
		p.rest = rest

		if strings.Contains(before, `\`) || line == "" && text == "" {
			p.fail("such a text")
			return ""
		}

		if text += before + "\n"; !goesOn || !more {
			return text
		}
	}
}

// parseSubstitution parses a command s after its letter.
func (p *sedParser) parseSubstitution() *substitution {
	if p.rest == "" {
		p.fail("s without a pattern")
		return nil
	}

	delimiter := p.rest[0]
	p.rest = p.rest[1:]
	text := p.delimited(delimiter)
	s := &substitution{parts: p.replacement(p.delimited(delimiter)), nth: 1}
	s.pattern = p.pattern(text, p.flags(s))

	if p.bad == "" && s.lastGroup() > s.pattern.Groups() {
		p.fail("a group that the pattern does not have")
	}

	return s
}

// flags parses the flags of the command s, each of which may occur once. fold: case is ignored.
func (p *sedParser) flags(s *substitution) (fold bool) {
	numbered := false
	for p.rest != "" && strings.IndexByte("gpiI0123456789", p.rest[0]) >= 0 {
		twice := false
		switch {
		case p.accept('g'):
			twice, s.all = s.all, true
		case p.accept('p'):
			twice, s.print = s.print, true
		case p.accept('i'), p.accept('I'):
			fold = true
		default:
			twice, numbered = numbered, true
			n := p.number()
			s.nth = int(min(max(n, 1), 1<<20))
			twice = twice || n == 0 || n > 1<<20
		}

		if twice {
			p.fail("such flags of the command s")
		}
	}

	return fold
}

// lastGroup returns the greatest group in the replacement; 0 if it has no groups.
func (sub *substitution) lastGroup() (last int) {
	for i := 1; i < len(sub.parts); i += 2 {
		last = max(last, int(sub.parts[i][0]-'0'))
	}
	return last
}

// replacement parses a replacement to substitution.with.
func (p *sedParser) replacement(text string) []string {
	parts := []string{""}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '&':
			parts = append(parts, "0", "")
			continue
		case c == '\\' && i+1 < len(text):
			i++
			c = text[i]
			switch {
			case c >= '0' && c <= '9':
				parts = append(parts, string(c), "")
				continue
			case c == 'n':
				c = '\n'
			case c == 'r':
				c = '\r'
			case c == 't':
				c = '\t'
			case c|0x20 >= 'a' && c|0x20 <= 'z':
				p.fail(`\` + string(c) + " in a replacement")
			}
		}

		parts[len(parts)-1] += string([]byte{c})
	}

	return parts
}
