package agents

import (
	"slices"
	"strings"
)

// execHead is head with -n and -c.
func execHead(r *execRun, args []string, in execStream) (execStream, bool) {
	return execEnd(r, "head", args, in)
}

// execTailOf is tail with -n and -c.
func execTailOf(r *execRun, args []string, in execStream) (execStream, bool) {
	return execEnd(r, "tail", args, in)
}

// execEnds is how much head or tail writes.
type execEnds struct {
	tail  bool
	bytes bool
	n     int64
	other bool // tail: from n on; head: all but the last n
}

func execEnd(r *execRun, name string, args []string, in execStream) (execStream, bool) {
	e := execEnds{tail: name == "tail", n: 10}
	old := false
	if len(args) > 0 { // the old form: -5, and of tail +5
		if n, ok := execCount(strings.TrimPrefix(args[0], "-")); ok && args[0][0] == '-' {
			e.n, args, old = n, args[1:], e.tail
		} else if n, ok := execCount(strings.TrimPrefix(args[0], "+")); ok && args[0][0] == '+' && e.tail && len(args) <= 2 {
			e.n, e.other, args = n, true, args[1:]
		}
	}
	o, ok := parseOptions(args, "qv", "nc", map[string]byte{"lines": 'n', "bytes": 'c', "quiet": 'q', "silent": 'q', "verbose": 'v'})
	if !ok {
		return nil, false
	}
	headers := len(o.operands) > 1
	for _, f := range o.flags {
		switch f.name {
		case "q":
			headers = false
		case "v":
			headers = true
		default:
			if !e.amount(f) {
				return nil, false
			}
		}
	}
	if slices.Contains(o.operands, "-") && e.tail {
		return nil, false
	}
	if old && len(o.operands) > 1 {
		return nil, false // tail's own complaint about the old form
	}
	return func(emit func(execPiece) bool) { r.ends(name, e, o.operands, headers, in, emit) }, true
}

// amount takes -n or -c.
func (e *execEnds) amount(f execFlag) bool {
	e.bytes = f.name == "c"
	value := f.value
	e.other = false
	switch {
	case e.tail && strings.HasPrefix(value, "+"), !e.tail && strings.HasPrefix(value, "-"):
		e.other = true
		value = value[1:]
	case strings.HasPrefix(value, "+"), strings.HasPrefix(value, "-"):
		value = value[1:]
	}
	n, ok := execCount(value)
	e.n = n
	return ok
}

// ends runs head or tail.
func (r *execRun) ends(name string, e execEnds, operands []string, headers bool, in execStream, emit func(execPiece) bool) {
	status := 0
	r.status = 0
	if e.tail && e.n == 0 && !e.other { // it does not even open its files
		if len(operands) == 0 {
			in(func(execPiece) bool { return false })
		}
		return
	}
	on := true
	r.each(execInputs(operands, in), func(i execInput, read execStream, first bool) execMore {
		if headers {
			header := "==> " + i.name + " <==\n"
			if i.stdin {
				header = "==> standard input <==\n"
			}
			if !first {
				header = "\n" + header
			}
			if on = emit(execLiteral(header)); !on {
				return execClosed
			}
		}
		e.write(r, read, func(p execPiece) bool {
			on = emit(p)
			return on
		})
		return goOn(on)
	}, func(file, why string, opening bool) execMore {
		status = 1
		quoted := gnuQuote(file, true)
		if file == "-" {
			quoted = "'standard input'"
		}
		if opening {
			r.complain(name + ": cannot open " + quoted + " for reading: " + why)
		} else {
			r.complain(name + ": error reading " + quoted + ": " + why)
			if e.tail && (e.bytes || e.other && e.n <= 1) {
				return execStop
			}
		}
		return execGoOn
	})
	r.status = status
}

// write writes the part of a stream that is asked for.
func (e execEnds) write(r *execRun, read execStream, emit func(execPiece) bool) {
	switch {
	case !e.tail && e.other || e.tail && !e.other:
		e.writeHeld(r, read, emit)
	case e.bytes && e.tail:
		read(skipBytes(max(e.n-1, 0), emit))
	case e.tail:
		read(r.lineRange(max(e.n, 1), -1, emit))
	case e.n == 0:
		read(func(execPiece) bool { return false })
	case e.bytes:
		read(takeBytes(e.n, emit))
	default:
		read(r.lineRange(1, e.n, emit))
	}
}

// writeHeld writes what depends on the stream's end.
func (e execEnds) writeHeld(r *execRun, read execStream, emit func(execPiece) bool) {
	keep := int64(-1)
	if e.tail && !e.bytes {
		keep = e.n
	}
	held := r.gather(read, keep)
	var total int64
	for _, p := range held {
		total += p.size()
	}
	cut := max(total-e.n, 0) // where the last part begins
	if !e.bytes {
		cut = total
		for _, p := range r.lastLines(held, e.n) {
			cut -= p.size()
		}
	}
	out := takeBytes(cut, emit)
	if e.tail {
		out = skipBytes(cut, emit)
	}
	if !e.tail && cut == 0 {
		return
	}
	for _, p := range held {
		if !out(p) {
			return
		}
	}
}

// lineRange writes the lines from first to last of a stream, 1-based and inclusive; last -1 is the end.
func (r *execRun) lineRange(first, last int64, emit func(execPiece) bool) func(execPiece) bool {
	line := int64(1) // of the next byte
	return func(p execPiece) bool {
		for p.size() > 0 {
			if last >= 0 && line > last {
				return false
			}
			if line < first {
				off, n, err := p.afterLines(r.ctx, first-line)
				if err != nil {
					return r.fail(err)
				}
				number := p.line
				p = p.from(off)
				line += n
				if number > 0 {
					p.line = number + n
				}
				continue
			}
			part := p
			if last >= 0 {
				off, n, err := p.afterLines(r.ctx, last-line+1)
				if err != nil {
					return r.fail(err)
				}
				part, p = p.upTo(off), p.from(off)
				line += n
			} else {
				p = execPiece{}
			}
			if !emit(part) {
				return false
			}
		}
		return last < 0 || line <= last
	}
}
