package coreutils

import (
	"math"
	"strings"
)

// amount is what head or tail writes: a number of lines or bytes.
type amount struct {
	tail         bool
	bytes        bool
	n            int64
	fromOtherEnd bool // tail: from line or byte n on; head: all but the last n
}

// oldCount returns a program.before that converts a count after one of some signs: head's -5, and tail's -5 and +5 for
// one file.
func oldCount(signs string) func(args []string) []string {
	return func(args []string) []string {
		if len(args) == 0 || args[0] == "" || !strings.Contains(signs, args[0][:1]) || signs != "-" && len(args) > 2 {
			return args
		}
		if _, ok := Decimal(args[0][1:]); ok {
			args[0] = "-n" + strings.TrimPrefix(args[0], "-")
		}
		return args
	}
}

// headOrTail imitates head and tail.
func headOrTail(c *Call, o options) int {
	e, headers, bad := endsOf(c.Args[0], o)
	if bad != "" {
		return c.Unknown(bad)
	}
	return c.ends(e, o.operands, headers)
}

// endsOf parses the options of head or tail; bad is the first thing that is not imitated.
func endsOf(name string, o options) (e amount, headers bool, bad string) {
	e = amount{tail: name == "tail", n: 10}
	headers = len(o.operands) > 1
	for _, f := range o.flags {
		switch f.name {
		case "q", "v":
			headers = f.name == "v"
		default:
			if !e.set(f) {
				return e, headers, "-" + f.name + " " + f.value
			}
		}
	}

	return e, headers, ""
}

// set parses -n or -c.
func (e *amount) set(f option) bool {
	e.bytes = f.name == "c"
	value := f.value
	if e.fromOtherEnd = false; value != "" && (value[0] == '+' || value[0] == '-') {
		e.fromOtherEnd = (value[0] == '+') == e.tail
		value = value[1:]
	}

	digits := strings.TrimRight(value, "bkKMGmiB")
	unit, known := units[value[len(digits):]]
	n, ok := Decimal(digits)
	e.n = n * unit
	return ok && known && n <= math.MaxInt64/unit
}

// units are the suffixes of numbers.
var units = map[string]int64{
	"": 1, "b": 512, "kB": 1000, "K": 1 << 10, "k": 1 << 10, "KiB": 1 << 10, "MB": 1e6, "M": 1 << 20, "m": 1 << 20,
	"MiB": 1 << 20,
	"GB":  1e9, "G": 1 << 30, "GiB": 1 << 30,
}

// ends runs head or tail.
func (c *Call) ends(e amount, operands []string, headers bool) int {
	if e.tail && e.n == 0 && !e.fromOtherEnd { // tail then does not even open its files
		return 0
	}

	on := true
	return c.each(operands, func(o operand) next {
		if headers {
			header := "==> " + o.name + " <==\n"
			if o.stdin {
				header = "==> standard input <==\n"
			}
			if !o.first {
				header = "\n" + header
			}
			if on = c.Out(Literal(header)); !on {
				return openOnly
			}
		}

		on = e.write(c.Runner, o.read, c.Out)
		if o.directory && e.tail && (e.bytes || e.fromOtherEnd && e.n <= 1) {
			return stop
		}

		return whileRead(on)
	})
}

// write writes the selected part of a stream, and returns what emit did last.
func (e amount) write(r *Runner, read stream, emit func(Piece) bool) (on bool) {
	return stream(func(out func(Piece) bool) {
		switch {
		case e.tail != e.fromOtherEnd:
			e.writeHeld(r, read, out)
		case e.tail:
			read(r.skip(max(e.n-1, 0), e.bytes, out))
		default:
			read(r.upTo(e.n, e.bytes, out))
		}
	}).to(emit)
}

// writeHeld writes a part that is counted from the stream's end. It holds only as many pieces as may be in the last n
// lines or bytes.
func (e amount) writeHeld(r *Runner, read stream, emit func(Piece) bool) {
	var held []Piece
	settle := func() bool {
		n, off := e.last(r, held)
		for i, p := range held[:min(n+1, len(held))] {
			if i == n {
				p = p.UpTo(off)
			}
			if !e.tail && p.Size() > 0 && !emit(p) {
				return false
			}
		}

		if held = held[n:]; len(held) > 0 {
			held[0] = held[0].From(off)
		}

		return r.err == nil
	}

	const few = 1 << 12
	limit := few
	on := true
	read(func(p Piece) bool {
		if p.Size() > 0 {
			held = append(held, p)
		}

		if len(held) >= limit {
			on = settle()
			if limit = max(2*len(held), few); len(held) > maxHeld {
				return r.Fail(ErrTooMuch)
			}
		}

		return on && r.err == nil
	})
	if !on || !settle() || !e.tail {
		return
	}

	for _, p := range held {
		if !emit(p) {
			return
		}
	}
}

// last returns where the last e.n bytes or lines begin: the index of a piece, and an offset in it. No piece may be
// empty.
func (e amount) last(r *Runner, held []Piece) (piece int, off int64) {
	if e.n == 0 || len(held) == 0 {
		return len(held), 0
	}

	n := e.n
	if end, err := held[len(held)-1].last(); err != nil {
		r.Fail(err)
	} else if !e.bytes && end != '\n' {
		n--
	}

	for i := len(held) - 1; i >= 0; i-- {
		off, more := max(held[i].Size()-n, 0), max(n-held[i].Size(), 0)
		if !e.bytes {
			var err error
			if off, more, err = held[i].beforeLines(r.ctx, n); err != nil {
				r.Fail(err)
			}
		}

		if more == 0 {
			return i, off
		}
		if n = more; !e.bytes {
			n--
		}
	}

	return 0, 0
}
