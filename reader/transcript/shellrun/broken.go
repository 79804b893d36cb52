package shellrun

import "strings"

// longLine is the least length in bytes of a row that may be the beginning of a line that an agent broke into several
// rows.
const longLine = 200

// maxPieces bounds the work of broken: that many rows are looked at for each row of the text.
const maxPieces = 16

// broken finds lines that an agent broke into several rows, as some do with very long ones: joined, the rows are the
// line.
func (l *matching) broken(proposed []string) {
	l.pieces = maxPieces * len(l.rows)
	for row := range l.rows {
		if l.pieces < 0 {
			break // the rest is not known
		}

		next := 0
		if row > 0 {
			next = l.lineOf[row-1] + 1
		}
		if l.lineOf[row] >= 0 || len(l.plain[row]) < longLine || !l.isFree(next) {
			continue
		}

		end := row
		for rest := proposed[next]; end < len(l.rows) && l.lineOf[end] < 0 && l.plain[end] != ""; end++ {
			l.pieces--
			piece, isPiece := strings.CutPrefix(rest, l.plain[end])
			if !isPiece {
				end = row
				break
			}

			rest = piece
			if l.trims {
				rest = strings.TrimLeft(rest, " \t")
			}

			if rest == "" {
				l.joinBroken(next, row, end)
				break
			}
		}
	}
}

// joinBroken takes the rows from the first to the last for parts of a printed line.
func (l *matching) joinBroken(i, first, last int) {
	l.cutRow(i, first)
	for row := first + 1; row <= last; row++ {
		l.lineOf[row] = i
		l.sources[row] = rowSource{explained: true}
	}
}
