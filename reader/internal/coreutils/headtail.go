package coreutils

import (
	"slices"
	"strings"
)

// amount is how much head or tail writes.
type amount struct {
	tail  bool
	bytes bool
	n     int64
	other bool // tail: from n on; head: all but the last n
}

// headOrTail is head or tail with -n and -c.
func (r *Runner) headOrTail(name string, args []string, in stream) (stream, bool) {
	e := amount{tail: name == "tail", n: 10}
	old := false
	if len(args) > 0 { // the old form: -5, and of tail +5
		if n, ok := decimal(strings.TrimPrefix(args[0], "-")); ok && args[0][0] == '-' {
			e.n, args, old = n, args[1:], e.tail
		} else if n, ok := decimal(strings.TrimPrefix(args[0], "+")); ok && args[0][0] == '+' && e.tail && len(args) <= 2 {
			e.n, e.other, args = n, true, args[1:]
		}
	}
	o, ok := getopt(args, "qv", "nc", map[string]byte{"lines": 'n', "bytes": 'c', "quiet": 'q', "silent": 'q', "verbose": 'v'})
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
			if !e.set(f) {
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
	return func(emit func(Piece) bool) { r.ends(name, e, o.operands, headers, in, emit) }, true
}

// set takes -n or -c.
func (e *amount) set(f option) bool {
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
	n, ok := decimal(value)
	e.n = n
	return ok
}

// ends runs head or tail.
func (r *Runner) ends(name string, e amount, operands []string, headers bool, in stream, emit func(Piece) bool) {
	status := 0
	r.status = 0
	if e.tail && e.n == 0 && !e.other { // it does not even open its files
		if len(operands) == 0 {
			in(func(Piece) bool { return false })
		}
		return
	}
	on := true
	r.each(operandsOf(operands, in), func(i operand, read stream, first bool) next {
		if headers {
			header := "==> " + i.name + " <==\n"
			if i.stdin {
				header = "==> standard input <==\n"
			}
			if !first {
				header = "\n" + header
			}
			if on = emit(Literal(header)); !on {
				return openOnly
			}
		}
		e.write(r, read, func(p Piece) bool {
			on = emit(p)
			return on
		})
		return whileRead(on)
	}, func(file, why string, opening bool) next {
		status = 1
		quoted := quoteName(file, true)
		if file == "-" {
			quoted = "'standard input'"
		}
		if opening {
			r.complain(name + ": cannot open " + quoted + " for reading: " + why)
		} else {
			r.complain(name + ": error reading " + quoted + ": " + why)
			if e.tail && (e.bytes || e.other && e.n <= 1) {
				return stop
			}
		}
		return goOn
	})
	r.status = status
}

// write writes the part of a stream that is asked for.
func (e amount) write(r *Runner, read stream, emit func(Piece) bool) {
	switch {
	case !e.tail && e.other || e.tail && !e.other:
		e.writeHeld(r, read, emit)
	case e.bytes && e.tail:
		read(skipBytes(max(e.n-1, 0), emit))
	case e.tail:
		read(r.lineRange(max(e.n, 1), -1, emit))
	case e.n == 0:
		read(func(Piece) bool { return false })
	case e.bytes:
		read(takeBytes(e.n, emit))
	default:
		read(r.lineRange(1, e.n, emit))
	}
}

// writeHeld writes what depends on the stream's end.
func (e amount) writeHeld(r *Runner, read stream, emit func(Piece) bool) {
	keep := int64(-1)
	if e.tail && !e.bytes {
		keep = e.n
	}
	held := r.gather(read, keep)
	var total int64
	for _, p := range held {
		total += p.Size()
	}
	cut := max(total-e.n, 0) // where the last part begins
	if !e.bytes {
		cut = total
		for _, p := range r.lastLines(held, e.n) {
			cut -= p.Size()
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
