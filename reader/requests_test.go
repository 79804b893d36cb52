package reader_test

import (
	"context"
	"errors"
	"testing"

	"eyeline/reader"
)

// TestRequests: the requests of a run have the results of calls that were made before, each of them in some request.
func TestRequests(t *testing.T) {
	const path = "../testdata/transcripts/claude_code/requests.jsonl"
	requests, err := reader.Requests(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	proven := 0
	for _, r := range requests {
		if r.Proven {
			proven++
		}
	}
	if len(requests) != 8 || proven != 7 {
		t.Errorf("%d requests, %d proven", len(requests), proven)
	}
	calls, sent := 0, 0
	for c, err := range reader.Calls(t.Context(), path) {
		if err != nil {
			t.Fatal(err)
		}
		calls++
		in := 0
		for i, r := range requests {
			had, known := r.Had(c)
			if known != r.Proven || had && !known {
				t.Errorf("request %d: had %v, known %v", i+1, had, known)
			}
			if !had {
				continue
			}
			in++
			if r.After < c.Order {
				t.Errorf("request %d has the result of call %d, which was made after it", i+1, calls)
			}
		}
		if in > 0 {
			sent++
		}
	}
	if calls == 0 || sent < calls/2 {
		t.Errorf("of %d results %d were sent", calls, sent)
	}

	// In this record long texts were left out, so that nothing proves what was sent.
	cut, err := reader.Requests(t.Context(), "../testdata/transcripts/claude_code/session-default.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range cut {
		if r.Proven {
			t.Errorf("request %d is proven", i+1)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := reader.Requests(ended, path); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if _, err := reader.Requests(t.Context(), "requests_test.go"); err == nil {
		t.Error("a file of Go has requests")
	}
}
