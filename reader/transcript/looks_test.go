package transcript_test

import (
	"path/filepath"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestWhatIsNoTranscriptLooksLike: what is said of a file of no known format is a whole sentence, also of values that
// have nothing in them.
func TestWhatIsNoTranscriptLooksLike(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.json")
	for text, want := range map[string]string{
		"":                    "an empty file",
		" \n":                 "an empty file",
		"[]":                  "a JSON list without an element",
		"[":                   "a JSON list without an element",
		"[[1]]":               "a JSON list of lists",
		"[1]":                 "a JSON list whose first element is no object",
		`[{"a":1}]`:           `a JSON list whose first element is an object with "a"`,
		`[{}]`:                "a JSON list whose first element is an object without a member that can be read",
		`{"b":1,"type":"x"}`:  `one JSON object with "b", "type", of type "x"`,
		"{}":                  "one JSON object without a member that can be read",
		"{\"b\":1}\n{\"c\":2": `records, one a line, with "b"`,
		"\x00\x01":            "a binary file",
		"words":               "plain text",
	} {
		transcripttest.Write(t, path, []byte(text))
		s, err := transcript.Open(t.Context(), path)
		if err == nil {
			_ = s.Close()
		}
		if want = transcript.ErrFormat.Error() + ": it looks like " + want; err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
