package coreutils

import (
	"strings"
)

// sedAddress is a line number, 0 where there is none, or the last line.
type sedAddress struct {
	line int64
	last bool
}

// sedCommand is a command of a script: p, d or q.
type sedCommand struct {
	from, to sedAddress
	ranged   bool
	plus     bool // to counts from the first line of the range
	not      bool
	name     byte
	status   int // of q
}

// sedProgram is a script of addresses by line number.
type sedProgram struct {
	commands []sedCommand
	silent   bool // -n
}

// parseSed reads a script; ok is false for what is more than p, d and q with addresses by line number.
func parseSed(script string) (commands []sedCommand, ok bool) {
	p := &sedParser{rest: script}
	for {
		p.rest = strings.TrimLeft(p.rest, " \t\n;")
		if p.rest == "" {
			return commands, true
		}
		c, ok := p.command()
		if !ok {
			return nil, false
		}
		commands = append(commands, c)
	}
}

type sedParser struct{ rest string }

func (p *sedParser) blanks() { p.rest = strings.TrimLeft(p.rest, " \t") }

func (p *sedParser) next() byte {
	if p.rest == "" {
		return 0
	}
	return p.rest[0]
}

// number reads digits.
func (p *sedParser) number() (int64, bool) {
	digits := p.rest[:len(p.rest)-len(strings.TrimLeft(p.rest, "0123456789"))]
	p.rest = p.rest[len(digits):]
	return decimal(digits)
}

// address reads a line number or $; ok is false for a bad one.
func (p *sedParser) address() (a sedAddress, given, ok bool) {
	switch c := p.next(); {
	case c == '$':
		p.rest = p.rest[1:]
		return sedAddress{last: true}, true, true
	case c >= '0' && c <= '9':
		n, ok := p.number()
		return sedAddress{line: n}, true, ok && p.next() != '~'
	}
	return a, false, true
}

func (p *sedParser) command() (c sedCommand, ok bool) {
	var given bool
	if c.from, given, ok = p.address(); !ok || given && c.from.line == 0 && !c.from.last {
		return c, false
	}
	p.blanks()
	if given && p.next() == ',' {
		p.rest = p.rest[1:]
		p.blanks()
		if p.next() == '+' {
			p.rest = p.rest[1:]
			c.plus = true
			if p.next() == '$' {
				return c, false
			}
		}
		c.ranged = true
		if c.to, given, ok = p.address(); !ok || !given {
			return c, false
		}
	}
	p.blanks()
	for p.next() == '!' {
		c.not = true
		p.rest = p.rest[1:]
		p.blanks()
	}
	c.name = p.next()
	if c.name != 'p' && c.name != 'd' && c.name != 'q' {
		return c, false
	}
	p.rest = p.rest[1:]
	p.blanks()
	if c.name == 'q' {
		if c.ranged {
			return c, false
		}
		if d := p.next(); d >= '0' && d <= '9' {
			n, ok := p.number()
			if !ok {
				return c, false
			}
			c.status = int(n & 0xFF)
			p.blanks()
		}
	}
	switch p.next() {
	case 0, ';', '\n':
		return c, true
	}
	return c, false
}
