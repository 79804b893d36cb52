package coverage_test

import (
	"path/filepath"
	"testing"
	"time"

	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// TestChangesWhereTheAgentWasConnectedByItself: where the agent may have asked its model past what recorded its
// requests, an edit of a text that no request has is not called blind.
func TestChangesWhereTheAgentWasConnectedByItself(t *testing.T) {
	const system = `{"model":"m","system":[{"type":"text",` +
		`"text":"You are Claude Code, Anthropic's official CLI for Claude."}],"tools":[{"name":"Read"},{"name":"Edit"}],"messages":[{"role":"user","content":"go"}`
	const edit = `,{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Edit","input":{` +
		`"file_path":"/w/a","old_string":"beta two formatted","new_string":"x"}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}`
	for _, connected := range []bool{false, true} {
		var r bodies.Recorder
		record := r.Header(bodies.Header{Agent: "claude-code", Dir: "/w"})
		for i, body := range []string{system + "]}", system + edit + "]}"} {
			one := bodies.Request{Time: time.Unix(int64(i), 0), Path: "/v1/messages", Body: []byte(body)}
			line, number := r.Request(one)
			record = append(append(record, line...), r.Response(bodies.Response{N: number, Status: 200})...)
		}
		if connected {
			record = append(record, `{"type":"elsewhere","to":"203.0.113.5:443","model":true}`+"\n"...)
		}
		path := filepath.Join(t.TempDir(), "run.jsonl")
		transcripttest.Write(t, path, record)
		all, err := coverage.Of(t.Context(), transcripttest.Open(t, path), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		edits := all.Edits(false)
		if len(edits) != 1 || edits[0].IsBlind() == connected || edits[0].UnplacedUnknown != connected {
			t.Errorf("connected %v: %+v", connected, edits)
		}
	}
}
