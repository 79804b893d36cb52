// Package sgr turns one look of a terminal's text into another with few bytes (the sequences called SGR).
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
)

// Take changes the style as a sequence says; false when that is not known.
func (s *Style) Take(sequence string) bool {
	params, begins := strings.CutPrefix(sequence, "\x1b[")
	params, ends := strings.CutSuffix(params, "m")
	if !begins || !ends {
		return false
	}
	for more := true; more; {
		var first string
		if first, params, more = nextParams(params); !s.takeParams(first) {
			return false
		}
	}
	return true
}

// nextParams cuts off the parameters that belong together: one, or those of a colour.
func nextParams(params string) (first, rest string, more bool) {
	first, rest, more = strings.Cut(params, ";")
	size := len(first)
	if first == "38" || first == "48" {
		further := 4 // a colour of 24 bits
		if strings.HasPrefix(rest, "5;") {
			further = 2 // one of the palette
		}
		for ; more && further > 0; further-- {
			var one string
			one, rest, more = strings.Cut(rest, ";")
			size += len(";") + len(one)
		}
	}
	return params[:size], rest, more
}

// takeParams takes parameters that belong together; false when they are unknown.
func (s *Style) takeParams(params string) bool {
	if colour, ok := strings.CutPrefix(params, "38;"); ok && isColour(colour) {
		s.fg = params
		return true
	}
	if colour, ok := strings.CutPrefix(params, "48;"); ok && isColour(colour) {
		s.bg = params
		return true
	}
	n, err := strconv.ParseUint(cmp.Or(params, "0"), 10, 8)
	switch {
	case err != nil:
		return false
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
		s.fg = params
	case n >= 40 && n <= 47, n >= 100 && n <= 107:
		s.bg = params
	case n == 39:
		s.fg = ""
	case n == 49:
		s.bg = ""
	default:
		return false
	}
	return true
}

// isColour reports whether parameters behind 38 or 48 are a colour of the palette or of 24 bits.
func isColour(params string) bool {
	further := strings.Count(params, ";")
	if strings.Contains(params, ";;") || strings.HasSuffix(params, ";") {
		return false
	}
	return strings.HasPrefix(params, "5;") && further == 1 || strings.HasPrefix(params, "2;") && further == 3
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
