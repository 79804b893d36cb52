package file

import (
	"time"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/text"

	tea "github.com/charmbracelet/bubbletea"
)

// What changes in the document while it is shown: it grows, is rewritten, replaced or removed, more of a stream arrives,
// more lines are counted.

// Changes waits for changes of the document and shows them.
type Changes struct{ screen *Screen }

// countLines begins to count the lines of a side in the background, unless that has begun. It is called once the first page
// has come: counting takes all cores.
func countLines(s *document.Side) tea.Cmd {
	start := s.Count()
	if start == nil {
		return nil
	}
	return func() tea.Msg {
		time.Sleep(text.CountAfter)
		start()
		return nil
	}
}

// WakeInterval is the least time between two looks at what has changed: no more often than the screen is drawn.
const WakeInterval = 15 * time.Millisecond

// listen waits for changes of the document.
func (c *Changes) listen() tea.Cmd {
	d := c.screen.text.Doc()
	switch {
	case d == nil:
		return nil
	case d.Decoded():
		return tea.Batch(c.ListenTo(d.Raw()), c.ListenTo(d.Shown()))
	}
	return c.ListenTo(d.Raw())
}

// ListenTo waits for changes of a side: one command for its source, one for its index.
func (c *Changes) ListenTo(s *document.Side) tea.Cmd {
	pause := WakeInterval
	if s.Size() == 0 {
		pause = 0 // the first bytes are shown at once
	}
	return tea.Batch(c.waitForBytes(s, pause), c.waitForLines(s))
}

// waitForBytes waits until the bytes of a side change, and then for a pause: changes that follow each other are one.
func (c *Changes) waitForBytes(s *document.Side, pause time.Duration) tea.Cmd {
	return c.waitForChange(s, s.Changed(), pause, func() tea.Cmd {
		s.CountOn() // it counts what has come
		return c.waitForBytes(s, WakeInterval)
	})
}

// waitForLines waits until more lines of a side are counted.
func (c *Changes) waitForLines(s *document.Side) tea.Cmd {
	return c.waitForChange(s, s.Counted(), WakeInterval, func() tea.Cmd { return c.waitForLines(s) })
}

// waitForChange waits for a change of a side of the document, and then for a pause. It then shows what has changed; again waits
// for the next change.
func (c *Changes) waitForChange(s *document.Side, wake <-chan struct{}, pause time.Duration, again func() tea.Cmd) tea.Cmd {
	return jobs.Later(c.screen.jobs, func() (changed bool) {
		select {
		case <-wake:
		case <-s.Done():
			return false
		}
		time.Sleep(pause)
		return true
	}, func(changed bool) tea.Cmd {
		if !changed || s != c.screen.text.Doc().Raw() && s != c.screen.text.Doc().Shown() {
			return nil // another form is shown
		}
		return c.showChange(s, again)
	})
}

// showChange shows what has changed of a side of the document.
func (c *Changes) showChange(s *document.Side, again func() tea.Cmd) tea.Cmd {
	d := c.screen.text.Doc()
	raw, was, wasTotal := d.Raw().Snapshot(), d.Shown().Snapshot(), int64(-1)
	if n, ok := d.Raw().TotalLines(); ok {
		wasTotal = n
	}
	d.RefreshSide(s)
	cmds := []tea.Cmd{again()}
	if d.Raw().Snapshot().Generation == raw.Generation && d.Raw().Snapshot().State != raw.State {
		c.sayState(d.Raw().Snapshot().State)
	}
	if s == d.Raw() {
		cmds = append(cmds, c.handleRawChange(raw, wasTotal))
	}
	if s == d.Shown() && c.screen.text.Doc().Shown() == d.Shown() {
		cmds = append(cmds, c.handleShownChange(was))
	}
	c.screen.panes.Redraw()
	return tea.Batch(cmds...)
}

// handleRawChange does what a change of the bytes that the tools read asks for: their form is looked for, and the window is
// read again if it could be another. was is the snapshot before, wasTotal the number of lines then, -1 if unknown.
func (c *Changes) handleRawChange(was source.Snapshot, wasTotal int64) tea.Cmd {
	d := c.screen.text.Doc()
	var cmds []tea.Cmd
	if cmd := c.screen.text.Arrival().DetectForm(); cmd != nil {
		cmds = append(cmds, cmd)
	}
	now := d.Raw().Snapshot()
	switch {
	case now.Generation != was.Generation:
		c.sayState(now.State)
		c.screen.text.Letters().DropMarks(now)
		cmds = append(cmds, c.screen.preview.ReadChanged(), c.decodeAgain(), c.screen.text.Changes().MarksAgain())
	case now.Size != was.Size || now.Complete != was.Complete:
		cmds = append(cmds, c.screen.preview.Reread(), c.screen.text.Changes().MarksAgain())
		if !d.IsStream() && now.Size != was.Size { // a stream's decoder reads on by itself
			cmds = append(cmds, c.decodeAgain())
		}
	}
	if total, known := d.Raw().TotalLines(); known && total != wasTotal && c.screen.preview.Reading() != nil && c.screen.preview.Reading().FirstLine == 0 && c.screen.preview.Reading().Out != nil {
		cmds = append(cmds, c.screen.preview.ReadChanged())
	}
	return tea.Batch(cmds...)
}

// decodeAgain decodes a file again that has changed, unless that takes long.
func (c *Changes) decodeAgain() tea.Cmd {
	const most = 64 << 20 // bytes
	switch d := c.screen.text.Doc(); {
	case !d.Decoded():
	case d.Raw().Size() > most:
		c.screen.desk.Say("the file has changed; " + c.screen.desk.KeyName(keymap.ShowAs) + " decodes it again")
	default:
		return c.screen.text.Arrival().ShowAs(d.Form(), "")
	}
	return nil
}

// handleShownChange brings a change of what is shown to the file pane. was is the snapshot before.
func (c *Changes) handleShownChange(was source.Snapshot) tea.Cmd {
	d := c.screen.text.Doc()
	var cmds []tea.Cmd
	_, known := d.Shown().TotalLines()
	switch {
	case d.Shown().Snapshot().Generation != was.Generation:
		c.screen.text.Marking().Unmark()
		c.screen.text.Filter().Refilter()
		c.screen.panes.ResetColours()
		again := c.screen.text.Search().ResetSearch()
		cmds = append(cmds, c.screen.text.File().Show(c.screen.text.Filter().DocumentText(), pane.Stay()), c.screen.text.Colours().ChooseLanguage(), c.screen.text.Filter().RunFilter(), again)
	case d.Shown().Size() != was.Size:
		c.screen.text.File().SetText(c.screen.text.Filter().DocumentText())
		cmds = append(cmds, c.screen.text.Filter().RunFilter())
		switch {
		case c.screen.jobs.Runs(jobs.Tail):
			cmds = append(cmds, c.screen.text.Arrival().ToEnd())
		case c.screen.text.File().AtEnd() || c.screen.text.File().Partial() || !c.screen.text.File().Arrived():
			cmds = append(cmds, c.screen.text.File().Do(pane.Stay()))
		}
	default:
		c.screen.text.File().SetText(c.screen.text.Filter().DocumentText())
		if c.screen.text.File().Numberless() && !c.screen.text.File().Loading() {
			cmds = append(cmds, c.screen.text.File().Reload())
		}
		if c.screen.text.File().Partial() && !c.screen.text.File().Loading() && known {
			cmds = append(cmds, c.screen.text.File().Reload())
		}
	}
	if err := d.Shown().Err(); err != nil && was.Err == nil {
		c.screen.desk.Warn(cells.Sanitize(err.Error()))
	}
	cmds = append(cmds, c.screen.text.Colours().ChooseAgain())
	if c.screen.preview.Wanted() {
		cmds = append(cmds, c.screen.preview.PlaceWanted())
	}
	return tea.Batch(append(cmds, c.screen.panes.widenGutter(), c.screen.place.ContinueStart(), c.screen.text.Arrival().ContinueUnpacking(), c.screen.text.Arrival().CountOn())...)
}

// sayState says what has happened to the file.
func (c *Changes) sayState(s source.State) {
	switch s {
	case source.Truncated:
		c.screen.desk.Say("the file was truncated or rewritten; showing it as it is now")
	case source.Replaced:
		c.screen.desk.Say("the file was replaced by another of the same name; showing the new one")
	case source.Vanished:
		c.screen.desk.Warn("the file is gone; what is shown is the last of it")
	}
}

// Watch waits for changes of the document.
func (c *Changes) Watch() tea.Cmd {
	return tea.Batch(c.listen(), c.screen.text.Arrival().Watch(), c.screen.text.Colours().ChooseLanguage())
}

// ContinueStart goes to the place that is waited for once it has arrived.
func (c *Changes) ContinueStart() tea.Cmd { return c.screen.place.ContinueStart() }

// AfterReading brings what is beside or over the panes up to date with a reading that has come.
func (c *Changes) AfterReading() tea.Cmd {
	return tea.Batch(c.screen.tuning.Comparing().ReadBeside(), c.screen.tuning.KeepLadder(), c.screen.tuning.KeepWalk())
}

// showPage gives a page to the pane that asked for it, and does what waited for the page.
func (c *Changes) showPage(msg pane.LoadedMsg) tea.Cmd {
	p := c.screen.text.File()
	switch {
	case msg.Pane == pane.OfModel:
		p = c.screen.preview.Output()
	case msg.Pane == pane.OfCompared && c.screen.beside() != nil:
		p = &c.screen.beside().Pane
	case msg.Pane == pane.OfCompared:
		return nil
	}
	before := p.Cursor()
	cmd := p.Loaded(msg)
	if msg.Err != nil {
		c.screen.desk.Warn("cannot read: " + cells.Sanitize(msg.Err.Error()))
	}
	cmds := []tea.Cmd{cmd, c.screen.panes.Colour(), c.screen.panes.widenGutter()}
	switch p {
	case c.screen.text.File():
		cmds = append(cmds, countLines(c.screen.text.Doc().Shown()), c.screen.text.Changes().BeginMarks(), c.screen.moves.CursorMoved(before), c.screen.text.LookForStyle())
		if c.screen.preview.Wanted() {
			cmds = append(cmds, c.screen.preview.PlaceWanted())
		}
		if c.screen.panes.shown() == layout.Model && !c.screen.moves.outputMoved {
			cmds = append(cmds, c.screen.preview.Model().Place()) // the line numbers may have come only now
		}
	case c.screen.preview.Output():
		cmds = append(cmds, c.screen.tuning.Comparing().AlignBeside())
	}
	return tea.Batch(cmds...)
}
