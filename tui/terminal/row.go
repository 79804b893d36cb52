package terminal

import (
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"eyeline/tui/terminal/sgr"
)

// cell is a character of a row with the sequences that style it.
type cell struct {
	style string
	text  string
	width int
}

// cellsOf takes a row apart; false when it has a sequence other than SGR.
func cellsOf(row string) ([]cell, bool) {
	cells := make([]cell, 0, len(row))
	style := ""
	for i := 0; i < len(row); {
		c := row[i]
		if c == esc {
			n := unit([]byte(row[i:]))
			if n < 3 || row[i+1] != '[' || row[i+n-1] != 'm' {
				return nil, false
			}
			seq := row[i : i+n]
			if seq == "\x1b[m" || seq == "\x1b[0m" {
				style = ""
			} else {
				style += seq
			}
			i += n
			continue
		}
		if c >= 0x20 && c < 0x7F && (i+1 == len(row) || row[i+1] < 0x80) {
			cells = append(cells, cell{style, row[i : i+1], 1})
			i++
			continue
		}
		g, w := ansi.FirstGraphemeCluster(row[i:], ansi.GraphemeWidth)
		if len(g) == 0 {
			return nil, false
		}
		cells = append(cells, cell{style, g, w})
		i += len(g)
	}
	return cells, true
}

func widthOf(cells []cell) int {
	n := 0
	for _, c := range cells {
		n += c.width
	}
	return n
}

// disputed reports whether a row has what terminals do not agree on the width of: joined emoji, those made by a
// variation selector, flags.
func disputed(row string) bool {
	for _, r := range row {
		if r == '\u200d' || r == '\ufe0f' || r >= 0x1F1E6 && r <= 0x1F1FF {
			return true
		}
	}
	return false
}

// appendRow appends what turns row number i (0-based) from have into want: the cells between the first and the last
// that differ. A row of another width is painted whole, and so is one whose columns the terminal may count otherwise.
func appendRow(dst []byte, i int, have, want string) []byte {
	if have == "" { // the screen, or what scrolled in, is blank
		cells, ok := cellsOf(want)
		if !ok {
			return append(appendMove(dst, i, 0), want...)
		}
		for len(cells) > 0 && cells[len(cells)-1] == (cell{"", " ", 1}) {
			cells = cells[:len(cells)-1]
		}
		return appendCells(appendMove(dst, i, 0), cells)
	}
	if disputed(have) || disputed(want) {
		dst = appendMove(dst, i, 0)
		dst = append(dst, eraseRight...)
		return append(dst, want...)
	}
	old, ok1 := cellsOf(have)
	new, ok2 := cellsOf(want)
	if !ok1 || !ok2 || widthOf(old) != widthOf(new) {
		dst = appendMove(dst, i, 0)
		dst = append(dst, want...)
		return append(dst, "\x1b[m"+eraseRight...)
	}
	from, col := 0, 0
	for from < len(new) && from < len(old) && new[from] == old[from] {
		col += new[from].width
		from++
	}
	end, oldEnd := len(new), len(old)
	for end > from && oldEnd > from && new[end-1] == old[oldEnd-1] {
		end--
		oldEnd--
	}
	dst = appendMove(dst, i, col)
	return appendCells(dst, new[from:end])
}

// appendCells appends cells where the terminal's own style is on, and leaves it on. Of one style after another only what
// differs is sent, and for a blank only what can be seen of it.
func appendCells(dst []byte, cells []cell) []byte {
	style := ""                     // of the cell before
	now, known := sgr.Style{}, true // what is on
	for _, c := range cells {
		if c.style != style {
			to, ok := parsed(c.style)
			switch {
			case !ok:
				dst = append(append(dst, "\x1b[m"...), c.style...)
				known = false
			case !known:
				dst = append(append(dst, "\x1b[m"...), c.style...)
				now, known = to, true
			case c.text == " " && to.Blank() == now.Blank():
				// The next cell is compared with what is on.
				dst = append(dst, ' ')
				style = unknownStyle
				continue
			default:
				dst = sgr.Append(dst, now, to)
				now = to
			}
			style = c.style
		}
		dst = append(dst, c.text...)
	}
	if !known {
		return append(dst, "\x1b[m"...)
	}
	return sgr.Append(dst, now, sgr.Style{})
}

// looks are the styles parsed so far: a theme has few, and a text that sets its own colours not many more.
var looks struct {
	sync.Mutex
	of map[string]look
}

type look struct {
	style sgr.Style
	ok    bool
}

// mostLooks bounds the styles that are remembered.
const mostLooks = 1024

func parsed(style string) (sgr.Style, bool) {
	looks.Lock()
	defer looks.Unlock()
	l, known := looks.of[style]
	if !known {
		if len(looks.of) >= mostLooks || looks.of == nil {
			looks.of = make(map[string]look, 64)
		}
		l.style, l.ok = sgr.Parse(style)
		looks.of[strings.Clone(style)] = l
	}
	return l.style, l.ok
}

// unknownStyle is no style.
const unknownStyle = "?"

// appendMove appends the cursor's way to a row and column, both 0-based.
func appendMove(dst []byte, row, col int) []byte {
	dst = append(dst, "\x1b["...)
	dst = strconv.AppendInt(dst, int64(row+1), 10)
	if col > 0 {
		dst = append(dst, ';')
		dst = strconv.AppendInt(dst, int64(col+1), 10)
	}
	return append(dst, 'H')
}
