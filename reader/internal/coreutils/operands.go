package coreutils

import (
	"errors"

	"eyeline/reader/access"
	"eyeline/reader/tools"
)

// operand is one operand of a program, opened: a file or the standard input. read is empty for a directory.
type operand struct {
	name  string
	stdin bool
	first bool // none was opened before
	read  stream
}

// next is what a program does after an operand.
type next uint8

const (
	goOn     next = iota
	openOnly      // nobody reads what it writes: the other operands are opened, and that is all
	stop          // nothing
)

// whileRead is goOn while what is written is read.
func whileRead(read bool) next {
	if read {
		return goOn
	}
	return openOnly
}

// each opens the operands one after the other, none is the standard input, and hands them to use. unread says what the
// program writes of one that cannot be opened, or cannot be read: a directory, which comes to use as an empty stream
// before.
func (c *Call) each(operands []string, use func(o operand) next, unread func(name, why string, opening bool) next) {
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	first, more := true, goOn
	for _, name := range operands {
		if c.Runner.Err() != nil || more == stop {
			return
		}
		o := operand{name: name, stdin: name == "-", first: first, read: func(func(Piece) bool) {}}
		var err error
		if o.stdin {
			if more == openOnly {
				continue
			}
			if err = c.In.Err; c.In.Pieces != nil {
				o.read = c.In.Pieces
			}
			if c.In.read && c.In.Pieces != nil {
				c.Fail(tools.RefuseOwn("eyeline: an input is read from where another command left off, which is not imitated"))
				return
			}
			c.In.read = true
		} else if f, opening := c.Open(name); opening != nil {
			err = opening
		} else if f.Size() > 0 {
			o.read = func(emit func(Piece) bool) { emit(whole(f)) }
		}
		directory := errors.Is(err, access.ErrDirectory)
		if more == goOn && (err == nil || directory) {
			more = use(o)
			first = false
		}
		if err == nil {
			continue
		}
		text, ok := c.Message(err)
		if !ok {
			return
		}
		more = max(more, unread(name, text, !directory))
	}
}
