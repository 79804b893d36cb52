package transcripts

import (
	"context"
	"os"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/transcript"
	"eyeline/tui/words"
)

// TestProgressOfOpening: while a transcript is read, the screen says how far that is; Esc stops it, and Enter reads it again.
func TestProgressOfOpening(t *testing.T) {
	o := sample(t)
	onFiles(t, 100, 24, o, func(p *program) {
		f := p.front().(*filesScreen)
		if done, all, results := f.opening.Bytes(); done == 0 || done > all || !results {
			t.Errorf("at the end it is %d of %d", done, all)
		}
		begin := func() (runs tea.Cmd) {
			_ = f.Leave()
			f.run, f.view = nil, nil
			f.list.show(nil)
			return f.load() // not run yet
		}
		runs := begin()
		p.has("reading the transcript…", "Esc stops")
		p.lacks("reads it again")
		info, err := os.Stat(o.path)
		if err != nil {
			t.Fatal(err)
		}
		read := &transcript.Progress{}
		session, err := transcript.OpenWatched(context.Background(), o.path, read)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = session.Close() }()
		f.opening = read
		done, all, results := read.Bytes()
		if done != info.Size() || all != info.Size() || results {
			t.Errorf("%d of %d", done, all)
		}
		p.has("reading the transcript: " + words.Size(all) + " of " + words.Size(all))
		read.ReadingResults()
		p.has("reading the results: 0 B of " + words.Size(all))
		p.keys("esc")
		p.has("the reading of the transcript was stopped; Enter reads it again")
		if p.left || f.runs(taskLoad) {
			t.Error("Esc leaves, or stops nothing")
		}
		p.run(runs) // what comes of it is dropped
		p.settle()
		p.has("was stopped")
		p.keys("enter")
		p.has("src/inventory.py")
		_ = begin()
		p.keys("esc", "esc")
		if !p.left {
			t.Error("a second Esc does not leave")
		}
	})
}
