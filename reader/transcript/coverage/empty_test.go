package coverage

import (
	"encoding/json"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestNoFiles: a run that names no file has an empty list of files in JSON, and not null.
func TestNoFiles(t *testing.T) {
	run := transcripttest.ClaudeStep(1, "/w", "TodoWrite", object{"todos": []string{}}, "ok", nil)
	c, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if p, err := json.Marshal(c); err != nil || !strings.Contains(string(p), `"files":[]`) {
		t.Errorf("%s, %v", p, err)
	}
}
