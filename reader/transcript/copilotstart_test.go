package transcript_test

import (
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestACallOfCopilotIsOne: a call is recorded where the model asks for it, and where it starts. The arguments of the two
// may be written with other bytes.
func TestACallOfCopilotIsOne(t *testing.T) {
	const run = `{"type":"session.start","timestamp":"2026-11-21T10:00:00Z","data":{"sessionId":"s"}}
{"type":"assistant.message","data":{"content":"","toolRequests":[{"toolCallId":"1","name":"view","arguments":{"path":"/w/a", "view_range":[1,2]}}]}}
{"type":"tool.execution_start","data":{"toolCallId":"1","toolName":"view","arguments":{"view_range":[1,2],"path":"/w/a"}}}
{"type":"tool.execution_complete","data":{"toolCallId":"1","success":true,"result":{"content":"1. one\n2. two"}}}
`
	s := transcripttest.Decode(t, "events.jsonl", run)
	if c := s.Call(1); s.Len() != 1 || !c.Answered() {
		t.Errorf("%d calls", s.Len())
	}
}
