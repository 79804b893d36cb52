package coreutils

import (
	"math"
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
func headOrTail(c *Call) int {
	args := c.Args[1:]
	e := amount{tail: c.Args[0] == "tail", n: 10}
	old := false
	if len(args) > 0 { // the old form: -5, and of tail +5
		if n, ok := decimal(strings.TrimPrefix(args[0], "-")); ok && args[0][0] == '-' {
			e.n, args, old = n, args[1:], e.tail
		} else if n, ok := decimal(strings.TrimPrefix(args[0], "+")); ok && args[0][0] == '+' && e.tail && len(args) <= 2 {
			e.n, e.other, args = n, true, args[1:]
		}
	}
	o, bad := getopt(args, "qv", "nc", map[string]byte{
		"lines": 'n', "bytes": 'c', "quiet": 'q', "silent": 'q', "verbose": 'v',
	})
	if bad != "" {
		return c.Unknown(bad)
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
				return c.Unknown("-" + f.name + " " + f.value)
			}
		}
	}
	if old && len(o.operands) > 1 {
		return c.Unknown("the old form of its option and several files")
	}
	return c.ends(e, o.operands, headers)
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
	digits := strings.TrimRight(value, "bkKMGmiB")
	unit, known := units[value[len(digits):]]
	n, ok := decimal(digits)
	e.n = n * unit
	return ok && known && n < math.MaxInt64/unit
}

// units are the suffixes of a number.
var units = map[string]int64{
	"": 1, "b": 512, "kB": 1000, "K": 1 << 10, "k": 1 << 10, "KiB": 1 << 10, "MB": 1e6, "M": 1 << 20, "m": 1 << 20,
	"MiB": 1 << 20,
	"GB":  1e9, "G": 1 << 30, "GiB": 1 << 30,
}

// ends runs head or tail.
func (c *Call) ends(e amount, operands []string, headers bool) (status int) {
	if e.tail && e.n == 0 && !e.other { // it does not even open its files
		return 0
	}
	name, on := c.Args[0], true
	c.each(operands, func(o operand) next {
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
		e.write(c.Runner, o.read, func(p Piece) bool {
			on = c.Out(p)
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
			c.Complain(name + ": cannot open " + quoted + " for reading: " + why)
		} else {
			c.Complain(name + ": error reading " + quoted + ": " + why)
			if e.tail && (e.bytes || e.other && e.n <= 1) {
				return stop
			}
		}
		return goOn
	})
	return status
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
