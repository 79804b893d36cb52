package transcripts

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestBrokenFilesAreSaid: the list of a run says that a file of a sub-agent could not be read, and which.
func TestBrokenFilesAreSaid(t *testing.T) {
	_, o := followedLines(t, -1)
	broken := filepath.Join(strings.TrimSuffix(o.path, ".jsonl"), "subagents", "agent-7.jsonl.gz")
	transcripttest.Write(t, broken, []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"))
	onFiles(t, 160, 40, o, func(p *program) {
		text := strings.Join(strings.Fields(p.text()), " ") // the note is wrapped, where depends on the folder's name
		for _, want := range []string{
			"1 file of the run not opened", "agent-7.jsonl.gz belongs to the run and was not read: the gzip data ends too early",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("the screen lacks %q:\n%s", want, text)
			}
		}
	})
}
