// Package sgr turns one look of a terminal's text into another with few bytes (the sequences called SGR).
package sgr

import (
	"math/bits"
	"strconv"
	"strings"
)

// Style is a look: attributes and colours. The zero value is the terminal's own.
type Style struct {
	attributes uint16 // bit n is SGR parameter n, 1 to 9
	fg, bg     string // parameters, such as 31 or 38;2;1;2;3; "" is the terminal's own
}

const reverse, underline, blink, struck = 1 << 7, 1 << 4, 1<<5 | 1<<6, 1 << 9

// Parse is the look after the sequences of a text that has nothing else. It returns false for one that it does not
// know.
func Parse(sequences string) (Style, bool) {
	var s Style
	for sequences != "" {
		end := strings.IndexByte(sequences, 'm')
		if end < 0 || !strings.HasPrefix(sequences, "\x1b[") || !s.apply(sequences[2:end]) {
			return Style{}, false
		}
		sequences = sequences[end+1:]
	}
	return s, true
}

// apply changes the look as the parameters of one sequence say; false when they are unknown.
func (s *Style) apply(params string) bool {
	for more := true; more; {
		var p string
		whole := params
		p, params, more = strings.Cut(params, ";")
		n, err := strconv.Atoi(p)
		if err != nil && p != "" {
			return false
		}
		switch {
		case n == 0:
			*s = Style{}
		case n >= 1 && n <= 9:
			s.attributes |= 1 << n
		case n == 22:
			s.attributes &^= 1<<1 | 1<<2
		case n >= 23 && n <= 29 && n != 26:
			s.attributes &^= 1 << (n - 20)
			if n == 25 {
				s.attributes &^= blink
			}
		case n >= 30 && n <= 37, n >= 90 && n <= 97:
			s.fg = p
		case n >= 40 && n <= 47, n >= 100 && n <= 107:
			s.bg = p
		case n == 39:
			s.fg = ""
		case n == 49:
			s.bg = ""
		case n == 38 || n == 48:
			colour, rest, ok := colourOf(whole)
			if !ok {
				return false
			}
			if n == 38 {
				s.fg = colour
			} else {
				s.bg = colour
			}
			params, more = strings.CutPrefix(rest, ";")
		default:
			return false
		}
	}
	return true
}

// colourOf divides parameters after a colour of the palette or of 24 bits.
func colourOf(params string) (colour, rest string, ok bool) {
	want := 0 // parameters after the first two
	switch {
	case strings.HasPrefix(params[2:], ";5;"):
		want = 1
	case strings.HasPrefix(params[2:], ";2;"):
		want = 3
	default:
		return "", "", false
	}
	at := len("38;5;")
	for i := range want {
		start := at
		for at < len(params) && params[at] >= '0' && params[at] <= '9' {
			at++
		}
		if at == start {
			return "", "", false
		}
		if i < want-1 {
			if at == len(params) || params[at] != ';' {
				return "", "", false
			}
			at++
		}
	}
	return params[:at], params[at:], at == len(params) || params[at] == ';'
}

// After is the look after one more sequence; false when that is not known.
func (s Style) After(sequence string) (Style, bool) {
	params, begins := strings.CutPrefix(sequence, "\x1b[")
	params, ends := strings.CutSuffix(params, "m")
	ok := begins && ends && s.apply(params)
	return s, ok
}

// Erases reports whether what is erased while the look is on becomes the terminal's own blank: on every terminal,
// whether it erases with the background that is on or with its own.
func (s Style) Erases() bool { return s.attributes == 0 && s.bg == "" }

// Background is the background of the look alone.
func (s Style) Background() Style { return Style{bg: s.bg} }

// Blank is what can be seen of the look where there is a blank.
func (s Style) Blank() Style {
	if s.attributes&(reverse|underline|blink|struck) != 0 {
		return s
	}
	return Style{bg: s.bg}
}

// String is the sequence that begins the look, "" for the terminal's own.
func (s Style) String() string { return string(s.append(nil, Style{}, true)) }

// Append appends the sequence that turns one look into another, and the shorter of two that do.
func Append(dst []byte, from, to Style) []byte {
	if from == to {
		return dst
	}
	if to == (Style{}) {
		return append(dst, "\x1b[m"...)
	}
	at := len(dst)
	dst = to.append(dst, from, false)
	if from.fg == "" && from.bg == "" && to.fg == "" && to.bg == "" {
		dst = dst[:at] // a terminal without colours may not know how to end one attribute
	}
	var room [64]byte
	if again := to.append(room[:0], Style{}, from == Style{}); len(dst) == at || len(again) < len(dst)-at {
		return append(dst[:at], again...)
	}
	return dst
}

// append appends the parameters that differ from another look's. Unless that is what is shown, all is ended first.
func (s Style) append(dst []byte, from Style, shown bool) []byte {
	start := len(dst)
	dst = append(dst, "\x1b["...)
	first := true
	param := func(p string) {
		if !first {
			dst = append(dst, ';')
		}
		dst = append(dst, p...)
		first = false
	}
	if from == (Style{}) && !shown {
		param("")
		first = false
	}
	off, on := from.attributes&^s.attributes, s.attributes&^from.attributes
	if off&(1<<1|1<<2) != 0 {
		param("22")
		off &^= 1<<1 | 1<<2
		on |= s.attributes & (1<<1 | 1<<2)
	}
	if off&blink != 0 {
		param("25")
		off &^= blink
		on |= s.attributes & blink
	}
	for ; off != 0; off &= off - 1 {
		param(strconv.Itoa(20 + bits.TrailingZeros16(off)))
	}
	for ; on != 0; on &= on - 1 {
		param(strconv.Itoa(bits.TrailingZeros16(on)))
	}
	for _, c := range [2]struct{ from, to, own string }{{from.fg, s.fg, "39"}, {from.bg, s.bg, "49"}} {
		switch {
		case c.from == c.to:
		case c.to == "":
			param(c.own)
		default:
			param(c.to)
		}
	}
	if first {
		return dst[:start]
	}
	return append(dst, 'm')
}
