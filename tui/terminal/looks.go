package terminal

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"eyeline/tui/terminal/sgr"
)

// look is the number of a style in a table; the terminal's own is 0.
type look uint16

// noLook is the look of a terminal of which that is not known.
const noLook look = 1<<16 - 1

// mostLooks bounds the table: a theme has few styles, and a text that sets its own colours not many more.
const mostLooks = 256

// looks is the table of the styles that rows have had so far, and of what turns one into another.
type looks struct {
	styles  []sgr.Style
	blanks  []look // what is seen of each in a blank
	numbers map[sgr.Style]look
	after   map[sequenceAfter]look
	changes [][]string // from one look to another; "" where it was not asked for
}

// sequenceAfter is a sequence while a look is on.
type sequenceAfter struct {
	look     look
	sequence string
}

func newLooks() looks {
	t := looks{numbers: map[sgr.Style]look{}, after: map[sequenceAfter]look{}}
	t.number(sgr.Style{})
	return t
}

func (t *looks) number(s sgr.Style) look {
	if n, known := t.numbers[s]; known {
		return n
	}
	n := look(len(t.styles))
	t.numbers[s] = n
	t.styles = append(t.styles, s)
	t.blanks = append(t.blanks, 0)
	if blank := s.Blank(); blank != s {
		t.blanks[n] = t.number(blank)
	} else {
		t.blanks[n] = n
	}
	return n
}

// then is the look after a sequence; false when that is not known.
func (t *looks) then(on look, sequence string) (look, bool) {
	key := sequenceAfter{on, sequence}
	if n, known := t.after[key]; known {
		return n, n != noLook
	}
	n := noLook
	if s, ok := t.styles[on].After(sequence); ok {
		n = t.number(s)
	}
	key.sequence = strings.Clone(sequence)
	t.after[key] = n
	return n, n != noLook
}

// full reports whether the table is to be begun again, before it takes the memory of all colours there are.
func (t *looks) full() bool { return len(t.styles) > mostLooks || len(t.after) > 4*mostLooks }

// change is the sequence that turns one look into another.
func (t *looks) change(from, to look) string {
	switch {
	case from == to:
		return ""
	case from == noLook:
		return ownLook + t.styles[to].String()
	}
	for len(t.changes) < len(t.styles) {
		t.changes = append(t.changes, nil)
	}
	known := t.changes[from]
	if int(to) >= len(known) {
		known = append(known, make([]string, len(t.styles)-len(known))...)
		t.changes[from] = known
	}
	if known[to] == "" {
		known[to] = string(sgr.Append(nil, t.styles[from], t.styles[to]))
	}
	return known[to]
}

// erases reports whether what is erased, or scrolled in, while the look is on is the terminal's own blank.
func (t *looks) erases(n look) bool { return n != noLook && t.styles[n].Erases() }

// cell is a column of a row: a character, or the second half of a wide one, which has no text. There are many of them,
// so the text is where it is in the row.
type cell struct {
	char rune   // the text where it is one character; 0 where there is none, several where it is more than one
	at   uint32 // where the text begins in the row
	look look   // of a blank, what is seen of it
	size uint8  // of the text, in bytes
	wide bool   // the character takes two columns
	// sure: terminals agree on how many columns the character takes.
	sure bool
}

// several stands for a text of more than one character, or of none that is UTF-8.
const several = -1

// ownBlank is what an empty row consists of.
var ownBlank = cell{char: ' ', size: 1, sure: true}

// same reports whether a cell of a row and one of another show the same; the rest of a cell follows from its text.
func (c *cell) same(row string, d *cell, other string) bool {
	return c.char == d.char && c.look == d.look && (c.char != several || sameText(c, row, d, other))
}

func sameText(c *cell, row string, d *cell, other string) bool {
	return row[c.at:][:c.size] == other[d.at:][:d.size]
}

// appendTo appends the text of a cell of a row.
func (c *cell) appendTo(dst []byte, row string) []byte {
	if c.char > 0 && c.char < utf8.RuneSelf {
		return append(dst, byte(c.char))
	}
	return append(dst, row[c.at:][:c.size]...)
}

// cells takes a row apart; false when it has a sequence other than SGR, a character that takes no column of its own, or
// one of which the columns are disputed.
func (t *looks) cells(dst []cell, row string) ([]cell, bool) {
	now, blank := look(0), look(0)
	for i := 0; i < len(row); {
		c := row[i]
		if c == esc {
			end := strings.IndexByte(row[i:], 'm')
			if end < 0 {
				return dst, false
			}
			next, ok := t.then(now, row[i:i+end+1])
			if !ok {
				return dst, false
			}
			now, blank = next, t.blanks[next]
			i += end + 1
			continue
		}
		if run := plainRun(row[i:]); run > 0 {
			dst = appendPlain(dst, row[i:i+run], uint32(i), now, blank)
			i += run
			continue
		}
		if r, n := utf8.DecodeRuneInString(row[i:]); line(r) && (i+n == len(row) || row[i+n] < 0x80) {
			dst = append(dst, cell{char: r, at: uint32(i), look: now, size: uint8(n), sure: true})
			i += n
			continue
		}
		g, w := ansi.FirstGraphemeCluster(row[i:], ansi.GraphemeWidth)
		if len(g) == 0 || len(g) > math.MaxUint8 || w < 1 || w > 2 || c < 0x20 || c == 0x7F || disputed(g) {
			return dst, false
		}
		char, n := utf8.DecodeRuneInString(g)
		if n < len(g) || char == utf8.RuneError {
			char = several
		}
		shown := now
		if char == ' ' {
			shown = blank
		}
		column := cell{char: char, at: uint32(i), look: shown, size: uint8(len(g)), wide: w == 2, sure: sure(g)}
		dst = append(dst, column)
		if w == 2 {
			dst = append(dst, cell{look: now})
		}
		i += len(g)
	}
	return dst, true
}

// plainRun is how many characters at the beginning of a text are printable ASCII, each of which takes one column: the
// last before others may make one with them.
func plainRun(text string) int {
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c >= 0x7F {
			if c >= 0x80 && i > 0 {
				if r, _ := utf8.DecodeRuneInString(text[i:]); !line(r) {
					return i - 1
				}
			}
			return i
		}
	}
	return len(text)
}

// appendPlain appends the cells of printable ASCII, which begins at a place of its row. Blanks have a look of their
// own.
func appendPlain(dst []cell, text string, at uint32, now, blank look) []cell {
	n := len(dst)
	dst = slices.Grow(dst, len(text))[:n+len(text)]
	room := dst[n:]
	for k := range len(room) {
		c, l := text[k], now
		if c == ' ' {
			l = blank
		}
		room[k] = cell{char: rune(c), at: at + uint32(k), look: l, size: 1, sure: true}
	}
	return dst
}

// line reports whether a character is one of the lines, blocks, quotation marks and the mark of the cursor that the
// viewer draws: each takes one column.
func line(r rune) bool {
	return r >= 0x2500 && r <= 0x259F || r == 0x25B8 || r == 0x2039 || r == 0x203A
}

// sure reports whether terminals agree on the width of a character that has been found to be one: of those of which a
// font has one form, as of the lines and marks that the viewer draws, and of the wide ones of East Asia.
func sure(g string) bool {
	var only rune
	for i, r := range g {
		if i > 0 {
			return false
		}
		only = r
	}
	switch {
	case only < 0x300, only >= 0x2010 && only <= 0x2027, only >= 0x2030 && only <= 0x205E,
		only >= 0x2500 && only <= 0x25FF:
		return true
	}
	return only >= 0x3041 && only <= 0x30FE || only >= 0x4E00 && only <= 0x9FFF || only >= 0xAC00 && only <= 0xD7A3
}

// disputed reports whether terminals do not agree on the width of a character: of joined emoji, those made by a
// variation selector, flags.
func disputed(g string) bool {
	for _, r := range g {
		if r == '\u200d' || r == '\ufe0f' || r >= 0x1F1E6 && r <= 0x1F1FF {
			return true
		}
	}
	return false
}
