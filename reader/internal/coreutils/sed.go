package coreutils

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// sed imitates sed with commands that print, delete and replace lines. It writes no file and runs nothing.
func sed(c *Call, o options) int {
	s, bad := sedOf(o)
	if bad != "" {
		return c.Unknown(bad)
	}
	s.call = c
	return s.run(o.files)
}

// sedOf parses the script of options and operands; bad is the first thing that is not imitated.
func sedOf(o options) (s *sedRun, bad string) {
	s = &sedRun{silent: o.has("n")}
	if o.scripts == nil {
		return s, "no script"
	}
	p := &sedParser{rest: strings.Join(o.scripts, "\n"), extended: o.has("Er")}
	s.commands = p.commands(false)
	return s, p.bad
}

// sedRun is a run of a script over all its inputs as one text.
type sedRun struct {
	call     *Call
	commands []*sedCommand
	silent   bool

	held   []Piece // buffered output: sed's messages precede it
	size   int64
	closed bool // the reader of the output wants no more
	open   bool // the last written line has no line end yet

	next         line // the line read ahead, to know whether the current one is the last
	ahead        bool
	number       int64 // number of the current line, from 1
	patternSpace line  // the pattern space: the current line
	// resume is where the script continues with the next line after n; nil at its beginning.
	resume []*sedCommand
	// appended are the texts of a, which follow the current line.
	appended      []string
	done          bool // no more lines are read
	quit          int  // exit status of q or Q
	completesLine bool // q ended the script, and completes the last line
}

// run runs the script on the operands and returns the exit status.
func (s *sedRun) run(operands []string) int {
	c := s.call
	first, last := s.bounds()
	skip := func(read stream) stream { return read }
	if first > 1 && len(operands) == 1 {
		s.number = first - 1
		skip = func(read stream) stream {
			return func(emit func(Piece) bool) { read(c.skip(first-1, false, emit)) }
		}
	}

	status := c.each(operands, func(o operand) next {
		c.eachLine(skip(o.read), textNeeded(s.commands), func(l line) bool {
			if s.ahead {
				s.cycle(s.next, false)
			}
			s.next = line{append(s.next.pieces[:0], l.pieces...), bytes.Clone(l.text), l.ended}
			s.ahead = !s.done
			return !s.done && !s.closed && s.number < last
		})
		if s.done || s.closed || o.directory {
			return stop
		}

		return whileRead(s.number < last)
	})
	if s.ahead && !s.done && s.number < last && c.Runner.Err() == nil {
		s.cycle(s.next, true)
	}

	s.flush()
	return cmp.Or(status, s.quit)
}

// bounds returns the first and last line that can be written, so that others need not be read.
func (s *sedRun) bounds() (first, last int64) {
	lines, ok := s.lines()
	if !ok || !s.silent || s.commands[len(s.commands)-1].name == 'q' {
		return 1, math.MaxInt64
	}
	return lines[0].First, lines[len(lines)-1].Last
}

// textNeeded returns how many bytes of each line the commands need.
func textNeeded(commands []*sedCommand) int {
	if slices.ContainsFunc(commands, func(c *sedCommand) bool {
		return c.from.pattern != nil || c.to.pattern != nil || c.sub != nil || textNeeded(c.block) > 0
	}) {
		return maxLine
	}
	return 0
}

// cycle runs the script on a line.
func (s *sedRun) cycle(l line, last bool) {
	s.number++
	s.patternSpace = l
	script := s.commands
	if s.resume != nil {
		script, s.resume = s.resume, nil
	}
	if s.commandsOn(script, last) && !s.silent {
		s.print()
	}

	for _, text := range s.appended {
		s.emit(Literal(text))
	}

	s.appended = nil
	if s.completesLine && s.open {
		s.emit(Literal("")) // its line end
	}
}

// commandsOn runs commands on the current line; it returns false if the line is not to be printed afterwards.
func (s *sedRun) commandsOn(commands []*sedCommand, last bool) bool {
	for i, c := range commands {
		if c.applies(s, last) == c.negated {
			continue
		}
		if s.call.err != nil {
			return false
		}

		switch c.name {
		case '{':
			if !s.commandsOn(c.block, last) {
				return false
			}
			if s.resume != nil {
				s.resume = append(s.resume, commands[i+1:]...)
			}
			if s.done || s.resume != nil {
				return true
			}
		case 'p':
			s.print()
		case '=':
			s.emit(Literal(strconv.FormatInt(s.number, 10) + "\n"))
		case 'i':
			s.emit(Literal(c.text))
		case 'a':
			s.appended = append(s.appended, c.text)
		case 'c':
			if !c.ranged || !c.open || c.negated {
				s.emit(Literal(c.text))
			}
			return false
		case 's':
			s.substitute(c.sub)
		case 'd':
			return false
		case 'q', 'Q':
			s.done, s.quit, s.completesLine = true, c.status, c.name == 'q'
			return c.name == 'q'
		case 'n':
			if s.resume = append([]*sedCommand{}, commands[i+1:]...); last {
				s.done = true
			}
			return true
		}
	}

	return true
}

// applies reports whether the command's addresses select the current line, apart from not.
func (c *sedCommand) applies(s *sedRun, last bool) bool {
	switch {
	case !c.addressed:
		return true
	case !c.ranged:
		return c.from.matches(s, last)
	case !c.open && (c.from == sedAddress{}): // 0,/x/: the range may end at line 1
		if s.number > 1 {
			return false
		}
		c.open = !c.to.matches(s, last)
		return true
	case !c.open:
		if !c.from.matches(s, last) {
			return false
		}

		c.end = c.to.line
		if c.to.plus {
			c.end += s.number
		} else if c.to.pattern != nil || c.to.last {
			c.end = math.MaxInt64
		}

		c.open = c.end > s.number && !(c.to.last && last)
		return true
	}

	if c.to.pattern != nil || c.to.last {
		c.open = !c.to.matches(s, last)
		return true
	}

	c.open = s.number < c.end
	if s.number > c.end { // n has read past the end
		return c.from.matches(s, last)
	}

	return true
}

func (a sedAddress) matches(s *sedRun, last bool) bool {
	switch {
	case a.last:
		return last
	case a.pattern != nil:
		return s.call.matches(a.pattern, s.patternSpace.text)
	case a.step > 0:
		return s.number >= a.line && (s.number-a.line)%a.step == 0
	}
	return s.number == a.line
}

// substitute runs the command s.
func (s *sedRun) substitute(sub *substitution) {
	if !s.call.canMatch(sub.pattern, s.patternSpace.text) {
		return
	}

	if sub.withEnd != nil && sub.perlDiffers(s.call, s.patternSpace.text) {
		s.call.Unknown("a pattern that may match a line's end, or nothing")
		return
	}

	var out []byte
	var replaced, ok bool
	s.call.spend(func(left *int64) {
		out, replaced, ok = sub.on(s.patternSpace.text, left)
		*left -= int64(len(s.patternSpace.text) + len(out))
	})
	if !ok {
		s.call.Fail(ErrTooMuch)
		return
	}

	if !replaced {
		return
	}

	piece := s.patternSpace.Replaced(out)
	if s.patternSpace.ended {
		piece.Text = append(slices.Clip(out), '\n')
	}
	if s.patternSpace.text, s.patternSpace.pieces = out, []Piece{piece}; sub.print {
		s.print()
	}
}

// on returns a text with its matches replaced; replaced reports whether there were any. ok is false if matching exceeds
// the work that is left or the memory for matches, or the result is longer than maxLine.
func (sub *substitution) on(text []byte, left *int64) (out []byte, replaced, ok bool) {
	wanted := sub.nth
	if sub.all {
		wanted = -1
	}

	matches, ok := sub.pattern.All(text, wanted, left)
	if !ok {
		return nil, false, false
	}

	at := 0
	for _, m := range matches[min(sub.nth-1, len(matches)):] {
		out = append(out, text[at:m[0]]...)
		if out, ok = sub.replacement(out, text, m); !ok {
			return nil, false, false
		}
		at = m[1]
		replaced = true
	}

	if out = append(out, text[at:]...); len(out) > maxLine {
		return nil, false, false
	}

	return out, replaced, true
}

// replacement appends the replacement of a match; ok is false as soon as that is longer than maxLine.
func (sub *substitution) replacement(out, text []byte, match []int) (_ []byte, ok bool) {
	for i, part := range sub.parts {
		if i%2 == 0 {
			out = append(out, part...)
		} else if group := 2 * int(part[0]-'0'); group < len(match) && match[group] >= 0 {
			out = append(out, text[match[group]:match[group+1]]...)
		}

		if len(out) > maxLine {
			return nil, false
		}
	}

	return out, true
}

// print writes the current line.
func (s *sedRun) print() {
	for _, p := range s.patternSpace.pieces {
		s.emit(p)
	}
	s.open = !s.patternSpace.ended
}

// emit buffers a piece, after the line end that the previous line may lack.
func (s *sedRun) emit(p Piece) {
	if s.open {
		s.open = false
		s.held = append(s.held, Literal("\n"))
	}
	s.held = Append(s.held, p)
	const block = 4096 // the buffer of its library, in bytes
	if s.size += p.Size(); s.size >= block {
		s.flush()
	}
}

func (s *sedRun) flush() {
	for _, p := range s.held {
		s.closed = s.closed || !s.call.Out(p)
	}
	s.held = nil
	s.size = 0
}
