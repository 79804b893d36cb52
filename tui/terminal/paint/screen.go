// Package paint, which changes without notice, makes a terminal show another screen with few bytes.
//
// Rows that only moved are moved by margins and a line feed, or a reverse one. (The Linux console has no SU and SD.) Of
// the other rows the cells that differ are written. Margins, style and place stay as they are from one frame to the
// next.
//
// What is erased or scrolled in is so only while the terminal's own background is on, since terminals differ in what it
// becomes otherwise. After a character in the last column, and after one whose width terminals may not agree on, the
// cursor's column counts as not known. A frame below one kibibyte is no synchronised update: a terminal reads it whole
// before it shows any of it.
package paint

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"eyeline/tui/kit/sgr"
)

const (
	eraseRight = "\x1b[K"
	wrapOn     = "\x1b[?7h"
	wrapOff    = "\x1b[?7l"
	blankAll   = "\x1b[r\x1b[m\x1b[H\x1b[J"
	noMargins  = "\x1b[r"
	ownLook    = "\x1b[m"

	// A synchronised update shows all of a frame at once.
	syncBegin = "\x1b[?2026h"
	syncEnd   = "\x1b[?2026l"
	// leastSynced is from how many bytes on a frame is one. Terminals read more than that before they show any of it.
	leastSynced = 1024

	// blankRun is the least number of cells that are erased instead of written.
	blankRun = 4
)

// Screen knows what a terminal shows and which state it is in, and makes it show something else with few bytes.
type Screen struct {
	// Raw says that a line feed leaves the cursor in its column.
	Raw bool

	rows       []string // row by row; nil when they are not known
	width      int      // of the widest row so far
	pen        pen
	margins    scroll // without n; the zero value: none
	out        []byte // what is being made of a frame
	have, want []cell // of the row that is painted
}

// pen is where the terminal writes next, and in which style. Rows and columns are 0-based, -1 when not known.
type pen struct {
	row, col int
	style    sgr.Style
}

// SetRaw says whether a line feed leaves the cursor in its column.
func (s *Screen) SetRaw(raw bool) { s.Raw = raw }

// Forget says that nothing is known of the terminal.
func (s *Screen) Forget() { *s = Screen{Raw: s.Raw, have: s.have, want: s.want} }

// Moved says that the cursor was moved by others, and nothing else.
func (s *Screen) Moved() {
	s.pen.row = -1
	s.pen.col = -1
}

// Leave is what ends the margins and the style, for others that write to the terminal. Its state is forgotten.
func (s *Screen) Leave() string {
	end := ""
	if s.margins != (scroll{}) {
		end = noMargins
	}
	end += sgr.Change(s.pen.style, sgr.Style{})
	s.Forget()
	return end
}

// Update appends what makes the terminal show other rows, which are as many as it has and no wider. They have no
// sequences but those of styles (SGR). The rows must not be changed afterwards.
func (s *Screen) Update(dst []byte, want []string) []byte {
	s.out = append(dst, syncBegin...)
	body := len(s.out)
	if len(s.rows) != len(want) {
		s.Forget()
		s.out = append(dst, syncBegin+blankAll...)
		s.rows = make([]string, len(want))
	} else if by, ok := findScroll(s.rows, want); ok {
		s.moveRows(by)
	}

	for i, row := range want {
		if row != s.rows[i] {
			s.row(i, s.rows[i], row)
		}
	}

	s.rows = want
	frame := s.out
	s.out = nil
	if len(frame)-body < leastSynced {
		return append(dst, frame[body:]...)
	}

	return append(frame, syncEnd...)
}

// moveRows moves rows, such that what comes in is the terminal's own blank.
func (s *Screen) moveRows(by scroll) {
	if set := (scroll{by.top, by.bottom, 0}); set != s.margins {
		s.out = fmt.Appendf(s.out, "\x1b[%d;%dr", by.top+1, by.bottom+1)
		s.margins = set
		s.pen.row = 0
		s.pen.col = 0
	}

	s.eraseInOwn()
	if row := by.margin(); s.pen.row != row {
		s.move(row, 0)
	}

	for range by.n {
		s.out = append(s.out, '\n')
	}

	for range -by.n {
		s.out = append(s.out, "\x1bM"...)
	}

	if by.n > 0 && !s.Raw && s.pen.col != 0 {
		s.pen.col = -1
	}

	s.rows = by.apply(s.rows)
}

// row paints the cells in which a row differs from what is shown of it.
func (s *Screen) row(row int, have, want string) {
	var known, ok bool
	s.have, known = apart(s.have[:0], have)
	s.want, ok = apart(s.want[:0], want)
	if !known || !ok { // it is painted from its beginning
		s.change(sgr.Style{})
		s.move(row, 0)
		s.out = append(s.out, eraseRight+want+ownLook...)
		s.pen.col = -1
		return
	}

	s.have = padded(s.have, len(s.want))
	s.want = padded(s.want, len(s.have))
	s.width = max(s.width, len(s.want))
	end := len(s.want)
	tail := len(s.want) // the cells from end on stay as they are, those from tail on are blank
	for end > 0 && s.want[end-1] == s.have[end-1] {
		end--
	}

	for tail > 0 && s.want[tail-1] == ownBlank {
		tail--
	}

	for col, c := range s.want[:end] {
		switch {
		case c.text == "" || c == s.have[col]: // the terminal shows it already
		case col >= tail && end-col >= blankRun:
			s.reach(row, col)
			s.eraseInOwn()
			s.out = append(s.out, eraseRight...)
			return
		default:
			s.reach(row, col)
			if !s.looksRight(c) {
				s.change(c.style)
			}
			s.write(c)
		}
	}
}

// padded is a row with blanks up to a width.
func padded(row []cell, width int) []cell {
	for len(row) < width {
		row = append(row, ownBlank)
	}
	return row
}

// eraseInOwn makes what is erased or scrolled in the terminal's own blank.
func (s *Screen) eraseInOwn() {
	if !s.pen.style.Erases() {
		s.change(sgr.Style{})
	}
}

// looksRight reports whether a cell looks right when it is written in the style that is on.
func (s *Screen) looksRight(c cell) bool {
	return c.style == s.pen.style || c.text == " " && c.style == s.pen.style.Blank()
}

// reach brings the cursor to a column of the row that is painted: over the cells before it, or by a move, whichever is
// shorter.
func (s *Screen) reach(row, col int) {
	if s.pen.row == row && s.pen.col == col {
		return
	}

	moved := appendMove(nil, s.pen, row, col, s.margins)
	from := s.pen.col
	if s.pen.row == row && from >= 0 && from < col && s.want[from].text != "" {
		size := 0
		for _, c := range s.want[from:col] {
			size += len(c.text)
			if c.text != "" && (!c.sure || !s.looksRight(c)) {
				size = len(moved) + 1
			}
		}

		if size <= len(moved) {
			for _, c := range s.want[from:col] {
				s.write(c)
			}
			return
		}
	}

	s.out = append(s.out, moved...)
	s.pen.row = row
	s.pen.col = col
}

// write draws a cell at the cursor, and moves the cursor behind it.
func (s *Screen) write(c cell) {
	s.pen.col += c.width
	if s.pen.col >= s.width && utf8.RuneCountInString(c.text) > 1 {
		// Without wrapping, tmux has the cursor on the last column after the letter, and lays the mark over the
		// letter before it.
		s.out = append(append(append(s.out, wrapOn...), c.text...), wrapOff...)
	} else {
		s.out = append(s.out, c.text...)
	}

	if c.text != "" && !c.sure || s.pen.col >= s.width { // at the right edge terminals differ
		s.pen.col = -1
	}
}

// change turns the style that is on into another.
func (s *Screen) change(to sgr.Style) {
	s.out = append(s.out, sgr.Change(s.pen.style, to)...)
	s.pen.style = to
}

// move brings the cursor to a place.
func (s *Screen) move(row, col int) {
	s.out = appendMove(s.out, s.pen, row, col, s.margins)
	s.pen.row = row
	s.pen.col = col
}

// appendMove appends the shortest way of the cursor to a place. At the lower margin a line feed would scroll.
func appendMove(dst []byte, from pen, row, col int, margins scroll) []byte {
	scrolls := margins != scroll{} && from.row == margins.bottom
	right := col - from.col
	switch {
	case from.row >= 0 && from.row+1 == row && col == 0 && !scrolls:
		return append(dst, "\r\n"...)
	case from.row != row:
		return fmt.Appendf(dst, "\x1b[%s%sH", param(row+1, ""), param(col+1, ";"))
	case from.col >= 0 && right == 0:
		return dst
	case col == 0:
		return append(dst, '\r')
	case from.col >= 0 && right > 0 && len(param(right, "")) < len(param(col+1, "")):
		return fmt.Appendf(dst, "\x1b[%sC", param(right, ""))
	}

	return fmt.Appendf(dst, "\x1b[%dG", col+1)
}

// param is a parameter after a sign, "" where it may be left out.
func param(n int, sign string) string {
	if n <= 1 {
		return ""
	}
	return sign + strconv.Itoa(n)
}
