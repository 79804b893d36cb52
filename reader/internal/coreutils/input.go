package coreutils

import (
	"errors"
	"strings"
)

// errInputTooLong is the error for an input that is larger than what is held.
var errInputTooLong = errors.Join(ErrTooMuch)

// All returns the whole input. The error is errInputTooLong if it has more than most bytes, or if a command has read
// some of it.
func (in *Input) All(r *Runner, most int64) (string, error) {
	var text strings.Builder
	var failed error
	if in.Pieces == nil {
		return "", in.Err
	}
	if in.read { // how much is left is not known
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

// maxInput is how much of an input is held that is read line by line, in bytes.
const maxInput = 1 << 20

// Line reads the next line of the input, without end, the byte that ends lines. ok is false at the end of the input,
// even if a last line without end is returned.
func (in *Input) Line(r *Runner, end string) (line string, ok bool, err error) {
	if in.lines == nil {
		all, err := in.All(r, maxInput)
		if err != nil {
			return "", false, err
		}
		in.lines = &all
	}
	line, *in.lines, ok = strings.Cut(*in.lines, end)
	return line, ok, nil
}
