package transcripts

import (
	"cmp"
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/transcript"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/screens/recordedrun"
)

// findings are what a person should look at in a run.
type findings struct {
	blind, cut int  // edits of what the model had not been sent, and files of which lines were cut
	large      bool // the transcript is so large that it is not opened to count them
}

// compare says which findings are graver: below 0 those of f are less. What is not looked for counts as nothing.
func (f *findings) compare(g *findings) int {
	none := &findings{}
	f = cmp.Or(f, none)
	g = cmp.Or(g, none)
	return cmp.Or(cmp.Compare(f.blind, g.blind), cmp.Compare(f.cut, g.cut))
}

// maxLookedThrough is how large a transcript is at most that is opened for its findings alone, in bytes.
const maxLookedThrough = 8 << 20

// describe says what was found, in at most width cells where that can be.
func (f *findings) describe(width int) string {
	var said, short []string
	if n := int64(f.blind); n > 0 {
		said = append(said, humanize.Count(n, "blind edit"))
		short = append(short, humanize.Group(n)+" blind")
	}
	if n := int64(f.cut); n > 0 {
		said = append(said, humanize.Count(n, "file")+" cut")
		short = append(short, humanize.Group(n)+" cut")
	}

	switch text := strings.Join(said, ", "); {
	case f.large:
		return "open to see"
	case said == nil:
		return "-"
	case len(text) <= width:
		return text
	}

	if text := strings.Join(short, ", "); len(text) <= width {
		return text
	}

	return short[0]
}

// lookThrough looks for the findings of a transcript, by its index; below 0 it does nothing.
func (c *choiceScreen) lookThrough(i int) tea.Cmd {
	if i < 0 {
		return nil
	}

	c.counting = i
	path := c.found[i].Path
	root := c.services.Root
	was := c.known[i]
	large := c.found[i].Size > maxLookedThrough
	return jobs.Ask(c.Jobs, jobs.Tally, func(ctx context.Context) map[int]summary {
		row := was
		row.found = &findings{large: large}
		if !large {
			run, view, err := recordedrun.Open(ctx, path, root, "", &transcript.Progress{})
			if err != nil {
				row.found.large = ctx.Err() == nil
				return map[int]summary{i: row}
			}

			defer run.Close()
			row.found.blind = view.Edits.Blind
			row.found.cut = view.CutFiles
		}

		return map[int]summary{i: row}
	}, c.mergeSummaries)
}

// Notes implements [rowscreen.Table]: of the selected run when it was, where, and what was asked.
func (c *choiceScreen) Notes(height int) []string {
	i, ok := c.List.Selected()
	const roomForOne = 7
	if height < roomForOne || !ok {
		return nil
	}

	f := &c.found[i]
	t := c.known[i].tally
	parts := []string{f.Format.Agent}
	if t.Version != "" {
		parts[0] += " " + t.Version
	}

	isLow := height < roomForNote
	if !isLow {
		parts = append(parts, humanize.Either(f.read, "began ", "file of ")+f.began.Format(minutes))
	}

	for _, part := range []string{t.Dir, t.ID} {
		if part != "" {
			parts = append(parts, part)
		}
	}

	asked := "what was asked is not kept in a form that is read"
	switch {
	case !c.known[i].counted:
		asked = ""
	case t.Prompt != "":
		asked = "asked: " + t.Prompt
	}

	line := func(role themes.Role, text string) string {
		return c.Canvas().Line(role, " "+cells.SanitizeFirst(text, c.Canvas().Width))
	}

	rows := []string{line(themes.ModelLine, strings.Join(parts, " · ")), line(themes.Dim, asked)}
	if isLow {
		return rows[:1]
	}

	return rows
}

// wide is from how many cells of a screen on there is room for years and versions, wider for whole words of what to
// look at, too.
const wide, wider = 100, 120

// narrow is below how many cells there is room for the first only of what to look at.
const narrow = 50

// The columns of a transcript, the one that takes the rest of the row first.
const (
	choiceAsked = iota
	choiceBegan
	choiceAgent
	choiceMarks
	choiceFolder
	choiceReads
	choiceFiles
	choiceEdits
	choiceSize
)

// Columns implements [rowscreen.Table].
func (c *choiceScreen) Columns(i int) []draw.Cell {
	isWide := c.Canvas().Width >= wide
	folder := 0
	if c.all {
		folder = max(c.Canvas().Width/5, 12)
	}

	agent := 12
	form := "01-02 15:04"
	if isWide {
		agent = 20
		form = minutes
	}

	look := len("99 blind, 9 cut")
	if c.Canvas().Width >= wider {
		look = len("9 blind edits, 9 files cut")
	} else if c.Canvas().Width < narrow {
		look = len("99 blind")
	}

	dim := themes.Dim
	row := []draw.Cell{
		choiceAsked:  {Text: "asked", Role: dim},
		choiceBegan:  {Text: "began", Width: len(form), Role: dim, Keep: 10},
		choiceAgent:  {Text: "agent", Width: agent, Role: dim, Keep: 8},
		choiceMarks:  {Text: "look at", Width: look, Role: dim, Keep: 9},
		choiceFolder: {Text: "folder", Width: folder, Role: dim, Keep: 7},
		choiceReads:  {Text: "reads", Width: 5, Right: true, Role: dim, Keep: 6},
		choiceFiles:  {Text: "files", Width: 5, Right: true, Role: dim, Keep: 4},
		choiceEdits:  {Text: "edits", Width: 5, Right: true, Role: dim, Keep: 5},
		choiceSize:   {Text: "size", Width: 9, Right: true, Role: dim, Keep: 3},
	}
	if i >= 0 {
		c.fillRow(i, row, form, isWide)
	}

	const least = 12
	row = c.Canvas().Fit(row, min(least, c.Canvas().Width/2))
	if i >= 0 && row[choiceFolder].Width > 0 {
		folder := cells.Sanitize(c.known[i].tally.Dir)
		row[choiceFolder].Text = cells.TruncateLeft(folder, row[choiceFolder].Width, "…")
	}

	// What was asked stands after what is to be looked at, and the size last.
	return draw.Ordered(
		row, choiceBegan, choiceAgent, choiceMarks, choiceFolder, choiceAsked,
		choiceReads, choiceFiles, choiceEdits, choiceSize,
	)
}

// fillRow fills in what is known of a transcript.
func (c *choiceScreen) fillRow(i int, row []draw.Cell, form string, isWide bool) {
	f := &c.found[i]
	known := c.known[i]
	t := known.tally
	row[choiceAsked].Text = cells.SanitizeFirst(t.Prompt, c.Canvas().Width)
	row[choiceAsked].Role = themes.Text
	row[choiceBegan].Text = f.began.Format(form)
	row[choiceBegan].Role = themes.Text
	if !f.read { // it is the file's time
		row[choiceBegan].Role = themes.Dim
	}

	row[choiceAgent].Text = f.Format.Agent
	row[choiceAgent].Role = themes.ModelLineValue
	if isWide {
		row[choiceAgent].Text = cells.Sanitize(strings.TrimSpace(f.Format.Agent + " " + t.Version))
	}

	row[choiceMarks].Text = "…"
	found := known.found
	switch {
	case known.failed:
		row[choiceMarks].Text = ""
	case found != nil:
		row[choiceMarks].Text = found.describe(row[choiceMarks].Width)
		if found.blind+found.cut > 0 {
			row[choiceMarks].Role = themes.ModelLineWarn
		}
	}

	for column, n := range map[int]int{choiceReads: t.Reads, choiceFiles: t.Files, choiceEdits: t.Changes} {
		row[column].Role = themes.Text
		switch {
		case known.counted:
			row[column].Text = humanize.Dashed(int64(n))
		case known.failed:
			row[column].Text = "unread"
		default:
			row[column].Text = "…"
		}
	}

	row[choiceSize].Role = themes.Text
	row[choiceSize].Text = humanize.Size(f.Size)
}
