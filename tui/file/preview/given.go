package preview

import (
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/loss"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// Given collects what package modelline needs to describe the reading.
func (r *Reading) Given() modelline.Given {
	return modelline.Given{
		Window: r.Window, Stats: r.Stats, Mode: r.Req.Mode(), Size: sizeArgument(r.Req), First: r.FirstLine,
		Kind: r.Kind, Instead: cells.Sanitize(r.Instead), Notes: len(r.Notes), NamesEstimate: r.NamesEstimate,
	}
}

// GivenNow is [Reading.Given] of the current reading, plus what this call and the earlier calls of its walk leave out.
func (p *base) GivenNow() modelline.Given {
	var earlier []earlierCall
	if p.IsWalk() {
		earlier = p.earlier
	}

	given := p.Reading.Given()
	given.Unsent = p.Unsent(p.Reading, earlier...)
	given.Unsent.Follows = p.Reading.restFollows
	given.Unsent.Never = p.Reading.neverBytes
	given.Within = p.withinWords()
	if p.IsWalk() && given.Unsent.OfLines > 0 {
		var runs []window.Run
		for _, call := range append(slices.Clone(earlier), p.Reading.Earlier()) {
			runs = append(runs, call.givenRuns...)
		}
		given.Above = window.LinesAbove(runs)
	}
	return given
}

// withinWords explain why an answer is whole although it has more tokens than the tool allows: the tool estimates
// fewer. "" where that is not the reason: an argument that switches something on may also lift the cap.
func (p *base) withinWords() string {
	r := p.Reading
	tool := r.Req.Tool()
	if !r.HasOutput() || r.Recorded != nil || tool == nil || tool.Caps.Output.PerToken == 0 {
		return ""
	}

	limit := tool.Caps.Output
	most := p.Env(tool).Setting(limit.Flag, limit.Most)
	if _, given := r.Req.Sent(limit.Flag); given {
		return ""
	}

	for _, v := range r.Req.Values() {
		if on, ok := v.(bool); ok && on {
			return ""
		}
	}

	cut := r.Window.Bottom == window.StopTokens || r.Window.Bottom == window.StopOutput || len(r.Window.Runs) > 1
	if cut || r.Kind != "" || r.Tokens.Count <= most {
		return ""
	}

	return "within " + humanize.Group(most) + " by its estimate"
}

// Unsent returns what of the document neither a reading nor the earlier calls give. It is empty for what is not text,
// which is not sent line by line.
func (p *base) Unsent(r *Reading, earlier ...earlierCall) loss.Unsent {
	if !r.HasOutput() || r.Recorded != nil || r.Kind != "" && len(r.givenRuns) == 0 {
		return loss.Unsent{}
	}

	lines := p.TotalLines()
	if p.raw().Size() != r.FileBytes {
		lines = -1
	}

	var runs []window.Run
	for _, e := range append(slices.Clone(earlier), r.Earlier()) {
		runs = append(runs, e.givenRuns...)
	}

	return loss.UnsentOf(runs, r.FileBytes, lines)
}

// sizeArgument returns the argument that says how much a request asks for, as the tool's schema names it; "" without
// one.
func sizeArgument(r toolrequest.Request) string {
	tool := r.Tool()
	if tool == nil {
		return ""
	}
	place, _ := tool.WindowParams(r.Mode())
	if p, ok := tool.Param(place.Size); ok {
		return ParamName(p)
	}
	return ""
}

// ParamName returns an argument as the tool's schema names it, "indentation.max_levels" or "view_range[1]". One that is
// not an argument by itself is named by its flag.
func ParamName(p tools.Param) string {
	if len(p.Path) == 0 {
		return p.Flag
	}
	return strings.ReplaceAll(strings.Join(p.Path, "."), ".[", "[")
}

// LastName is the name of an argument without what it is nested in: "max_levels".
func LastName(p tools.Param) string {
	name := ParamName(p)
	return name[strings.LastIndexByte(name, '.')+1:]
}

// ArgumentName is [LastName] of the argument of a tool that a flag gives.
func ArgumentName(tool *tools.Tool, flag string) string {
	if p, ok := tool.Param(flag); ok {
		return LastName(p)
	}
	return flag
}

// ArgumentWords is an argument of a tool with a value, as it is said wherever there is no form for it: "max_levels 2",
// and "all levels" for the value of a block's size that means no bound.
func ArgumentWords(tool *tools.Tool, flag string, value any) string {
	text := fmt.Sprint(value)
	if place, ok := tool.WindowParams(tools.ModeBlock); ok && flag == place.Size && text == "0" {
		return "all levels"
	}
	return ArgumentName(tool, flag) + " " + text
}

// Amount returns how much was given: in tokens once they are counted, before that in bytes.
func (r *Reading) Amount() string {
	if number, _ := modelline.Tokens(r.Tokens); number != "" {
		return number
	}
	return humanize.Size(r.Stats.Bytes)
}

// RefusalWord says why there is no answer: the tool refuses, or this program does not know what the tool answers.
func (r *Reading) RefusalWord() string {
	if r.NotKnown {
		return "not known"
	}
	return "refused"
}

// InWords returns in a few words what the reading gives, for a list.
func (r *Reading) InWords() string {
	switch {
	case r.Refused != "":
		return r.RefusalWord() + ": " + r.Refused
	case !r.HasOutput():
		return "cannot be read"
	}

	given := r.Given()
	said := []string{given.Range()}
	if r.Recorded != nil {
		said[0] = cells.Sanitize(r.Recorded.GaveWords())
	}
	if number, _ := modelline.Tokens(r.Tokens); number != "" {
		said = append(said, number)
	}
	if r.Stats.Cut > 0 {
		said = append(said, humanize.Count(r.Stats.Cut, "line")+" cut")
	}

	return strings.Join(said, ", ")
}

// CutInside counts the lines that are cut and that no further call completes: not those at which the window ends.
func (r *Reading) CutInside() int64 {
	n := r.Stats.Cut
	for _, at := range r.Stats.Cuts {
		if !r.Window.Covers(at.Start) {
			n--
		}
	}
	return n
}

// Account counts the bytes of the file that the call gives and loses.
func (r *Reading) Account() loss.Account { return loss.AccountOf(&r.Result, r.Stats) }

// Loses reports whether the model lacks something: a part of the file that no call up to the current one has given, or
// a part that the current one has changed. A block is always a part of the file, so that alone does not count.
func (p *base) Loses() bool {
	r := p.Reading
	if !r.HasOutput() {
		return false
	}
	ends := p.GivenNow().Unsent.Bytes > 0 && r.Req.Mode() != tools.ModeBlock
	return ends || r.Continues() || r.Kind != "" || r.Stats.Cut > 0 || r.Stats.Replaced > 0
}

// Continues reports whether the next call of the walk gives more of the file.
func (r *Reading) Continues() bool { return r.readsOn() && r.Req.Mode() != tools.ModeBlock }

// readsOn reports whether a next call gives more of the file. Until the calls are counted it believes what the tool
// says.
func (r *Reading) readsOn() bool {
	return r.NextArgs != nil && (!r.LeftKnown || r.Guessed || r.Left > 0)
}

// A window has holes where the tool leaves out the middle. These methods map between its runs and the lines of the
// output.

// Runs returns which lines of the output show which lines of the file; nil where the numbers of these are not known.
func (r *Reading) Runs() []linediff.Run {
	if !r.HasOutput() {
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

// ContentLine returns the 0-based line of the output that shows the 1-based line n of the file or, where none does, the
// nearest one. It reports false where the output shows no line of the file.
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

// fileLine returns the 1-based line of the file that the 0-based line n of the output shows, or the nearest one that is
// shown.
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

// Outside returns the parts of a unit that no run of the window has, as indexes into its head. whole reports that the
// window has nothing of it.
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

// TotalLines returns how many lines the document has, as the tool of the current reading counts them; -1 while that is
// not known.
func (p *base) TotalLines() int64 {
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
