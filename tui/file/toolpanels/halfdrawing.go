package toolpanels

import (
	"cmp"
	"slices"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/loss"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolargument"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// How the two halves of a comparison are drawn, and the rows above them.

// headWidth is how many cells of the row above a half are not for its title.
const headWidth = 4

// Rows draws both halves in their parts of the screen, with the rows above them.
func (c *comparing) Rows(a *layout.Areas) []string {
	at := c.Beside.At
	now := c.preview.Reading
	other := c.Beside.Read
	title := func(of, beside *preview.Reading, area layout.ComparedArea) string {
		width := area.Heading.Width - headWidth
		if a.Summary.Height == 0 {
			return c.lowTitle(of, beside, width)
		}

		tail := 0
		if of == now { // the other half has a tail only where there is room
			tail = c.tailWidth(area.Heading.Width)
		}

		return c.halfTitle(of, beside, width, tail)
	}

	summary := draw.Fill([]string{c.summary(a.TwoPanes())}, a.Summary.Height, a.Summary.Width)
	if !a.TwoPanes() {
		return append(summary, c.unifiedRows(a.Compared[at], a.Summary.Height == 0)...)
	}

	halves := [2][]string{
		c.halfRows(now, c.preview.Output(), a.Compared[at], title(now, other, a.Compared[at])),
		c.halfRows(other, c.Beside.Output(), a.Compared[1-at], title(other, now, a.Compared[1-at])),
	}
	return append(summary, c.canvas().Beside(halves[at], halves[1-at])...)
}

// halfRows draws what one half gives below its title. The title says which half is tuned.
func (c *comparing) halfRows(r *preview.Reading, p *pane.Pane, a layout.ComparedArea, title string) []string {
	width := a.Heading.Width
	canvas := c.canvas()
	canvas.Width = width
	head := "── "
	role := themes.Border
	if p == c.preview.Output() {
		head = "─▸ "
		role = themes.Prompt
	}

	head += title + " "
	tail := ""
	room := width - cells.Width(head)
	if room >= c.tailWidth(width) && room > 0 && c.tailWidth(width) > 0 {
		tail = c.tail(p == c.preview.Output(), room)
	}

	head += strings.Repeat("─", max(width-cells.Width(head+tail), 0)) + tail
	drawn := draw.Fill([]string{canvas.Line(role, head)}, a.Heading.Height, width)
	mark := func(l pane.Row, row string) string { return c.withDifference(p, l, row) }
	rows := c.preview.Model.RowsOf(p, r, mark)
	for i := range rows {
		rows[i] += strings.Repeat(" ", max(width-p.Width, 0))
	}
	return append(drawn, draw.Fill(rows, a.Output.Height, width)...)
}

// tunedWord ends the row above the half that keys tune.
const tunedWord = " tuned ─"

// tailWidth returns how many cells at the end of a row above a half are kept for that word.
func (c *comparing) tailWidth(width int) int {
	const least = 32 // cells of a row that has room for it
	if width < least {
		return 0
	}
	return cells.Width(tunedWord)
}

// tail returns the end of the row above a half, in at most room cells: it says which half keys tune, and which key
// changes that.
func (c *comparing) tail(tuned bool, room int) string {
	other := " " + c.program.KeyName(keymap.OtherSide) + " tunes this ─"
	switch {
	case tuned:
		return tunedWord
	case cells.Width(other) < room:
		return other
	}
	return ""
}

// summary says how many lines of the file only one half gives, how many both and how many neither, and at the right how
// many differences there are: in as many words as there is room for.
func (c *comparing) summary(beside bool) string {
	texts, short := c.summaryWords(beside)
	differences := c.stopWords() + outsideWords(c) + c.nextWords()
	room := c.program.Width() - 2
	if cells.Width(strings.Join(texts, " · ")+"  "+differences) > room {
		differences = c.stopWords() + c.nextWords()
	}
	if cells.Width(strings.Join(texts, " · ")+"  "+differences) > room {
		texts = short
		if cells.Width(strings.Join(texts, " · ")+"  "+differences) > room {
			texts = slices.DeleteFunc(slices.Clone(texts), isNotThere)
		}
		if cells.Width(strings.Join(texts, " · ")+"  "+differences) > room {
			differences = c.stopWordsShort()
		}
	}

	var right []bar.Part
	if differences != "" {
		right = append(right, bar.Part{Text: differences, Role: themes.ModelLineValue, Keep: bar.LostSecond})
	}

	var left []bar.Part
	between := "  "
	if beside {
		between = " · "
	}
	for i, text := range texts {
		role := themes.Notice
		if strings.HasPrefix(text, linediff.BothWord) {
			role = themes.Text
		}
		if i > 0 {
			left = append(left, bar.Part{Text: between, Role: themes.Dim, Keep: bar.Kept - bar.Level(i)})
		}
		left = append(left, bar.Part{Text: text, Role: role, Keep: bar.Kept - bar.Level(i)})
	}

	return c.canvas().Bar(left, right, themes.Text)
}

// isNotThere reports whether a part of the summary names a line that is not in the file: what goes first.
func isNotThere(text string) bool { return strings.HasSuffix(text, linediff.NotThereWord) }

// summaryWords are the parts of the summary, the most telling first, in full and in short.
func (c *comparing) summaryWords(beside bool) (full, short []string) {
	order := [2]int{c.Beside.At, 1 - c.Beside.At}
	if said := c.withoutWords(order); said != nil {
		return said, said
	}
	if !c.laid() {
		return []string{"comparing"}, []string{"comparing"}
	}

	other := c.Beside.Read
	names := [2]string{c.sideName(c.preview.Reading, other), c.sideName(other, c.preview.Reading)}
	sets := c.Beside.lines.Of(c.preview.TotalLines(), c.Beside.differs)
	if !beside {
		return sets.Words(names), sets.Signed()
	}
	if c.Beside.At == 1 {
		slices.Reverse(names[:])
		sets = sets.Exchanged()
	}
	return sets.Words(names), sets.Short(names)
}

// withoutWords say what a half gives where it gives no lines; nil where both halves give lines. order says which half
// is named first.
func (c *comparing) withoutWords(order [2]int) (said []string) {
	halves := [2]*preview.Reading{c.preview.Reading, c.Beside.Read}
	for _, i := range order {
		why := withoutLines(halves[i])
		switch {
		case why != "":
			said = append(said, c.sideName(halves[i], halves[1-i])+" "+why)
		case withoutLines(halves[1-i]) != "":
			lines := humanize.Count(halves[i].Given().Lines(), "line")
			said = append(said, "only "+c.sideName(halves[i], halves[1-i])+": "+lines)
		}
	}

	return said
}

// sideName names a half in a few words: by its tool or, where both halves have the same one, by the options that
// differ.
func (c *comparing) sideName(r, other *preview.Reading) string {
	name := c.halfName(r, other)
	if !ofOneTool(r, other) || name[0] == r.Req.ToolName() {
		name = name[:1]
	}
	const most = 30 // cells
	return cells.Truncate(strings.Join(name, ", "), most, "…")
}

// ofOneTool reports whether two readings are by the same tool; a nil reading has not come yet.
func ofOneTool(r, other *preview.Reading) bool {
	return r != nil && other != nil && other.Req.Tool() == r.Req.Tool()
}

// withoutLines says what a half gives in the place of lines of the file; "" where it gives those.
func withoutLines(r *preview.Reading) string {
	switch {
	case r == nil:
		return "is being read"
	case r.NotKnown:
		return "is not known"
	case r.Refused != "":
		return "refuses"
	case r.Failed != nil:
		return "fails: " + cells.Sanitize(r.Failed.Error())
	case r.Kind != "":
		return "gives no text"
	case r.Window.Kind == window.Notice:
		return "gives a notice"
	case r.Window.Kind == window.Outline:
		return "gives an outline"
	case r.Window.Kind == window.Converted:
		return "gives another form of the file"
	case len(r.Runs()) == 0 && r.Stats.Bytes > 0:
		return "gives lines whose numbers are not known"
	}

	return ""
}

// halfTitle returns the title of a half in a row of width cells: what it is and, where there is room, what it gives.
// tail is how many cells it leaves free at the end.
func (c *comparing) halfTitle(r, other *preview.Reading, width, tail int) string {
	name := c.halfName(r, other)
	if !r.HasOutput() {
		return cells.Truncate(strings.Join(name, " · "), width, "…")
	}

	name = slices.Clip(name)
	gives := []string{r.Given().Range(), r.Amount()}
	loses := modelline.Losses(loss.Unsent{}, r.Stats)
	if numberColumn(c) > 0 && !r.NumbersLines() {
		gives = append(gives[:1:1], "no line numbers", gives[1])
	}
	bytesOrLines, _, _ := strings.Cut(gives[0], " · ") // a range in bytes has its lines behind it
	for _, one := range []struct {
		words []string
		room  int
	}{
		{slices.Concat(name, gives, loses), width - tail},
		{slices.Concat(name, gives), width - tail},
		{append(name, gives[:len(gives)-1]...), width - tail},
		{append(name, gives[0]), width - tail},
		{append(bareName(r, other, name), gives[0]), width - tail},
		{append(name, gives[0]), width},
		{append(name, bytesOrLines), width},
		{name, width},
	} {
		if text := strings.Join(one.words, " · "); cells.Width(text) <= one.room {
			return text
		}
	}

	return cells.Truncate(strings.Join(toolargument.Shortened(name, width), " · "), width, "…")
}

// bareName is the name of a half without its mode where both halves have the same mode.
func bareName(r, other *preview.Reading, name []string) []string {
	if other == nil || ofOneTool(r, other) || other.Req.Mode() != r.Req.Mode() {
		return name
	}
	return name[:1:1]
}

// lowTitle is the title on a screen so low that no summary stands above the halves: it says what the half loses.
func (c *comparing) lowTitle(r, other *preview.Reading, width int) string {
	words := c.halfName(r, other)
	if r.HasOutput() {
		lost := strings.Join(modelline.Losses(c.preview.Unsent(r), r.Stats), ", ")
		words = append(slices.Clip(words), "loses "+cmp.Or(lost, "nothing"))
	}
	return cells.Truncate(strings.Join(words, " · "), width, "…")
}

// halfName names a half by its tool and mode or, where both halves have the same, by the options that differ. What
// distinguishes the two comes first.
func (c *comparing) halfName(r, other *preview.Reading) []string {
	if r == nil {
		if c.Beside.Own != nil {
			return []string{c.Beside.Own.ToolName()}
		}
		return []string{c.Beside.Tool}
	}

	tool := r.Req.ToolName()
	mode := r.Req.Mode().String()
	if c.Beside.Own == nil || other == nil || other.Req.Tool() != r.Req.Tool() {
		return []string{tool, mode}
	}

	words := toolargument.Differing(r.Req, other.Req)
	switch {
	case r.Req.Mode() != other.Req.Mode():
		return append([]string{mode}, words...)
	case words == nil && r == c.preview.Reading:
		return []string{tool, mode} // what is tuned; the other half has the same options so far
	case words == nil:
		return []string{toolargument.Same}
	}

	return words
}
