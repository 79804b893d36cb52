// Package sgr, which changes without notice, turns one look of a terminal's text into another with few bytes (the
// sequences called SGR).
package sgr

import (
	"cmp"
	"strconv"
	"strings"
)

// Style is a look: attributes and colours. The zero value is the terminal's own.
type Style struct {
	attributes uint16 // bit n is SGR parameter n, 1 to 9
	fg, bg     string // parameters, such as 31 or 38;2;1;2;3; "" is the terminal's own
}

const (
	intensity = 1<<1 | 1<<2 // bold and faint, which end together
	blink     = 1<<5 | 1<<6
	seenBlank = 1<<4 | blink | 1<<7 | 1<<9 // what is seen of a blank: underlined, blinking, reversed, struck out
	conceal   = 1 << 8
)

// The numbers of some attributes.
const (
	Bold      = 1
	Underline = 4
)

// maxSequence and maxParams bound what is read of a sequence, in bytes and in numbers.
const (
	maxSequence = 202
	maxParams   = 17
)

// sub marks a number after a ':': it belongs to the number before it (ISO 8613-6).
const sub = 1 << 16

// Read reads a sequence at the start of p: its length, 0 without one, and its numbers, 0 where one is left out.
func Read[T string | []byte](p T) (n int, params []int) {
	if len(p) < len("\x1b[m") || p[0] != 0x1B || p[1] != '[' {
		return 0, nil
	}

	number := 0
	mark := 0
	for i := 2; i < min(len(p), maxSequence) && len(params) < maxParams; i++ {
		switch c := p[i]; c {
		case ';', ':', 'm':
			params = append(params, number|mark)
			number = 0
			mark = 0
			if c == ':' {
				mark = sub
			}
			if c == 'm' {
				return i + 1, params
			}
		default:
			if c < '0' || c > '9' {
				return 0, nil
			}
			number = min(10*number+int(c-'0'), 9999)
		}
	}

	return 0, nil
}

// Take changes the style as a sequence says; false when not all of that is known, or its last number is left out.
func (s *Style) Take(sequence string) bool {
	n, params := Read(sequence)
	return n > 0 && n == len(sequence) && !strings.HasSuffix(sequence, ";m") && s.Apply(params)
}

// Apply changes the style as the numbers of a sequence say (ECMA-48, 8.3.117; ISO 8613-6 for 38 and 48). Unknown ones
// are passed over; then it is false.
func (s *Style) Apply(params []int) (known bool) {
	known = true
	for i := 0; i < len(params); i++ {
		v := params[i]
		switch v {
		case 38, 48, 58:
			n, colour := colourOf(params[i:])
			if n == 0 {
				return false // nothing that follows can be trusted
			}

			known = s.setColour(v, colour) && known
			i += n - 1
		case Underline:
			if i+1 < len(params) && params[i+1] == 0|sub { // 4:0 ends the underline, 4:3 is a wavy one
				v = 24
			}
			fallthrough
		default:
			known = s.set(v) && known
		}

		for i+1 < len(params) && params[i+1]&sub != 0 {
			i++
			known = false
		}
	}

	return known
}

// setColour sets the colour that a parameter is for: 38 of the text, 48 of its background. It reports whether that is
// understood; "" is no colour.
func (s *Style) setColour(param int, colour string) bool {
	if colour == "" {
		return false
	}

	switch param {
	case 38:
		s.fg = colour
	case 48:
		s.bg = colour
	default: // of the underline
		return false
	}

	return true
}

// set changes the style by a number that stands alone; false when it is unknown.
func (s *Style) set(v int) bool {
	switch {
	case v == 0:
		*s = Style{}
	case v <= 9:
		s.attributes |= 1 << v
	case v == 22:
		s.attributes &^= intensity
	case v == 25:
		s.attributes &^= blink
	case v >= 23 && v <= 29 && v != 26:
		s.attributes &^= 1 << (v - 20)
	case v >= 30 && v <= 37, v >= 90 && v <= 97:
		s.fg = strconv.Itoa(v)
	case v >= 40 && v <= 47, v >= 100 && v <= 107:
		s.bg = strconv.Itoa(v)
	case v == 39:
		s.fg = ""
	case v == 49:
		s.bg = ""
	default:
		return false
	}

	return true
}

// colourOf reads a colour that begins with 38, 48 or 58: how many numbers it takes, 0 when that is not known, and the
// numbers to send for it; "" for one that no terminal has.
func colourOf(params []int) (n int, colour string) {
	n = 1
	for n < len(params) && params[n]&sub != 0 {
		n++
	}

	values, n := colourValues(params, n)
	if n == 0 {
		return 0, ""
	}

	colour = strconv.Itoa(params[0])
	for _, v := range values {
		v &^= sub
		if v > 255 {
			return n, ""
		}
		colour += ";" + strconv.Itoa(v)
	}

	kind := values[0] &^ sub
	if kind == 5 && len(values) == 2 || kind == 2 && len(values) == 4 {
		return n, colour
	}

	return n, ""
}

// colourValues are the numbers behind the first of params, 5;index or 2;r;g;b, and how many of params a colour takes,
// the first included; 0 where they are no colour. subs is how many of params belong together by colons.
func colourValues(params []int, subs int) (values []int, n int) {
	n = subs
	switch {
	case n > 5 && params[1] == 2|sub: // with a colour space before the numbers, mostly an empty one
		values = append([]int{2}, params[3:6]...)
	case n > 1:
		values = params[1:n]
	case len(params) > 2 && params[1] == 5:
		n = 3
		values = params[1:3]
	case len(params) > 4 && params[1] == 2:
		n = 5
		values = params[1:5]
	default:
		return nil, 0
	}

	return values, n
}

// Calm is the style without what blinks or hides text.
func (s Style) Calm() Style {
	s.attributes &^= blink | conceal
	return s
}

// Erases reports whether what is erased while the style is on becomes the terminal's own blank: on every terminal,
// whether it erases with the background that is on or with its own.
func (s Style) Erases() bool { return s.attributes == 0 && s.bg == "" }

// Blank is what can be seen of the style where there is a blank.
func (s Style) Blank() Style {
	if s.attributes&seenBlank != 0 {
		return s
	}
	return Style{bg: s.bg}
}

// Background is the background of the style alone.
func (s Style) Background() Style { return Style{bg: s.bg} }

// String is the sequence that begins the style, "" for the terminal's own.
func (s Style) String() string { return Change(Style{}, s) }

// Change is the sequence that turns one style into another: the shorter of what differs, and of all anew.
func Change(from, to Style) string {
	switch {
	case from == to:
		return ""
	case to == Style{}:
		return "\x1b[m"
	case from == Style{}:
		return "\x1b[" + to.params(from) + "m"
	}

	anew := "\x1b[;" + to.params(Style{}) + "m"
	differs := "\x1b[" + to.params(from) + "m"
	colours := from.fg+from.bg+to.fg+to.bg != ""
	if !colours || len(anew) < len(differs) {
		return anew // a terminal without colours may not know how to end one attribute
	}

	return differs
}

// params are the parameters of what differs from another style.
func (s Style) params(from Style) string {
	var list []string
	off := from.attributes &^ s.attributes
	on := s.attributes &^ from.attributes
	for _, both := range []struct {
		mask uint16
		end  string
	}{{intensity, "22"}, {blink, "25"}} {
		if off&both.mask != 0 {
			list = append(list, both.end)
			off &^= both.mask
			on |= s.attributes & both.mask
		}
	}

	for n := 1; n <= 9; n++ {
		if off&(1<<n) != 0 {
			list = append(list, strconv.Itoa(20+n))
		}
	}

	for n := 1; n <= 9; n++ {
		if on&(1<<n) != 0 {
			list = append(list, strconv.Itoa(n))
		}
	}

	if s.fg != from.fg {
		list = append(list, cmp.Or(s.fg, "39"))
	}
	if s.bg != from.bg {
		list = append(list, cmp.Or(s.bg, "49"))
	}

	return strings.Join(list, ";")
}
