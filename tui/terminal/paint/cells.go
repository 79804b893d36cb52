package paint

import (
	"strings"
	"unicode/utf8"

	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/sgr"
)

const esc = 0x1B

// cell is a column of a row: a character, or the second half of a wide one, which has no text.
type cell struct {
	text  string
	style sgr.Style // of a blank, what is seen of it
	width int
	// sure: terminals agree on how many columns the character takes.
	sure bool
}

// ownBlank is what an empty row consists of.
var ownBlank = cell{text: " ", width: 1, sure: true}

// apart takes a row apart; false when it has a sequence other than SGR, a character that takes no column of its own, or
// one whose columns are disputed.
func apart(dst []cell, row string) ([]cell, bool) {
	var on sgr.Style
	for row != "" {
		if row[0] == esc {
			end := strings.IndexByte(row, 'm') + 1
			if !on.Take(row[:end]) {
				return dst, false
			}
			row = row[end:]
			continue
		}

		g := row[:1]
		w := 1
		if row[0] >= 0x80 || len(row) > 1 && row[1] >= 0x80 { // by far most of the characters are ASCII
			g, w = cells.First(row)
		}
		if w < 1 || w > 2 || g[0] < 0x20 || g[0] == 0x7F || disputed(g) {
			return dst, false
		}

		row = row[len(g):]
		c := cell{text: g, style: on, width: w, sure: sure(g)}
		if g == " " {
			c.style = on.Blank()
		}

		dst = append(dst, c)
		if w == 2 {
			dst = append(dst, cell{style: on})
		}
	}

	return dst, true
}

// sure reports whether terminals agree on the width of a character that has been found to be one: of those with one
// form in a font, such as the lines and marks that the viewer draws, and of the wide ones of East Asia.
func sure(g string) bool {
	r, size := utf8.DecodeRuneInString(g)
	if size < len(g) {
		return false
	}
	return r <= 0x2FF || r >= 0x2010 && r <= 0x2027 || r >= 0x2030 && r <= 0x205E || r >= 0x2500 && r <= 0x25FF ||
		r >= 0x3041 && r <= 0x30FE || r >= 0x4E00 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3
}

// disputed reports whether terminals do not agree on the width of a character: of joined emoji, those made by a
// variation selector, flags.
func disputed(g string) bool {
	return strings.ContainsFunc(g, func(r rune) bool {
		return r == '\u200d' || r == '\ufe0f' || r >= 0x1F1E6 && r <= 0x1F1FF
	})
}
