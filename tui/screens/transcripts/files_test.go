package transcripts

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/keypress"
)

// TestProgressOfOpening: while a transcript is read, the screen says how far that is; Esc stops it, and Enter reads it
// again.
func TestProgressOfOpening(t *testing.T) {
	o := sample(t)
	onFiles(t, 100, 24, o, func(p *program) {
		f := p.front().(*filesScreen)
		if done, all, results := f.opening.Bytes(); done == 0 || done > all || !results {
			t.Errorf("at the end it is %d of %d", done, all)
		}
		begin := func() (runs tea.Cmd) {
			f.Leave()() // which closes the run
			f.run, f.view = nil, nil
			f.List.Show(nil)
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
		p.has("reading the transcript: " + humanize.Size(all) + " of " + humanize.Size(all))
		read.ReadingResults()
		p.has("reading the results: 0 B of " + humanize.Size(all))
		p.keys("esc")
		p.has("the reading of the transcript was stopped; Enter reads it again")
		if p.left || f.Jobs.Runs(jobs.Transcripts) {
			t.Error("Esc leaves, or stops nothing")
		}
		p.Begin(runs) // what comes of it is dropped
		p.Settle()
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

// TestWhatIsOpenedIsHandedOut: a file comes with the keys that were typed while it was being opened, and a result
// without a path. What is stopped is not handed out, nor are the keys typed before that.
func TestWhatIsOpenedIsHandedOut(t *testing.T) {
	onFiles(t, 80, 24, sample(t), func(p *program) {
		type names []string
		opened := func(do func()) (Item, names) {
			before := len(p.opened)
			do()
			p.Settle()
			if len(p.opened) != before+1 {
				t.Fatalf("%d were opened, not one:\n%s", len(p.opened)-before, p.text())
			}
			o := p.opened[before]
			var typed names
			for _, k := range o.Typed {
				typed = append(typed, k.String())
			}
			return o, typed
		}
		p.keys("type:log.txt")
		o, typed := opened(func() {
			for _, name := range []string{"enter", "}", "j"} {
				p.send(keypress.Of(name))
			}
		})
		if o.File.Path != "log.txt" || o.File.Call != 6 || o.Doc.Name() != "log.txt" || !slices.Equal(typed, names{"}", "j"}) {
			t.Errorf("%q, call %d, %q, keys %q", o.File.Path, o.File.Call, o.Doc.Name(), typed)
		}
		for _, name := range []string{"enter", "j", "esc"} {
			p.send(keypress.Of(name))
		}
		p.Settle()
		if len(p.opened) != 1 {
			t.Error("what was stopped is handed out")
		}
		p.has("files: log.txt", "1 of 1")
		if o, typed = opened(func() { p.keys("enter") }); o.File.Path != "log.txt" || typed != nil {
			t.Errorf("%q, keys %q", o.File.Path, typed)
		}
		o, _ = opened(func() { p.keys("ctrl+t", "type:bash", "enter") })
		if o.File.Call == 0 || o.Doc.Name() == "" {
			t.Errorf("a result has the path %q, call %d, name %q", o.File.Path, o.File.Call, o.Doc.Name())
		}
	})
}

// TestFilesSayAtWhichCallTheyOpen: the key that opens a file names the call.
func TestFilesSayAtWhichCallTheyOpen(t *testing.T) {
	onFiles(t, 80, 24, sample(t), func(p *program) {
		p.keys("type:readme")
		p.has("Enter call 13")
		p.keys("enter")
		if len(p.opened) != 1 || p.opened[0].File.Call != 13 {
			t.Errorf("opened: %v", p.opened)
		}
	})
	onFiles(t, 40, 24, sample(t), func(p *program) { p.has("Enter open") })
}

// TestColumnsOfWhatIsNotKnown: where no file is there, the list has no column for what was not sent, nor one for what is
// to be looked at where that is nothing; the marks that the bars have are named with why they are not known.
func TestColumnsOfWhatIsNotKnown(t *testing.T) {
	root, run := t.TempDir(), filepath.Join(t.TempDir(), "run.jsonl")
	text := ""
	for n, name := range []string{"one.go", "two.go"} {
		text += transcripttest.ClaudeRead(2*n+1, root, filepath.Join(root, name), 1, "one") +
			transcripttest.ClaudeRead(2*n+2, root, filepath.Join(root, name), 9, "nine")
	}
	transcripttest.Write(t, run, []byte(text))
	onFiles(t, 80, 24, sampleRun{path: run, root: root}, func(p *program) {
		p.has("█ sent  ? not known, the file is not here (--root DIR)", " sent ", "reads")
		p.lacks("not sent", "look at")
	})
	transcripttest.Write(t, filepath.Join(root, "two.go"), []byte("one\n2\n3\n4\n5\n6\n7\n8\nnine\n"))
	onFiles(t, 80, 24, sampleRun{path: run, root: root}, func(p *program) {
		p.has("· not sent", "not there", "look at")
		p.keys("type:one.go") // the marks of bars that are not on the screen are not named
		p.lacks("· not sent")
		p.has("marks: █ sent  ? not known")
	})
}
