package preview

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lineindex"
	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// lossesPart are the places of the window where the model does not get what is in the file.
type lossesPart struct {
	asked *asked
	at    int64               // one more than the offset of the loss that was gone to last; 0 for none
	of    toolrequest.Request // whose loss that is
	said  string              // what was said of it, while the file pane is on the way there
}

// foundLoss is the next or the previous loss.
type foundLoss struct {
	loss loss.Loss
	line int64
	// args are the arguments of a call of this tool that gives what is lost; nil without one.
	args json.RawMessage
	ok   bool
}

// Step goes to the n-th next loss, or back when n is negative, and says how much is lost there and whether another call
// gives it.
func (l *lossesPart) Step(n int64) tea.Cmd {
	line, ok := l.asked.text.File.CursorLine()
	if !ok {
		return nil
	}

	from := l.from(line, n)
	r := l.asked.Reading

	// Perhaps: then that loss comes first, although it began further up.
	inside := n > 0 && from == line.Off && !r.Window.Covers(from)
	var onward json.RawMessage
	if r.readsOn() {
		onward = r.NextArgs
	}

	view := l.asked.raw().Bytes()
	lines := l.asked.raw().Lines()
	tool := r.Req.Tool()
	env := l.asked.Env(tool, false)
	file := l.asked.text.Doc.Argument(tool)
	return jobs.Try(l.asked.jobs, jobs.Loss, func(ctx context.Context) (found foundLoss, err error) {
		reading, err := loss.Of(ctx, view, r.Window, r.Stats)
		if err == nil {
			found.loss, found.ok, err = stepped(ctx, reading, from, n, inside)
		}
		if err != nil || !found.ok {
			return found, err
		}

		found.line, err = LineAt(ctx, view, lines, found.loss.Start)
		switch {
		case found.loss.Kind == loss.Rest:
			found.args = onward
		case err == nil && found.loss.Bytes() > 0:
			lost := found.loss
			if lost.Kind != loss.Cut {
				lost.Line = found.line
			}
			found.args, _, err = loss.Regained(ctx, tool, env, file, lost, false)
		}

		return found, err
	}, func(found foundLoss, err error) tea.Cmd { return l.show(n, found, err) })
}

// stepped is the n-th loss from a byte, or back when n is negative. A loss that the byte is inside counts as the first.
func stepped(ctx context.Context, r loss.Reading, from, n int64, inside bool) (l loss.Loss, ok bool, err error) {
	if inside {
		if l, ok, err = r.Prev(ctx, from); err != nil {
			return l, ok, err
		}
		if ok && l.End > from {
			from = l.Start + 1
			n = n - 1
		}
	}

	step := r.Next
	past := int64(1)
	if n < 0 {
		step = r.Prev
		past = 0
	}

	for range max(n, -n) {
		l, ok, err = step(ctx, from)
		if !ok || err != nil {
			return l, ok, err
		}
		from = l.Start + past
	}

	return l, ok, nil
}

// from is where to look from in the direction of n: at the cursor's line, or past the loss in it that was gone to.
func (l *lossesPart) from(line filepages.Unit, n int64) int64 {
	switch {
	case !l.isIn(line):
		return line.Off
	case n > 0:
		return l.at
	default:
		return l.at - 1
	}
}

// isIn reports whether the loss that was gone to last is in a line. A loss of another block is not meant.
func (l *lossesPart) isIn(line filepages.Unit) bool {
	at := l.at - 1
	if !l.asked.walks() && !l.of.Equal(l.asked.Request) {
		return false
	}
	return at >= 0 && (at == line.Off || at > line.Off && (line.End < 0 || at < line.End))
}

// KeepsBlock reports whether the block stays although the cursor has moved: to a loss of that block.
func (l *lossesPart) KeepsBlock() bool {
	line, ok := l.asked.text.File.CursorLine()
	return ok && !l.asked.walks() && l.isIn(line)
}

// show goes to the loss that was found in the direction of n.
func (l *lossesPart) show(n int64, found foundLoss, err error) tea.Cmd {
	switch {
	case err != nil:
		return l.asked.desk.Warn("cannot look for losses: " + cells.Sanitize(err.Error()))
	case !found.ok:
		way := humanize.Either(n > 0, "further", "earlier")
		return l.asked.desk.Say("no " + way + " loss in this " + l.beyond())
	}

	l.at = found.loss.Start + 1
	l.of = l.asked.Request
	text := l.asked.text
	text.Filter.GoElsewhere()
	text.Arrival.PauseTail()
	text.Letters.KeepPlace()
	cmd := text.File.Do(pane.ToBytes(found.loss.Start, found.loss.Start+1, pane.Middle).Passing())

	line, ok := l.asked.Reading.ContentLine(found.line)
	if ok && l.asked.showing.MovesOutput() {
		there := pane.ToFound(l.asked.Reading.PlaceOf(line), pane.Top)
		l.asked.told.Tell(textview.Jump{Move: there})
	}

	l.said = l.words(found)
	l.Arrived()
	return cmd
}

// Arrived says what is lost where the file pane has come to, and which key scrolls back what it has scrolled sideways.
func (l *lossesPart) Arrived() {
	if l.said == "" || l.asked.text.File.Awaited() {
		return
	}
	back := " · " + l.asked.desk.KeyName(keymap.LineStart) + " back"
	shifted := l.asked.text.File.Shifted() && !l.asked.showing.MovesOutput()
	l.asked.desk.Say(l.said + humanize.When(shifted, back))
	l.said = ""
}

// beyond names the read, with what is not sent outside it and the keys that lead there.
func (l *lossesPart) beyond() string {
	p := l.asked
	key := l.asked.desk.KeyName
	first := l.asked.Reading.Window.First
	said := "call"
	switch {
	case !p.walks():
		return "block" + humanize.When(p.GivenNow().Unsent.Bytes > 0, "; what is around it is not sent")
	case p.Reading.Continues():
		said += " · " + key(keymap.NextWindow) + " on"
	}

	if len(p.back) > 0 {
		first = p.back[0].Window.First
	}
	if first > 1 {
		return said + " · " + humanize.Lines(1, first-1) + " not sent · " + key(keymap.PrevWindow) + " back"
	}

	return said + " · " + key(keymap.Walk) + " all calls"
}

// words says what is lost at a place, how much, and whether another call gives it.
func (l *lossesPart) words(found foundLoss) string {
	lost := found.loss
	where := "L" + humanize.Group(found.line) + ": "
	bytes := humanize.Count(lost.Bytes(), "byte")
	what := ""
	switch lost.Kind {
	case loss.Cut:
		what = bytes + " cut off"
	case loss.Hole:
		what = bytes + " left out here"
	case loss.Rest:
		what = "the read ends here: " + humanize.Size(lost.Bytes()) + " not sent"
		if found.args == nil {
			return where + what + "; no call of " + l.asked.Reading.Req.ToolName() + " reads on"
		}
		return where + what + "; " + l.asked.desk.KeyName(keymap.NextWindow) + " reads on"
	case loss.Replaced:
		what = bytes + " → U+FFFD"
	case loss.Altered:
		what = bar.Altered(lost.Alteration, 1) + ", " + bytes
	case loss.HiddenRune:
		return where + "the model gets what is hidden here: " + lost.Name
	}

	hole := lost.Kind == loss.Hole
	if found.args != nil { // of a hole it gives the beginning, perhaps no more
		gives := humanize.Either(hole, "reads on there", "gives it")
		return where + what + fmt.Sprintf("; a call %s, %s lists it: %s", gives,
			l.asked.desk.KeyName(keymap.Walk), cells.Sanitize(string(found.args)))
	}

	// The seam of a hole that the next calls fill for the most part says "not sent yet".
	it := humanize.Either(hole && l.asked.Reading.whole, "all of it", "it")
	return where + what + "; no call of " + l.asked.Reading.Req.ToolName() + " gives " + it
}

// LineAt is the 1-based number of the line that contains the byte at off, counted as far as the index does not reach.
func LineAt(ctx context.Context, b source.Bytes, index *lineindex.Snapshot, off int64) (int64, error) {
	n, err := index.LineAt(ctx, b, off)
	if !errors.Is(err, lineindex.ErrNotCovered) {
		return n, err
	}
	n, err = lineindex.EndsBefore(ctx, b, off)
	return n + 1, err
}

// Where the model does not get what follows, a row stands between the lines of the file that says so.

// seam is such a place: what is lost there of the file, half-open.
type seam struct {
	at         pane.Seam
	kind       seamKind
	start, end int64
	// lines are those that are lost, 0 when not known; of a cut the number of its line, at the end of the read that of
	// the last line that is given.
	lines int64
}

type seamKind uint8

const (
	seamCut   seamKind = iota // the rest of a line
	seamHole                  // what is left out between two runs
	seamEnd                   // what follows the read
	seamBlock                 // what is above a block
)

// ShowSeams puts the seams of the current reading into the file pane. A file of a transcript has none.
func (p *Preview) ShowSeams() {
	p.seams = nil
	if p.text.Doc == nil {
		return
	}
	r := p.Reading
	if r != nil && r.Out != nil && r.Recorded == nil && !p.text.ToolOff {
		p.seams = r.seams()
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

// outputSeams are rows of the model pane below lines that are cut, and below the last one where more follows, which
// say so. They keep it in step with the file pane beside it, too; what is left out between lines is in step again
// behind it.
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

// cutWords say where a line is cut, by its index among the cuts.
func (r *Reading) cutWords(at int) string {
	c := r.Stats.Cuts[at]
	where := "here"
	if at < len(r.cutAt) && r.cutAt[at] > 0 {
		where = "at byte " + humanize.Group(r.cutAt[at])
	}
	return "L" + humanize.Group(c.Line) + " cut " + where + " · " + humanize.Count(c.End-c.Start, "byte") + " not sent"
}

// locateCuts finds how many bytes are given of each line that is cut, as far as they are on hand near the cut.
func (r *Reading) locateCuts(ctx context.Context, file source.Bytes) {
	const near = 64 << 10
	var buf []byte // no larger than a cut asks for: most reads cut nothing
	for _, c := range r.Stats.Cuts {
		given := int64(0)
		for _, size := range []int64{4 << 10, near} {
			size = min(size, c.Start)
			buf = slices.Grow(buf[:0], int(size))[:size]
			n, err := source.ReadFull(file, buf, c.Start-size)
			if err != nil || ctx.Err() != nil {
				return
			}

			if i := bytes.LastIndexByte(buf[:n], '\n'); i >= 0 || size == c.Start {
				given = size - int64(i) - 1
				break
			}
		}

		r.cutAt = append(r.cutAt, given)
	}
}

// seams are the places where a reading does not go on, in their order.
func (r *Reading) seams() []seam {
	var all []seam
	for i, s := range r.sent {
		one := seam{at: pane.Seam{At: s.End}, kind: seamEnd, start: s.End, end: r.FileBytes, lines: s.Last}
		if i+1 < len(r.sent) {
			next := r.sent[i+1]
			one.kind = seamHole
			one.end = next.Start
			one.lines = max(next.First-s.Last-1, 0)
		}

		if one.end > one.start && one.start > 0 {
			all = append(all, one)
		}
	}

	if w := r.Window; w.Kind == window.Block && len(all) > 0 && w.Start > 0 && w.First > 1 {
		all = append(all, seam{at: pane.Seam{At: w.Start}, kind: seamBlock, end: w.Start, lines: w.First - 1})
	}

	for _, c := range r.Stats.Cuts {
		one := seam{at: pane.Seam{At: c.Start + 1}, kind: seamCut, start: c.Start, end: c.End, lines: c.Line}
		if !slices.ContainsFunc(all, func(s seam) bool { return s.start == c.Start }) {
			all = append(all, one)
		}
	}

	slices.SortStableFunc(all, func(a, b seam) int { return cmp.Compare(a.at.At, b.at.At) })
	return all
}

// TotalLines is the number of the document's lines as the tool of the current reading counts them, -1 while it is not
// known.
func (p *asked) TotalLines() int64 {
	side := p.raw()
	if r := p.Reading; r != nil && r.Stats.Altered[tools.Transcoded] > 0 {
		if !p.text.Doc.Decoded() {
			return -1
		}
		side = p.text.Doc.Shown()
	}
	if total, known := side.TotalLines(); known {
		return total
	}
	return -1
}

// estimated are tokens that the agent estimates by itself.
const estimated = " estimated tokens"

// SeamWords say what is lost at a seam of the file pane, by its number from 1: whose read it is and why it ends only
// where a row of width cells has room for that.
func (p *Preview) SeamWords(number, width int) string {
	if number > len(p.seams) || p.Reading == nil {
		return ""
	}

	s := p.seams[number-1]
	tool := p.Reading.Req.Tool()
	who := tool.Name
	if tool.Since.How != tools.ByContract {
		who = tool.Since.Agent
	}

	why := ": "
	lost := humanize.Size(s.end - s.start)
	long := ""
	switch s.kind {
	case seamCut:
		who = who + " cuts the line here"
		lost = lost + " not sent"
	case seamBlock:
		who += "'s block begins here"
		lost = humanize.Count(s.lines, "line") + " above not sent"
		why = " · "
	case seamHole:
		if s.lines > 0 {
			lost = humanize.Count(s.lines, "line") + " (" + lost + ")"
		}
		who += " leaves out the middle"
		lost += " not sent" + humanize.When(p.Reading.whole, " yet")
	default:
		why = ": " + p.Reading.whyItEnds() + " · "
		if strings.Contains(why, estimated) { // a long reason has room behind short words only
			long = who + " ends" + why
		}

		who += humanize.Either(p.Reading.Window.Kind == window.Block, "'s block ends here", "'s read ends here")
		if n := p.TotalLines() - s.lines; s.lines > 0 && n > 0 {
			lost = humanize.Count(n, "line")
		}

		lost += humanize.Either(lost == "1 line", " follows", " follow") + onward(p.asked)
	}

	long = cmp.Or(long, who+why)
	silent := s.kind == seamEnd && p.Reading.Silent
	told := humanize.When(silent, " · "+bar.NotTold)
	short := humanize.When(silent, " · "+bar.NotToldShort)
	for _, text := range []string{
		long + lost + told, who + " · " + lost + told, who + " · " + lost + short, who + " · " + lost, lost + short,
	} {
		text = cells.Sanitize("── " + text)
		if cells.Width(text) <= width {
			return text
		}
	}

	return "── " + lost
}

// onward says at the end of a read what goes on.
func onward(p *asked) string {
	text := " · no call reads on"
	key := p.desk.KeyName(keymap.NextWindow)
	switch {
	case !p.walks():
		text = " · " + key + " next block"
	case p.Reading.readsOn():
		text = " · " + key + " reads on"
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
