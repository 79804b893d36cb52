package cells

import (
	"strings"
	"unicode/utf8"

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
			kind := r.kind
			cells := int(r.cells)
			if s[at] == '\t' {
				kind = control
				cells = 2
			}
			b = kind.appendCells(b, l.data[at:at+int(r.size)], 0, cells)
		}
	}

	return string(b)
}

// clusterBytes is how many bytes of a text fill a cell, mostly one.
const clusterBytes = 32

// SanitizeFirst is [Sanitize] of the beginning of a text that may be long: of a part that fills width cells and more,
// since the text is cut there.
func SanitizeFirst(s string, width int) string {
	end := clusterBytes * (max(width, 0) + 1)
	if len(s) <= end {
		return Sanitize(s)
	}

	for range utf8.UTFMax {
		if utf8.RuneStart(s[end]) {
			break
		}

		end--
	}

	return Sanitize(s[:end]) + "…"
}

// Width is the number of cells of a sanitized text, which may have colours.
func Width(s string) int {
	if n := plainLen([]byte(s)); n == len(s) {
		return n // as nearly all words of the screen's own rows are
	}

	width := 0
	for s = ansi.Strip(s); s != ""; {
		cluster, w := First(s)
		width += w
		s = s[len(cluster):]
	}

	return width
}

// Truncate cuts a sanitized text to at most width cells; a cut one ends with tail, if that fits.
func Truncate(s string, width int, tail string) string {
	if Width(s) <= width {
		return s
	}
	room := width - Width(tail)
	if room < 0 {
		room = width
		tail = ""
	}
	return beginning(s, room) + tail
}

// beginning is what of a sanitized text fits into width cells. The rest is not looked at.
func beginning(s string, width int) string {
	end := 0
	for end < len(s) {
		cluster, w := First(s[end:])
		width -= w
		if width < 0 {
			break
		}

		end += len(cluster)
	}

	return s[:end]
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
		cluster, w := First(s)
		over -= w
		s = s[len(cluster):]
	}

	return head + s
}

// TruncateMiddle cuts a sanitized text to width cells at most; a cut one has mark in place of its middle, if that fits.
func TruncateMiddle(s string, width int, mark string) string {
	room := width - Width(mark)
	if Width(s) <= width || room < 2 {
		return Truncate(s, width, "")
	}
	head := Truncate(s, room/2, "")
	return head + mark + TruncateLeft(s[len(head):], room-Width(head), "")
}

// Pad makes a sanitized text exactly width cells: blanks are added, or the end is cut off.
func Pad(s string, width int) string {
	s = Truncate(s, width, "")
	return s + strings.Repeat(" ", max(width-Width(s), 0))
}
