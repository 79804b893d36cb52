// Package vt is a terminal's screen, for tests and for measuring: as much of one as the viewer and other pagers use.
package vt

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"eyeline/tui/terminal/sgr"
)

// cell is a character on the screen with the sequences that style it; the second half of a wide one has width 0.
type cell struct {
	style, text string
	width       int
}

// Screen is a terminal's screen.
type Screen struct {
	width, height int
	cells         [][]cell
	pen
	top, bottom int
	noWrap      bool
	saved       pen
	held        string
	kind        Kind
	styles      map[string]seenStyle
	Unknown     []string // sequences that it does not know
}

// pen is where the next character goes, and how it looks. Past the last column it waits for that character.
type pen struct {
	row, col int
	style    string
}

// Kind is in what terminals differ. The zero value is xterm.
type Kind struct {
	// OwnErase: what is erased or scrolled in has the terminal's own background, not the one that is on.
	OwnErase bool
	// AlwaysWraps: the mode without wrapping at the right edge is not known.
	AlwaysWraps bool
	// Returns: a line feed is a return, too.
	Returns bool
}

// New returns a blank screen of xterm's kind.
func New(width, height int) *Screen { return NewKind(width, height, Kind{}) }

// NewKind returns a blank screen.
func NewKind(width, height int, kind Kind) *Screen {
	t := &Screen{width: width, height: height, bottom: height - 1, kind: kind, styles: map[string]seenStyle{}}
	t.cells = make([][]cell, height)
	for i := range t.cells {
		t.cells[i] = t.blankRow()
	}
	return t
}

// blank is what is erased.
func (t *Screen) blank() cell {
	c := cell{text: " ", width: 1}
	if !t.kind.OwnErase {
		c.style = t.seen().background
	}
	return c
}

// seenStyle is what is seen of a style where there is a blank, and where something was erased.
type seenStyle struct{ blank, background string }

func (t *Screen) seen() seenStyle {
	if t.style == "" {
		return seenStyle{}
	}
	seen, known := t.styles[t.style]
	if !known {
		seen = seenStyle{t.style, ""}
		if s, ok := sgr.Parse(t.style); ok {
			seen = seenStyle{s.Blank().String(), s.Background().String()}
		}
		t.styles[t.style] = seen
	}
	return seen
}

func (t *Screen) blankRow() []cell {
	row, blank := make([]cell, t.width), t.blank()
	for i := range row {
		row[i] = blank
	}
	return row
}

// erase blanks the columns [from, to) of the row.
func (t *Screen) erase(from, to int) {
	blank := t.blank()
	for i := from; i < to; i++ {
		t.cells[t.row][i] = blank
	}
}

// Write takes what a program writes. What ends inside a sequence or a character waits for the rest.
func (t *Screen) Write(s string) {
	s = t.held + s
	t.held = ""
	s, rest := wholeRunes(s)
	defer func() { t.held += rest }()
	for len(s) > 0 {
		if s[0] == 0x1B && sequenceLen(s) == 0 {
			t.held = s
			return
		}
		switch c := s[0]; {
		case c == '\r':
			t.col = 0
			s = s[1:]
		case c == '\n':
			if t.kind.Returns {
				t.col = 0
			}
			t.lineFeed()
			s = s[1:]
		case c == '\b':
			t.col = max(min(t.col, t.width-1)-1, 0)
			s = s[1:]
		case c == '\t':
			t.col = min((t.col/8+1)*8, t.width-1)
			s = s[1:]
		case c < 0x20 && c != 0x1B:
			s = s[1:]
		case c == 0x1B:
			n := sequenceLen(s)
			t.sequence(s[:n])
			s = s[n:]
		default:
			g, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
			t.put(g, w)
			s = s[len(g):]
		}
	}
}

// wholeRunes divides s before the character that its last bytes begin only, if they do.
func wholeRunes(s string) (whole, rest string) {
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if at := len(s) - n; utf8.RuneStart(s[at]) {
			if !utf8.FullRuneInString(s[at:]) {
				return s[:at], s[at:]
			}
			break
		}
	}
	return s, ""
}

func (t *Screen) lineFeed() {
	if t.row == t.bottom {
		t.scroll(t.top, t.bottom, 1)
	} else if t.row < t.height-1 {
		t.row++
	}
}

func (t *Screen) put(g string, w int) {
	if w == 0 && t.col > 0 { // it joins with what came before it
		t.cells[t.row][t.col-1].text += g
		return
	}
	if t.col+w > t.width {
		if t.noWrap && !t.kind.AlwaysWraps {
			t.col = t.width - w
		} else {
			t.col = 0
			t.lineFeed()
		}
	}
	row := t.cells[t.row]
	// Overwriting half of a wide character leaves a blank of the other half.
	if row[t.col].width == 0 && t.col > 0 {
		row[t.col-1] = cell{text: " ", width: 1, style: row[t.col-1].style}
	}
	if end := t.col + w; end < t.width && row[end].width == 0 {
		row[end] = cell{text: " ", width: 1, style: row[end].style}
	}
	style := t.style
	if g == " " {
		style = t.seen().blank
	}
	row[t.col] = cell{style, g, w}
	for i := 1; i < w; i++ {
		row[t.col+i] = cell{style: t.style}
	}
	t.col += w
}

func (t *Screen) scroll(top, bottom, n int) {
	for ; n > 0; n-- {
		copy(t.cells[top:bottom], t.cells[top+1:bottom+1])
		t.cells[bottom] = t.blankRow()
	}
	for ; n < 0; n++ {
		copy(t.cells[top+1:bottom+1], t.cells[top:bottom])
		t.cells[top] = t.blankRow()
	}
}

func (t *Screen) sequence(s string) {
	if !strings.HasPrefix(s, "\x1b[") {
		t.escape(s)
		return
	}
	final, params := s[len(s)-1], s[2:len(s)-1]
	var args [2]int
	for i, p := range strings.SplitN(params, ";", 2) {
		args[i], _ = strconv.Atoi(p)
	}
	n := max(args[0], 1)
	if final != 'm' && final != 'r' {
		t.col = min(t.col, t.width-1) // it waits no more
	}
	switch {
	case final == 'm' && (params == "" || params == "0"):
		t.style = ""
	case final == 'm':
		t.style += s
		if now, ok := sgr.Parse(t.style); ok {
			t.style = now.String() // whatever way led to it
		}
	case final == 'H':
		t.row, t.col = min(n, t.height)-1, min(max(args[1], 1), t.width)-1
	case final == 'A':
		t.row = max(t.row-n, 0)
	case final == 'B' || final == 'e':
		t.row = min(t.row+n, t.height-1)
	case final == 'C':
		t.col = min(t.col+n, t.width-1)
	case final == 'D':
		t.col = max(t.col-n, 0)
	case final == 'G' || final == '`':
		t.col = min(n, t.width) - 1
	case final == 'd':
		t.row = min(n, t.height) - 1
	case final == 'L':
		t.scroll(t.row, t.bottom, -min(n, t.bottom-t.row+1))
	case final == 'M':
		t.scroll(t.row, t.bottom, min(n, t.bottom-t.row+1))
	case final == 'X':
		t.erase(t.col, min(t.col+n, t.width))
	case final == 'P':
		row := t.cells[t.row]
		copy(row[t.col:], row[min(t.col+n, t.width):])
		t.erase(max(t.width-n, t.col), t.width)
	case final == 'K' && params == "1":
		t.erase(0, t.col+1)
	case final == 'K' && params == "":
		t.erase(t.col, t.width)
	case final == 'K' && params == "2":
		t.cells[t.row] = t.blankRow()
	case final == 'J' && params == "2":
		for i := range t.cells {
			t.cells[i] = t.blankRow()
		}
	case final == 'J' && params == "":
		t.erase(t.col, t.width)
		for i := t.row + 1; i < t.height; i++ {
			t.cells[i] = t.blankRow()
		}
	case final == 'S':
		t.scroll(t.top, t.bottom, n)
	case final == 'T':
		t.scroll(t.top, t.bottom, -n)
	case final == 'r' && params == "":
		t.top, t.bottom, t.row, t.col = 0, t.height-1, 0, 0
	case final == 'r':
		t.top, t.bottom, t.row, t.col = n-1, args[1]-1, 0, 0
	case params == "?7":
		t.noWrap = final == 'l'
	case final == 'h' || final == 'l':
		if strings.HasPrefix(params, "?1049") {
			for i := range t.cells {
				t.cells[i] = t.blankRow()
			}
			t.row, t.col = 0, 0
		}
	default:
		t.Unknown = append(t.Unknown, s)
	}
}

// escape takes a sequence that is no control sequence.
func (t *Screen) escape(s string) {
	switch s[1] {
	case 'D':
		t.lineFeed()
	case 'M': // reverse line feed
		if t.row == t.top {
			t.scroll(t.top, t.bottom, -1)
		} else {
			t.row = max(t.row-1, 0)
		}
	case '7':
		t.saved = t.pen
	case '8':
		t.pen = t.saved
	default:
		t.Unknown = append(t.Unknown, s)
	}
}

// Row is the text of a row, 0-based, without trailing blanks.
func (t *Screen) Row(i int) string {
	var line strings.Builder
	for _, c := range t.cells[i] {
		line.WriteString(c.text)
	}
	return strings.TrimRight(line.String(), " ")
}

// Cell is a character on the screen. The second half of a wide one has no text.
type Cell struct{ Style, Text string }

// Grid are the cells, row by row.
func (t *Screen) Grid() [][]Cell {
	grid := make([][]Cell, len(t.cells))
	for i, row := range t.cells {
		for _, c := range row {
			grid[i] = append(grid[i], Cell{c.style, c.text})
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
				b.WriteString(c.style + "|" + c.text + "|")
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

// sequenceLen measures an escape sequence, 0 when s ends inside it.
func sequenceLen(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7E {
				return i + 1
			}
		}
		return 0
	case ']', 'P', '_':
		for i := 2; i < len(s); i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == 0x1B && i+1 < len(s) {
				return i + 2
			}
		}
		return 0
	}
	if s[1] >= '(' && s[1] <= '+' { // a character set
		if len(s) < 3 {
			return 0
		}
		return 3
	}
	return 2
}
