package cells

import (
	"bytes"
	"strconv"
	"strings"
)

// maxSequence and maxParams bound what is read of a sequence, in bytes and in numbers.
const (
	maxSequence = 202
	maxParams   = 17
)

// sub marks a number after a ':': it belongs to the number before it (ISO 8613-6).
const sub = 1 << 16

// attributes are how text is drawn by the SGR sequences before it.
type attributes struct {
	fg, bg string // 31, or 38;5;200, or 38;2;r;g;b; "" for none
	on     uint16 // bit n is set while SGR n is
}

const (
	bold      = 1
	dim       = 2
	italic    = 3
	underline = 4
	reverse   = 7
	strike    = 9
	known     = 1<<bold | 1<<dim | 1<<italic | 1<<underline | 1<<reverse | 1<<strike
)

// sgr reads an SGR sequence at the start of p: its length, 0 when there is none, and its numbers.
func sgr(p []byte) (n int, params []int) {
	body, ok := bytes.CutPrefix(p[:min(len(p), maxSequence)], []byte("\x1b["))
	end := bytes.IndexFunc(body, func(r rune) bool { return r < '0' || r > ';' }) // of digits, ':' and ';'
	if !ok || end < 0 || body[end] != 'm' {
		return 0, nil
	}
	if end == 0 {
		return len("\x1b[m"), nil
	}
	for group := range strings.SplitSeq(string(body[:end]), ";") {
		for i, number := range strings.Split(group, ":") {
			v, _ := strconv.Atoi(number) // 0 where there is none
			v = min(v, 9999)
			if i > 0 {
				v |= sub
			}
			params = append(params, v)
		}
	}
	if len(params) > maxParams {
		return 0, nil
	}
	return len("\x1b[") + end + 1, params
}

// apply changes the attributes as a sequence's numbers say (ECMA-48, 8.3.117; ISO 8613-6 for 38 and 48). Unknown ones
// are passed over.
func (a *attributes) apply(params []int) {
	if len(params) == 0 {
		*a = attributes{}
	}
	for i := 0; i < len(params); i++ {
		if v := params[i]; v == 38 || v == 48 || v == 58 {
			n, colour := colourOf(params[i:])
			switch {
			case n == 0:
				return // nothing that follows can be trusted
			case colour == "":
			case v == 38:
				a.fg = colour
			case v == 48:
				a.bg = colour
			}
			i += n - 1
		} else {
			a.set(v, params[i+1:])
		}
		for i+1 < len(params) && params[i+1]&sub != 0 {
			i++
		}
	}
}

// set changes the attributes by a number of one sequence; rest are those after it.
func (a *attributes) set(v int, rest []int) {
	switch {
	case v == 0:
		*a = attributes{}
	case v == underline && len(rest) > 0 && rest[0] == 0|sub: // 4:0 is none, 4:3 a wavy one
		a.on &^= 1 << underline
	case v < 10:
		a.on |= 1 << v & known
	case v == 22:
		a.on &^= 1<<bold | 1<<dim
	case v >= 23 && v <= 29:
		a.on &^= 1 << (v - 20)
	case v >= 30 && v <= 37 || v >= 90 && v <= 97:
		a.fg = strconv.Itoa(v)
	case v >= 40 && v <= 47 || v >= 100 && v <= 107:
		a.bg = strconv.Itoa(v)
	case v == 39:
		a.fg = ""
	case v == 49:
		a.bg = ""
	}
}

// colourOf reads a colour that begins with 38, 48 or 58: how many numbers it takes, 0 when that is not known, and the
// numbers to send for it; "" for one that no terminal has.
func colourOf(params []int) (n int, colour string) {
	n = 1
	for n < len(params) && params[n]&sub != 0 {
		n++
	}
	var values []int // 5;index or 2;r;g;b
	switch {
	case n > 5 && params[1] == 2|sub: // with a colour space before the numbers, mostly an empty one
		values = append([]int{2}, params[3:6]...)
	case n > 1:
		values = params[1:n]
	case len(params) > 2 && params[1] == 5:
		n, values = 3, params[1:3]
	case len(params) > 4 && params[1] == 2:
		n, values = 5, params[1:5]
	default:
		return 0, ""
	}
	colour = strconv.Itoa(params[0])
	for _, v := range values {
		if v &^= sub; v > 255 {
			return n, ""
		}
		colour += ";" + strconv.Itoa(v)
	}
	if kind := values[0] &^ sub; kind == 5 && len(values) == 2 || kind == 2 && len(values) == 4 {
		return n, colour
	}
	return n, ""
}

// open is the sequence that begins text with the attributes; "" for plain text.
func (a *attributes) open() string {
	var params []string
	for v := range 10 {
		if a.on&(1<<v) != 0 {
			params = append(params, strconv.Itoa(v))
		}
	}
	for _, colour := range []string{a.fg, a.bg} {
		if colour != "" {
			params = append(params, colour)
		}
	}
	if len(params) == 0 {
		return ""
	}
	return "\x1b[" + strings.Join(params, ";") + "m"
}
