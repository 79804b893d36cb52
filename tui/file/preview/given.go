package preview

import (
	"slices"
	"strings"

	"eyeline/reader/loss"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// Given is what the tool gave, for the words about it.
func (r *Reading) Given() bar.Given {
	return bar.Given{
		Window: r.Window, Stats: r.Stats, Mode: r.Req.Mode(), Size: sizeArgument(r.Req), First: r.FirstLine,
		Kind: r.Kind, Instead: cells.Sanitize(r.Instead), Notes: len(r.Notes), Estimated: r.Estimated,
	}
}

// GivenNow is what the current reading gave, and what of the file neither it nor the calls before it in its walk give.
func (p *current) GivenNow() bar.Given {
	var earlier []earlierCall
	if p.walks() {
		earlier = p.earlier
	}
	given := p.Reading.Given()
	given.Unsent = p.Unsent(p.Reading, earlier...)
	given.Unsent.Follows = p.Reading.restFollows
	given.Unsent.Never = p.Reading.neverBytes
	given.Within = p.withinWords()
	return given
}

// withinWords say of an answer that has more tokens than the tool's cap, and is whole, that it keeps that by the tool's
// own estimate; "" for any other. An argument that switches something on may be why the cap was not heeded.
func (p *current) withinWords() string {
	r := p.Reading
	tool := r.Req.Tool()
	if r.Out == nil || r.Recorded != nil || tool == nil || tool.Caps.Output.PerToken == 0 {
		return ""
	}

	limit := tool.Caps.Output
	most := p.Env(tool, false).Setting(limit.Flag, limit.Most)
	if _, given := r.Req.Sent(limit.Flag); given {
		return ""
	}

	for _, v := range r.Req.Values() {
		if on, is := v.(bool); is && on {
			return ""
		}
	}

	cut := r.Window.Bottom == window.StopTokens || r.Window.Bottom == window.StopOutput || len(r.Window.Runs) > 1
	if cut || r.Kind != "" || r.Tokens.Count <= most {
		return ""
	}

	return "within " + humanize.Group(most) + " by its estimate"
}

// Unsent is what neither a reading nor earlier calls give of the document. What is no text is not sent line by line.
func (p *current) Unsent(r *Reading, earlier ...earlierCall) loss.Unsent {
	if r.Out == nil || r.Recorded != nil || r.Kind != "" && len(r.sent) == 0 {
		return loss.Unsent{}
	}
	lines := p.TotalLines()
	if p.raw().Size() != r.FileBytes {
		lines = -1
	}
	var runs []window.Run
	for _, e := range append(slices.Clone(earlier), r.Earlier()) {
		runs = append(runs, e.sent...)
	}
	return loss.UnsentOf(runs, r.FileBytes, lines)
}

// sizeArgument is the argument that says how much a request asks for, as the tool's schema names it; "" when it has
// none.
func sizeArgument(r toolrequest.Request) string {
	tool := r.Tool()
	if tool == nil {
		return ""
	}
	place, _ := tool.Place(r.Mode())
	if p, ok := tool.Param(place.Size); ok {
		return ParamName(p)
	}
	return ""
}

// ParamName is an argument as the tool's schema names it, "indentation.max_levels" or "view_range[1]"; by its flag
// where it is no part of the arguments by itself.
func ParamName(p tools.Param) string {
	if len(p.Path) == 0 {
		return p.Flag
	}
	return strings.ReplaceAll(strings.Join(p.Path, "."), ".[", "[")
}

// Amount is how much a half gives: tokens where they are known, else bytes.
func (r *Reading) Amount() string {
	if number, _ := bar.Tokens(r.Tokens); number != "" {
		return number
	}
	return humanize.Size(r.Stats.Bytes)
}

// RefusalWord stands in the place of a missing answer: the tool refuses, or what it answers is not known.
func (r *Reading) RefusalWord() string {
	if r.NotKnown {
		return "not known"
	}
	return "refused"
}

// InWords is what a reading gives, in a few words.
func (r *Reading) InWords() string {
	switch {
	case r.Refused != "":
		return r.RefusalWord() + ": " + r.Refused
	case r.Out == nil:
		return "cannot be read"
	}

	given := r.Given()
	said := []string{given.Range()}
	if r.Recorded != nil {
		said[0] = cells.Sanitize(r.Recorded.Gave())
	}
	if number, _ := bar.Tokens(r.Tokens); number != "" {
		said = append(said, number)
	}
	if r.Stats.Cut > 0 {
		said = append(said, humanize.Count(r.Stats.Cut, "line")+" cut")
	}

	return strings.Join(said, ", ")
}

// CutInside is how many lines are cut that reading on does not give: without those in which the window ends.
func (r *Reading) CutInside() int64 {
	n := r.Stats.Cut
	for _, at := range r.Stats.Cuts {
		if !r.Window.Covers(at.Start) {
			n--
		}
	}
	return n
}

// Account is how many bytes of the file the call gives and loses.
func (r *Reading) Account() loss.Account { return loss.AccountOf(&r.Result, r.Stats) }

// Loses reports whether the model does not get all of the file by the current call and those before it in its walk, or
// not as it is by the current one. That a block is a part of it goes without saying.
func (p *current) Loses() bool {
	r := p.Reading
	if r == nil || r.Out == nil {
		return false
	}
	ends := p.GivenNow().Unsent.Bytes > 0 && r.Req.Mode() != tools.ModeBlock
	return ends || r.Continues() || r.Kind != "" || r.Stats.Cut > 0 || r.Stats.Replaced > 0
}

// Continues reports whether another call gives more of the file.
func (r *Reading) Continues() bool { return r.readsOn() && r.Req.Mode() != tools.ModeBlock }

// readsOn reports whether there is a next call that gives more of the file, as far as that is known.
func (r *Reading) readsOn() bool {
	return r.NextArgs != nil && (!r.LeftKnown || r.Guessed || r.Left > 0)
}

// A window may have holes, where the tool cuts the middle: these map between its runs and the lines of the content.

// Runs lists the runs that the content shows; nil when the numbers of their lines are not known.
func (r *Reading) Runs() []linediff.Run {
	if r == nil || r.Out == nil {
		return nil
	}

	var runs []linediff.Run
	spans := r.Window.Spans()
	for i, s := range r.Stats.Runs {
		first := r.FirstLine
		if i < len(spans) && spans[i].First > 0 {
			first = spans[i].First
		}
		if first == 0 || s.Lines == 0 {
			continue
		}

		run := linediff.Run{First: first, Content: s.Content, Lines: s.Lines, InFile: s.Lines}
		if i < len(spans) && r.Window.Renumbered > 0 && spans[i].First > 0 && spans[i].Last >= spans[i].First {
			run.InFile = spans[i].Last - spans[i].First + 1
		}

		runs = append(runs, run)
	}

	return runs
}

// ContentLine is the content line that shows line n of the file, or the nearest one that shows any.
func (r *Reading) ContentLine(n int64) (line int64, ok bool) {
	for _, run := range r.Runs() {
		if n < run.First && ok {
			break
		}
		line = run.ToContent(n)
		ok = true
	}
	return line, ok
}

// fileLine is the line of the file that content line n shows, or the nearest one that is shown.
func (r *Reading) fileLine(n int64) (line int64, ok bool) {
	for _, run := range r.Runs() {
		if n < run.Content && ok {
			break
		}
		line = run.ToFile(n)
		ok = true
	}
	return line, ok
}

// Outside lists the parts of a unit that are in none of the window's runs, as indexes into what is on hand of it. whole
// says that no part is.
func Outside(w window.Window, l filepages.Unit) (parts []cells.Span, whole bool) {
	start := l.Off + l.Skip
	end := start + int64(len(l.Head))
	at := start
	for _, s := range w.Spans() {
		if s.End <= at || s.Start >= end {
			continue
		}
		if s.Start > at {
			parts = append(parts, cells.Span{Start: int(at - start), End: int(s.Start - start)})
		}

		at = s.End
	}

	if at < end {
		parts = append(parts, cells.Span{Start: int(at - start), End: int(end - start)})
	}

	return parts, at == start && at < end
}

// TotalLines is the number of the document's lines as the tool of the current reading counts them, -1 while it is not
// known.
func (p *current) TotalLines() int64 {
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
