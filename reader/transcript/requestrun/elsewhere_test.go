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
		if saysSome := strings.HasSuffix(s.Note(), " Not all of them may be recorded."); saysSome != (want != "") {
			t.Errorf("%q says %q", want, s.Note())
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" || s.Unknown > 0 {
			t.Errorf("%q, want %q; %d unknown", got, want, s.Unknown)
		}
	}
}

// TestRequestsWithoutText: of a request that was not kept, and of a record that could not be written on, it is said that
// not all is recorded; of what agents send to other paths it is not.
func TestRequestsWithoutText(t *testing.T) {
	requests := transcripttest.Requests(t, transcripttest.Conversation()...)
	request := func(req bodies.Request) string {
		r := bodies.Recorder{}
		record, _ := r.Request(req)
		return string(record)
	}
	header := func(whole string) string {
		r := bodies.Recorder{}
		return string(r.Header(bodies.Header{Whole: whole}))
	}
	none := func(why string) string { return "of a request, " + why + ", no text is recorded" }
	before := `{"type":"request","n":9,"path":"/v1/messages","bytes":9,"sha256":"ab","base":0,"keep":0}` + "\n"
	for text, want := range map[string]string{
		header("ABC") + requests: "",
		header("***") + requests: "not all requests are recorded: the record could not be written on",
		requests + request(bodies.Request{Path: "/v1/messages", Size: 1 << 30}):            none("which was too long"),
		requests + request(bodies.Request{Path: "/v1/responses", Body: []byte("no JSON")}): none("which is no JSON"),
		requests + request(bodies.Request{Path: "/v1/responses", Body: []byte(`{"a":1}`)}): none("whose form is not known"),
		requests + request(bodies.Request{Path: "/v1/messages", Packed: []byte("x")}):      none("which could not be opened or unpacked"),
		requests + before: none("which was too long or of a form that is not known"),
		requests + request(bodies.Request{Path: "/api/event_logging/batch", Body: []byte(`{"events":[]}`)}): "",
	} {
		s := transcripttest.Decode(t, "run.jsonl", text)
		if got := strings.Join(s.Bypasses(), ";"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
