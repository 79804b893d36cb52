package coverage

import (
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// A call whose result comes after that of a later call changes nothing of what was handed out before, and is kept in
// order with the others.
func TestAResultThatComesAfterALaterOne(t *testing.T) {
	var records []string // a call and its result in turn
	for n := range 7 {
		call, result, _ := strings.Cut(transcripttest.ClaudeRead(n+1, "/w", "/w/a", n+1, "line"), "\n")
		records = append(records, call+"\n", result)
	}
	late := records[11]
	path := t.TempDir() + "/run.jsonl"
	transcripttest.Write(t, path, []byte(strings.Join(records[:11], "")+strings.Join(records[12:], "")))
	s, err := transcript.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	r := NewReplay(s)
	calls := func() []int32 {
		t.Helper()
		if err := r.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		c, err := r.Coverage(t.Context(), "")
		if err != nil || len(c.Files) != 1 {
			t.Fatal(c, err)
		}
		return c.Files[0].Calls
	}
	before := calls()
	was := slices.Clone(before)
	transcripttest.Write(t, path, []byte(strings.Join(records[:11], "")+strings.Join(records[12:], "")+late))
	if _, err := s.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := calls(); !slices.Equal(now, []int32{1, 2, 3, 4, 5, 6, 7}) || !slices.Equal(before, was) {
		t.Errorf("%v, and %v was %v", now, before, was)
	}
}
