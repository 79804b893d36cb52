package coreutils

import (
	"eyeline/reader/tools"
)

// cat imitates cat, also with options that number, mark or omit lines.
func cat(c *Call, o options) (status int) {
	w := &catWriter{
		call: c, numbers: o.has("nb"), nonblank: o.has("b"), squeeze: o.has("s"), ends: o.has("AEe"),
		tabs:  o.has("ATt"),
		marks: o.has("Aetv"),
	}
	out := c.Out
	if o.has("nbsAEeTtv") {
		out = w.piece
	}

	status = c.each(o.operands, func(o operand) next { return whileRead(o.read.to(out)) })
	if w.cr {
		c.Out(Literal("\r"))
	}

	return status
}

// catWriter writes lines with those options.
type catWriter struct {
	call *Call
	// the options
	numbers, nonblank, squeeze, ends, tabs, marks bool

	begun  bool // the current line has been begun
	blank  bool // the previous line is blank
	number int64
	cr     bool // a '\r' is held back until the next piece shows whether a line end follows
}

// piece writes a piece, which may continue the previous one's last line.
func (w *catWriter) piece(p Piece) bool {
	return w.call.fragments(p, func(f fragment) bool {
		blank := !w.begun && f.ends && len(f.text) == 0
		if blank && w.blank && w.squeeze {
			return true
		}

		if w.blank = blank; !w.begun && w.numbers && !(w.nonblank && len(f.text) == 0) {
			w.number++
			if !w.call.Out(Piece{Text: append(tools.AppendNumber(nil, w.number, 6), '\t')}) {
				return false
			}
		}

		w.begun = !f.ends
		if w.ends || w.tabs || w.marks {
			f.piece.Text = w.marked(f)
			f.piece.Line = 0
		}

		return w.call.Out(f.piece)
	})
}

// marked returns the text of a fragment with its marks.
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
		case c == '\t' && w.tabs:
			out = append(out, "^I"...)
		case c == '\r' && w.ends && !w.marks && i == len(f.text)-1:
			if w.cr = !f.ends; f.ends {
				out = append(out, "^M"...)
			}
		case c == '\t', !w.marks:
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
		if w.ends {
			out = append(out, '$')
		}
		out = append(out, '\n')
	}

	return out
}
