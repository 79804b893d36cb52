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
	var show marking
	for _, f := range o.flags {
		switch f.name {
		case "n":
			show.number = true
		case "b":
			show.number, show.nonblank = true, true
		case "A":
			show.ends, show.tabs, show.marks = true, true, true
		case "E":
			show.ends = true
		case "e":
			show.ends, show.marks = true, true
		case "T":
			show.tabs = true
		case "t":
			show.tabs, show.marks = true, true
		case "v":
			show.marks = true
		}
	}
	return func(emit func(Piece) bool) {
		r.status = 0
		out := emit
		finish := func() {}
		if show != (marking{}) {
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
type marking struct {
	number, nonblank  bool
	ends, tabs, marks bool
}

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
		if !w.begun && w.marking.number && !(w.nonblank && len(f.text) == 0) {
			w.number++
			if !w.emit(Piece{Text: append(tools.AppendNumber(nil, w.number, 6), '\t')}) {
				return false
			}
		}
		w.begun = !f.ends
		if w.ends || w.tabs || w.marks {
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
			if w.tabs {
				out = append(out, "^I"...)
			} else {
				out = append(out, c)
			}
		case c == '\r' && w.ends && !w.marks && i == len(f.text)-1:
			if w.cr = !f.ends; f.ends {
				out = append(out, "^M"...)
			}
		case !w.marks:
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
