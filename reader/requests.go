package reader

import (
	"context"

	"eyeline/reader/lists"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
)

// Request is a request to a model that a run recorded: what the model had before it when it answered.
//
// Of the fields of [record.Request], Time is when it was made, Agent the index of the agent or sub-agent whose it is,
// After the order of the last call before it (Call.Order), Proven says that the record proves which results it had, and
// Body has its measures where it is recorded itself.
type Request struct{ record.Request }

// Had reports whether the result of a call, one that [Calls] gives of the same run, was in the request. It is known of
// requests that are Proven alone.
func (r Request) Had(c Call) (had, known bool) {
	return r.Proven && r.Calls.Has(int64(c.Order)), r.Proven
}

// Requests gives the requests of a run in their order, also those of its sub-agents, and none where the agent records
// none: Claude Code does from 2.1.301 on, and the records of eyeline tap and saved bodies are made of them. The error
// is one of ctx or of reading, or says that the file is no transcript of a known agent.
func Requests(ctx context.Context, path string) ([]Request, error) {
	s, err := transcript.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }()
	if err := s.ReadRequests(ctx); err != nil {
		return nil, err
	}
	return lists.Map(s.Run.Requests, func(r record.Request) Request { return Request{r} }), nil
}
