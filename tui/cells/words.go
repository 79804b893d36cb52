package cells

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Sanitize makes a text of one line safe to draw: names, patterns, error texts. Every control character becomes a
// mark, '\n' and '\t' too.
func Sanitize(s string) string {
	clean := true
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7F {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	l := Layout([]byte(strings.ReplaceAll(s, "\t", " ")), Options{LineEnd: true})
	var b strings.Builder
	for _, c := range l.clusters {
		b.Write(l.text(c))
	}
	return b.String()
}

// Width is the number of cells of a sanitized text.
func Width(s string) int {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return ansi.StringWidth(s)
		}
	}
	return len(s)
}

// Truncate cuts a sanitized text to at most width cells; a cut one ends with tail, if that fits.
func Truncate(s string, width int, tail string) string {
	if Width(s) <= width {
		return s
	}
	if width <= 0 {
		return ""
	}
	if Width(tail) > width {
		tail = ""
	}
	return ansi.Truncate(s, width, tail)
}

// TruncateLeft cuts a sanitized text to its last cells, at most width; a cut one begins with head.
func TruncateLeft(s string, width int, head string) string {
	w := Width(s)
	if w <= width {
		return s
	}
	if width <= 0 {
		return ""
	}
	keep := width - Width(head)
	if keep < 0 {
		keep, head = width, ""
	}
	out := ansi.TruncateLeft(s, w-keep, "")
	for Width(out) > keep { // a wide character straddled the edge
		_, n := First([]byte(out))
		out = out[n:]
	}
	return head + out
}

// Pad makes a sanitized text exactly width cells: blanks are added, or the end is cut off.
func Pad(s string, width int) string {
	w := Width(s)
	if w > width {
		s = Truncate(s, width, "")
		w = Width(s)
	}
	return s + strings.Repeat(" ", max(width-w, 0))
}
