package terminal

import (
	"strconv"

	"github.com/charmbracelet/x/ansi"
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

// disputed says whether a row has what terminals do not agree on the width of: joined emoji, those made by a
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
	if have == "" {
		return append(appendMove(dst, i, 0), want...) // the screen, or what scrolled in, is blank
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
	style := ""
	for _, c := range new[from:end] {
		if c.style != style {
			if style != "" {
				dst = append(dst, "\x1b[m"...)
			}
			dst = append(dst, c.style...)
			style = c.style
		}
		dst = append(dst, c.text...)
	}
	if style != "" {
		dst = append(dst, "\x1b[m"...)
	}
	return dst
}

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
