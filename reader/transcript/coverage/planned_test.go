package coverage

import (
	"testing"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestPlansOfEarlierSessions: what an agent knows that begins with a plan of an earlier session is not all in the
// record where it wrote out several lines of a file exactly that it replaced. One line may be guessed.
func TestPlansOfEarlierSessions(t *testing.T) {
	t.Parallel()
	const plan = "Implement the following plan:\n\n# Rename it\n\nIn a, rename it.\n\n"
	const names = "If you need specific details from before, read the full transcript at: /c/s.jsonl"
	const one = "the first long line that is replaced"
	const two = "the second long line that is replaced"
	for name, c := range map[string]struct {
		said, old string
		isBlind   bool
	}{
		"several lines":     {plan + names, one + "\n" + two, false},
		"one line":          {plan + names, one, true},
		"short lines":       {plan + names, "} else {\n\treturn", true},
		"no session before": {plan, one + "\n" + two, true},
		"other text":        {"Do it: " + plan + names, one + "\n" + two, true},
	} {
		message := object{"role": "user", "content": c.said}
		said := transcripttest.JSON(object{"type": "user", "sessionId": "s", "cwd": "/w", "message": message})
		edit := object{"file_path": "/w/a", "old_string": c.old, "new_string": "new"}
		side := object{"structuredPatch": []object{{
			"oldStart": 4, "oldLines": 2, "lines": append(record.WithMark("-", c.old), "+new"),
		}}}
		run := said + transcripttest.ClaudeStep(1, "/w", "Edit", edit, "ok", side)
		of, err := Of(t.Context(), transcripttest.Decode(t, "run.jsonl", run), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if edits := of.Edits(true); len(edits) != 1 || edits[0].IsBlind() != c.isBlind {
			t.Errorf("%s: blind is %v, want %v", name, !c.isBlind, c.isBlind)
		}
	}
}
