package transcript_test

import (
	"testing"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestASearchForNamesGivesNoLines: the names that a search prints may look as if numbers stood in them, and Claude
// Code's search prints names where it is not asked for lines.
func TestASearchForNamesGivesNoLines(t *testing.T) {
	const names = "docs/2026-07-24-plan.md\ndocs/a.md:12:"
	for mode, want := range map[string]int{"": 0, "files_with_matches": 0, "count": 0, "content": 1} {
		input := transcripttest.Object{"pattern": "x", "-n": true}
		if mode != "" {
			input["output_mode"] = mode
		}
		s := transcripttest.Decode(t, "run.jsonl", transcripttest.ClaudeStep(1, "/w", "Grep", input, names, nil))
		for c := range s.Calls() {
			reads, err := s.Reads(c)
			if err != nil || len(reads) != want || c.Kind != record.Search {
				t.Errorf("%q: %+v, %v", mode, reads, err)
			}
		}
	}
}
