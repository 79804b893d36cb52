package agents

import (
	"eyeline/reader/tools"
)

// execCat is cat without options, or with those that number or mark lines.
func execCat(r *execRun, args []string, in execStream) (execStream, bool) {
	o, ok := parseOptions(args, "nbAEeTtvu", "", map[string]byte{
		"number": 'n', "number-nonblank": 'b', "show-all": 'A', "show-ends": 'E', "show-tabs": 'T', "show-nonprinting": 'v',
	})
	if !ok {
		return nil, false
	}
	var show execShow
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
	return func(emit func(execPiece) bool) {
		r.status = 0
		out := emit
		finish := func() {}
		if show != (execShow{}) {
			w := &showWriter{execShow: show, run: r, emit: emit}
			out, finish = w.piece, w.finish
		}
		status := 0
		r.each(execInputs(o.operands, in), func(_ execInput, read execStream, _ bool) execMore {
			on := true
			read(func(p execPiece) bool {
				on = out(p)
				return on
			})
			return goOn(on)
		}, func(name, why string, _ bool) execMore {
			r.complain("cat: " + gnuQuote(name, false) + ": " + why)
			status = 1
			return execGoOn
		})
		finish()
		r.status = status
	}, true
}

// execShow is what cat's options do to lines.
type execShow struct {
	number, nonblank  bool
	ends, tabs, marks bool
}

// showWriter writes lines so.
type showWriter struct {
	execShow
	run    *execRun
	emit   func(execPiece) bool
	begun  bool // the current line is begun
	number int64
	cr     bool // a '\r' is held back: whether a line end follows it is in the next piece
}

// piece writes a piece. It goes on in a line that the piece before did not end.
func (w *showWriter) piece(p execPiece) bool {
	return w.run.fragments(p, func(f execFragment) bool {
		if !w.begun && w.execShow.number && !(w.nonblank && len(f.text) == 0) {
			w.number++
			if !w.emit(execPiece{text: append(tools.AppendNumber(nil, w.number, 6), '\t')}) {
				return false
			}
		}
		w.begun = !f.ends
		if w.ends || w.tabs || w.marks {
			f.piece.text = w.marked(f)
			f.piece.line = 0
		}
		return w.emit(f.piece)
	})
}

// finish writes what is held back.
func (w *showWriter) finish() {
	if w.cr {
		w.emit(execLiteral("\r"))
	}
}

// marked is a fragment with its marks.
func (w *showWriter) marked(f execFragment) []byte {
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
