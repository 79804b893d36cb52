package transcripts

import (
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestChoice lists transcripts of the usual places, of the working folder and of all.
func TestChoice(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-home-ada-harborage")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	transcripttest.Write(t, filepath.Join(folder, "79ea1785.jsonl"), transcripttest.Samples(t)[transcripttest.Claude])
	homes := transcript.Homes{Home: home, Getenv: func(string) string { return "" }}
	onChoice(t, 100, 20, homes, "/home/ada/harborage", false, func(p *program) {
		p.has("transcripts  /home/ada/harborage", "when", "agent", "reads", "files", "changes", "size", "Claude Code 2.1.330", "1 of 1")
		p.has("    16     11       2")
		p.keys("type:codex")
		p.has("no transcript matches")
		p.keys("esc", "enter")
		p.has("what the model changed", "2 changes · 1 blind", "src/README.md")
		p.has("Call 13 (Edit) changed L3, which had not been sent: no call before it gave")
		p.keys("ctrl+x")
		p.has("11 files · 18 calls", "src/inventory.py")
		p.keys("esc")
		p.has("transcripts  /home/ada/harborage")
		p.keys("esc")
		if !p.left {
			t.Error("the list cannot be left")
		}
	})
	onChoice(t, 100, 20, homes, "/somewhere/else", false, func(p *program) {
		p.has("there is no transcript of this folder; Ctrl-S lists those of all folders")
		p.keys("ctrl+s")
		p.has("all folders", "Claude Code 2.1.330", "/home/ada/harborage")
	})
}
