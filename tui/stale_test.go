package tui

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/document"
	"eyeline/tui/file/filelist"
	"eyeline/tui/file/linesearch"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/jobs"
)

// TestSearchEndsWithTheForm shows the bytes in another form while a search is under way. What it finds is a place in
// the bytes shown before, and must not be taken for one in those shown now.
func TestSearchEndsWithTheForm(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a line of text\n", 2000) + "the needle\n"
	for name, file := range map[string]string{
		"to other bytes": written(t, "plain.txt", text),
		"to the file's":  written(t, "wide.txt", utf16LE(text)),
		"unpacked":       written(t, "text.gz", gzipped(t, text)),
	} {
		for _, change := range []string{"U", "H"} {
			t.Run(name+" "+change, func(t *testing.T) {
				onScreen(t, file, 80, 10, nil, func(s *screen) {
					s.keys("/", "type:needl")
					s.send(key("e"))
					s.send(key("enter"))
					kept := s.withhold(func(msg tea.Msg) bool { _, ok := msg.(jobs.Answer[linesearch.Result]); return ok })
					if len(kept) != 1 || !answered[linesearch.Result](t, kept[0]).OK {
						t.Fatalf("the search answered %+v", kept)
					}
					s.has("searching")
					before := s.m.file.Text.Doc.Shown()
					raw := !s.m.file.Text.Doc.Decoded()
					s.keys(change)
					for i := 0; i < 8 && change == "U" && s.m.file.Text.Doc.Shown() == before; i++ {
						s.keys(change) // Latin-1 decodes to no other bytes
					}
					if change == "H" && raw {
						s.send(kept[0]) // the bytes on the screen are the same
						if !s.m.file.Text.Search.Found {
							t.Error("the match is not taken, though the bytes are the same")
						}
						return
					}
					if change == "U" && s.m.file.Text.Doc.Shown() == before {
						t.Fatal("the form is as it was")
					}
					s.lacks("searching")
					s.send(kept[0])
					s.settle()
					if s.m.file.Text.Search.Found {
						t.Errorf("a match at %d is taken in %d bytes of another form", s.m.file.Text.Search.Match.Start, s.m.file.Text.Search.Searched().Size())
					}
				})
			})
		}
	}
}

// TestStaleMessagesAreDropped sends answers of the past and looks at the screen: nothing may change, and what the
// answers bring must be freed.
func TestStaleMessagesAreDropped(t *testing.T) {
	t.Parallel()
	path := sample(t)
	onScreen(t, path, 80, 12, nil, func(s *screen) {
		other := newModel(s.m.opts, nil)
		for name, of := range map[string]*jobs.Set{"another document": other.file.Text.Jobs, "a job that is over": s.m.file.Text.Jobs} {
			doc, err := document.Open(path, document.Options{})
			if err != nil {
				t.Fatal(err)
			}
			before := s.text()
			stale := []tea.Cmd{
				jobs.Ask(of, jobs.Open, func(context.Context) filelist.Opened { return filelist.Opened{Doc: doc} }, s.m.file.Files.ShowOpened),
				jobs.Ask(of, jobs.Read, func(context.Context) *preview.Reading { return &preview.Reading{Refused: "stale"} }, s.m.file.Preview.Accept),
			}
			of.End(jobs.Open, jobs.Read)
			for _, cmd := range stale {
				s.send(cmd())
			}
			s.settle()
			select {
			case <-doc.Done():
			default:
				t.Errorf("%s: the document that came is still open", name)
			}
			if s.text() != before {
				t.Errorf("%s: the screen has changed:\n%s", name, s.text())
			}
		}
	})
}
