package coreutils

import (
	"errors"

	"eyeline/reader/access"
)

// operand is one operand of a program.
type operand struct {
	name   string
	stdin  bool
	stream stream
}

// operandsOf are a program's operands; none is its standard input.
func operandsOf(operands []string, in stream) []operand {
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	var list []operand
	for _, name := range operands {
		i := operand{name: name}
		if name == "-" {
			i.stdin, i.stream = true, in
		}
		list = append(list, i)
	}
	return list
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

// each opens the operands one after the other and hands them to use. unread says what the program writes of one that
// cannot be opened, or cannot be read: a directory, which comes to use as an empty stream before.
func (r *Runner) each(list []operand, use func(i operand, read stream, first bool) next, unread func(name, why string, opening bool) next) {
	nothing := func(func(Piece) bool) {}
	first, more := true, goOn
	for _, i := range list {
		if r.err != nil || more == stop {
			return
		}
		if i.stdin {
			if more == openOnly {
				continue
			}
			r.inputError = nil
			more = use(i, i.stream, first)
			first = false
			if err := r.inputError; err != nil {
				r.inputError = nil
				if text, ok := r.message(err); ok {
					more = max(more, unread("-", text, false))
				}
			}
			continue
		}
		f, err := r.open(i.name)
		directory := errors.Is(err, access.ErrDirectory)
		if more == goOn && (err == nil || directory) {
			read := nothing
			if err == nil && f.Size() > 0 {
				read = func(emit func(Piece) bool) { emit(whole(f)) }
			}
			more = use(i, read, first)
			first = false
		}
		if err == nil {
			continue
		}
		text, ok := r.message(err)
		if !ok {
			return
		}
		more = max(more, unread(i.name, text, !directory))
	}
}
