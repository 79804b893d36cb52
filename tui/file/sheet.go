package file

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/linestates"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/readpanels"
	"eyeline/tui/recordedrun"
	"eyeline/tui/textview"
	"eyeline/tui/toolrequest"
	"eyeline/tui/transcripts"
)

// sheet is everything that belongs to one document and ends with it. The screen has one at a time: opening another file
// makes a new sheet with next and closes the old one, so that nothing is left over from the file before and nothing has
// to be reset by hand. Before a document is open there is a sheet without one.
type sheet struct {
	Text    *textview.Text
	Preview *preview.Preview
	jobs    *jobs.Set
	place   place

	Began  time.Time // when it came onto the screen
	waits  uint64    // the number of the job that was waited for last
	isSlow bool      // for longer than slowAfter
}

// newSheet is a sheet with nothing done to its document yet; doc may be nil.
func (s *Screen) newSheet(doc *document.Document, r toolrequest.Request, wrap bool) *sheet {
	n, loads := s.emptySheet()
	n.Text = textview.New(s.partDesk(), s.answers, doc, loads, wrap, s.marks)
	n.Preview = preview.New(s.partDesk(), s.answers, n.Text, r)
	return n
}

// next is the sheet for another document after this one. It takes over what a person has chosen for looking at files.
func (s *Screen) next(doc *document.Document, sameFile bool) *sheet {
	n, loads := s.emptySheet()
	n.Text = s.Text.Next(doc, loads)
	n.Preview = s.Preview.Next(n.Text, sameFile)
	return n
}

// emptySheet is a sheet without a document, and how the panes of its document get what they show.
func (s *Screen) emptySheet() (*sheet, pane.Loads) {
	n := &sheet{Began: time.Now(), place: place{screen: s}}
	n.jobs = jobs.NewSet(n)
	return n, pane.Loads{Jobs: n.jobs, Loaded: s.Changes.showPage}
}

// replace puts another sheet onto the screen. The command frees what the old one has.
func (s *Screen) replace(n *sheet) (was *readpanels.Comparison, free tea.Cmd) {
	old := s.sheet
	was = s.Tuning.Comparing.Detach()
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
func (d *sheet) release(c *readpanels.Comparison) {
	d.interrupted()
	d.jobs.Close()
	if c != nil {
		c.Pane.Stop()
	}
}

// free frees the outputs and closes the document of a sheet that is released and no longer on the screen, so that
// Update changes nothing of it. It may wait.
func (d *sheet) free(c *readpanels.Comparison) {
	if c != nil {
		c.Read.Free()
	}
	d.Preview.Reading.Free()
	d.Text.Doc.Free()
}

// A sheet owns the jobs that run for its document.
var _ jobs.Owner = (*sheet)(nil)

// Side implements [jobs.Owner].
func (d *sheet) Side(b jobs.Bytes) uint64 {
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
func (d *sheet) Progress(k jobs.Kind) string {
	progress := map[jobs.Kind]func() string{
		jobs.AwaitPlace: d.place.startProgress,
		jobs.Unpack:     d.Text.Arrival.UnpackProgress,
		jobs.Search:     d.Text.Search.SearchProgress,
		jobs.Filter:     d.Text.Filter.FilterProgress,
		jobs.Count:      d.Text.Search.CountProgress,
	}[k]
	if progress == nil {
		return ""
	}
	return progress()
}

// interrupted ends the jobs that Esc and Ctrl-C stop, with what waits for them; false when there is none.
func (d *sheet) interrupted() bool {
	loading := d.jobs.Runs(jobs.Page)
	if loading {
		d.Text.File.Stop()
	}
	d.Preview.Stay()
	return d.jobs.Interrupt() || loading
}

// Restart counts the time on the screen anew.
func (d *sheet) Restart() { d.Began = time.Now() }

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

// lowScreen is the height of a screen below which a transcript's file opens without the result beside it.
const lowScreen = 16

// ShowSent shows a file of a transcript in front of the lists.
func (s *Screen) ShowSent(o transcripts.Item) tea.Cmd {
	s.host.TypedBefore(o.Typed)
	_, free := s.replace(s.newSheet(o.Doc, s.Preview.Request, s.opts.Wrap))
	if o.File.Path == "" {
		s.Text.SetToolOff(true) // the text alone
	} else {
		s.Preview.Sent = o.File
		if s.Panes.layout == layout.Both && s.host.TerminalHeight() < lowScreen && s.desk.Width() < layout.SideBySide {
			s.Panes.layout = layout.File // there is no room for both
		}
		if s.Preview.Sent.Why != "" {
			s.desk.Say(cells.Sanitize(s.Preview.Sent.Why) + ": this is what was sent of it")
		} else if !s.Modes.explained {
			s.desk.Say(linestates.Legend(s.desk.ASCII()))
		}
		s.Modes.explained = true
	}
	s.Restart()
	return tea.Batch(free, s.host.Show(s), s.present(pane.To(0, pane.Top), preview.ThenShowWindow))
}

// present shows the document of a sheet that has come onto the screen at a place, and reads it.
func (s *Screen) present(at pane.Move, then preview.AfterRead) tea.Cmd {
	return tea.Batch(s.Changes.Watch(), s.Text.File.Show(s.Text.Filter.DocumentText(), at), s.Preview.Read(then))
}

// FollowSent shows what has come of the file on the screen, while its transcript is followed. A person who
// looks at the last call is shown the newest.
func (screen *Screen) FollowSent(was, now *recordedrun.View) tea.Cmd {
	s := screen.Preview.Sent
	if s == nil {
		return nil
	}
	file := now.Coverage.File(s.Path)
	if file == nil {
		return nil
	}
	// By the view before: the screen's own may know of the new calls already, where its call was read again since.
	before, calls := []int32(nil), file.Calls
	if f := was.Coverage.File(s.Path); f != nil {
		before = f.Calls
	}
	if was.Generation == now.Generation && slices.Equal(before, calls) {
		return nil
	}
	then := preview.ThenNothing
	if k, n := len(before), len(calls); n > 0 && (k == 0 || int32(s.Call) == before[k-1]) && int(calls[n-1]) != s.Call {
		s.Call, then = int(calls[n-1]), preview.ThenShowWindow
	}
	if !s.Then { // else it is the one before a call, and comes with that
		s.Coverage = *file
	}
	return screen.Preview.Read(then)
}

// showCalls lists all calls of the transcript, with the one on the screen selected.
func (screen *Screen) showCalls() tea.Cmd {
	call := screen.Preview.Sent.Call
	var cmds []tea.Cmd
	for {
		if s, is := screen.host.Front().(transcripts.CallList); is {
			return tea.Batch(append(cmds, s.ShowCall(call))...)
		}
		if screen.host.Alone() {
			return tea.Batch(cmds...)
		}
		cmds = append(cmds, screen.host.Leave())
	}
}

// What changes in the document while it is shown: it grows, is rewritten, replaced or removed, more of a stream
// arrives, more lines are counted.

// changes waits for changes of the document and shows them.
type changes struct{ screen *Screen }

// wakeInterval is the least time between two looks at what has changed: no more often than the screen is drawn.
const wakeInterval = 15 * time.Millisecond

// listen waits for changes of the document.
func (c *changes) listen() tea.Cmd {
	d := c.screen.Text.Doc
	switch {
	case d == nil:
		return nil
	case d.Decoded():
		return tea.Batch(c.ListenTo(d.Raw()), c.ListenTo(d.Shown()))
	}
	return c.ListenTo(d.Raw())
}

// ListenTo waits for changes of a side: one command for its source, one for its index.
func (c *changes) ListenTo(s *document.Side) tea.Cmd {
	pause := wakeInterval
	if s.Size() == 0 {
		pause = 0 // the first bytes are shown at once
	}
	return tea.Batch(c.waitForChange(s, s.Changed, pause, s.CountOn),
		c.waitForChange(s, s.Counted, wakeInterval, func() {}))
}

// waitForChange waits for a change of a side of the document, and then for a pause: changes that follow each other are
// one. It then shows what has changed, does what seen does, and waits for the next change.
func (c *changes) waitForChange(
	s *document.Side, wake func() <-chan struct{}, pause time.Duration, seen func(),
) tea.Cmd {
	next := wake()
	return jobs.Later(c.screen.jobs, func() (changed bool) {
		select {
		case <-next:
		case <-s.Done():
			return false
		}
		time.Sleep(pause)
		return true
	}, func(changed bool) tea.Cmd {
		if !changed || s != c.screen.Text.Doc.Raw() && s != c.screen.Text.Doc.Shown() {
			return nil // another form is shown
		}
		return c.showChange(s, func() tea.Cmd {
			seen()
			return c.waitForChange(s, wake, wakeInterval, seen)
		})
	})
}

// showChange shows what has changed of a side of the document.
func (c *changes) showChange(s *document.Side, again func() tea.Cmd) tea.Cmd {
	d := c.screen.Text.Doc
	raw, was, wasTotal := d.Raw().Snapshot(), d.Shown().Snapshot(), int64(-1)
	if n, ok := d.Raw().TotalLines(); ok {
		wasTotal = n
	}
	d.RefreshSide(s)
	cmds := []tea.Cmd{again()}
	if now := d.Raw().Snapshot(); now.Generation == raw.Generation && now.State != raw.State {
		c.sayState(raw.State, now.State)
	}
	if s == d.Raw() {
		cmds = append(cmds, c.handleRawChange(raw, wasTotal))
	}
	if s == d.Shown() && c.screen.Text.Doc.Shown() == d.Shown() {
		cmds = append(cmds, c.handleShownChange(was))
	}
	return tea.Batch(cmds...)
}

// handleRawChange does what a change of the bytes that the tools read asks for: their form is looked for, and the
// window is read again if it could be another. was is the snapshot before, wasTotal the number of lines then, -1 if
// unknown.
func (c *changes) handleRawChange(was source.Snapshot, wasTotal int64) tea.Cmd {
	s := c.screen
	d := s.Text.Doc
	cmds, now := []tea.Cmd{s.Text.Arrival.DetectForm()}, d.Raw().Snapshot()
	switch {
	case now.Generation != was.Generation:
		c.sayState(was.State, now.State)
		s.Text.Letters.DropMarks(now)
		cmds = append(cmds, s.Preview.ReadChanged(), c.decodeAgain(), s.Text.Changes.MarksAgain())
	case now.Size != was.Size || now.Complete != was.Complete:
		cmds = append(cmds, s.Preview.Reread(), s.Text.Changes.MarksAgain())
		if !d.IsStream() && now.Size != was.Size { // a stream's decoder reads on by itself
			cmds = append(cmds, c.decodeAgain())
		}
	}
	total, known := d.Raw().TotalLines()
	if r := s.Preview.Reading; known && total != wasTotal && r != nil && r.FirstLine == 0 && r.Out != nil {
		cmds = append(cmds, s.Preview.ReadChanged())
	}
	return tea.Batch(cmds...)
}

// decodeAgain decodes a file again that has changed, unless that takes long.
func (c *changes) decodeAgain() tea.Cmd {
	const most = 64 << 20 // bytes
	switch d := c.screen.Text.Doc; {
	case !d.Decoded():
	case d.Raw().Size() > most:
		c.screen.desk.Say("the file has changed; " + c.screen.desk.KeyName(keymap.ShowAs) + " decodes it again")
	default:
		return c.screen.Text.Arrival.ShowAs(d.Form(), "")
	}
	return nil
}

// handleShownChange brings a change of what is shown to the file pane. was is the snapshot before.
func (c *changes) handleShownChange(was source.Snapshot) tea.Cmd {
	s, d := c.screen, c.screen.Text.Doc
	var cmds []tea.Cmd
	_, known := d.Shown().TotalLines()
	switch {
	case d.Shown().Snapshot().Generation != was.Generation:
		s.Text.Marking.Unmark()
		s.Text.Filter.Refilter()
		s.Panes.ResetColours()
		again := s.Text.Search.ResetSearch()
		cmds = append(cmds, s.Text.File.Show(s.Text.Filter.DocumentText(), s.Text.Arrival.Place()),
			s.Text.Colours.ChooseLanguage(), s.Text.Filter.RunFilter(), again)
	case d.Shown().Size() != was.Size:
		s.Text.File.SetText(s.Text.Filter.DocumentText())
		cmds = append(cmds, s.Text.Filter.RunFilter(), c.showGrowth())
	default:
		p := s.Text.File
		p.SetText(s.Text.Filter.DocumentText())
		if (p.Numberless() || p.Partial() && known) && !p.Loading {
			cmds = append(cmds, p.Reload())
		}
	}
	if err := d.Shown().Err(); err != nil && was.Err == nil {
		s.desk.Warn(cells.Sanitize(err.Error()))
	}
	return tea.Batch(append(cmds, s.Text.Colours.ChooseAgain(), s.place.ContinueStart(),
		s.Text.Arrival.ContinueUnpacking(), s.Text.Arrival.CountOn())...)
}

// showGrowth brings what has come to the document onto the screen where that is part of it.
func (c *changes) showGrowth() tea.Cmd {
	d, p := c.screen.Text.Doc, c.screen.Text.File
	switch {
	case c.screen.jobs.Runs(jobs.Tail):
		return c.screen.Text.Arrival.ToEnd()
	case p.AtEnd() || p.Partial() || !p.Arrived:
		return p.Do(pane.Stay())
	case !d.IsStream() && !d.Decoded():
		return p.Reload() // what is on the screen may have been changed as well
	}
	return nil
}

// sayState says what has happened to the file.
func (c *changes) sayState(was, now source.State) {
	switch {
	case now == source.Truncated:
		c.screen.desk.Say("the file was truncated or rewritten; showing it as it is now")
	case now == source.Replaced:
		c.screen.desk.Say("the file was replaced: this is the new one")
	case now == source.Vanished:
		c.screen.desk.Warn("the file is gone; what is shown is the last of it")
	case was == source.Vanished:
		c.screen.desk.Say("the file is there again")
	}
}

// Watch waits for changes of the document.
func (c *changes) Watch() tea.Cmd {
	return tea.Batch(c.listen(), c.screen.Text.Arrival.Watch(), c.screen.Text.Colours.ChooseLanguage())
}

// ContinueStart goes to the place that is waited for once it has arrived.
func (c *changes) ContinueStart() tea.Cmd { return c.screen.place.ContinueStart() }

// AfterReading brings what is beside or over the panes up to date with a reading that has come.
func (c *changes) AfterReading() tea.Cmd {
	if s := c.screen; s.Preview.Sent == nil {
		s.opts.Join(s.Files.at+1, s.Preview.Reading.Others)
	}
	return tea.Batch(c.screen.Tuning.Comparing.ReadBeside(), c.screen.Tuning.KeepLadder(), c.screen.Tuning.KeepWalk())
}

// showPage gives a page to the pane that asked for it, and does what waited for the page.
func (c *changes) showPage(msg pane.LoadedMsg) tea.Cmd {
	s := c.screen
	p := s.Text.File
	switch {
	case msg.Pane == pane.OfModel:
		p = s.Preview.Output()
	case msg.Pane == pane.OfCompared && s.beside() != nil:
		p = &s.beside().Pane
	case msg.Pane == pane.OfCompared:
		return nil
	}
	cmds := []tea.Cmd{p.Loaded(msg)}
	if msg.Err != nil {
		s.desk.Warn("cannot read: " + cells.Sanitize(msg.Err.Error()))
	}
	switch p {
	case s.Text.File:
		s.Preview.Losses.Arrived()
		cmds = append(cmds, textview.CountLines(s.Text.Doc.Shown()), s.Text.Changes.BeginMarks(),
			s.Text.LookForStyle())
	case s.Preview.Output():
		cmds = append(cmds, s.Tuning.Comparing.AlignBeside())
	}
	return tea.Batch(cmds...)
}
