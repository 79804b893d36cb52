package coreutils

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// sed is sed with the commands that print, leave out and replace lines. It writes no file and runs nothing.
func sed(c *Call, o options) int {
	s, bad := sedOf(o)
	if bad != "" {
		return c.Unknown(bad)
	}
	s.call = c
	return s.run(o.files)
}

// sedOf is the script that options and operands give; bad is what of it is not imitated.
func sedOf(o options) (s *sedRun, bad string) {
	s = &sedRun{silent: o.has("n")}
	if o.scripts == nil {
		return s, "no script"
	}
	p := &sedParser{rest: strings.Join(o.scripts, "\n"), extended: o.has("Er")}
	s.commands = p.commands(false)
	return s, p.bad
}

// sedRun is a run of a script over all of its inputs as over one text.
type sedRun struct {
	call     *Call
	commands []*sedCommand
	silent   bool

	held   []Piece // what is written at the end, or when it is much: what is complained of comes first
	size   int64
	closed bool // whoever takes what is written needs no more
	open   bool // the last line written has no end yet

	next   line // the line that was read ahead, to know whether it is the last
	ahead  bool
	number int64 // of the line at hand, 1-based
	space  line  // the line at hand
	// from is where the script goes on that asked for the next line; nil: at its front.
	from []*sedCommand
	// after are the texts of a, which come when the line has been written.
	after []string
	done  bool // no line is read any more
	quit  int  // the exit status where q or Q ended it
	ends  bool // q did, which ends the line
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
		c.eachLine(skip(o.read), looks(s.commands), func(l line) bool {
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

// bounds are the lines outside of which the script writes nothing, so that they need not be looked at.
func (s *sedRun) bounds() (first, last int64) {
	lines, ok := s.lines()
	if !ok || !s.silent || s.commands[len(s.commands)-1].name == 'q' {
		return 1, math.MaxInt64
	}
	return lines[0].First, lines[len(lines)-1].Last
}

// looks is how much of lines commands look at.
func looks(commands []*sedCommand) int {
	if slices.ContainsFunc(commands, func(c *sedCommand) bool {
		return c.from.pattern != nil || c.to.pattern != nil || c.sub != nil || looks(c.block) > 0
	}) {
		return mostLine
	}
	return 0
}

// cycle runs the script on a line.
func (s *sedRun) cycle(l line, last bool) {
	s.number++
	s.space = l
	script := s.commands
	if s.from != nil {
		script, s.from = s.from, nil
	}
	if s.commandsOn(script, last) && !s.silent {
		s.print()
	}

	for _, text := range s.after {
		s.emit(Literal(text))
	}

	s.after = nil
	if s.ends && s.open {
		s.emit(Literal("")) // the line's end
	}
}

// commandsOn runs commands on the line at hand; false when it is not to be written at their end.
func (s *sedRun) commandsOn(commands []*sedCommand, last bool) bool {
	for i, c := range commands {
		if c.applies(s, last) == c.not {
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
			if s.from != nil {
				s.from = append(s.from, commands[i+1:]...)
			}
			if s.done || s.from != nil {
				return true
			}
		case 'p':
			s.print()
		case '=':
			s.emit(Literal(strconv.FormatInt(s.number, 10) + "\n"))
		case 'i':
			s.emit(Literal(c.text))
		case 'a':
			s.after = append(s.after, c.text)
		case 'c':
			if !c.ranged || !c.open || c.not {
				s.emit(Literal(c.text))
			}
			return false
		case 's':
			s.substitute(c.sub)
		case 'd':
			return false
		case 'q', 'Q':
			s.done, s.quit, s.ends = true, c.status, c.name == 'q'
			return c.name == 'q'
		case 'n':
			if s.from = append([]*sedCommand{}, commands[i+1:]...); last {
				s.done = true
			}
			return true
		}
	}

	return true
}

// applies reports whether the line at hand is one that the command is for, without not.
func (c *sedCommand) applies(s *sedRun, last bool) bool {
	switch {
	case !c.given:
		return true
	case !c.ranged:
		return c.from.matches(s, last)
	case !c.open && (c.from == sedAddress{}): // 0,/x/: the first line may be its end
		if s.number > 1 {
			return false
		}
		c.open = !c.to.matches(s, last)
		return true
	case !c.open:
		if !c.from.matches(s, last) {
			return false
		}

		switch c.end = c.to.line; {
		case c.to.plus:
			c.end += s.number
		case c.to.pattern != nil || c.to.last:
			c.end = math.MaxInt64
		}

		c.open = c.end > s.number && !(c.to.last && last)
		return true
	}

	if c.to.pattern != nil || c.to.last {
		c.open = !c.to.matches(s, last)
	} else if c.open = s.number < c.end; s.number > c.end {
		return c.from.matches(s, last) // lines were read by n
	}

	return true
}

func (a sedAddress) matches(s *sedRun, last bool) bool {
	switch {
	case a.last:
		return last
	case a.pattern != nil:
		return s.call.matches(a.pattern, s.space.text)
	case a.step > 0:
		return s.number >= a.line && (s.number-a.line)%a.step == 0
	}
	return s.number == a.line
}

// substitute runs the command s.
func (s *sedRun) substitute(sub *substitution) {
	if !s.call.canMatch(sub.pattern, s.space.text) {
		return
	}

	if sub.withEnd != nil && sub.perlDiffers(s.call, s.space.text) {
		s.call.Unknown("a pattern that may match a line's end, or nothing")
		return
	}

	var out []byte
	var replaced, ok bool
	s.call.spends(func(left *int64) {
		out, replaced, ok = sub.on(s.space.text, left)
		*left -= int64(len(s.space.text) + len(out))
	})
	if !ok {
		s.call.Fail(ErrTooMuch)
		return
	}

	if !replaced {
		return
	}

	piece := s.space.Replaced(out)
	if s.space.ended {
		piece.Text = append(slices.Clip(out), '\n')
	}
	if s.space.text, s.space.pieces = out, []Piece{piece}; sub.print {
		s.print()
	}
}

// on is a text with its matches replaced; replaced says whether there are any. ok is false where the matches are too
// many to hold or to look for with the work that is left, or the text becomes longer than mostLine.
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
		at, replaced = m[1], true
	}

	if out = append(out, text[at:]...); len(out) > mostLine {
		return nil, false, false
	}

	return out, replaced, true
}

// replacement appends what a match in a text is replaced with; ok is false as soon as that is longer than mostLine.
func (sub *substitution) replacement(out, text []byte, match []int) (_ []byte, ok bool) {
	for i, part := range sub.with {
		if i%2 == 0 {
			out = append(out, part...)
		} else if group := 2 * int(part[0]-'0'); group < len(match) && match[group] >= 0 {
			out = append(out, text[match[group]:match[group+1]]...)
		}
		if len(out) > mostLine {
			return nil, false
		}
	}
	return out, true
}

// print writes the line at hand.
func (s *sedRun) print() {
	for _, p := range s.space.pieces {
		s.emit(p)
	}
	s.open = !s.space.ended
}

// emit writes a piece, after the end that the line before may lack.
func (s *sedRun) emit(p Piece) {
	if s.open {
		s.open = false
		s.held = append(s.held, Literal("\n"))
	}
	s.held = Append(s.held, p)
	const block = 4096 // bytes that its library keeps before it writes them
	if s.size += p.Size(); s.size >= block {
		s.flush()
	}
}

func (s *sedRun) flush() {
	for _, p := range s.held {
		s.closed = s.closed || !s.call.Out(p)
	}
	s.held, s.size = nil, 0
}
