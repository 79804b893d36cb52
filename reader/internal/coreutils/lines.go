package coreutils

import (
	"bytes"
	"slices"

	"eyeline/reader/internal/posix"
)

// maxLine is the greatest length in bytes of a line whose content matters.
const maxLine = 16 << 20

// line is a complete line of an input.
type line struct {
	pieces []Piece // including the line end
	text   []byte  // excluding the line end; at most as much as was requested; valid until the next line
	ended  bool    // it has a line end
}

// eachLine passes the lines of a stream to take until that returns false, and returns what take did last. looks is how
// many bytes of each line's text are needed; with maxLine a longer line is an error.
func (r *Runner) eachLine(read stream, looks int, take func(l line) bool) (on bool) {
	var l line
	held := []byte(nil) // the beginning of a line that continues in the next fragment
	on = true
	give := func() bool {
		on = take(l)
		l = line{pieces: l.pieces[:0]}
		held = held[:0]
		return on && r.err == nil
	}

	read(func(p Piece) bool {
		return r.fragments(p, func(f fragment) bool {
			l.pieces = Append(l.pieces, f.piece)
			l.ended = f.ends
			switch {
			case len(held)+len(f.text) > maxLine && looks == maxLine, len(l.pieces) > maxPieces:
				return r.Fail(ErrTooMuch)
			case f.ends && len(held) == 0:
				l.text = f.text[:min(len(f.text), looks)]
			default:
				held = append(held, f.text[:min(len(f.text), looks-len(held))]...)
				l.text = held
			}

			return !f.ends || give()
		})
	})
	if on && r.err == nil && len(l.pieces) > 0 {
		give()
	}

	return on
}

// write writes a line; it returns false when the reader wants no more.
func (c *Call) write(l line) bool {
	return !slices.ContainsFunc(l.pieces, func(p Piece) bool { return !c.Out(p) })
}

// WriteWhole writes a line, and a line end if it lacks one; it returns false when the reader wants no more.
func (c *Call) WriteWhole(l line) bool { return c.write(l) && (l.ended || c.Out(Literal("\n"))) }

// Ended reports whether the line has a line end.
func (l line) Ended() bool { return l.ended }

// Clone returns a copy that stays valid after the next line.
func (l line) Clone() line {
	l.pieces, l.text = append([]Piece(nil), l.pieces...), bytes.Clone(l.text)
	return l
}

// Replaced returns a piece that writes text, including its line end, in place of the line.
func (l line) Replaced(text []byte) Piece {
	p := l.pieces[0]
	if len(l.pieces) > 1 { // the line has several sources
		return Piece{Text: text}
	}
	p.Text = text
	return p
}

// canMatch counts the work of matching, and reports whether the result is known. If it is not, it ends the evaluation.
func (c *Call) canMatch(e *posix.Expression, text []byte) bool {
	if c.CountWork(e.Cost(text)); e.Unsure(text) {
		c.Unknown("letters and spaces beyond ASCII")
	}
	return c.err == nil
}

// matches reports whether an expression matches in a text. If that is not known, it ends the evaluation.
func (c *Call) matches(e *posix.Expression, text []byte) bool {
	return c.canMatch(e, text) && e.Match(text)
}

// tac imitates tac, which reverses the lines of each operand.
func tac(c *Call, o options) int {
	return c.each(o.operands, func(o operand) next {
		var lines []line
		c.eachLine(o.read, 0, func(l line) bool {
			lines = append(lines, l.Clone())
			return len(lines) < maxPieces || c.Fail(ErrTooMuch)
		})
		for i := len(lines) - 1; i >= 0; i-- {
			if !c.write(lines[i]) {
				return openOnly
			}
		}

		return goOn
	})
}

// Line is a line of an input.
type Line = line

// Text returns the line without its line end.
func (l line) Text() []byte { return l.text }

// EachLine passes the lines of operands, or of the input if there are no operands, to take until that returns false. A
// line is valid until the next one. It complains of what cannot be read, and returns the exit status for that.
func (c *Call) EachLine(operands []string, take func(l Line) bool) (status int) {
	return c.each(operands, func(o operand) next { return whileRead(c.eachLine(o.read, maxLine, take)) })
}

// EachPiece is EachLine for pieces of any size.
func (c *Call) EachPiece(operands []string, take func(p Piece) bool) (status int) {
	return c.each(operands, func(o operand) next { return whileRead(o.read.to(take)) })
}
