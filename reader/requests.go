package reader

import (
	"context"

	"eyeline/reader/each"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
)

// Request is a request to a model that a run recorded: what the model had before it when it answered. Of what is not
// Proven it is told by rules which results it had.
type Request struct{ record.Request }

// Had reports whether the result of a call, one that [Calls] gives of the same run, was in the request.
func (r Request) Had(c Call) bool { return r.Calls.Has(int64(c.Order)) }

// Requests gives the requests of a run in their order, also those of its sub-agents, and none where the agent records
// none: Claude Code does from 2.1.301 on, and the records of eyeline tap and saved bodies are made of them. The error is
// one of ctx or of reading, or says that the file is no transcript of a known agent.
func Requests(ctx context.Context, path string) ([]Request, error) {
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }()
	if err := s.ReadRequests(ctx); err != nil {
		return nil, err
	}
	return each.Of(s.Run.Requests, func(r record.Request) Request { return Request{r} }), nil
}
