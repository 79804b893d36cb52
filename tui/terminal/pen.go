package terminal

import "strconv"

// pen is where a terminal writes next, and in which look. Rows and columns are 0-based, -1 when not known.
type pen struct {
	row, col int
	look     look
}

// lost is the pen of a terminal of which nothing is known.
var lost = pen{-1, -1, noLook}

// appendMove appends the shortest way of the cursor from one place to another. bottom is the last row of the scroll
// region, where a line feed scrolls.
func appendMove(dst []byte, from pen, row, col, bottom int) []byte {
	if from.row != row {
		if from.row >= 0 && from.row+1 == row && col == 0 && from.row != bottom {
			return append(dst, '\r', '\n')
		}
		dst = append(dst, esc, '[')
		if row > 0 || col > 0 {
			dst = strconv.AppendInt(dst, int64(row+1), 10)
		}
		if col > 0 {
			dst = append(dst, ';')
			dst = strconv.AppendInt(dst, int64(col+1), 10)
		}
		return append(dst, 'H')
	}
	switch by := col - from.col; {
	case from.col >= 0 && by == 0:
		return dst
	case col == 0:
		return append(dst, '\r')
	case from.col >= 0 && by > 0 && digits(by) < digits(col+1):
		dst = append(dst, esc, '[')
		if by > 1 {
			dst = strconv.AppendInt(dst, int64(by), 10)
		}
		return append(dst, 'C')
	}
	dst = append(dst, esc, '[')
	dst = strconv.AppendInt(dst, int64(col+1), 10)
	return append(dst, 'G')
}

// digits is how many digits a parameter takes, which is left out when it is 1.
func digits(n int) int {
	switch {
	case n <= 1:
		return 0
	case n < 10:
		return 1
	case n < 100:
		return 2
	case n < 1000:
		return 3
	}
	return 4
}
