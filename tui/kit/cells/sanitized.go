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

	l := Layout([]byte(s), Drawing{LineEnd: true, Continued: true})
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

// OneLine is [Sanitize] of a text for one row: its line ends are signs.
func OneLine(s string) string { return Sanitize(strings.ReplaceAll(s, "\n", "␊")) }

// FirstClauses is a text without its last clauses, so that it takes at most width cells where that is possible: what it
// says last says the least. The first clause stays.
func FirstClauses(text string, width int) string {
	for Width(text) > width {
		end := max(strings.LastIndex(text, " · "), strings.LastIndex(text, ", "))
		if end < 0 {
			break
		}
		text = text[:end]
	}
	return text
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
	if width, ok := widthOfSingles(s); ok {
		return width // as nearly all words of the screen's own rows are
	}

	width := 0
	for s = ansi.Strip(s); s != ""; {
		cluster, w := First(s)
		width += w
		s = s[len(cluster):]
	}

	return width
}

// widthOfSingles is the width of a text all of whose characters are single, with colours or without; false for another.
func widthOfSingles(s string) (width int, ok bool) {
	for i := 0; i < len(s); {
		c := s[i]
		size := 1
		switch {
		case c >= 0x20 && c < 0x7F:
			width++
		case c == 0x1B:
			size = colourLen(s[i:])
			if size == 0 {
				return 0, false
			}
		default:
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			if !isSingle(r) {
				return 0, false
			}
			width++
		}

		i += size
	}

	return width, true
}

// isSingle reports whether a character past ASCII is one that the screen's own words and lines are made of: it fills
// one cell and joins with no other such character.
func isSingle(r rune) bool {
	switch {
	case r >= 0xA1 && r <= 0x17F:
		return r != 0xAD // a soft hyphen
	case r >= 0x2010 && r <= 0x2027: // dashes, quotation marks, the ellipsis
		return true
	case r >= 0x2190 && r <= 0x2193: // arrows
		return true
	}
	return r >= 0x2500 && r <= 0x25CF // lines, blocks, triangles
}

// colourLen is the length of the sequence that sets colours which a text begins with; 0 where it begins with another.
func colourLen(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}

	for i := len("\x1b["); i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case (c < '0' || c > '9') && c != ';' && c != ':':
			return 0
		}
	}

	return 0
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
