package transcript_test

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestWhatIsNotReadIsSaid: a last record that is not complete, and a line that is too long, are told of; what such a
// line has is not known.
func TestWhatIsNotReadIsSaid(t *testing.T) {
	const file = "the first line of the file\nthe second line of the file\n"
	first := transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "the first line of the file")
	long := transcripttest.ClaudeStep(2, "/w", "mcp__get", transcripttest.Object{"x": 1}, strings.Repeat("x", record.TextLimit+1), nil)
	for text, want := range map[string]string{
		first:              "",
		first + first[:40]: "the last record is not complete: it is being written, or its writer was stopped",
		first + long:       "line 4 has more than 32 MiB: of a longer text in it nothing is known",
	} {
		s := transcripttest.Decode(t, "s.jsonl", text)
		if got := s.Damage.Malformed(); got != want {
			t.Errorf("%q, want %q", got, want)
		}

		root := t.TempDir()
		transcripttest.Write(t, filepath.Join(root, "a"), []byte(file))
		c, err := coverage.Of(t.Context(), s, root)
		if err != nil {
			t.Fatal(err)
		}
		if isLong := len(text) > record.TextLimit; c.File("a").Never.Has(2) == isLong || len(c.LongLines) > 0 != isLong {
			t.Errorf("never %v, long lines %v", c.File("a").Never, c.LongLines)
		}
	}
}

// TestRecordsThatAreCompleted: nothing is said any more of a record once it is complete.
func TestRecordsThatAreCompleted(t *testing.T) {
	text := transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one")
	path := filepath.Join(t.TempDir(), "s.jsonl")
	for i, want := range []bool{true, false} {
		transcripttest.Write(t, path, []byte(text[:len(text)-40*(1-i)]))
		s, err := transcript.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if s.Damage.Unfinished != want {
			t.Errorf("%d: unfinished %t", i, s.Damage.Unfinished)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
