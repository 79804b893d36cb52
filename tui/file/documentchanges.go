package file

import (
	"time"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
	"eyeline/tui/text"

	tea "github.com/charmbracelet/bubbletea"
)

// What changes in the document while it is shown: it grows, is rewritten, replaced or removed, more of a stream arrives,
// more lines are counted.

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
func (s *Screen) listen() tea.Cmd {
	d := s.text.Doc()
	switch {
	case d == nil:
		return nil
	case d.Decoded():
		return tea.Batch(s.ListenTo(d.Raw()), s.ListenTo(d.Shown()))
	}
	return s.ListenTo(d.Raw())
}

// ListenTo waits for changes of a side: one command for its source, one for its index.
func (screen *Screen) ListenTo(s *document.Side) tea.Cmd {
	pause := WakeInterval
	if s.Size() == 0 {
		pause = 0 // the first bytes are shown at once
	}
	return tea.Batch(screen.waitForBytes(s, pause), screen.waitForLines(s))
}

// waitForBytes waits until the bytes of a side change, and then for a pause: changes that follow each other are one.
func (screen *Screen) waitForBytes(s *document.Side, pause time.Duration) tea.Cmd {
	return screen.waitForChange(s, s.Changed(), pause, func() tea.Cmd {
		s.CountOn() // it counts what has come
		return screen.waitForBytes(s, WakeInterval)
	})
}

// waitForLines waits until more lines of a side are counted.
func (screen *Screen) waitForLines(s *document.Side) tea.Cmd {
	return screen.waitForChange(s, s.Counted(), WakeInterval, func() tea.Cmd { return screen.waitForLines(s) })
}

// waitForChange waits for a change of a side of the document, and then for a pause. It then shows what has changed; again waits
// for the next change.
func (screen *Screen) waitForChange(s *document.Side, wake <-chan struct{}, pause time.Duration, again func() tea.Cmd) tea.Cmd {
	return jobs.Later(screen.jobs, func() (changed bool) {
		select {
		case <-wake:
		case <-s.Done():
			return false
		}
		time.Sleep(pause)
		return true
	}, func(changed bool) tea.Cmd {
		if !changed || s != screen.text.Doc().Raw() && s != screen.text.Doc().Shown() {
			return nil // another form is shown
		}
		return screen.showChange(s, again)
	})
}

// showChange shows what has changed of a side of the document.
func (screen *Screen) showChange(s *document.Side, again func() tea.Cmd) tea.Cmd {
	d := screen.text.Doc()
	raw, was, wasTotal := d.Raw().Snapshot(), d.Shown().Snapshot(), int64(-1)
	if n, ok := d.Raw().TotalLines(); ok {
		wasTotal = n
	}
	d.RefreshSide(s)
	cmds := []tea.Cmd{again()}
	if d.Raw().Snapshot().Generation == raw.Generation && d.Raw().Snapshot().State != raw.State {
		screen.sayState(d.Raw().Snapshot().State)
	}
	if s == d.Raw() {
		cmds = append(cmds, screen.handleRawChange(raw, wasTotal))
	}
	if s == d.Shown() && screen.text.Doc().Shown() == d.Shown() {
		cmds = append(cmds, screen.handleShownChange(was))
	}
	screen.Redraw()
	return tea.Batch(cmds...)
}

// handleRawChange does what a change of the bytes that the tools read asks for: their form is looked for, and the window is
// read again if it could be another. was is the snapshot before, wasTotal the number of lines then, -1 if unknown.
func (s *Screen) handleRawChange(was source.Snapshot, wasTotal int64) tea.Cmd {
	d := s.text.Doc()
	var cmds []tea.Cmd
	if cmd := s.text.Arrival().DetectForm(); cmd != nil {
		cmds = append(cmds, cmd)
	}
	now := d.Raw().Snapshot()
	switch {
	case now.Generation != was.Generation:
		s.sayState(now.State)
		s.text.Letters().DropMarks(now)
		cmds = append(cmds, s.preview.ReadChanged(), s.decodeAgain(), s.text.Changes().MarksAgain())
	case now.Size != was.Size || now.Complete != was.Complete:
		cmds = append(cmds, s.preview.Reread(), s.text.Changes().MarksAgain())
		if !d.IsStream() && now.Size != was.Size { // a stream's decoder reads on by itself
			cmds = append(cmds, s.decodeAgain())
		}
	}
	if total, known := d.Raw().TotalLines(); known && total != wasTotal && s.preview.Reading() != nil && s.preview.Reading().FirstLine == 0 && s.preview.Reading().Out != nil {
		cmds = append(cmds, s.preview.ReadChanged())
	}
	return tea.Batch(cmds...)
}

// decodeAgain decodes a file again that has changed, unless that takes long.
func (s *Screen) decodeAgain() tea.Cmd {
	const most = 64 << 20 // bytes
	switch d := s.text.Doc(); {
	case !d.Decoded():
	case d.Raw().Size() > most:
		s.desk.Say("the file has changed; " + s.desk.KeyName(keymap.ShowAs) + " decodes it again")
	default:
		return s.text.Arrival().ShowAs(d.Form(), "")
	}
	return nil
}

// handleShownChange brings a change of what is shown to the file pane. was is the snapshot before.
func (s *Screen) handleShownChange(was source.Snapshot) tea.Cmd {
	d := s.text.Doc()
	var cmds []tea.Cmd
	_, known := d.Shown().TotalLines()
	switch {
	case d.Shown().Snapshot().Generation != was.Generation:
		s.text.Marking().Unmark()
		s.text.Filter().Refilter()
		s.ResetColours()
		again := s.text.Search().ResetSearch()
		cmds = append(cmds, s.text.File().Show(s.text.Filter().DocumentText(), pane.Stay()), s.text.Colours().ChooseLanguage(), s.text.Filter().RunFilter(), again)
	case d.Shown().Size() != was.Size:
		s.text.File().SetText(s.text.Filter().DocumentText())
		cmds = append(cmds, s.text.Filter().RunFilter())
		switch {
		case s.jobs.Runs(jobs.Tail):
			cmds = append(cmds, s.text.Arrival().ToEnd())
		case s.text.File().AtEnd() || s.text.File().Partial() || !s.text.File().Arrived():
			cmds = append(cmds, s.text.File().Do(pane.Stay()))
		}
	default:
		s.text.File().SetText(s.text.Filter().DocumentText())
		if s.text.File().Numberless() && !s.text.File().Loading() {
			cmds = append(cmds, s.text.File().Reload())
		}
		if s.text.File().Partial() && !s.text.File().Loading() && known {
			cmds = append(cmds, s.text.File().Reload())
		}
	}
	if err := d.Shown().Err(); err != nil && was.Err == nil {
		s.desk.Warn(cells.Sanitize(err.Error()))
	}
	cmds = append(cmds, s.text.Colours().ChooseAgain())
	if s.preview.Wanted() {
		cmds = append(cmds, s.preview.PlaceWanted())
	}
	return tea.Batch(append(cmds, s.widenGutter(), s.place.ContinueStart(), s.text.Arrival().ContinueUnpacking(), s.text.Arrival().CountOn())...)
}

// widenGutter arranges the panes again when the line numbers need another width than they have.
func (s *Screen) widenGutter() tea.Cmd {
	if s.beside() != nil || s.text.File().Width() == 0 || s.gutterWidth(s.text.File().Width()) == s.text.File().Gutter() {
		return nil
	}
	return s.Arrange()
}

// sayState says what has happened to the file.
func (screen *Screen) sayState(s source.State) {
	switch s {
	case source.Truncated:
		screen.desk.Say("the file was truncated or rewritten; showing it as it is now")
	case source.Replaced:
		screen.desk.Say("the file was replaced by another of the same name; showing the new one")
	case source.Vanished:
		screen.desk.Warn("the file is gone; what is shown is the last of it")
	}
}
