// Package sgr turns one look of a terminal's text into another with few bytes (the sequences called SGR).
package sgr

import (
	"cmp"
	"slices"
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
)

// Take changes the style as a sequence says; false when that is not known.
func (s *Style) Take(sequence string) bool {
	params, begins := strings.CutPrefix(sequence, "\x1b[")
	params, ends := strings.CutSuffix(params, "m")
	if !begins || !ends {
		return false
	}
	for list := strings.Split(params, ";"); len(list) > 0; {
		size := s.takeFirst(list)
		if size == 0 {
			return false
		}
		list = list[size:]
	}
	return true
}

// takeFirst takes what the first of some parameters begins, and returns how many these are; 0 when they are unknown.
func (s *Style) takeFirst(list []string) int {
	n, err := strconv.ParseUint(cmp.Or(list[0], "0"), 10, 8)
	switch {
	case err != nil:
		return 0
	case n == 0:
		*s = Style{}
	case n <= 9:
		s.attributes |= 1 << n
	case n == 22:
		s.attributes &^= intensity
	case n == 25:
		s.attributes &^= blink
	case n >= 23 && n <= 29 && n != 26:
		s.attributes &^= 1 << (n - 20)
	case n >= 30 && n <= 37, n >= 90 && n <= 97:
		s.fg = list[0]
	case n >= 40 && n <= 47, n >= 100 && n <= 107:
		s.bg = list[0]
	case n == 39:
		s.fg = ""
	case n == 49:
		s.bg = ""
	case n == 38 || n == 48:
		size := sizeOfColour(list)
		colour := strings.Join(list[:size], ";")
		if n == 38 {
			s.fg = colour
		} else {
			s.bg = colour
		}
		return size
	default:
		return 0
	}
	return 1
}

// sizeOfColour is how many parameters a colour of the palette or of 24 bits takes; 0 when it is none.
func sizeOfColour(list []string) int {
	size := 0
	if len(list) > 1 {
		size = map[string]int{"5": 3, "2": 5}[list[1]]
	}
	if size == 0 || size > len(list) || slices.Contains(list[:size], "") {
		return 0
	}
	return size
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
	anew, differs := "\x1b[;"+to.params(Style{})+"m", "\x1b["+to.params(from)+"m"
	colours := from.fg+from.bg+to.fg+to.bg != ""
	if !colours || len(anew) < len(differs) {
		return anew // a terminal without colours may not know how to end one attribute
	}
	return differs
}

// params are the parameters of what differs from another style.
func (s Style) params(from Style) string {
	var list []string
	off, on := from.attributes&^s.attributes, s.attributes&^from.attributes
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
