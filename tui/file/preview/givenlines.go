package preview

import (
	"context"
	"slices"

	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/linestates"
)

// GivenLines finds, in a command, which lines of the file a model has: by the current read and those before it in its
// walk or, of a file of a transcript, by what had been sent. It is nil where that is not known.
func (p *base) GivenLines() func(context.Context) (linestates.GivenLines, error) {
	r := p.Reading
	switch {
	case p.IsRecorded() && p.RecordedFile.Rebuilt == nil && !p.text.Doc.Decoded():
		given := p.RecordedFile.Given()
		return func(context.Context) (linestates.GivenLines, error) { return given, nil }
	case p.IsRecorded(), p.text.ToolOff, r == nil, p.text.Doc.Decoded(), p.outdated():
		return nil
	case r.Refused != "" && !r.NotKnown:
		return func(context.Context) (linestates.GivenLines, error) { return linestates.GivenLines{}, nil }
	case !r.HasOutput(), r.Window.Kind == window.Converted, r.Window.Renumbered > 0:
		return nil
	}

	runs, cuts, more := p.runsOfWalk()
	if slices.ContainsFunc(runs, func(run window.Run) bool { return run.First == 0 && run.End > run.Start }) {
		return nil // of these bytes it is not known which lines they are
	}

	view := p.raw().Bytes()
	lines := p.raw().Lines()
	return func(ctx context.Context) (linestates.GivenLines, error) {
		for i, c := range cuts { // a tool may count lines otherwise
			if line, err := lines.LineAt(ctx, view, c.Start); err == nil {
				cuts[i].Line = line
			}
		}

		if err := ctx.Err(); err != nil {
			return linestates.GivenLines{}, err
		}

		return linestates.ByReads(view, runs, cuts, more)
	}
}

// runsOfWalk are what the current read and those before it in its walk give of the file, and which of its lines they
// cut off; more: lines behind those are cut, too.
func (p *base) runsOfWalk() (runs []window.Run, cuts []tools.Cut, more bool) {
	calls := []earlierCall{p.Reading.Earlier()}
	if p.IsWalk() {
		calls = append(calls, p.earlier...)
	}
	for _, c := range calls {
		runs = append(runs, c.givenRuns...)
		cuts = append(cuts, c.cuts...)
		more = more || c.cut > int64(len(c.cuts))
	}

	return runs, cuts, more
}
