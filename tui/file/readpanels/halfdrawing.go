package readpanels

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"eyeline/reader/loss"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// What stands over the two halves of a comparison, and how both are drawn.

// Rows draws both halves in their parts of the screen, and over them what they have in common.
func (c *comparing) Rows(a *layout.Areas) []string {
	at, now, other := c.Beside.At, c.preview.Reading, c.Beside.Read
	title := func(of, beside *preview.Reading, area layout.ComparedArea) string {
		width := area.Heading.Width - headWidth
		if a.Summary.Height == 0 {
			return c.lowTitle(of, beside, width)
		}
		return c.halfTitle(of, beside, width)
	}
	halves := [2][]string{
		c.halfRows(now, c.preview.Output(), a.Compared[at], title(now, other, a.Compared[at])),
		c.halfRows(other, c.Beside.Output(), a.Compared[1-at], title(other, now, a.Compared[1-at])),
	}
	left, right := halves[at], halves[1-at]
	places := [2]string{"left", "right"}
	if !a.TwoPanes() {
		places = [2]string{"above", "below"}
	}
	summary := c.canvas().Line(themes.Notice, " "+c.summary(places))
	rows := draw.Fill([]string{summary}, a.Summary.Height, a.Summary.Width)
	if a.TwoPanes() {
		return append(rows, c.canvas().Beside(left, right)...)
	}
	return slices.Concat(rows, left, right)
}

// headWidth is how many cells of the row over a half are not for its title.
const headWidth = 4

// halfRows draws what one half gives under its title. That of the half that is tuned is marked.
func (c *comparing) halfRows(r *preview.Reading, p *pane.Pane, a layout.ComparedArea, title string) []string {
	width := a.Heading.Width
	canvas := c.canvas()
	canvas.Width = width
	head, role := "── ", themes.Border
	if p == c.preview.Output() {
		head, role = "─▸ ", themes.Prompt
	}
	head += title + " "
	head += strings.Repeat("─", max(width-cells.Width(head), 0))
	drawn := draw.Fill([]string{canvas.Line(role, head)}, a.Heading.Height, width)
	mark := func(l pane.Row, row string) string { return c.withDifference(p, l, row) }
	return append(drawn, draw.Fill(c.preview.Model.RowsOf(p, r, mark), a.Output.Height, width)...)
}

// summary says how many lines of the file only one half gives, and both. The halves are called by their places on the
// screen, that of the first and that of the second.
func (c *comparing) summary(places [2]string) string {
	halves := [2]*preview.Reading{c.preview.Reading, c.Beside.Read}
	if c.Beside.At == 1 {
		halves[0], halves[1] = halves[1], halves[0]
	}
	var said []string
	for i, r := range halves {
		switch why := withoutLines(r); {
		case why != "":
			said = append(said, places[i]+" "+why)
		case withoutLines(halves[1-i]) != "":
			said = append(said, humanize.Count(r.Given().Lines(), "line")+" "+places[i])
		}
	}
	switch {
	case len(said) > 0:
		return strings.Join(said, " · ")
	case !c.laid():
		return "comparing"
	}
	n := c.Beside.lines
	if c.Beside.At == 1 {
		n.Only[0], n.Only[1] = n.Only[1], n.Only[0]
	}
	said = append(said, humanize.Group(n.Only[0])+" only "+places[0], humanize.Group(n.Both)+" both",
		humanize.Group(n.Only[1])+" only "+places[1])
	if differ := c.Beside.differs.Changed(); differ > 0 {
		said = append(said, humanize.Group(differ)+" of them differ")
	}
	return strings.Join(said, " · ")
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

// halfTitle is what stands over a half in a row of a width: what it is and, where there is room, what it gives.
func (c *comparing) halfTitle(r, other *preview.Reading, width int) string {
	name := c.halfName(r, other)
	if r == nil || r.Out == nil {
		return cells.Truncate(strings.Join(name, " · "), width, "…")
	}
	name = slices.Clip(name)
	gives, loses := []string{r.Given().Range(), r.Amount()}, bar.Losses(loss.Unsent{}, r.Stats)
	for _, words := range [][]string{
		slices.Concat(name, gives, loses), slices.Concat(name, gives), append(name, gives[0]), name,
	} {
		if text := strings.Join(words, " · "); cells.Width(text) <= width {
			return text
		}
	}
	return cells.Truncate(strings.Join(name, " · "), width, "…")
}

// lowTitle is that title on a screen so low that nothing stands above both halves: it says what the half loses.
func (c *comparing) lowTitle(r, other *preview.Reading, width int) string {
	words := c.halfName(r, other)
	if r != nil && r.Out != nil {
		lost := strings.Join(bar.Losses(c.preview.Unsent(r), r.Stats), ", ")
		words = append(slices.Clip(words), "loses "+cmp.Or(lost, "nothing"))
	}
	return cells.Truncate(strings.Join(words, " · "), width, "…")
}

// halfName names what a half is: its tool and mode or, where those are the other half's too, the options that differ.
// What tells the two apart comes first.
func (c *comparing) halfName(r, other *preview.Reading) []string {
	if r == nil {
		if c.Beside.Own != nil {
			return []string{c.Beside.Own.ToolName()}
		}
		return []string{c.Beside.Tool}
	}
	tool, mode := r.Req.ToolName(), r.Req.Mode().String()
	if c.Beside.Own == nil || other == nil || other.Req.Tool() != r.Req.Tool() {
		return []string{tool, mode}
	}
	words := differingOptions(r.Req, other.Req)
	switch {
	case r.Req.Mode() != other.Req.Mode():
		return append([]string{mode}, words...)
	case words == nil:
		return []string{tool, mode, "the same options"}
	}
	return words
}

// differingOptions are the options of a request that another request of the same tool gives otherwise.
func differingOptions(r, other toolrequest.Request) []string {
	var words []string
	for _, p := range r.Tool().Params {
		if v, w := optionValue(p, r), optionValue(p, other); !p.IsFile && v != w {
			words = append(words, p.Flag+" "+differingPart(v, w))
		}
	}
	return words
}

// differingPart is a value without most of what it has in common with another one before they differ.
func differingPart(v, w string) string {
	const kept, least = 6, 16
	alike := 0
	for alike < min(len(v), len(w)) && v[alike] == w[alike] {
		alike++
	}
	if alike < least {
		return v
	}
	from := alike - kept
	for from > 0 && !utf8.RuneStart(v[from]) {
		from--
	}
	return "…" + v[from:]
}

// optionValue is an argument in words: its value, or what it amounts to when it is not given.
func optionValue(p tools.Param, r toolrequest.Request) string {
	if x, given := r.Sent(p.Flag); given {
		return cells.Sanitize(fmt.Sprint(x))
	}
	if p.Default == nil {
		return "not given"
	}
	return fmt.Sprint(p.Default)
}
