package file

import (
	"path/filepath"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/agentsearch"
	"eyeline/reader/search"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
	"eyeline/tui/screens/searchscreen"
)

// askAsAgents asks for a pattern that agents might search the repository for. It offers the pattern of the last search.
func (s *Screen) askAsAgents() tea.Cmd {
	text := ""
	if p := s.Text.Search.Pattern; p != nil {
		text = p.String()
	}

	s.overlays.AskPattern("search as agents: ", text, func(text string) (tea.Cmd, error) {
		if text == "" {
			return nil, searchscreen.ErrNothingTyped
		}

		return s.searchAsAgents(text), nil
	})
	return nil
}

// searchAsAgents searches the repository of the file as agents do, and shows the result in front of the file.
func (s *Screen) searchAsAgents(pattern string) tea.Cmd {
	for s.overlays.Any() {
		s.overlays.Drop(s.overlays.Top()) // they are of the file
	}
	req := agentsearch.Request{
		Query: agentsearch.Query{Pattern: pattern}, Profiles: agentsearch.All(), Ripgrep: 13,
	}
	folder := filepath.Dir(s.Text.Doc.Path())
	return s.host.Enter(s.newSearch(req, func() string { return searchscreen.RepositoryOf(folder) }))
}

// SearchScreen returns the screen of a search from the command line. Its files open in front of it.
func (s *Screen) SearchScreen(req agentsearch.Request) screens.Screen { return s.newSearch(req, nil) }

func (s *Screen) newSearch(req agentsearch.Request, root func() string) screens.Screen {
	return searchscreen.New(s.host, searchscreen.Services{
		Request: req, Root: root, Ask: s.overlays.AskPattern, Open: s.openFound, Left: s.Files.ShowFolderAgain,
		Choose: func(l list.List, name string) { s.overlays.Choose(&overlay.ListPanel{List: l}, name) },
	})
}

// openFound opens a file that a search has found, in front of the screen that is shown: as a tool reads it, with marks
// that say which agents find its lines.
func (s *Screen) openFound(set *jobs.Set, f searchscreen.File) tea.Cmd {
	request := toolrequest.New()
	if _, known := tools.Lookup(f.Tool); known {
		request = request.WithTool(f.Tool)
	}

	return s.openInFront(set, f.Path, f.Root, func(d *document.Document) tea.Cmd {
		return s.inFront().showFound(d, request, f)
	})
}

// inFront returns the screen for a file that opens in front of the screen that is shown: this one if it has no file
// yet, else a new one, so that this one keeps its file.
func (s *Screen) inFront() *Screen {
	if s.Text.Doc == nil {
		return s
	}
	n := New(s.host, s.overlays, s.opts, nil, s.Modes.panes, s.keys.ofProgram)
	n.height = s.height
	return n
}

// showFound shows a file that a search has found.
func (s *Screen) showFound(d *document.Document, r toolrequest.Request, f searchscreen.File) tea.Cmd {
	return s.showInFront(d, r, options.Start{Line: f.Line}, func() {
		s.back = "matches"
		s.found = searchscreen.Found{Marks: f.Marks, Of: d.Raw().Snapshot().Generation}

		if info := d.Info(); info != nil && info.ModTime().Unix() != f.Marks.Changed() {
			s.found = searchscreen.Found{}
			s.program.Warn("the file has changed since it was searched")
		}
		if p, err := s.Text.Compile(f.Marks.Pattern()); err == nil { // else it is no pattern of the viewer's
			s.Text.Search.SetPattern(p, search.Forward)
		}
	})
}

// foundMarks returns which agents find the lines that are shown; nil where that is not known, and for bytes.
func (b *base) foundMarks() *searchscreen.Marks {
	if b.Text.Hex {
		return nil
	}
	return b.found.In(b.Text.Doc)
}

// foundFate says which agents never find the line of the cursor; "" where the line does not match.
func (b *base) foundFate() (text string, bad bool) {
	l, _ := b.Text.File.CursorLine()
	return b.foundMarks().MissedBy(l.Number)
}
