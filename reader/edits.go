package reader

import (
	"context"

	"eyeline/reader/each"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
)

// Edit is a change of a file that an agent recorded, with what the model had been sent of it when it was made. Of the
// lines that it replaced (LinesThen, in the numbers of the file before it, 1-based and inclusive) each is in one of
// SentThen, BlindThen and UnknownThen; BlindCount counts those that had not been sent, and Reason says why.
type Edit struct {
	// Path is below the working folder of the run, else absolute.
	Path string
	coverage.Change
}

// Edits gives the changes of files in a transcript, in the order of their calls. The files are looked for where the run
// had them, and where one is gone its present lines are those that were sent. The error is one of ctx or of reading, or
// says that the file is no transcript of a known agent.
func Edits(ctx context.Context, path string) ([]Edit, error) {
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }()
	c, err := coverage.Of(ctx, s, "")
	if err != nil {
		return nil, err
	}
	return each.Of(c.Edits(false), func(e coverage.Edit) Edit { return Edit{e.File.Path, *e.Change} }), nil
}
