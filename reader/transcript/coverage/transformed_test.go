package coverage

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestReadsThatAlterLines: an edit is not called blind after a read of the file that printed its lines in pieces or with
// other letters. One that printed other lines, or none, does not count.
func TestReadsThatAlterLines(t *testing.T) {
	t.Parallel()
	const long = "the quick brown fox jumps over the lazy dog and then over another one that sleeps near the river at night"
	const text = "first line of the file\n" + long + "\n"
	now := strings.Replace(text, "quick", "slow", 1)
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(now))
	edit := transcripttest.ClaudeStep(2, "/w", "Edit", object{"file_path": "/w/a"}, "ok", object{
		"structuredPatch": []object{{"oldStart": 2, "oldLines": 1, "lines": []string{"-" + long, "+" + "the slow" + long[9:]}}},
	})

	for command, c := range map[string]struct {
		printed string
		isBlind bool
	}{
		"cat a | fold -w 80": {"first line of the file\n" + long[:80] + "\n" + long[80:] + "\n", false},
		"fold -w 80 a":       {"first line of the file\n" + long[:80] + "\n" + long[80:] + "\n", false},
		"rev a":              {"elif eht fo enil tsrif\n", false},
		"tr a-z A-Z < a":     {strings.ToUpper(text), false},
		"sed 's/o/0/g' a":    {strings.ReplaceAll(text, "o", "0"), false},
		"head -1 a":          {"first line of the file\n", true},
		"wc -l a":            {"2 a\n", true},
		"stat a":             {"  File: a\n", true},
	} {
		run := transcripttest.ClaudeStep(1, "/w", "Bash", object{"command": command}, c.printed, nil) + edit
		of, err := Of(t.Context(), transcripttest.Decode(t, "run.jsonl", run), dir)
		if err != nil {
			t.Fatal(err)
		}
		if edits := of.Edits(true); len(edits) != 1 || edits[0].IsBlind() != c.isBlind {
			t.Errorf("after %s the edit is blind: %v, want %v", command, !c.isBlind, c.isBlind)
		}
	}
}
