package coreutils

import (
	"cmp"
	"errors"
	"fmt"

	"eyeline/reader/access"
	"eyeline/reader/internal/gnuname"
	"eyeline/reader/tools"
)

// operand is an opened operand of a program: a file or the standard input. For a directory, read is empty.
type operand struct {
	name      string
	stdin     bool
	directory bool
	first     bool // the first that was opened
	read      stream
}

// next says how a program continues after an operand.
type next uint8

const (
	goOn next = iota
	// the reader of the output wants no more: remaining operands are opened, but not read
	openOnly
	stop // remaining operands are ignored
)

// whileRead returns goOn while the reader of the output wants more.
func whileRead(read bool) next {
	if read {
		return goOn
	}
	return openOnly
}

// complain writes why an operand cannot be used, and returns the exit status.
func (c *Call) complain(o operand, why string) (status int) {
	words := c.messages
	name, quoted := o.name, gnuname.Quoted(o.name, false)
	if o.stdin && words.stdin != "" {
		name, quoted = words.stdin, words.stdin
	}

	text := words.unopened
	status = words.status
	if o.directory {
		text, status = cmp.Or(words.unread, text), cmp.Or(words.unreadStatus, status)
	}

	c.Complain(fmt.Sprintf(text, name, quoted, gnuname.Quoted(name, true), why, c.Args[0]))
	return status
}

// each opens the operands, or the standard input if there are no operands, and passes them to use one by one; a
// directory is empty. It complains of those that cannot be opened or read, and returns the exit status for that.
func (c *Call) each(operands []string, use func(o operand) next) (status int) {
	if len(operands) == 0 {
		operands = []string{"-"}
	}

	first := true
	more := goOn
	for _, name := range operands {
		if c.Runner.Err() != nil || more == stop {
			break
		}
		if name == "-" && more == openOnly {
			continue
		}

		o, err := c.openOperand(name)
		o.first = first
		why := ""
		ok := true
		if err != nil {
			why, ok = c.Message(err)
		}
		if !ok || c.err != nil {
			break
		}
		if err != nil && !c.messages.late {
			status = max(status, c.complain(o, why))
		}
		if more == goOn && (err == nil || o.directory) {
			more = use(o)
			first = false
		}
		if err != nil && c.messages.late {
			status = max(status, c.complain(o, why))
		}
		if err != nil && !o.directory && c.messages.fatal {
			more = stop
		}
	}

	return status
}

// openOperand opens the file of that name; "-" is standard input.
func (c *Call) openOperand(name string) (o operand, err error) {
	o = operand{name: name, stdin: name == "-", read: func(func(Piece) bool) {}}
	if !o.stdin {
		f, err := c.Open(name)
		if err == nil && f.Size() > 0 {
			o.read = func(emit func(Piece) bool) { emit(Whole(f)) }
		}
		o.directory = errors.Is(err, access.ErrDirectory)
		return o, err
	}

	if c.In.Pieces != nil {
		if o.read = c.In.Pieces; c.In.read {
			c.Fail(
				tools.RefuseOwn("eyeline: an input is read from where another command left off, which is not imitated"),
			)
		}
	}

	c.In.read = true
	o.directory = errors.Is(c.In.Err, access.ErrDirectory)
	return o, c.In.Err
}
