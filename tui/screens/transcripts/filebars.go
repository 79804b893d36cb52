package transcripts

import (
	"slices"
	"strings"

	"eyeline/reader/transcript/coverage"
	"eyeline/themes"
	"eyeline/tui/file/linestates"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// roomForLegend is from how many rows of a screen on it is said what the marks of the bars mean.
const roomForLegend = 20

// MarksLegend says what the marks of the bars on the screen mean, as the list of actions says it; "" without a bar.
func (f *filesScreen) MarksLegend() string { return f.legend(f.Room()) }

// legend says what the marks of the bars in the first room rows that are shown mean.
func (f *filesScreen) legend(room int) string {
	if f.view == nil {
		return ""
	}

	width := f.Columns(-1)[fileBar].Width
	unsureByRecord := false
	var of []linestates.State
	for _, i := range f.List.Shown(room, 0) {
		file := &f.view.Coverage.Files[i]
		if hasBar(file) {
			of = append(of, barStates(file, width)...)
			unsureByRecord = unsureByRecord || len(file.Unsure) > 0
		}
	}

	said := strings.Join(linestates.Legend(f.Canvas().ASCII, of...), "  ")
	if !f.view.AllGone {
		return humanize.When(said != "", "marks: ") + said
	}

	const root = " (--root DIR)"
	switch {
	case said == "":
		return "no file is here" + root
	case slices.Contains(of, linestates.Unsure) && !unsureByRecord:
		return "marks: " + said + ", the file is not here" + root
	}
	return "marks: " + said + " │ no file is here" + root
}

// Notes implements [rowscreen.Table]: what is said of the run, and what the marks of the bars mean.
func (f *filesScreen) Notes(height int) []string {
	rows := f.runNotes(height)
	if height < roomForLegend {
		return rows
	}

	const others = 4 // rows beside the list: the title, this one, what is typed, the heads
	if legend := f.legend(height - len(rows) - others); legend != "" {
		rows = append(rows, f.Canvas().Line(themes.Dim, " "+legend))
	}
	return rows
}

// hasBar reports whether a state of a file is known that a bar can show.
func hasBar(f *coverage.File) bool { return linestates.LastLine(f) > 0 }

// isOpenEnded reports whether the bar of a file has no end: it shows the lines up to the last that is known, and a sign
// that it goes on, since the file's length is not known.
func isOpenEnded(f *coverage.File, width int) bool { return !linestates.IsLengthKnown(f) && width >= 2 }

// barStates are the states that the bar of a file shows in width cells.
func barStates(f *coverage.File, width int) []linestates.State {
	if isOpenEnded(f, width) {
		width--
	}
	return linestates.Bar(f, width)
}

// barPieces are the bar of a file.
func barPieces(file *coverage.File, width int, ascii bool) []draw.Piece {
	pieces := coveragePieces(barStates(file, width), ascii)
	if isOpenEnded(file, width) {
		pieces = append(pieces, draw.Piece{Text: humanize.Either(ascii, ">", "…"), Role: themes.Dim})
	}
	return pieces
}

// coveragePieces are the states of a bar as they are drawn.
func coveragePieces(states []linestates.State, ascii bool) []draw.Piece {
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
