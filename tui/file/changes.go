package file

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/tui/file/document"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
)

// A document may change while it is shown: it grows, is rewritten, replaced or removed, more of a stream arrives, or
// more of its lines are counted.

// changes waits for changes of the document and shows them.
type changes struct {
	*base
	toolPanels *toolpanels.Panels
	place      *openingPlace
}

// wakeInterval is the least time between two looks for changes: they are not noticed more often than the screen is
// drawn.
const wakeInterval = 15 * time.Millisecond

// listen starts to wait for changes of the document.
func (c *changes) listen() tea.Cmd {
	d := c.Text.Doc
	switch {
	case d == nil:
		return nil
	case d.Decoded():
		return tea.Batch(c.ListenTo(d.Raw()), c.ListenTo(d.Shown()))
	}
	return c.ListenTo(d.Raw())
}

// ListenTo waits for changes of a side: one command for its source, one for its index.
func (c *changes) ListenTo(s *document.Content) tea.Cmd {
	pause := wakeInterval
	if s.Size() == 0 {
		pause = 0 // the first bytes are shown at once
	}
	return tea.Batch(c.waitForChange(s, s.Changed, pause, s.CountOn),
		c.waitForChange(s, s.Counted, wakeInterval, func() {}))
}

// waitForChange waits for a change of a side of the document, then for a pause in which further changes join it. It
// shows them, calls seen, and waits again.
func (c *changes) waitForChange(
	s *document.Content, wake func() <-chan struct{}, pause time.Duration, seen func(),
) tea.Cmd {
	next := wake()
	return jobs.Later(c.jobs, func() (changed bool) {
		select {
		case <-next:
		case <-s.Done():
			return false
		}

		time.Sleep(pause)
		return true
	}, func(changed bool) tea.Cmd {
		if !changed || s != c.Text.Raw() && s != c.Text.Shown() {
			return nil // another form is shown
		}

		return c.showChange(s, func() tea.Cmd {
			seen()
			return c.waitForChange(s, wake, wakeInterval, seen)
		})
	})
}

// showChange shows what has changed of a side of the document.
func (c *changes) showChange(s *document.Content, again func() tea.Cmd) tea.Cmd {
	d := c.Text.Doc
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
	if s == d.Shown() && c.Text.Shown() == d.Shown() {
		cmds = append(cmds, c.handleShownChange(was))
	}

	return tea.Batch(cmds...)
}

// handleRawChange reacts to a change of the bytes that the tools read: it looks for their form again, and reads the
// window again if the tool could give something else. was is the snapshot before, wasTotal the number of lines then, -1
// if unknown.
func (c *changes) handleRawChange(was source.Snapshot, wasTotal int64) tea.Cmd {
	d := c.Text.Doc
	cmds := []tea.Cmd{c.Text.Form.DetectForm()}
	now := d.Raw().Snapshot()
	switch {
	case now.Generation != was.Generation:
		c.sayState(was.State, now.State)
		c.Text.Bookmarks.DropMarks(now)
		cmds = append(cmds, c.Preview.ReadChanged(), c.decodeAgain(), c.Text.Changes.MarksAgain())
	case now.Size != was.Size || now.Complete != was.Complete:
		cmds = append(cmds, c.Preview.Reread(), c.Text.Changes.MarksAgain())
		if !d.IsStream() && now.Size != was.Size { // a stream's decoder reads on by itself
			cmds = append(cmds, c.decodeAgain())
		}
	}

	total, known := d.Raw().TotalLines()
	if r := c.Preview.Reading; known && total != wasTotal && r != nil && r.FirstLine == 0 && r.HasOutput() {
		cmds = append(cmds, c.Preview.ReadChanged())
	}

	return tea.Batch(cmds...)
}

// decodeAgain decodes a changed file again, unless it is so large that this takes long.
func (c *changes) decodeAgain() tea.Cmd {
	const most = 64 << 20 // bytes
	switch d := c.Text.Doc; {
	case !d.Decoded(): // there is nothing to decode
	case d.Raw().Size() > most:
		c.program.Say("the file has changed; " + c.program.KeyName(keymap.ShowAs) + " decodes it again")
	default:
		return c.Text.Form.ShowAs(d.Form(), "")
	}
	return nil
}

// handleShownChange shows a change of the shown bytes in the file pane. was is the snapshot before.
func (c *changes) handleShownChange(was source.Snapshot) tea.Cmd {
	d := c.Text.Doc
	var cmds []tea.Cmd
	_, known := d.Shown().TotalLines()
	switch {
	case d.Shown().Snapshot().Generation != was.Generation:
		c.Text.Marking.Unmark()
		c.Text.Filter.Refilter()
		c.forgetColours()
		again := c.Text.Search.ResetSearch()
		cmds = append(cmds, c.Text.File.Show(c.Text.Filter.DocumentText(), c.Text.Loading.Place()),
			c.Text.Colours.ChooseLanguage(), c.Text.Filter.RunFilter(), again)
	case d.Shown().Size() != was.Size:
		c.Text.File.SetText(c.Text.Filter.DocumentText())
		cmds = append(cmds, c.Text.Filter.RunFilter(), c.showGrowth())
	default:
		p := c.Text.File
		p.SetText(c.Text.Filter.DocumentText())
		if (p.Numberless() || p.Partial() && known) && !p.Loading() {
			cmds = append(cmds, p.Reload())
		}
	}

	if err := d.Shown().Err(); err != nil && was.Err == nil {
		c.program.Warn(cells.Sanitize(err.Error()))
	}

	return tea.Batch(append(cmds, c.Text.Colours.ChooseAgain(), c.place.ContinueStart(),
		c.Text.Loading.ContinueUnpacking(), c.Text.Search.CountOn())...)
}

// showGrowth shows the lines that have come to the end of the document, if they are on the screen.
func (c *changes) showGrowth() tea.Cmd {
	d := c.Text.Doc
	p := c.Text.File
	switch {
	case c.jobs.Runs(jobs.Tail):
		return c.Text.Loading.ToEnd()
	case p.AtEnd() || p.Partial() || !p.Arrived:
		return p.Do(pane.Stay())
	case !d.IsStream() && !d.Decoded():
		return p.Reload() // what is on the screen may have been changed as well
	}

	return nil
}

// sayState says that the file was replaced, is gone, was cut short, or is there again.
func (c *changes) sayState(was, now source.State) {
	switch {
	case now == source.Truncated:
		c.program.Say("the file was truncated or rewritten; showing it as it is now")
	case now == source.Replaced:
		c.program.Say("the file was replaced: this is the new one")
	case now == source.Vanished:
		c.program.Warn("the file is gone; what is shown is the last of it")
	case was == source.Vanished:
		c.program.Say("the file is there again")
	}
}

// Watch starts to wait for changes of the document.
func (c *changes) Watch() tea.Cmd {
	return tea.Batch(c.listen(), c.Text.Loading.Watch(), c.Text.Colours.ChooseLanguage())
}

// forgetColours drops all colours: the bytes have changed.
func (c *changes) forgetColours() {
	c.Text.Colours.Forget()
	c.jobs.End(jobs.OutputColour)
	c.Preview.Model.ForgetColours()
}

// showPage gives a loaded page to the pane that asked for it, and does what waited for that.
func (c *changes) showPage(msg pane.LoadedMsg) tea.Cmd {
	p := c.Text.File
	switch {
	case msg.Pane == pane.OfModel:
		p = c.Preview.Output()
	case msg.Pane == pane.OfCompared && c.beside() != nil:
		p = c.beside().Output()
	case msg.Pane == pane.OfCompared:
		return nil
	}

	cmds := []tea.Cmd{p.Loaded(msg)}
	if msg.Err != nil {
		c.program.Warn("cannot read: " + cells.Sanitize(msg.Err.Error()))
	}

	switch p {
	case c.Text.File:
		c.Preview.Losses.Arrived()
		cmds = append(cmds, textview.CountLines(c.Text.Shown()), c.Text.Changes.BeginMarks(),
			c.Text.LookForStyle())
	case c.Preview.Output():
		cmds = append(cmds, c.toolPanels.Comparing.Follow())
	}

	return tea.Batch(cmds...)
}
