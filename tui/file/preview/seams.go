package preview

import (
	"cmp"
	"slices"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// Between the lines of the file a row shows where the model does not get what follows.

// seam is such a row: the bytes [start, end) of the file are not sent.
type seam struct {
	at         pane.Seam
	kind       seamKind
	start, end int64
	lost       int64 // how many lines a hole leaves out, or how many are above a block; 0 when not known
	lastGiven  int64 // at the end of a read: the 1-based number of the last line that is given; 0 when not known
}

type seamKind uint8

const (
	seamCut   seamKind = iota // the rest of a line
	seamHole                  // what is left out between two runs
	seamEnd                   // what follows the read
	seamBlock                 // what is above a block
	seamLead                  // nothing: beside it the model pane has what the tool says before the first line
)

// ShowSeams puts the rows of the current reading into both panes. A file of a transcript has none.
func (p *Preview) ShowSeams() {
	p.seams = nil
	if p.text.Doc == nil {
		return
	}
	r := p.Reading
	if r.HasOutput() && r.Recorded == nil && !p.text.ToolOff {
		p.seams = append(p.leadSeams(), r.seams()...)
	}

	decoded := p.text.Doc.Decoded() && !p.text.Hex
	var all []pane.Seam
	for i, s := range p.seams {
		if decoded { // its offsets are not those of the file
			if s.kind != seamEnd || p.Reading.Stats.Altered[tools.Transcoded] == 0 || p.Reading.Window.Last == 0 {
				continue
			}
			all = append(all, pane.Seam{Line: p.Reading.Window.Last})
			p.seams = p.seams[i:]
			break
		}

		all = append(all, s.at)
	}

	p.text.File.SetSeams(all)
	var below []pane.Seam // in a comparison both sides have the same rows
	if compared, _ := p.showing.OtherOutput(); compared == nil {
		below = p.outputSeams()
	}

	p.Model.pane.SetSeams(below)
}

// maxLead is how many rows of what a tool says before the first line of the file are shown beside it.
const maxLead = 8

// leadSeams are empty rows above the first line of the file, where the read begins, so that what the tool says before
// it has room beside them.
func (p *Preview) leadSeams() (all []seam) {
	beside, _ := p.showing.OtherOutput()
	if !p.Model.isBeside() || beside != nil || p.text.Hex || p.text.Doc.Decoded() || p.Reading.FirstLine != 1 {
		return nil
	}

	lead := p.Reading.Lead()
	output := &p.Model.pane
	rows, ok := pane.RowsAbove(output, lead+1)
	if !ok || output.Text.Bytes != source.Bytes(p.Reading.Framed) {
		rows = int(min(lead, maxLead))
	}
	for range min(rows, maxLead) {
		all = append(all, seam{kind: seamLead})
	}
	return all
}

// outputSeams returns the rows of the model pane: below each line that is cut, and below the last line where more of
// the file follows. They also keep the pane in step with the file pane beside it. A hole needs no row: both panes are
// in step again behind it.
func (p *Preview) outputSeams() (all []pane.Seam) {
	p.Model.cuts = nil
	p.Model.end = nil
	if len(p.seams) == 0 || len(p.Reading.Stats.Parts) > 1 {
		return nil
	}

	for i, c := range p.Reading.Stats.Cuts {
		if line, ok := p.Reading.ContentLine(c.Line); ok {
			all = append(all, pane.Seam{Line: line + 1})
			p.Model.cuts = append(p.Model.cuts, p.Reading.cutWords(i))
		}
	}

	for i, s := range p.seams {
		runs := p.Reading.Runs()
		if s.kind == seamEnd && len(runs) > 0 {
			last := runs[len(runs)-1]
			all = append(all, pane.Seam{Line: last.Content + last.Lines})
			p.Model.end = func(width int) string { return p.SeamWords(i+1, width) }
		}
	}

	return all
}

// seams returns the places where the reading lacks something of the file, in the order of the file.
func (r *Reading) seams() []seam {
	var all []seam
	for i, s := range r.givenRuns {
		one := seam{at: pane.Seam{At: s.End}, kind: seamEnd, start: s.End, end: r.FileBytes, lastGiven: s.Last}
		if i+1 < len(r.givenRuns) {
			next := r.givenRuns[i+1]
			lost := max(next.First-s.Last-1, 0)
			one = seam{at: pane.Seam{At: s.End}, kind: seamHole, start: s.End, end: next.Start, lost: lost}
		}

		if one.end > one.start && one.start > 0 {
			all = append(all, one)
		}
	}

	if w := r.Window; w.Kind == window.Block && len(all) > 0 && w.Start > 0 && w.First > 1 {
		all = append(all, seam{at: pane.Seam{At: w.Start}, kind: seamBlock, end: w.Start, lost: w.First - 1})
	}

	for _, c := range r.Stats.Cuts {
		one := seam{at: pane.Seam{At: c.Start + 1}, kind: seamCut, start: c.Start, end: c.End}
		if !slices.ContainsFunc(all, func(s seam) bool { return s.start == c.Start }) {
			all = append(all, one)
		}
	}

	slices.SortStableFunc(all, func(a, b seam) int { return cmp.Compare(a.at.At, b.at.At) })
	return all
}

// estimated replaces "tokens" where the agent estimates them, since the numbers on the screen are counted.
const estimated = " estimated tokens"

// SeamWords returns the text of the row with a number, counted from 1, in at most width cells. On a narrow screen it
// says only what is lost, not by which tool and why.
func (p *Preview) SeamWords(number, width int) string {
	if number > len(p.seams) || p.Reading == nil {
		return ""
	}

	s := p.seams[number-1]
	if s.kind == seamLead {
		return ""
	}
	tool := p.Reading.Req.Tool()
	who := tool.Name
	if tool.Origin.How != tools.ByContract {
		who = tool.Origin.Agent
	}

	why := ": "
	lost := humanize.Size(s.end - s.start)
	long := ""
	switch s.kind {
	case seamCut:
		who += " cuts the line here"
		lost += " not sent"
	case seamBlock:
		who += "'s block begins here"
		lost = humanize.Count(s.lost, "line") + " above not sent"
		why = " · "
	case seamHole:
		if s.lost > 0 {
			lost = humanize.Count(s.lost, "line") + " (" + lost + ")"
		}
		who += " leaves out the middle"
		lost += " not sent" + humanize.When(p.Reading.restFollows, " yet")
	default:
		why = ": " + p.Reading.whyItEnds() + " · "
		if strings.Contains(why, estimated) { // a long reason has room behind short words only
			long = who + " ends" + why
		}

		who += humanize.Either(p.Reading.Window.Kind == window.Block, "'s block ends here", "'s read ends here")
		if n := p.TotalLines() - s.lastGiven; s.lastGiven > 0 && n > 0 {
			lost = humanize.Count(n, "line")
		}

		lost += humanize.Either(lost == "1 line", " follows", " follow") + onward(p.base)
	}

	long = cmp.Or(long, who+why)
	silent := s.kind == seamEnd && p.Reading.Silent
	told := humanize.When(silent, " · "+modelline.SilentWords)
	short := humanize.When(silent, " · "+modelline.SilentWordsShort)
	return firstThatFits(width, long+lost+told, who+" · "+lost+told, who+" · "+lost+short, who+" · "+lost,
		lost+short, lost)
}

// firstThatFits returns the words of a seam: the first of some texts that fits, else the last one.
func firstThatFits(width int, texts ...string) (words string) {
	for _, text := range texts {
		words = cells.Sanitize("── " + text)
		if cells.Width(words) <= width {
			return words
		}
	}
	return words
}

// onward names the key that reads on, for the row at the end of a read.
func onward(p *base) string {
	text := " · no call reads on"
	key := p.program.KeyName(keymap.NextWindow)
	switch {
	case !p.IsWalk():
		text = " · " + key + " next block"
	case p.Reading.readsOn():
		text = " · " + key + " reads on"
	}
	return text
}

// whyItEnds says why a read ends: by the limit that the tool sets, if it has reached one that no argument changes, or
// else as the model line says it.
func (r *Reading) whyItEnds() string {
	caps := r.Req.Tool().Caps
	for _, c := range []tools.Cap{caps.Output, caps.Then} {
		_, asked := r.Req.Sent(c.Flag)
		tokens := c.PerToken > 0
		if c.Most > 0 && (c.Flag == "" || !asked) &&
			(tokens && r.Window.Bottom == window.StopTokens || !tokens && r.Window.Bottom == window.StopOutput) {
			amount := c.Amount()
			rule := r.Req.Tool().Tokens
			if tokens && (rule == nil || rule.Count == nil) { // the screen counts others
				amount = strings.Replace(amount, " tokens", estimated, 1)
			}
			return amount
		}
	}

	given := r.Given()
	if r.Window.Bottom == window.StopLimit {
		return humanize.Count(given.Lines(), "line")
	}

	return given.Stopped()
}
