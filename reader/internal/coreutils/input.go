package coreutils

import (
	"errors"
	"strings"
)

// errInputTooLong is of an input of more bytes than are held.
var errInputTooLong = errors.Join(ErrTooMuch)

// All is what an input has; more than most bytes are not taken.
func (in *Input) All(r *Runner, most int64) (string, error) {
	var text strings.Builder
	var failed error
	if in.Pieces == nil {
		return "", in.Err
	}
	if in.read { // what is left of it is not known
		return "", errInputTooLong
	}

	in.read = true
	in.Pieces(func(p Piece) bool {
		if int64(text.Len())+p.Size() > most {
			failed = errInputTooLong
			return false
		}

		b, err := p.Bytes(0, p.Size())
		text.Write(b)
		failed = err
		return err == nil
	})
	return text.String(), failed
}

// mostInput is how much of an input is held that is read line by line.
const mostInput = 1 << 20

// Line takes the next line of an input, without its end, which is a byte such as "\n". ok is false at the input's end,
// also where the last line has no end.
func (in *Input) Line(r *Runner, end string) (line string, ok bool, err error) {
	if in.lines == nil {
		all, err := in.All(r, mostInput)
		if err != nil {
			return "", false, err
		}
		in.lines = &all
	}
	line, *in.lines, ok = strings.Cut(*in.lines, end)
	return line, ok, nil
}
