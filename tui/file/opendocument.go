package file

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/document"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/screens/recordedrun"
	"eyeline/tui/screens/searchscreen"
	"eyeline/tui/screens/transcripts"
)

// openDocument is everything that belongs to one document and ends with it. The screen has one at a time: opening
// another file makes a new one with next and closes the old one, so that nothing is left over from the file before
// and nothing has to be reset by hand. Before a document is open there is an openDocument without a document.
type openDocument struct {
	Text    *textview.Text
	Preview *preview.Preview
	jobs    *jobs.Set
	start   startPlace // where the document opens, once that part has arrived
	found   searchscreen.Found
	// back is the footer's word for what the file was opened from, such as "matches"; "" if that was no list.
	back string

	Began   time.Time // when it came onto the screen
	waiting waiting
}

// waiting is what a person waits for.
type waiting struct {
	job  uint64 // the number of the job that was waited for last
	slow bool   // for longer than slowAfter
}

// newOpenDocument returns the openDocument of a document, which may be nil.
func (s *Screen) newOpenDocument(doc *document.Document, r toolrequest.Request, wrap bool) *openDocument {
	marks := map[rune]textview.Mark{}
	if s.openDocument != nil {
		marks = s.Text.Bookmarks.Letters()
	}

	n, loads := s.emptyDocument()
	n.Text = textview.New(s.shared(), doc, loads, wrap, marks)
	n.Preview = preview.New(s.shared(), s.Modes, n.Text, r)
	return n
}

// next returns the openDocument of the document that is opened after this one. It has the same settings for looking at
// files.
func (s *Screen) next(doc *document.Document, sameFile bool) *openDocument {
	n, loads := s.emptyDocument()
	n.Text = s.Text.Next(doc, loads)
	n.Preview = s.Preview.Next(n.Text, sameFile)
	n.back = s.back
	return n
}

// emptyDocument returns an openDocument without a document, with the loader of pages for its panes.
func (s *Screen) emptyDocument() (*openDocument, pane.Loads) {
	n := &openDocument{Began: time.Now()}
	n.jobs = jobs.NewSet(n)
	return n, pane.Loads{Jobs: n.jobs, Loaded: s.Changes.showPage}
}

// replaceDocument puts another document onto the screen, and returns the comparison that was open. The command frees
// the old one.
func (s *Screen) replaceDocument(n *openDocument) (was *toolpanels.Comparison, free tea.Cmd) {
	old := s.openDocument
	was = s.ToolPanels.Comparing.Detach()
	old.release(was)
	s.show(n)
	return was, func() tea.Msg { old.free(was); return nil }
}

// Close stops all background work and frees what the screen has. It may wait for reads under way.
func (s *Screen) Close() {
	s.release(s.beside())
	s.free(s.beside())
}

// release stops all background work of the document and of a second read of it. It does not wait.
func (d *openDocument) release(c *toolpanels.Comparison) {
	d.interrupted()
	d.jobs.Close()
	if c != nil {
		c.Pane.Stop()
	}
}

// free frees the outputs and closes the document of an openDocument that is released and no longer on the screen, so
// that Update changes nothing of it. It may wait.
func (d *openDocument) free(c *toolpanels.Comparison) {
	if c != nil {
		c.Read.Free()
	}
	d.Preview.Reading.Free()
	d.Text.Doc.Free()
}

// An openDocument owns the jobs that run for its document.
var _ jobs.Owner = (*openDocument)(nil)

// Side implements [jobs.Owner].
func (d *openDocument) Side(b jobs.Bytes) uint64 {
	switch doc := d.Text.Doc; {
	case doc == nil || b == jobs.NoBytes:
		return 0
	case b == jobs.RawBytes, b == jobs.ScreenBytes && d.Text.Hex:
		return doc.Raw().Number()
	default:
		return doc.Shown().Number()
	}
}

// Progress implements [jobs.Owner].
func (d *openDocument) Progress(k jobs.Kind) string {
	progress := map[jobs.Kind]func() string{
		jobs.AwaitPlace: d.start.progress,
		jobs.Unpack:     d.Text.Loading.UnpackProgress,
		jobs.Search:     d.Text.Search.SearchProgress,
		jobs.Filter:     d.Text.Filter.FilterProgress,
		jobs.Count:      d.Text.Search.CountProgress,
	}[k]
	if progress == nil {
		return ""
	}

	return progress()
}

// interrupted stops the jobs that Esc and Ctrl-C stop, and what waits for them. It reports whether it had to.
func (d *openDocument) interrupted() bool {
	loading := d.jobs.Runs(jobs.Page)
	if loading {
		d.Text.File.Stop()
	}
	d.Preview.CancelMoves()
	return d.jobs.Interrupt() || loading
}

// Restart counts the time on the screen anew.
func (d *openDocument) Restart() { d.Began = time.Now() }

// slowAfter is how long the file may take to answer before the screen says that it is waited for.
const slowAfter = 500 * time.Millisecond

// awaited returns the number of the oldest job that a person waits for; 0 without one.
func (d *openDocument) awaited() uint64 {
	return d.jobs.Oldest(func(k jobs.Kind) bool { return k.Row().Awaited })
}

// WatchWaiting looks after a while whether what is waited for has come.
func (d *openDocument) WatchWaiting() tea.Cmd {
	now := d.awaited()
	if now == d.waiting.job {
		return nil
	}

	d.waiting = waiting{job: now}
	if now == 0 {
		return nil
	}

	return jobs.After(d.jobs, slowAfter, func() tea.Cmd {
		d.waiting.slow = d.awaited() == now
		return nil
	})
}

// lowScreen is the height of a screen below which a transcript's file opens without the result beside it.
const lowScreen = 16

// ShowSent shows a file of a transcript in front of the lists.
func (s *Screen) ShowSent(o transcripts.Item) tea.Cmd {
	_, free := s.replaceDocument(s.newOpenDocument(o.Doc, s.Preview.Request, s.opts.Long.Wrap))
	if o.File.Path == "" {
		s.Text.SetToolOff(true) // the text alone
	} else {
		s.Preview.ShowSent(o.File)
		if s.Modes.panes == layout.Both && s.program.Width() < layout.SideBySide {
			switch {
			case o.File.NothingSentWords() != "":
				s.Modes.show(layout.Model) // the other pane would be empty
			case s.height < lowScreen:
				s.Modes.show(layout.File) // there is no room for both
			}
		}
	}

	s.Restart()
	return tea.Batch(free, s.host.Show(s), s.present(pane.To(0, pane.Top), preview.ThenShowWindow))
}

// present shows a document that was just opened at a place, and reads it.
func (s *Screen) present(at pane.Move, then preview.AfterRead) tea.Cmd {
	return tea.Batch(s.Changes.Watch(), s.Text.File.Show(s.Text.Filter.DocumentText(), at), s.Preview.Read(then))
}

// FollowSent shows what a followed transcript has new of the file on the screen. A person who looks at the last call is
// shown the newest one.
func (s *Screen) FollowSent(was, now *recordedrun.Snapshot) tea.Cmd {
	if !s.Preview.IsRecorded() {
		return nil
	}

	changed, newer := s.Preview.RecordedFile.Follow(was, now)
	switch {
	case newer:
		return s.Preview.Read(preview.ThenShowWindow)
	case changed:
		return s.Preview.Read(preview.ThenNothing)
	}
	return nil
}

// showCalls lists the calls of the transcript that concern the file on the screen, with the one that is shown selected;
// all calls where that concerns no file.
func (s *Screen) showCalls() tea.Cmd {
	call := s.Preview.RecordedFile.Call
	path := s.Preview.RecordedFile.Path
	var cmds []tea.Cmd
	for {
		if list, ok := s.host.Front().(transcripts.CallList); ok {
			return tea.Batch(append(cmds, list.ShowCall(call, path))...)
		}
		if s.host.Alone() {
			return tea.Batch(cmds...)
		}

		cmds = append(cmds, s.host.Leave())
	}
}
