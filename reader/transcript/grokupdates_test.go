package transcript_test

import (
	"fmt"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestGrokUpdatesAlone: what Grok Build shows on its screen has the same calls, texts and lines as what it keeps of
// what the model saw.
func TestGrokUpdatesAlone(t *testing.T) {
	t.Parallel()
	described := func(s *transcript.Session) (all []string) {
		for c := range s.Calls() {
			reads, err := s.Reads(c)
			if err != nil {
				t.Fatal(err)
			}
			one := fmt.Sprintln(c.Tool, c.Failed, transcripttest.Text(t, s, c.Result))
			for _, r := range reads {
				one += fmt.Sprintln(r.Path, r.How, len(r.Lines))
			}
			all = append(all, one)
		}
		return all
	}
	all := transcripttest.Samples(t)
	history := described(transcripttest.Decode(t, "chat_history.jsonl", string(all["grok_build/chat_history.jsonl"])))
	shown := transcripttest.Decode(t, "updates.jsonl", string(all["grok_build/updates.jsonl"]))
	alone := described(shown)
	if len(alone) != 7 || len(history) != 7 || shown.ID == "" {
		t.Fatalf("%d and %d calls of %q", len(alone), len(history), shown.ID)
	}
	for i := range alone {
		if i == 3 || i == 4 { // the history does not say that they failed
			continue
		}
		if alone[i] != history[i] {
			t.Errorf("call %d:\n%s\n%s", i+1, alone[i], history[i])
		}
	}
}
