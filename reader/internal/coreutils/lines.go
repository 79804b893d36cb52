package coreutils

import "bytes"

// mostLine is the length in bytes of the longest line that is looked at as one.
const mostLine = 16 << 20

// line is a whole line of an input.
type line struct {
	pieces []Piece // with its line end
	text   []byte  // without it, where it is looked at; it is valid until the next line
	ended  bool    // it has a line end
}

// eachLine hands the lines of a stream to take until that returns false, with their texts where these are looked at.
func (r *Runner) eachLine(read stream, looks bool, take func(l line) bool) {
	var l line
	held := []byte(nil) // the beginning of a line that goes on in the next fragment
	on := true
	give := func() bool {
		on = take(l)
		l, held = line{pieces: l.pieces[:0]}, held[:0]
		return on && r.err == nil
	}
	read(func(p Piece) bool {
		return r.fragments(p, func(f fragment) bool {
			switch l.pieces, l.ended = Append(l.pieces, f.piece), f.ends; {
			case len(held)+len(f.text) > mostLine && looks, len(l.pieces) > mostPieces:
				return r.Fail(ErrTooMuch)
			case f.ends && len(held) == 0 && looks:
				l.text = f.text
			case looks:
				held = append(held, f.text...)
				l.text = held
			}
			return !f.ends || give()
		})
	})
	if on && r.err == nil && len(l.pieces) > 0 {
		give()
	}
}

// write writes a line as it is.
func (c *Call) write(l line) bool {
	for _, p := range l.pieces {
		if !c.Out(p) {
			return false
		}
	}
	return true
}

// clone is a copy of the line that stays valid.
func (l line) clone() line {
	l.pieces, l.text = append([]Piece(nil), l.pieces...), bytes.Clone(l.text)
	return l
}

// replaced is a text that is written in place of the line.
func (l line) replaced(text []byte) Piece {
	p := l.pieces[0]
	if len(l.pieces) > 1 { // it comes from several places
		return Piece{Text: text}
	}
	p.Text = text
	return p
}

// tac is tac.
func tac(c *Call) (status int) {
	o, ok := c.getopt("", "", nil)
	if !ok {
		return 0
	}
	c.each(o.operands, func(o operand) next {
		var lines []line
		c.eachLine(o.read, false, func(l line) bool {
			lines = append(lines, line{pieces: append([]Piece(nil), l.pieces...)})
			return len(lines) < mostPieces || c.Fail(ErrTooMuch)
		})
		for i := len(lines) - 1; i >= 0; i-- {
			if !c.write(lines[i]) {
				return openOnly
			}
		}
		return goOn
	}, func(name, why string, opening bool) next {
		status = 1
		if name == "-" {
			name = "standard input"
		}
		if opening {
			c.Complain("tac: failed to open " + quoteName(name, true) + " for reading: " + why)
		} else {
			c.Complain("tac: " + name + ": read error: " + why)
		}
		return goOn
	})
	return status
}
