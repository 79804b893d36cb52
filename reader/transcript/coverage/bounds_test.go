package coverage

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestMain runs the tests.
func TestMain(m *testing.M) {
	longtest.CollectLess()
	m.Run()
}

// runOf is a run of Claude Code that has read so many files, as often as there are calls.
func runOf(t *testing.T, calls, files int) string {
	t.Helper()
	var b strings.Builder
	for n := range calls {
		fmt.Fprintf(&b, `{"type":"assistant","cwd":"/w","sessionId":"s","version":"2.1.330","message":{"role":"assistant",`+
			`"content":[{"type":"tool_use","id":"t%d","name":"Read","input":{"file_path":"/w/%d"}}]}}`+"\n", n, n%files)
		fmt.Fprintf(&b, `{"type":"user","cwd":"/w","sessionId":"s","message":{"role":"user",`+
			`"content":[{"type":"tool_result","tool_use_id":"t%d","content":"1\tone"}]}}`+"\n", n)
	}
	path := filepath.Join(t.TempDir(), "run.jsonl")
	transcripttest.Write(t, path, []byte(b.String()))
	return path
}

// A run of which more would have to be kept than of any real one is refused in a sentence: memory stays bounded.
func TestRunsThatAreTooLargeAreRefused(t *testing.T) {
	longtest.SkipUnlessLong(t)
	s, err := transcript.Open(t.Context(), runOf(t, maxFiles+1, maxFiles))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Of(t.Context(), s, "")
	if err != nil || len(c.Files) != maxFiles || c.Reads != maxFiles+1 {
		t.Errorf("%d files and %d reads, %v", len(c.Files), c.Reads, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if s, err = transcript.Open(t.Context(), runOf(t, maxFiles+1, maxFiles+1)); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if _, err := Of(t.Context(), s, ""); err == nil || err.Error() != "the run has calls on more than 15,000 files" {
		t.Errorf("too many files: %v", err)
	}
	if _, err := transcript.Open(t.Context(), runOf(t, 100_001, 2)); !errors.Is(err, record.ErrTooLarge) {
		t.Errorf("too many calls: %v", err)
	}
}
