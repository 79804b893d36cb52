package transcript_test

import (
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestRecordedRequests: a run says how many of its requests are proven, why one is not, and that it has none.
func TestRecordedRequests(t *testing.T) {
	t.Parallel()
	s := transcripttest.Open(t, transcripttest.Sample(t, "claude_code/requests.jsonl"))
	for range 2 { // what was read is not read again
		if err := s.ReadRequests(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if want := (transcript.Requests{Recorded: 8, Proven: 7, Why: "its digest does not fit"}); s.Requested != want {
		t.Errorf("%+v, want %+v", s.Requested, want)
	}
	const some = "The context is proven by the digests of 7 of 8 requests, else told by rules: its digest does not fit."
	if !strings.HasSuffix(s.Note(), some) {
		t.Error(s.Note())
	}
	s = transcripttest.Open(t, transcripttest.Sample(t, transcripttest.Claude)) // in which long texts were left out
	if err := s.ReadRequests(t.Context()); err != nil || s.Requested.Recorded != 17 || s.Requested.Proven != 0 {
		t.Error(err, s.Requested, s.Note())
	}
	s = transcripttest.Decode(t, "s.jsonl", lines(claudeOld("     4→one")...))
	const none = "Its requests are not recorded: the context is told by rules."
	if err := s.ReadRequests(t.Context()); err != nil || !strings.HasSuffix(s.Note(), none) {
		t.Error(err, s.Note())
	}
}
