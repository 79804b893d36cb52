package coreutils

import (
	"eyeline/reader/tools"
)

// cat is cat without options, or with those that number, mark or leave out lines.
func cat(c *Call, o options) (status int) {
	w := &catWriter{call: c}
	for _, f := range o.flags {
		w.marking |= catFlags[f.name]
	}
	out := c.Out
	if w.marking != 0 {
		out = w.piece
	}
	status = c.each(o.operands, func(o operand) next {
		return whileRead(o.read.to(out))
	})
	if w.cr {
		c.Out(Literal("\r"))
	}
	return status
}

// marking is what cat's options do to lines.
type marking uint8

const (
	number marking = 1 << iota
	nonblank
	ends
	tabs
	marks
	squeeze
)

var catFlags = map[string]marking{
	"n": number, "b": number | nonblank, "A": ends | tabs | marks, "E": ends, "e": ends | marks, "T": tabs,
	"t": tabs | marks, "v": marks, "s": squeeze,
}

// has reports whether one of the marks is made.
func (m marking) has(of marking) bool { return m&of != 0 }

// catWriter writes lines so.
type catWriter struct {
	marking
	call   *Call
	begun  bool // the current line is begun
	blank  bool // the line before is blank
	number int64
	cr     bool // a '\r' is held back: whether a line end follows it is in the next piece
}

// piece writes a piece. It goes on in a line that the piece before did not end.
func (w *catWriter) piece(p Piece) bool {
	return w.call.fragments(p, func(f fragment) bool {
		blank := !w.begun && f.ends && len(f.text) == 0
		if blank && w.blank && w.has(squeeze) {
			return true
		}
		if w.blank = blank; !w.begun && w.has(number) && !(w.has(nonblank) && len(f.text) == 0) {
			w.number++
			if !w.call.Out(Piece{Text: append(tools.AppendNumber(nil, w.number, 6), '\t')}) {
				return false
			}
		}
		w.begun = !f.ends
		if w.has(ends | tabs | marks) {
			f.piece.Text = w.marked(f)
			f.piece.Line = 0
		}
		return w.call.Out(f.piece)
	})
}

// marked is a fragment with its marks.
func (w *catWriter) marked(f fragment) []byte {
	out := make([]byte, 0, len(f.text)+4)
	if w.cr && (len(f.text) > 0 || !f.ends) {
		out = append(out, '\r')
	} else if w.cr {
		out = append(out, "^M"...)
	}
	w.cr = false
	for i, c := range f.text {
		switch {
		case c == '\t':
			if w.has(tabs) {
				out = append(out, "^I"...)
			} else {
				out = append(out, c)
			}
		case c == '\r' && w.has(ends) && !w.has(marks) && i == len(f.text)-1:
			if w.cr = !f.ends; f.ends {
				out = append(out, "^M"...)
			}
		case !w.has(marks):
			out = append(out, c)
		default:
			if c >= 0x80 {
				out = append(out, "M-"...)
				c -= 0x80
			}
			switch {
			case c < 0x20:
				out = append(out, '^', c+0x40)
			case c == 0x7F:
				out = append(out, "^?"...)
			default:
				out = append(out, c)
			}
		}
	}
	if f.ends {
		if w.has(ends) {
			out = append(out, '$')
		}
		out = append(out, '\n')
	}
	return out
}
