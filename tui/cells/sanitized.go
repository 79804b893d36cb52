package cells

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Sanitize makes a text of one line safe to draw: names, patterns, error texts. Every control character becomes a
// mark, '\n' and '\t' too.
func Sanitize(s string) string {
	if plainLen([]byte(s)) == len(s) {
		return s
	}
	l := Layout([]byte(s), Options{LineEnd: true, Continued: true})
	b := make([]byte, 0, len(s)+16)
	for i := range l.runs {
		r := &l.runs[i]
		for at := r.start; at < r.end(); at += int(r.size) {
			if k := r.kind; s[at] == '\t' {
				b = control.appendCells(b, l.data[at:at+1], 0, 2)
			} else {
				b = k.appendCells(b, l.data[at:at+int(r.size)], 0, int(r.cells))
			}
		}
	}
	return string(b)
}

// Width is the number of cells of a sanitized text.
func Width(s string) int {
	n := 0
	for _, r := range s {
		if !alone(r) {
			return ansi.StringWidth(s)
		}
		n++
	}
	return n
}

// alone reports whether r is one of the characters of our own words that take one cell and join with none of their
// kind: ASCII, Latin letters and signs, dashes and dots, arrows, lines and blocks.
func alone(r rune) bool {
	return r < 0x7F || r > 0xA0 && r < 0x300 && r != 0xAD || r >= 0x2010 && r <= 0x2027 || r >= 0x2190 && r <= 0x2193 ||
		r == '≈' || r >= 0x2500 && r <= 0x259F
}

// Truncate cuts a sanitized text to at most width cells; a cut one ends with tail, if that fits.
func Truncate(s string, width int, tail string) string {
	if Width(s) <= width {
		return s
	}
	room := width - Width(tail)
	if room < 0 {
		room, tail = width, ""
	}
	end := 0
	for end < len(s) {
		cluster, w := ansi.FirstGraphemeCluster(s[end:], ansi.GraphemeWidth)
		if room -= w; room < 0 {
			break
		}
		end += len(cluster)
	}
	return s[:end] + tail
}

// TruncateLeft cuts a sanitized text to its last cells, at most width; a cut one begins with head, if that fits.
func TruncateLeft(s string, width int, head string) string {
	over := Width(s) - width
	if over <= 0 {
		return s
	}
	if w := Width(head); w > width {
		head = ""
	} else {
		over += w
	}
	for over > 0 && s != "" {
		cluster, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		over -= w
		s = s[len(cluster):]
	}
	return head + s
}

// Pad makes a sanitized text exactly width cells: blanks are added, or the end is cut off.
func Pad(s string, width int) string {
	s = Truncate(s, width, "")
	return s + strings.Repeat(" ", max(width-Width(s), 0))
}
