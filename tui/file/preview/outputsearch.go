package preview

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/file/linesearch"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// While the keys move the output of a tool, a search looks there and not in the file. The pattern is that of the file.

// outputSearch looks for matches in the output.
type outputSearch struct {
	*base
	output *pane.Pane
	match  search.Match // the one found last
	found  bool
}

// Ask opens the prompt for a pattern.
func (o *outputSearch) Ask(dir search.Direction) tea.Cmd {
	p := o.base
	if !p.showing.MovesOutput() {
		return p.text.Search.AskSearch(dir)
	}

	sign := map[search.Direction]string{search.Forward: "/", search.Backward: "?"}[dir]
	enter := func(text string) (tea.Cmd, error) {
		s := p.text.Search
		switch {
		case text != "":
			pattern, err := p.text.Compile(text)
			if err != nil {
				return nil, err
			}
			s.SetPattern(pattern, dir)
			o.found = false
		case s.Pattern == nil:
			return nil, errors.New("no pattern yet")
		}

		s.Turn(dir)
		return o.Next(1), nil
	}
	p.overlays.Open(overlay.Prompt{
		Kind: overlay.PromptSearch, Sign: sign, Enter: enter, AsAgents: p.text.Search.AsAgents(),
	}, "")
	return nil
}

// Next goes to the n-th next match in the direction of the search, or to the n-th last when n is negative.
func (o *outputSearch) Next(n int64) tea.Cmd {
	p := o.base
	s := o.text.Search
	out := o.output
	top, ok := out.TopLine()
	if !p.showing.MovesOutput() || !ok {
		return s.NextMatch(n)
	}

	dir := s.Dir
	from := top.Off
	if n < 0 {
		dir = dir.Opposite()
		n = -n
	}

	if _, near := out.LineHolding(o.match.Start); o.found && near {
		from = o.match.Start
		if dir == search.Forward {
			from++
		}
	}

	lines := linesearch.Lines{Finder: search.NewFinder(s.Pattern), Bytes: out.Text.Bytes}
	return jobs.Ask(p.jobs, jobs.Search, func(ctx context.Context) linesearch.Result {
		return lines.Nth(ctx, from, dir, n, true)
	}, func(r linesearch.Result) tea.Cmd {
		switch {
		case r.Err != nil:
			return p.program.Warn("cannot search: " + cells.Sanitize(r.Err.Error()))
		case !r.OK:
			return p.program.Warn("not found in what the model gets: " + cells.Sanitize(s.Pattern.String()))
		case r.Wrapped:
			p.program.Say("search went round the end")
		}

		o.match = r.Match
		o.found = true
		p.events.Send(textview.Jump{Move: pane.ToBytes(r.Match.Start, r.Match.End, pane.Middle).UntilJump()})
		return nil
	})
}
