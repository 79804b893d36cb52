// Package vt is a terminal's screen, for tests and for measuring: as much of one as the viewer and other pagers use.
package vt

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"eyeline/tui/kit/sgr"
)

// cell is a character on the screen; the second half of a wide one has width 0.
type cell struct {
	style sgr.Style
	text  string
	width int
}

// Screen is a terminal's screen, of a size once it is [Screen.Sized]. The zero value is xterm's.
type Screen struct {
	// OwnErase: what is erased or scrolled in has the terminal's own background, not the one that is on.
	OwnErase bool
	// AlwaysWraps: the mode without wrapping at the right edge is not known.
	AlwaysWraps bool
	// Returns: a line feed is a return, too.
	Returns bool

	width, height int
	cells         [][]cell
	pen
	top, bottom int
	noWrap      bool
	saved       pen
	held        string
	Unknown     []string // sequences that it does not know
}

// pen is where the next character goes, and how it looks. Past the last column it waits for that character.
type pen struct {
	row, col int
	style    sgr.Style
}

// Sized is a blank screen of the same terminal.
func (t Screen) Sized(width, height int) *Screen {
	t.Resize(width, height)
	return &t
}

// Resize changes the size, and blanks the screen: what a terminal keeps of it differs.
func (t *Screen) Resize(width, height int) {
	if width == t.width && height == t.height {
		return
	}

	t.width = width
	t.height = height
	t.top = 0
	t.bottom = height - 1
	t.row = min(t.row, height-1)
	t.col = min(t.col, width-1)
	t.cells = make([][]cell, height)
	t.eraseRows(0, height)
}

// eraseRows blanks the rows [from, to).
func (t *Screen) eraseRows(from, to int) {
	for i := from; i < to; i++ {
		t.cells[i] = make([]cell, t.width)
		t.erase(t.cells[i])
	}
}

// erase blanks cells.
func (t *Screen) erase(cells []cell) {
	blank := cell{text: " ", width: 1}
	if !t.OwnErase {
		blank.style = t.style.Background()
	}
	for i := range cells {
		cells[i] = blank
	}
}

// Write takes what a program writes. What ends inside a sequence or a character waits for the rest.
func (t *Screen) Write(s string) {
	s = t.held + s
	whole := len(s)
	for n := 1; n < min(utf8.UTFMax, len(s)+1); n++ {
		if last := s[len(s)-n:]; utf8.RuneStart(last[0]) && !utf8.FullRuneInString(last) {
			whole = len(s) - n
		}
	}

	t.held = s[whole:]
	s = s[:whole]
	for s != "" {
		text, width, n, state := ansi.DecodeSequence(s, ansi.NormalState, nil)
		if state != ansi.NormalState {
			break
		}

		switch {
		case strings.HasPrefix(text, "\x1b["):
			t.control(text)
		case text[0] == ansi.ESC:
			t.escape(text)
		case text[0] < ' ':
			t.move(text[0])
		default:
			t.put(text, width)
		}

		s = s[n:]
	}

	t.held = s + t.held
}

// move executes a control character that moves the cursor.
func (t *Screen) move(c byte) {
	switch c {
	case '\r':
		t.col = 0
	case '\n':
		if t.Returns {
			t.col = 0
		}

		t.lineFeed()
	case '\b':
		t.col = max(min(t.col, t.width-1)-1, 0)
	case '\t':
		t.col = min((t.col/8+1)*8, t.width-1)
	}
}

func (t *Screen) lineFeed() {
	if t.row == t.bottom {
		t.scroll(t.top, 1)
	} else if t.row < t.height-1 {
		t.row++
	}
}

func (t *Screen) put(g string, w int) {
	if w == 0 && t.col > 0 { // it joins with what came before it
		t.cells[t.row][t.col-1].text += g
		return
	}

	w = min(w, t.width)
	if t.col+w > t.width {
		if t.noWrap && !t.AlwaysWraps {
			t.col = t.width - w
		} else {
			t.col = 0
			t.lineFeed()
		}
	}

	row := t.cells[t.row]

	// Overwriting half of a wide character leaves a blank of the other half.
	if row[t.col].width == 0 && t.col > 0 {
		row[t.col-1] = cell{row[t.col-1].style, " ", 1}
	}
	if end := t.col + w; end < t.width && row[end].width == 0 {
		row[end] = cell{row[end].style, " ", 1}
	}

	row[t.col] = cell{t.style, g, w}
	if g == " " {
		row[t.col].style = t.style.Blank()
	}

	for i := 1; i < w; i++ {
		row[t.col+i] = cell{style: t.style}
	}

	t.col += w
}

// scroll moves the rows from top to the lower margin up by n, down where that is negative.
func (t *Screen) scroll(top, n int) {
	rows := t.cells[top : t.bottom+1]
	if n >= 0 {
		n = min(n, len(rows))
		copy(rows, rows[n:])
		t.eraseRows(t.bottom+1-n, t.bottom+1)
	} else {
		n = min(-n, len(rows))
		copy(rows[n:], rows)
		t.eraseRows(top, top+n)
	}
}

// control executes a control sequence, whole or broken off.
func (t *Screen) control(s string) {
	if len(s) < len("\x1b[m") || s[len(s)-1] < '@' { // broken off by an Escape, as what a stopped program was writing
		return
	}

	final := s[len(s)-1]
	params := s[2 : len(s)-1]
	if final == 'm' {
		if !t.style.Take(s) {
			t.Unknown = append(t.Unknown, s)
		}
		return
	}

	var args [2]int
	for i, p := range strings.SplitN(params, ";", 2) {
		args[i], _ = strconv.Atoi(p)
	}

	n := max(args[0], 1)
	m := max(args[1], 1)
	if final == 'r' {
		t.top = n - 1
		t.bottom = min(args[1], t.height) - 1
		t.row = 0
		t.col = 0
		if t.bottom <= t.top { // also without numbers
			t.top = 0
			t.bottom = t.height - 1
		}
		return
	}

	t.col = min(t.col, t.width-1) // it waits no more
	if (final == 'h' || final == 'l') && params != "" || final == 'u' && params == "=0" {
		t.setMode(params, final == 'h')
	} else if !t.moved(final, n, m) && !t.edited(final, n, params) {
		t.Unknown = append(t.Unknown, s)
	}
}

// setMode switches a mode, such as ?1049, on or off.
func (t *Screen) setMode(name string, on bool) {
	switch {
	case name == "?7":
		t.noWrap = !on
	case strings.HasPrefix(name, "?1049"):
		t.eraseRows(0, t.height)
		t.row = 0
		t.col = 0
	}
}

// moved moves the cursor as a control sequence with one or two numbers says; false for any other.
func (t *Screen) moved(final byte, n, m int) bool {
	switch final {
	case 'H':
		t.row = n - 1
		t.col = m - 1
	case 'A':
		t.row -= n
	case 'B', 'e':
		t.row += n
	case 'C':
		t.col += n
	case 'D':
		t.col -= n
	case 'G', '`':
		t.col = n - 1
	case 'd':
		t.row = n - 1
	default:
		return false
	}

	t.row = max(min(t.row, t.height-1), 0)
	t.col = max(min(t.col, t.width-1), 0)
	return true
}

// edited erases or moves cells as a control sequence says; false for any other.
func (t *Screen) edited(final byte, n int, params string) bool {
	row := t.cells[t.row]
	switch {
	case final == 'L':
		t.scroll(t.row, -n)
	case final == 'M':
		t.scroll(t.row, n)
	case final == 'S':
		t.scroll(t.top, n)
	case final == 'T':
		t.scroll(t.top, -n)
	case final == 'X':
		t.erase(row[t.col:min(t.col+n, t.width)])
	case final == 'P':
		copy(row[t.col:], row[min(t.col+n, t.width):])
		t.erase(row[max(t.width-n, t.col):])
	case final == 'K' && params == "1":
		t.erase(row[:t.col+1])
	case final == 'K' && params == "":
		t.erase(row[t.col:])
	case final == 'K' && params == "2":
		t.erase(row)
	case final == 'J' && params == "2":
		t.eraseRows(0, t.height)
	case final == 'J' && params == "":
		t.erase(row[t.col:])
		t.eraseRows(t.row+1, t.height)
	default:
		return false
	}

	return true
}

// escape takes a sequence that is no control sequence.
func (t *Screen) escape(s string) {
	switch s {
	case "\x1b": // broken off by the next
	case "\x1bD":
		t.lineFeed()
	case "\x1bM": // reverse line feed
		if t.row == t.top {
			t.scroll(t.top, -1)
		} else {
			t.row = max(t.row-1, 0)
		}
	case "\x1b7":
		t.saved = t.pen
	case "\x1b8":
		t.pen = t.saved
	default:
		t.Unknown = append(t.Unknown, s)
	}
}

// Row is the text of a row, 0-based, without trailing blanks.
func (t *Screen) Row(i int) string {
	line := ""
	for _, c := range t.cells[i] {
		line += c.text
	}
	return strings.TrimRight(line, " ")
}

// shown is a character on the screen. The second half of a wide one has no text.
type shown struct{ Style, Text string }

// Grid are the cells, row by row.
func (t *Screen) Grid() [][]shown {
	grid := make([][]shown, len(t.cells))
	for i, row := range t.cells {
		for _, c := range row {
			grid[i] = append(grid[i], shown{c.style.String(), c.text})
		}
	}
	return grid
}

// Cells are text and style of each cell.
func (t *Screen) Cells() string {
	var b strings.Builder
	for _, row := range t.cells {
		for _, c := range row {
			if c.width > 0 {
				b.WriteString(c.style.String() + "|" + c.text + "|")
			}
		}

		b.WriteByte('\n')
	}

	return b.String()
}

// Text is the screen's text, row by row, without trailing blanks.
func (t *Screen) Text() string {
	var b strings.Builder
	for i := range t.cells {
		b.WriteString(t.Row(i) + "\n")
	}
	return b.String()
}
