package preview

import (
	"slices"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/cells"
	"eyeline/tui/humanize"
	"eyeline/tui/pane"
)

// Where the model does not get what follows, a row stands between the lines of the file that says so.

// seam is such a place: what is lost there of the file, half-open.
type seam struct {
	at         pane.Seam
	kind       seamKind
	start, end int64
	// lines are those that are lost, 0 when not known; of a cut the number of its line, at the end of the read that of the
	// last line that is given.
	lines int64
}

type seamKind uint8

const (
	seamCut  seamKind = iota // the rest of a line
	seamHole                 // what is left out between two runs
	seamEnd                  // what follows the read
)

// ShowSeams puts the seams of the current reading into the file pane. A file of a transcript has none.
func (p *Preview) ShowSeams() {
	p.seams = nil
	if p.text.Doc() == nil {
		return
	}
	if r := p.reading; r != nil && r.Out != nil && r.Recorded == nil && !p.text.ToolOff() {
		p.seams = r.seams()
	}
	decoded := p.text.Doc().Decoded() && !p.text.Hex()
	var all []pane.Seam
	for i, s := range p.seams {
		if decoded { // its offsets are not those of the file
			if s.kind != seamEnd || p.reading.Stats.Altered[tools.Transcoded] == 0 || p.reading.Win.Last == 0 {
				continue
			}
			all, p.seams = append(all, pane.Seam{Line: p.reading.Win.Last}), p.seams[i:]
			break
		}
		all = append(all, s.at)
	}
	p.text.File().SetSeams(all)
	if compared, _ := p.host.OtherOutput(); compared == nil {
		p.model.pane.SetSeams(outputSeams(p))
	}
}

// outputSeams are blank rows of the model pane that keep it in step with the file pane beside it, below lines that are
// cut. What is left out between lines is in step again behind it.
func outputSeams(p *Preview) (all []pane.Seam) {
	beside := p.host.BothPanes() && p.model.pane.Width() < p.desk.Width()
	if !beside || len(p.seams) == 0 || len(p.reading.Stats.Parts) > 1 {
		return nil
	}
	for _, s := range p.seams {
		if line, ok := p.reading.ContentLine(s.lines); s.kind == seamCut && ok {
			all = append(all, pane.Seam{Line: line + 1})
		}
	}
	return all
}

// seams are the places where a reading does not go on, in their order.
func (r *Reading) seams() []seam {
	var all []seam
	for i, s := range r.sent {
		one := seam{at: pane.Seam{At: s.End}, kind: seamEnd, start: s.End, end: r.fileBytes, lines: s.Last}
		if i+1 < len(r.sent) {
			next := r.sent[i+1]
			one.kind, one.end, one.lines = seamHole, next.Start, max(next.First-s.Last-1, 0)
		}
		if one.end > one.start && one.start > 0 {
			all = append(all, one)
		}
	}
	for _, c := range r.Stats.Cuts {
		if !slices.ContainsFunc(all, func(s seam) bool { return s.start == c.Start }) {
			all = append(all, seam{at: pane.Seam{At: c.Start + 1}, kind: seamCut, start: c.Start, end: c.End, lines: c.Line})
		}
	}
	slices.SortStableFunc(all, func(a, b seam) int { return int(max(min(a.at.At-b.at.At, 1), -1)) })
	return all
}

// TotalLines is the number of the document's lines as the tool of the current reading counts them, -1 while it is not
// known.
func (p *Preview) TotalLines() int64 {
	side := p.text.Doc().Raw()
	if r := p.reading; r != nil && r.Stats.Altered[tools.Transcoded] > 0 {
		if !p.text.Doc().Decoded() {
			return -1
		}
		side = p.text.Doc().Shown()
	}
	if total, known := side.TotalLines(); known {
		return total
	}
	return -1
}

// SeamWords say what is lost at a seam of the file pane, by its number from 1.
func (p *Preview) SeamWords(number int) string {
	if number > len(p.seams) || p.reading == nil {
		return ""
	}
	s, tool := p.seams[number-1], p.reading.Req.Tool()
	who := tool.Name
	if tool.Since.How != tools.ByContract {
		who = tool.Since.Agent
	}
	lost := humanize.Size(s.end - s.start)
	switch s.kind {
	case seamCut:
		return "── " + who + " cuts the line here: " + lost + " not sent"
	case seamHole:
		if s.lines > 0 {
			lost = humanize.Count(s.lines, "line") + " (" + lost + ")"
		}
		return "── " + who + " leaves out the middle: " + lost + " not sent"
	}
	if n := p.TotalLines() - s.lines; s.lines > 0 && n > 0 {
		lost = humanize.Count(n, "line")
	}
	follow := " follow"
	if lost == "1 line" {
		follow = " follows"
	}
	return cells.Sanitize("── " + who + "'s read ends here: " + p.reading.whyItEnds() + " · " + lost + follow + onward(p))
}

// onward says at the end of a read what goes on, and that the model is not told where it is not.
func onward(p *Preview) string {
	text, key := " · no call reads on", p.desk.KeyName(keymap.NextWindow)
	switch {
	case !p.walk.Walks():
		text = " · " + key + " next block"
	case p.reading.next != nil:
		text = " · " + key + " reads on"
	}
	if p.reading.silent {
		text += " · the model is not told"
	}
	return text
}

// whyItEnds is the limit that a reading has reached where its tool alone sets that, or else why it ends.
func (r *Reading) whyItEnds() string {
	caps := r.Req.Tool().Caps
	for _, c := range []tools.Cap{caps.Output, caps.Then} {
		_, asked := r.Req.Sent(c.Flag)
		tokens := c.PerToken > 0
		if c.Most > 0 && (c.Flag == "" || !asked) &&
			(tokens && r.Win.Bottom == window.StopTokens || !tokens && r.Win.Bottom == window.StopOutput) {
			return c.Amount()
		}
	}
	given := r.Given()
	if r.Win.Bottom == window.StopLimit {
		return humanize.Count(given.Lines(), "line")
	}
	return given.Stopped()
}
