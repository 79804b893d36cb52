// Package coveragebar, which changes without notice, draws a file of a recorded run as a bar of one row: which of its
// lines were sent, from the first at the left to the last.
package coveragebar

import (
	"strings"

	"eyeline/reader/transcript/coverage"
	"eyeline/themes"
	"eyeline/tui/file/linestates"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// Has reports whether a state of a file is known that a bar can show.
func Has(f *coverage.File) bool { return linestates.LastLine(f) > 0 }

// isOpenEnded reports whether the bar of a file has no end: it shows the lines up to the last that is known, and a sign
// that it goes on, since the file's length is not known.
func isOpenEnded(f *coverage.File, width int) bool { return !linestates.IsLengthKnown(f) && width >= 2 }

// States are the states that the bar of a file shows in width cells.
func States(f *coverage.File, width int) []linestates.State {
	if isOpenEnded(f, width) {
		width--
	}
	return linestates.Bar(f, width)
}

// Pieces are the bar of a file in width cells.
func Pieces(file *coverage.File, width int, ascii bool) []draw.Piece {
	pieces := drawn(States(file, width), ascii)
	if isOpenEnded(file, width) {
		pieces = append(pieces, draw.Piece{Text: humanize.Either(ascii, ">", "…"), Role: themes.Dim})
	}
	return pieces
}

// drawn are the states of a bar as they are drawn.
func drawn(states []linestates.State, ascii bool) []draw.Piece {
	pieces := []draw.Piece{}
	for i := 0; i < len(states); {
		n := 1
		for i+n < len(states) && states[i+n] == states[i] {
			n++
		}

		pieces = append(pieces, draw.Piece{Text: strings.Repeat(states[i].Sign(ascii), n), Role: states[i].Role()})
		i += n
	}

	return pieces
}
