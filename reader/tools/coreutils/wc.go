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
	write := func(c wordCount, name string) bool {
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
		return emit(Piece{Text: append(b, '\n')})
	}
	var pending func()
	flush := func() {
		if pending != nil {
			pending()
			pending = nil
		}
	}
	r.each(operandsOf(operands, in), func(i operand, read stream, _ bool) next {
		flush()
		var c wordCount
		if show[1] {
			c = r.words(read)
		} else {
			c = r.lineEnds(read)
		}
		for k := range c {
			total[k] += c[k]
		}
		name := i.name
		if i.stdin && len(operands) == 0 {
			name = ""
		} else if !i.stdin {
			name = quoteNewlines(name)
		}
		pending = func() { write(c, name) } // after what is said of a directory
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
		write(total, "total")
	}
	r.status = status
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

// lineEnds counts line ends and bytes without looking at words.
func (r *Runner) lineEnds(read stream) (c wordCount) {
	read(func(p Piece) bool {
		n := int64(0)
		for off := int64(0); off < p.Size(); {
			b, err := p.Bytes(off, 64<<10)
			if err == nil {
				err = r.ctx.Err()
			}
			if err != nil {
				return r.fail(err)
			}
			n += int64(bytes.Count(b, []byte("\n")))
			off += int64(len(b))
		}
		c[0] += n
		c[2] += p.Size()
		return true
	})
	return c
}

// words counts line ends, words and bytes.
func (r *Runner) words(read stream) (c wordCount) {
	in := false
	read(func(p Piece) bool {
		for off := int64(0); off < p.Size(); {
			b, err := p.Bytes(off, 64<<10)
			if err == nil {
				err = r.ctx.Err()
			}
			if err != nil {
				return r.fail(err)
			}
			for _, ch := range b {
				switch {
				case ch == '\n':
					c[0]++
					in = false
				case ch == ' ' || ch >= '\t' && ch <= '\r':
					in = false
				case ch > ' ' && ch != 0x7F && !in:
					c[1]++
					in = true
				}
			}
			off += int64(len(b))
		}
		c[2] += p.Size()
		return true
	})
	return c
}
