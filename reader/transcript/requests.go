package transcript

import (
	"context"
	"fmt"

	"eyeline/reader/tools"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/requests"
)

// Requests says how many requests an agent recorded, and how many of them are proven: put together from the records,
// they have the digest that is recorded. What was in the context of a proven request is certain.
type Requests struct {
	Recorded int    `json:"recorded"`
	Proven   int    `json:"proven"`
	Why      string `json:"why,omitempty"` // why the first unproven one is not proven
}

// words describes what is known of the context.
func (r Requests) words() string {
	group := func(n int) string { return tools.Thousands(int64(n)) }
	switch {
	case r.Recorded == 0:
		return "Its requests are not recorded: the context is told by rules."
	case r.Proven == r.Recorded:
		return fmt.Sprintf("The context is proven by the digests of %s requests.", group(r.Proven))
	default:
		const some = "The context is proven by the digests of %s of %s requests, else told by rules: %s."
		return fmt.Sprintf(some, group(r.Proven), group(r.Recorded), r.Why)
	}
}

// requestReader reads the records of requests in one file. It does not read a record twice.
type requestReader struct {
	requests.Reader
	off int64 // of the first line that has not been read
}

// longestMessage is how many bytes of a record are searched for a message of a request, at most.
const longestMessage = 64 << 20

// ReadRequests reads what the agent recorded of its requests and has not been read yet. It reads every record again, so
// call it only to know what was in the context.
func (s *Session) ReadRequests(ctx context.Context) error {
	if s.Run.RequestRecords == 0 || s.Wire != nil { // ReadWire read the requests themselves, which say more
		return nil
	}

	attached := map[record.Place]*record.Call{} // by the place of their record
	for c := range s.Calls() {
		if c.Kind == record.Attachment {
			attached[record.Place{File: c.Args.File, Off: c.Args.Off}] = c
		}
	}

	for i, f := range s.files {
		if i == len(s.readers) {
			r := &requestReader{}
			r.Source = f.text
			r.Find = func(id string) int32 { return s.index.OrderOf(f.agent, id) }
			s.readers = append(s.readers, r)
		}

		if err := s.readRequestsOf(ctx, i, attached); err != nil {
			return err
		}
	}

	return nil
}

func (s *Session) readRequestsOf(ctx context.Context, i int, attached map[record.Place]*record.Call) error {
	f := s.files[i]
	r := s.readers[i]
	for n := 0; r.off < f.off; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}

		end, _ := f.text.Line(r.off)
		v := f.text.First(r.off, end)
		if a := v.Get("attachment"); a.Off > 0 {
			if c := attached[record.Place{File: int32(i), Off: a.Off}]; c != nil {
				text, _, _ := s.Text(c.Result, record.TextLimit)
				r.Attach(c.Order, string(text))
			}
		}

		if end-r.off <= longestMessage {
			if got := r.Take(v); got != nil {
				s.take(got, f.agent)
			}
		}

		r.off = end + 1
	}

	return f.text.Err()
}

// take adds a request of an agent to the run.
func (s *Session) take(got *requests.Request, agent int) {
	s.Requested.Recorded++
	if got.Proven {
		s.Requested.Proven++
	} else if s.Requested.Why == "" {
		s.Requested.Why = got.Why
	}
	s.AddRequest(record.Request{
		Time: got.Time, Agent: agent, After: got.After, Calls: got.Calls, Proven: got.Proven,
	})
}
