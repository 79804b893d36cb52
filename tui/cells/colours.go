package cells

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/search"
)

// Programs colour what they pipe to a pager by SGR sequences, and manual pages print a character over itself for bold
// and over an underscore for underlined. With Options.Colours both are shown as what they mean, and of a link its text;
// all other sequences stay marks. What is sent to the terminal is made from the numbers read, never copied.

// maxParams is how many numbers of a sequence are read.
const maxParams = 16

// sub marks a number after a ':': it belongs to the number before it (ISO 8613-6).
const sub = 1 << 16

// look is how text is coloured by what comes before it.
type look struct {
	fg, bg    []int // the numbers of a colour: 31, or 38;5;200, or 38;2;r;g;b
	bold, dim bool
	italic    bool
	underline bool
	reverse   bool
	strike    bool
}

// sgr reads an SGR sequence at the start of p: its length, 0 when there is none, and its numbers.
func sgr(p []byte) (n int, params []int) {
	if len(p) < 3 || p[0] != 0x1B || p[1] != '[' {
		return 0, nil
	}
	value, given, mark := 0, false, 0
	for i := 2; i < len(p); i++ {
		switch c := p[i]; {
		case c >= '0' && c <= '9':
			value, given = min(value*10+int(c-'0'), 9999), true
		case c == ';' || c == ':':
			params = append(params, value|mark)
			value, given, mark = 0, false, 0
			if c == ':' {
				mark = sub
			}
		case c == 'm':
			if given || len(params) > 0 {
				params = append(params, value|mark)
			}
			return i + 1, params
		default:
			return 0, nil
		}
		if len(params) > maxParams || i > 200 {
			return 0, nil
		}
	}
	return 0, nil
}

// erases says that p begins with the sequence that erases to the line's end, which programs write beside colours.
func erases(p []byte) int {
	for _, s := range []string{"\x1b[K", "\x1b[0K"} {
		if bytes.HasPrefix(p, []byte(s)) {
			return len(s)
		}
	}
	return 0
}

// unseen is the length of a sequence that is neither a colour nor seen: it erases, or begins or ends a link.
func unseen(p []byte) int {
	if n := erases(p); n > 0 {
		return n
	}
	return search.Hyperlink(p)
}

// maxRun is the most bytes of a sequence that one run has: a run's size is a byte.
const maxRun = 255

// apply changes a look as a sequence's numbers say (ECMA-48, 8.3.117; ISO 8613-6 for 38 and 48). Unknown ones are
// passed over.
func (k *look) apply(params []int) {
	if len(params) == 0 {
		*k = look{}
	}
	for i := 0; i < len(params); i++ {
		switch v := params[i]; {
		case v == 0:
			*k = look{}
		case v == 1:
			k.bold = true
		case v == 2:
			k.dim = true
		case v == 3:
			k.italic = true
		case v == 4:
			k.underline = i+1 >= len(params) || params[i+1] != 0|sub // 4:0 is none, 4:3 a wavy one
		case v == 7:
			k.reverse = true
		case v == 9:
			k.strike = true
		case v == 22:
			k.bold, k.dim = false, false
		case v == 23:
			k.italic = false
		case v == 24:
			k.underline = false
		case v == 27:
			k.reverse = false
		case v == 29:
			k.strike = false
		case v >= 30 && v <= 37 || v >= 90 && v <= 97:
			k.fg = []int{v}
		case v >= 40 && v <= 47 || v >= 100 && v <= 107:
			k.bg = []int{v}
		case v == 39:
			k.fg = nil
		case v == 49:
			k.bg = nil
		case v == 38 || v == 48 || v == 58:
			n, colour, ok := colourOf(params[i:])
			switch {
			case n == 0:
				return // nothing that follows can be trusted
			case ok && v == 38:
				k.fg = colour
			case ok && v == 48:
				k.bg = colour
			}
			i += n - 1
		}
		for i+1 < len(params) && params[i+1]&sub != 0 {
			i++
		}
	}
}

// colourOf reads a colour that begins with 38, 48 or 58: how many numbers it takes, 0 when that is not known, and the
// numbers to send for it. ok is false for one that no terminal has.
func colourOf(params []int) (n int, colour []int, ok bool) {
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
		return 0, nil, false
	}
	colour = append(colour, params[0])
	for _, v := range values {
		if v &^= sub; v > 255 {
			return n, nil, false
		}
		colour = append(colour, v)
	}
	ok = len(colour) == 3 && colour[1] == 5 || len(colour) == 5 && colour[1] == 2
	return n, colour, ok
}

// open is the sequence that begins a look; "" for a plain one.
func (k *look) open() string {
	var params []int
	for _, on := range []struct {
		set  bool
		code int
	}{{k.bold, 1}, {k.dim, 2}, {k.italic, 3}, {k.underline, 4}, {k.reverse, 7}, {k.strike, 9}} {
		if on.set {
			params = append(params, on.code)
		}
	}
	params = append(append(params, k.fg...), k.bg...)
	if len(params) == 0 {
		return ""
	}
	b := []byte("\x1b[")
	for i, v := range params {
		if i > 0 {
			b = append(b, ';')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return string(append(b, 'm'))
}

// overstruck reads a character printed over another at the start of p: where the last one begins, the length of all,
// and what that means. The length is 0 when there is none.
func overstruck(p []byte) (last, n int, bold, underline bool) {
	first, size := utf8.DecodeRune(p)
	if size == 0 || size >= len(p) || p[size] != '\b' || first < 0x20 || first == utf8.RuneError && size == 1 {
		return 0, 0, false, false
	}
	n = size
	for n < len(p) && p[n] == '\b' {
		r, k := utf8.DecodeRune(p[n+1:])
		switch {
		case k == 0 || r < 0x20 || r == utf8.RuneError && k == 1:
			return 0, 0, false, false
		case r == first:
			bold = true
		case first == '_':
			underline = true
			first = r
		case r == '_':
			underline = true
			n += 1 + k
			continue // the character stays
		default:
			first = r // the later hides the earlier
		}
		last = n + 1
		n += 1 + k
	}
	return last, n, bold, underline
}

// coloured lays out a sequence that sets a colour, or characters printed over each other; 0 when there is none.
func (y *layouter) coloured(i int) int {
	p := y.data[i:]
	if p[0] == 0x1B {
		n, params := sgr(p)
		isColour := n > 0
		if !isColour {
			n = unseen(p)
		}
		if n > 0 && y.joinsOver(i, i+n) {
			return 0 // as a mark it keeps them apart
		}
		if isColour {
			y.look.apply(params)
		}
		if n > 0 {
			for from := 0; from < n; from += maxRun {
				y.one(i+from, min(n-from, maxRun), 0, sequence)
			}
			y.state = open
			y.turn(i+n, y.look)
		}
		return n
	}
	last, n, bold, underline := overstruck(p)
	if n == 0 || n > maxStruck {
		return 0
	}
	// The character must be drawn as itself alone, also beside what follows.
	r, size := utf8.DecodeRune(p[last:])
	var joined [2 * utf8.UTFMax]byte
	k := copy(joined[:], p[last:last+size])
	k += copy(joined[k:], p[n:])
	whole, w := ansi.FirstGraphemeCluster(joined[:k], ansi.GraphemeWidth)
	if len(whole) != size || joiner(r) || w < 1 || w > 2 || hidden(r) || otherBlank(r) || prepends(r) ||
		y.measure.extends(r) {
		return 0
	}
	before := y.look
	y.look.bold, y.look.underline = before.bold || bold, before.underline || underline
	y.turn(i, y.look)
	y.one(i, n, w, struck)
	y.look, y.state = before, closed
	y.turn(i+n, y.look)
	return n
}

// joinsOver reports whether the character at after would join with the one before a sequence at i, and before those
// that are right before it, once they are not drawn.
func (y *layouter) joinsOver(i, after int) bool {
	for k := len(y.runs) - 1; k >= 0 && y.runs[k].kind == sequence; k-- {
		i = y.runs[k].start
	}
	_, before := utf8.DecodeLastRune(y.data[:i])
	next, _ := utf8.DecodeRune(y.data[after:])
	if before < 2 || next < utf8.RuneSelf {
		return false
	}
	var joined [2 * utf8.UTFMax]byte
	p := utf8.AppendRune(append(joined[:0], y.data[i-before:i]...), next)
	whole, _ := ansi.FirstGraphemeCluster(p, ansi.GraphemeWidth)
	return len(whole) > before
}

// joiner reports whether r joins with letters of its own kind beside it: parts of Hangul syllables, halves of flags.
func joiner(r rune) bool {
	return r >= 0x1100 && r <= 0x11FF || r >= 0xA960 && r <= 0xA97F || r >= 0xAC00 && r <= 0xD7FF ||
		r >= 0x1F1E6 && r <= 0x1F1FF
}

// maxStruck is how many bytes of characters printed over each other are read as one; a run's size is a byte.
const maxStruck = 64

// turn ends the present colour at an offset, where another one begins.
func (y *layouter) turn(at int, next look) {
	if y.open != "" && at > y.from {
		y.looks = append(y.looks, Span{y.from, at, y.open})
	}
	y.from, y.open = at, next.open()
}

// Uncoloured is s as Options.Colours shows it, without the sequences that set colours: characters printed over each
// other become the last one.
func Uncoloured(s string) string {
	p := []byte(s)
	out := make([]byte, 0, len(p))
	for len(p) > 0 {
		n, size := 0, 1
		if p[0] == 0x1B {
			if n, _ = sgr(p); n == 0 {
				n = unseen(p)
			}
			p = p[n:]
			if n > 0 {
				continue
			}
		} else if last, n, _, _ := overstruck(p); n > 0 {
			_, size = utf8.DecodeRune(p[last:])
			out = append(out, p[last:last+size]...)
			p = p[n:]
			continue
		} else if p[0] >= utf8.RuneSelf {
			_, size = utf8.DecodeRune(p)
		}
		out = append(out, p[:size]...)
		p = p[size:]
	}
	return string(out)
}
