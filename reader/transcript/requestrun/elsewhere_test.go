package requestrun_test

import (
	"strings"
	"testing"

	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/transcripttest"
)

// TestElsewhere: a connection to the model or to a proxy past the tap is said of a run, one to another address only
// where no request came at all.
func TestElsewhere(t *testing.T) {
	record := func(to string, isModel, isProxy bool) string {
		r := bodies.Recorder{}
		return string(r.Elsewhere(bodies.Elsewhere{To: to, IsModel: isModel, IsProxy: isProxy, Early: true}))
	}
	r := bodies.Recorder{}
	head := string(r.Header(bodies.Header{Agent: "claude-code"}))
	requests := transcripttest.Requests(t, transcripttest.Conversation()...)
	for text, want := range map[string]string{
		requests: "",
		requests + record("203.0.113.5:443", false, false): "",
		requests + record("127.0.0.1:3128", false, true):   "the agent was connected to the proxy 127.0.0.1:3128: what it",
		requests + record("203.0.113.5:443", true, false):  "the agent was connected to an address of its model, 203",
		head + record("203.0.113.5:443", false, false):     "no request came, and the agent was connected to 203.0",
	} {
		s := transcripttest.Decode(t, "run.jsonl", text)
		got := strings.Join(s.Bypasses(), ";")
		if !strings.HasPrefix(got, want) || want == "" && got != "" || s.Unknown > 0 {
			t.Errorf("%q, want %q; %d unknown", got, want, s.Unknown)
		}
	}
}
