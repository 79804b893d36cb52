package reader

import (
	"context"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/runcost"
)

// RunCost is what the results of a run come to in tokens: by call, by file, and how much of it was in the context of
// the same agent already (Again). They are counted in the named Vocabulary; what the model itself counted is in Model,
// nil where nothing of that is recorded.
type RunCost struct{ runcost.Cost }

// Cost counts the tokens of a recorded run. The error is one of ctx or of reading, or says that the file is no
// transcript of a known agent.
func Cost(ctx context.Context, path string) (RunCost, error) {
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return RunCost{}, err
	}

	defer func() { _ = s.Close() }()
	var c coverage.Coverage
	if err := c.AddCost(ctx, s, ""); err != nil {
		return RunCost{}, err
	}

	return RunCost{*c.Cost}, nil
}
