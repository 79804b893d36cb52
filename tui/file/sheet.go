package file

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/request"
	"eyeline/tui/text"
	"eyeline/tui/tuning"
)

// sheet is everything that belongs to one document and ends with it. The screen has one at a time: opening another file makes
// a new sheet with next and closes the old one, so that nothing is left over from the file before and nothing has to be
// reset by hand. Before a document is open there is a sheet without one.
type sheet struct {
	text    *text.Text
	preview *preview.Preview
	jobs    *jobs.Set
	place   place

	began  time.Time // when it came onto the screen
	waits  uint64    // the number of the job that was waited for last
	isSlow bool      // for longer than slowAfter
}

// newSheet is a sheet with nothing done to its document yet; doc may be nil.
func (s *Screen) newSheet(doc *document.Document, r request.Request, wrap bool) *sheet {
	n := &sheet{began: time.Now(), place: place{screen: s}}
	n.jobs = jobs.NewSet(n)
	n.text = text.New(s.partDesk(), s.answers, doc, pane.Loads{Jobs: n.jobs, Loaded: s.changes.showPage}, wrap, s.marks)
	n.preview = preview.New(s.partDesk(), s.answers, n.text, r)
	return n
}

// next is the sheet for another document after this one. It takes over what a person has chosen for looking at files.
func (s *Screen) next(doc *document.Document) *sheet {
	n := &sheet{began: time.Now(), place: place{screen: s}}
	n.jobs = jobs.NewSet(n)
	n.text = s.text.Next(doc, pane.Loads{Jobs: n.jobs, Loaded: s.changes.showPage})
	n.preview = s.preview.Next(n.text)
	return n
}

// replace puts another sheet onto the screen. The command frees what the old one has.
func (s *Screen) replace(n *sheet) (was *tuning.Comparison, free tea.Cmd) {
	old := s.sheet
	was = s.tuning.Comparing().Detach()
	old.release(was)
	s.show(n)
	return was, func() tea.Msg { old.free(was); return nil }
}

// Close stops all that runs for the document and frees what the screen has. It may wait for reads under way.
func (s *Screen) Close() {
	s.release(s.beside())
	s.free(s.beside())
}

// release stops all that runs for the sheet, and for a second read of it. It waits for nothing.
func (d *sheet) release(c *tuning.Comparison) {
	d.interrupted()
	d.jobs.Close()
	if c != nil {
		c.Pane.Stop()
	}
}

// free frees the outputs and closes the document of a sheet that is released and no longer on the screen, so that Update
// changes nothing of it. It may wait.
func (d *sheet) free(c *tuning.Comparison) {
	if c != nil {
		c.Read.Free()
	}
	d.preview.Reading().Free()
	if d.text.Doc() != nil {
		d.text.Doc().Close()
	}
}

// A sheet owns the jobs that run for its document.
var _ jobs.Owner = (*sheet)(nil)

// Side implements [jobs.Owner].
func (d *sheet) Side(b jobs.Bytes) uint64 {
	switch doc := d.text.Doc(); {
	case doc == nil || b == jobs.NoBytes:
		return 0
	case b == jobs.RawBytes, b == jobs.ScreenBytes && d.text.Hex():
		return doc.Raw().Number()
	default:
		return doc.Shown().Number()
	}
}

// Progress implements [jobs.Owner].
func (d *sheet) Progress(k jobs.Kind) string {
	switch k {
	case jobs.AwaitPlace:
		return d.place.startProgress()
	case jobs.Unpack:
		return d.text.Arrival().UnpackProgress()
	case jobs.Search:
		return d.text.Search().SearchProgress()
	case jobs.Filter:
		return d.text.Filter().FilterProgress()
	case jobs.Count:
		return d.text.Search().CountProgress()
	}
	return ""
}

// interrupted ends the jobs that Esc and Ctrl-C stop, with what waits for them; false when there is none.
func (d *sheet) interrupted() bool {
	loading := d.jobs.Runs(jobs.Page)
	if loading {
		d.text.File().Stop()
	}
	d.preview.Stay()
	return d.jobs.Interrupt() || loading
}

// Began is when the document came onto the screen.
func (d *sheet) Began() time.Time { return d.began }

// Restart counts the time on the screen anew.
func (d *sheet) Restart() { d.began = time.Now() }

// slowAfter is how long the file may take to answer before the screen says that it is waited for.
const slowAfter = 500 * time.Millisecond

// awaited is the number of the oldest job that a person waits for; 0 for none.
func (d *sheet) awaited() uint64 {
	return d.jobs.Oldest(func(k jobs.Kind) bool { return k.Row().Awaited })
}

// WatchWaiting looks after a while whether what is waited for has come.
func (d *sheet) WatchWaiting() tea.Cmd {
	now := d.awaited()
	if now == d.waits {
		return nil
	}
	d.waits, d.isSlow = now, false
	if now == 0 {
		return nil
	}
	return jobs.After(d.jobs, slowAfter, func() tea.Cmd {
		d.isSlow = d.awaited() == now
		return nil
	})
}
