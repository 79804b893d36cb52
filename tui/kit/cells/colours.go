package cells

import (
	"bytes"
	"unicode/utf8"

	"eyeline/reader/search"
	"eyeline/tui/kit/sgr"
)

// Programs colour what they pipe to a pager by SGR sequences, and manual pages print a character over itself for bold
// and over an underscore for underlined. With Options.Colours both are shown as what they mean, and of a link its text;
// all other sequences stay marks. What is sent to the terminal is made from the numbers read, never copied.

// erase is the length of a sequence that erases to the line's end, which gives the rest of the line the background of
// then: 0 without one. Highlighters of differences write it so that a line is tinted to the edge of the screen.
func erase(p []byte) int {
	for _, erase := range []string{"\x1b[K", "\x1b[0K"} {
		if bytes.HasPrefix(p, []byte(erase)) {
			return len(erase)
		}
	}
	return 0
}

// maxRun is the most bytes of a sequence that one run has: a run's size is a byte.
const maxRun = 255

// overstruck reads a character printed over another at the start of p: where the last one begins, the length of all,
// and the SGR numbers of what this means. The length is 0 without one.
func overstruck(p []byte) (last, n int, on []int) {
	first, size := utf8.DecodeRune(p)
	if size == 0 || size >= len(p) || p[size] != '\b' || first < 0x20 || first == utf8.RuneError && size == 1 {
		return 0, 0, nil
	}

	n = size
	for n < len(p) && p[n] == '\b' {
		r, k := utf8.DecodeRune(p[n+1:])
		switch {
		case k == 0 || r < 0x20 || r == utf8.RuneError && k == 1:
			return 0, 0, nil
		case r == first:
			on = append(on, sgr.Bold)
		case first == '_':
			on = append(on, sgr.Underline)
			first = r
		case r == '_':
			on = append(on, sgr.Underline)
			n += 1 + k
			continue // the character stays
		default:
			first = r // the later hides the earlier
		}

		last = n + 1
		n += 1 + k
	}

	return last, n, on
}

// sequence lays out a sequence that sets a colour, tints the rest of the line, or begins or ends a link.
func (y *layouter) sequence(i int) int {
	p := y.data[i:]
	n, params := sgr.Read(p)
	isColour := n > 0
	if !isColour {
		n = erase(p)
	}

	erases := n > 0 && !isColour
	if n == 0 {
		n = search.Hyperlink(p)
	}
	if n == 0 || y.joinsOver(i, i+n) {
		return 0 // as a mark it keeps apart what would join
	}

	if isColour {
		y.style.Apply(params)
		y.style = y.style.Calm()
	}

	if erases {
		y.rest = y.style.Background().String()
	}

	for from := 0; from < n; from += maxRun {
		y.one(i+from, min(n-from, maxRun), 0, sequence)
	}

	y.state = open
	y.turn(i+n, y.style)
	return n
}

// maxStruck is how many bytes of characters printed over each other are read as one; a run's size is a byte.
const maxStruck = 64

// overstruck lays out characters printed over each other.
func (y *layouter) overstruck(i int) int {
	p := y.data[i:]
	last, n, on := overstruck(p)
	if n == 0 || n > maxStruck {
		return 0
	}

	// The character must be drawn as itself alone, also beside what follows.
	r, size := utf8.DecodeRune(p[last:])
	var joined [2 * utf8.UTFMax]byte
	k := copy(joined[:], p[last:last+size])
	k += copy(joined[k:], p[n:])
	whole, w := First(joined[:k])
	if len(whole) != size || w < 1 || w > 2 || joiner(r) || hidden(r) || otherBlank(r) || prepends(r) ||
		extends(r) {
		return 0
	}

	before := y.style
	y.style.Apply(on)
	y.turn(i, y.style)
	y.one(i, n, w, overstrike)
	y.style = before
	y.state = closed
	y.turn(i+n, y.style)
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
	whole, _ := First(p)
	return len(whole) > before
}

// joiner reports whether r joins with letters of its own kind beside it: parts of Hangul syllables, halves of flags.
func joiner(r rune) bool {
	return r >= 0x1100 && r <= 0x11FF || r >= 0xA960 && r <= 0xA97F || r >= 0xAC00 && r <= 0xD7FF ||
		r >= 0x1F1E6 && r <= 0x1F1FF
}

// turn ends the present colour at an offset, where another one begins.
func (y *layouter) turn(at int, next sgr.Style) {
	if y.open != "" && at > y.from {
		y.colours = append(y.colours, Span{y.from, at, y.open})
	}
	y.from = at
	y.open = next.String()
}

// Uncoloured is s as Options.Colours shows it, without the sequences that set colours: characters printed over each
// other become the last one.
func Uncoloured(s string) string {
	l := Layout([]byte(s), Drawing{Colours: true, Whole: true})
	out := make([]byte, 0, len(s))
	for i := range l.runs {
		switch r := &l.runs[i]; r.kind {
		case sequence: // it is left out
		case overstrike:
			for at := r.start; at < r.end(); at += int(r.size) {
				out = overstrike.appendCells(out, l.data[at:at+int(r.size)], 0, 1)
			}
		default:
			out = append(out, s[r.start:r.end()]...)
		}
	}

	return string(out)
}
