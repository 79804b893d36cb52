package tui

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/document"
	"eyeline/tui/file"
	"eyeline/tui/find"
	"eyeline/tui/jobs"
	"eyeline/tui/preview"
)

// TestSearchEndsWithTheForm shows the bytes in another form while a search is under way. What it finds is a place in the
// bytes shown before, and must not be taken for one in those shown now.
func TestSearchEndsWithTheForm(t *testing.T) {
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
					kept := s.withhold(func(msg tea.Msg) bool { _, is := msg.(jobs.Answer[find.Result]); return is })
					if len(kept) != 1 || !answered[find.Result](t, kept[0]).OK {
						t.Fatalf("the search answered %+v", kept)
					}
					s.has("searching")
					before := s.m.file.Text().Doc().Shown()
					raw := !s.m.file.Text().Doc().Decoded()
					s.keys(change)
					for i := 0; i < 8 && change == "U" && s.m.file.Text().Doc().Shown() == before; i++ {
						s.keys(change) // Latin-1 decodes to no other bytes
					}
					if change == "H" && raw {
						s.send(kept[0]) // the bytes on the screen are the same
						if !s.m.file.Text().Search().Found {
							t.Error("the match is not taken, though the bytes are the same")
						}
						return
					}
					if change == "U" && s.m.file.Text().Doc().Shown() == before {
						t.Fatal("the form is as it was")
					}
					s.lacks("searching")
					s.send(kept[0])
					s.settle()
					if s.m.file.Text().Search().Found {
						t.Errorf("a match at %d is taken in %d bytes of another form", s.m.file.Text().Search().Match.Start, s.m.file.Text().Search().Searched().Size())
					}
				})
			})
		}
	}
}

// TestStaleMessagesAreDropped sends answers of the past and looks at the screen: nothing may change, and what the answers
// bring must be freed.
func TestStaleMessagesAreDropped(t *testing.T) {
	path := sample(t)
	onScreen(t, path, 80, 12, nil, func(s *screen) {
		other := newModel(s.m.opts, nil)
		for name, of := range map[string]*jobs.Set{"another sheet": other.file.Text().Jobs(), "a job that is over": s.m.file.Text().Jobs()} {
			doc, err := document.Open(path, document.Options{})
			if err != nil {
				t.Fatal(err)
			}
			before := s.text()
			stale := []tea.Cmd{
				jobs.Ask(of, jobs.Open, func(context.Context) file.Opened { return file.Opened{Doc: doc} }, s.m.file.ShowOpened),
				jobs.Ask(of, jobs.Read, func(context.Context) *preview.Reading { return &preview.Reading{Refused: "stale"} }, s.m.file.Preview().ShowReading),
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

// programMessages are those about the program as a whole, which carry no stamp.
var programMessages = []string{
	"give/EditedMsg",            // the editor had the terminal
	"tuning/FavouritesSavedMsg", // into the settings
	"give/NoteMsg",              // the clipboard's
	"patientMsg",                // keys have waited long enough
	"tuning/SavedMsg",           // into the settings
	"program/BackgroundMsg",
	"program/endMsg",
	"program/patienceMsg",
}

// TestMessagesAreStamped checks that each type of message carries a stamp, unless it is about the program as a whole: those of
// this package and those of the screens in packages of their own.
func TestMessagesAreStamped(t *testing.T) {
	found := map[string]bool{} // name of the message, with its package's before it where that is another → it is stamped
	for of, least := range map[string]int{"": 2, "give": 2, "tuning": 2, "program": 3, "transcripts": 6} {
		n := len(found)
		findMessages(t, of, found)
		if n = len(found) - n; n < least {
			t.Errorf("only %d types of messages in package %s", n, path.Join("tui", of))
		}
	}
	for name, isStamped := range found {
		if isStamped == slices.Contains(programMessages, name) {
			t.Errorf("%s: stamped is %v", name, isStamped)
		}
	}
}

// findMessages adds to found the types of messages of the package in a folder, and whether each carries a stamp.
func findMessages(t *testing.T, folder string, found map[string]bool) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || !strings.HasSuffix(spec.Name.Name, "Msg") {
				return true
			}
			message := path.Join(folder, spec.Name.Name)
			found[message] = false
			if fields, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range fields.Fields.List {
					if x, ok := f.Type.(*ast.SelectorExpr); ok && x.Sel.Name == "Stamp" && len(f.Names) == 0 {
						found[message] = true
					}
				}
			}
			return true
		})
	}
}
