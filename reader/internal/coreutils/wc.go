package coreutils

import (
	"bytes"
	"cmp"
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"eyeline/reader/access"
	"eyeline/reader/internal/gnuname"
	"eyeline/reader/tools"
)

// wordCount has the counts of wc: line ends, words, characters, bytes, and the width of the longest line.
type wordCount [5]int64

// wcLetters are the options for these, in the same order.
const wcLetters = "lwmcL"

// wc imitates wc. Without options it prints lines, words and bytes.
func wc(c *Call, o options) (status int) {
	show := ""
	for _, f := range o.flags {
		show += f.name
	}

	show = cmp.Or(show, "lwc")
	operands, width := o.operands, c.countWidth(show, o.operands)
	var total wordCount
	status = c.each(operands, func(o operand) next {
		n := c.count(o.read, show)
		for k := range n {
			total[k] += n[k]
		}

		total[4] = max(total[4]-n[4], n[4])
		name := o.name
		if o.stdin && len(operands) == 0 {
			name = ""
		} else if !o.stdin && strings.Contains(name, "\n") {
			name = gnuname.Quoted(name, false)
		}

		c.Out(n.row(show, width, name))
		return goOn
	})
	if len(operands) > 1 {
		c.Out(total.row(show, width, "total"))
	}

	return status
}

// row returns a line of the output.
func (c wordCount) row(show string, width int, name string) Piece {
	var b []byte
	for i, n := range c {
		if strings.Contains(show, wcLetters[i:i+1]) {
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

// countWidth returns the width to which wc aligns numbers.
func (c *Call) countWidth(show string, operands []string) int {
	if strings.Trim(show, show[:1]) == "" && len(operands) <= 1 {
		return 1
	}
	if len(operands) == 0 {
		operands = []string{"-"}
	}

	width := 1
	size := int64(0)
	for _, name := range operands {
		if name == "-" {
			if c.In.File == nil {
				width = 7
				continue
			}
			size += c.In.File.Size()
			continue
		}

		f, err := c.Open(name)
		switch {
		case err == nil:
			size += f.Size()
		case errors.Is(err, access.ErrDirectory):
			width = 7
		}
	}

	return max(width, len(strconv.FormatInt(size, 10)))
}

// count counts a stream in one pass. It may omit what show does not have.
func (c *Call) count(read stream, show string) (n wordCount) {
	inWord, columns, rest := false, int64(0), []byte(nil)
	look := func(ch rune) {
		switch {
		case ch == '\n' || ch == '\r' || ch == '\f':
			n[4] = max(n[4], columns)
			columns = 0
		case ch == '\t':
			columns += 8 - columns%8
		case unicode.IsPrint(ch):
			columns += columnsOf(ch)
		}

		switch {
		case unicode.IsSpace(ch) && ch != 0x85 && ch != 0xA0:
			inWord = false
		case ch > ' ' && ch != 0x7F && !inWord:
			n[1]++
			inWord = true
		}
	}

	read(func(p Piece) bool {
		n[3] += p.Size()
		return c.chunks(p, func(_ int64, b []byte) bool {
			n[0] += int64(bytes.Count(b, []byte("\n")))
			if !strings.ContainsAny(show, "wmL") {
				return true
			}

			b = append(rest, b...)
			for len(b) > 0 && utf8.FullRune(b) {
				ch, size := utf8.DecodeRune(b)
				if b = b[size:]; ch != utf8.RuneError || size > 1 {
					n[2]++
				}
				look(ch)
			}

			rest = bytes.Clone(b)
			return true
		})
	})
	n[4] = max(n[4], columns)
	return n
}

// columnsOf returns how many columns a printable character takes in a terminal.
func columnsOf(r rune) int64 {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case width.LookupRune(r).Kind() == width.EastAsianWide, width.LookupRune(r).Kind() == width.EastAsianFullwidth:
		return 2
	}
	return 1
}
