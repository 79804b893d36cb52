package preview

import (
	"slices"
	"strings"

	"eyeline/reader/loss"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/humanize"
	"eyeline/tui/toolrequest"
)

// Given is what the tool gave, for the words about it.
func (r *Reading) Given() bar.Given {
	return bar.Given{
		Window: r.Win, Stats: r.Stats, Mode: r.Req.Mode(), Size: SizeArgument(r.Req), First: r.FirstLine,
		Kind: r.Kind, Instead: cells.Sanitize(r.Instead), Notes: len(r.Notes), Estimated: r.Estimated,
	}
}

// GivenNow is what the current reading gave, and what of the file neither it nor the calls before it in its walk give.
func (p *Preview) GivenNow() bar.Given {
	r := p.reading
	var sent []window.Run
	if p.walk.Walks() {
		for _, e := range p.back {
			sent = append(sent, e.Sent...)
		}
	}
	given := r.Given()
	given.Unsent = p.Unsent(r, sent...)
	return given
}

// Unsent is what neither a reading nor earlier calls give of the document. What is no text is not sent line by line.
func (p *Preview) Unsent(r *Reading, earlier ...window.Run) loss.Unsent {
	if r.Out == nil || r.Recorded != nil || r.Kind != "" && len(r.sent) == 0 {
		return loss.Unsent{}
	}
	lines := p.TotalLines()
	if p.text.Doc().Raw().Size() != r.fileBytes {
		lines = -1
	}
	return loss.UnsentOf(append(slices.Clone(earlier), r.sent...), r.fileBytes, lines)
}

// SizeArgument is the argument that says how much a request asks for, as the tool's schema names it; "" when it has
// none.
func SizeArgument(r toolrequest.Request) string {
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

// Result is what a reading gives, in a few words.
func (r *Reading) Result() string {
	switch {
	case r.Refused != "":
		return "refused: " + r.Refused
	case r.Out == nil:
		return "cannot be read"
	}
	given := r.Given()
	said := []string{given.Range()}
	if number, _ := bar.Tokens(r.Tokens); number != "" {
		said = append(said, number)
	}
	if r.Stats.Cut > 0 {
		said = append(said, humanize.Count(r.Stats.Cut, "line")+" cut")
	}
	return strings.Join(said, ", ")
}
