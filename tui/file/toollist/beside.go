package toollist

import (
	"strings"

	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// The list of the tools to compare with has the numbers of the comparisons that it offers: each tool is asked what it
// is asked there, and its row has the lines that only it gives, that both give, and that it lacks.

// Shares returns the row of a tool whose call read r, and which shares lines with the tool that it is compared with, at
// index 0.
func (w Rows) Shares(r *preview.Reading, t *tools.Tool, shared linediff.Shared) Row {
	row := w.WithoutLines(r, t)
	row.shares = &shared
	names := [2]string{w.Beside, t.Name}
	row.sharesText = strings.Join(shared.Short(names), partSign)
	row.gets = sharesWord(shared)
	row.standing = standsWhole
	if shared.Only[0] > 0 || r.Stats.Cut > 0 {
		row.standing = standsPart
	}

	row.gets += humanize.When(r.Stats.Cut > 0, ", cut") + humanize.When(r.Silent && r.Stats.Cut == 0, ", silent")
	return row
}

// WithoutLines returns the row of a tool whose call read r, where it is not known which lines both tools give.
func (w Rows) WithoutLines(r *preview.Reading, t *tools.Tool) Row {
	row := ofReading(r)
	row.mode = w.Mode
	row.agent = t.Origin.Agent
	row.modes = modesOf(t)
	row.beside = true
	row.calls = "" // what other calls give is not compared
	row.lack = ""
	row.inAll = ""
	row.total = 0
	return row
}

// sharesWord says in a word which lines a tool gives beside those of the other.
func sharesWord(s linediff.Shared) string {
	switch {
	case s.Both == 0:
		return "other"
	case s.Only[0] == 0 && s.Only[1] == 0:
		return "same"
	case s.Only[0] == 0:
		return "more"
	case s.Only[1] == 0:
		return "less"
	}
	return "other"
}

// addShares has the numbers of lines as texts; nil where they are not known.
func (of *texts) addShares(s *linediff.Shared) {
	of.only = none
	of.both = none
	of.lacks = none
	if s != nil {
		of.only = humanize.Group(s.Only[1])
		of.both = humanize.Group(s.Both)
		of.lacks = humanize.Group(s.Only[0])
	}
}

// besideHeads are the heads of the columns.
var besideHeads = texts{
	lacks: "lacks", both: "both", only: "only it", gets: "gives", lines: "lines", tokens: "tokens", agent: "agent",
	about: "why not, or its limits",
}

// besideLegend says what the columns mean.
func (w Rows) besideLegend() []string {
	return []string{
		"each tool is asked what it is asked in the comparison, not for its first call",
		"lacks: lines that only " + w.Beside + " gives · only it: lines that " + w.Beside + " does not give",
	}
}

// besideColumns are the columns of a list of width cells, without those for which there is no room.
func (t *Row) besideColumns(of texts, width int) []draw.Cell {
	const sign, least, countWidth, word = 2, 7, 9, 13
	room := draw.Canvas{Width: width + sign}
	row := []draw.Cell{
		{Text: of.gets, Role: t.standing.role()},
		{Text: of.lacks, Width: countWidth, Right: true, Role: t.standing.role(), Keep: 9},
		{Text: of.both, Width: countWidth, Right: true, Role: themes.HelpText, Keep: 8},
		{Text: of.only, Width: countWidth, Right: true, Role: themes.HelpText, Keep: 8},
		{Text: of.lines, Width: countWidth, Right: true, Role: themes.HelpText, Keep: 4},
		{Text: of.tokens, Width: tokensWidth, Right: true, Role: themes.HelpText, Keep: 5},
		{Text: of.agent, Width: agentMost, Role: themes.Dim, Keep: 3},
	}

	needs := min(word, width)
	if width < countWidth+1+word {
		needs = min(least, width)
	}
	row = room.Fit(row, needs)
	row[0].Width = min(row[0].Width, word)
	return withAbout(draw.Ordered(row, 1, 2, 3, 0, 4, 5, 6), of.about, width)
}
