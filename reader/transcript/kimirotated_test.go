package transcript_test

import (
	"path/filepath"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestKimiPutsConversationsAside: a conversation of Kimi CLI lacks what came before where an earlier one of the same
// agent was put aside; one of a sub-agent beside it is none of its own.
func TestKimiPutsConversationsAside(t *testing.T) {
	const record = `{"role":"_checkpoint","id":0}` + "\n" + `{"role":"user","content":"look at a.txt"}` + "\n"
	for _, c := range []struct {
		name      string
		beside    []string
		isLacking bool
	}{
		{"context.jsonl", nil, false},
		{"context.jsonl", []string{"context_sub_1.jsonl", "context_sub_2.jsonl", "wire.jsonl"}, false},
		{"context.jsonl", []string{"context_1.jsonl"}, true},
		{"context.jsonl", []string{"context_12.jsonl"}, true},
		{"context_1.jsonl", []string{"context.jsonl", "context_2.jsonl"}, false},
		{"context_2.jsonl", []string{"context.jsonl", "context_1.jsonl"}, true},
		{"context_sub_1.jsonl", []string{"context.jsonl", "context_1.jsonl", "context_sub_2_1.jsonl"}, false},
		{"context_sub_2.jsonl", []string{"context.jsonl", "context_sub_2_1.jsonl"}, true},
	} {
		dir := t.TempDir()
		for _, file := range append(c.beside, c.name) {
			transcripttest.Write(t, filepath.Join(dir, file), []byte(record))
		}
		s, err := transcript.Open(t.Context(), filepath.Join(dir, c.name))
		if err != nil {
			t.Fatal(c.name, err)
		}
		if got := transcript.IsPartly(s); got != c.isLacking {
			t.Errorf("%s beside %v: lacking %t", c.name, c.beside, got)
		}
		_ = s.Close()
	}
}
