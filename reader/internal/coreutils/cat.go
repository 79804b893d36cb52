package coreutils

import (
	"eyeline/reader/tools"
)

// cat is cat without options, or with those that number or mark lines.
func cat(r *Runner, args []string, in stream) (stream, bool) {
	o, ok := getopt(args, "nbAEeTtvu", "", map[string]byte{
		"number": 'n', "number-nonblank": 'b', "show-all": 'A', "show-ends": 'E', "show-tabs": 'T', "show-nonprinting": 'v',
	})
	if !ok {
		return nil, false
	}
	show := marking(0)
	for _, f := range o.flags {
		show |= catFlags[f.name]
	}
	return func(emit func(Piece) bool) {
		r.status = 0
		out := emit
		finish := func() {}
		if show != 0 {
			w := &catWriter{marking: show, run: r, emit: emit}
			out, finish = w.piece, w.finish
		}
		status := 0
		r.each(operandsOf(o.operands, in), func(_ operand, read stream, _ bool) next {
			on := true
			read(func(p Piece) bool {
				on = out(p)
				return on
			})
			return whileRead(on)
		}, func(name, why string, _ bool) next {
			r.complain("cat: " + quoteName(name, false) + ": " + why)
			status = 1
			return goOn
		})
		finish()
		r.status = status
	}, true
}

// marking is what cat's options do to lines.
type marking uint8

const (
	number marking = 1 << iota
	nonblank
	ends
	tabs
	marks
)

var catFlags = map[string]marking{
	"n": number, "b": number | nonblank, "A": ends | tabs | marks, "E": ends, "e": ends | marks, "T": tabs,
	"t": tabs | marks, "v": marks,
}

// has reports whether one of the marks is made.
func (m marking) has(of marking) bool { return m&of != 0 }

// catWriter writes lines so.
type catWriter struct {
	marking
	run    *Runner
	emit   func(Piece) bool
	begun  bool // the current line is begun
	number int64
	cr     bool // a '\r' is held back: whether a line end follows it is in the next piece
}

// piece writes a piece. It goes on in a line that the piece before did not end.
func (w *catWriter) piece(p Piece) bool {
	return w.run.fragments(p, func(f fragment) bool {
		if !w.begun && w.has(number) && !(w.has(nonblank) && len(f.text) == 0) {
			w.number++
			if !w.emit(Piece{Text: append(tools.AppendNumber(nil, w.number, 6), '\t')}) {
				return false
			}
		}
		w.begun = !f.ends
		if w.has(ends | tabs | marks) {
			f.piece.Text = w.marked(f)
			f.piece.Line = 0
		}
		return w.emit(f.piece)
	})
}

// finish writes what is held back.
func (w *catWriter) finish() {
	if w.cr {
		w.emit(Literal("\r"))
	}
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
