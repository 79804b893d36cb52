package coreutils

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/tools"
)

// wc is wc with -l, -w and -c.
func wc(r *Runner, args []string, in stream) (stream, bool) {
	o, ok := getopt(args, "lwc", "", map[string]byte{"lines": 'l', "words": 'w', "bytes": 'c'})
	if !ok {
		return nil, false
	}
	show := [3]bool{}
	for _, f := range o.flags {
		show[strings.Index("lwc", f.name)] = true
	}
	if show == ([3]bool{}) {
		show = [3]bool{true, true, true}
	}
	return func(emit func(Piece) bool) { r.count(show, o.operands, in, emit) }, true
}

// wordCount is what wc counts: line ends, words, bytes.
type wordCount [3]int64

// count runs wc.
func (r *Runner) count(show [3]bool, operands []string, in stream, emit func(Piece) bool) {
	r.status = 0
	status, width := 0, r.countWidth(show, operands)
	var total wordCount
	var pending func()
	flush := func() {
		if pending != nil {
			pending()
			pending = nil
		}
	}
	r.each(operandsOf(operands, in), func(i operand, read stream, _ bool) next {
		flush()
		c := r.counted(read, show[1])
		for k := range c {
			total[k] += c[k]
		}
		name := i.name
		if i.stdin && len(operands) == 0 {
			name = ""
		} else if !i.stdin {
			name = quoteNewlines(name)
		}
		pending = func() { emit(c.row(show, width, name)) } // after what is said of a directory
		return goOn
	}, func(name, why string, opening bool) next {
		status = 1
		quoted := quoteName(name, false)
		if name == "-" {
			quoted = "'standard input'"
		}
		if opening {
			flush()
		}
		r.complain("wc: " + quoted + ": " + why)
		return goOn
	})
	flush()
	if len(operands) > 1 {
		emit(total.row(show, width, "total"))
	}
	r.status = status
}

// row is a line of the output.
func (c wordCount) row(show [3]bool, width int, name string) Piece {
	var b []byte
	for i, n := range c {
		if show[i] {
			if len(b) > 0 {
				b = append(b, ' ')
			}
			b = tools.AppendNumber(b, n, width)
		}
	}
	if name != "" {
		b = append(append(b, ' '), name...)
	}
	return Piece{Text: append(b, '\n')}
}

// countWidth is how wide wc writes its numbers.
func (r *Runner) countWidth(show [3]bool, operands []string) int {
	columns := 0
	for _, s := range show {
		if s {
			columns++
		}
	}
	if columns == 1 && len(operands) <= 1 {
		return 1
	}
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	width, size := 1, int64(0)
	for _, name := range operands {
		if name == "-" {
			if r.input == nil {
				width = 7
				continue
			}
			size += r.input.Size()
			continue
		}
		f, err := r.open(name)
		switch {
		case err == nil:
			size += f.Size()
		case errors.Is(err, access.ErrDirectory):
			width = 7
		}
	}
	return max(width, len(strconv.FormatInt(size, 10)))
}

// counted counts line ends and bytes of a stream, and words where they are wanted.
func (r *Runner) counted(read stream, words bool) (c wordCount) {
	in := false
	read(func(p Piece) bool {
		c[2] += p.Size()
		return r.chunks(p, func(_ int64, b []byte) bool {
			c[0] += int64(bytes.Count(b, []byte("\n")))
			if !words {
				return true
			}
			for _, ch := range b {
				switch {
				case ch == ' ' || ch >= '\t' && ch <= '\r':
					in = false
				case ch > ' ' && ch != 0x7F && !in:
					c[1]++
					in = true
				}
			}
			return true
		})
	})
	return c
}
