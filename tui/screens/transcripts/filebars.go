package transcripts

import (
	"slices"
	"strings"

	"eyeline/themes"
	"eyeline/tui/file/linestates"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/screens/transcripts/coveragebar"
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
		if coveragebar.Has(file) {
			of = append(of, coveragebar.States(file, width)...)
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
