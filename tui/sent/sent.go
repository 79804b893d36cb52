package sent

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/tui/coverage"
	"eyeline/tui/page"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
)

// State is what is known of a line of the text that is shown, false when that is not known yet.
func (v *View) State(l page.Unit) (coverage.State, bool) {
	if v.preview.Sent() == nil || l.Number == 0 {
		return 0, false
	}
	if v.text.Doc().Form().Compression != decode.None { // its lines are none of the file that was read
		return coverage.Never, !coverage.AnySent(&v.preview.Sent().Coverage)
	}
	line, gap := v.preview.Sent().Line(l.Number)
	if gap || line == 0 {
		return coverage.Never, true
	}
	return coverage.StateOf(&v.preview.Sent().Coverage, line), true
}

// InCall reports whether a line is one of the call that is shown.
func (v *View) InCall(l page.Unit) bool {
	r := v.preview.Reading()
	if r == nil || r.Recorded == nil || l.Number == 0 || v.text.Doc().Form().Compression != decode.None {
		return false
	}
	line, gap := v.preview.Sent().Line(l.Number)
	return !gap && r.Recorded.Marked.Has(line)
}

// ShownLine is the line of the text that shows a line of the file, or the nearest one before it: they differ where the
// text was put together from what was sent.
func (v *View) ShownLine(line int64) int64 {
	if v.preview.Sent() == nil || v.host.Active() == v.preview.Output() {
		return line
	}
	return v.preview.Sent().Shown(line)
}

// StepCall goes n calls of the file on, or back.
func (v *View) StepCall(n int64) tea.Cmd {
	s := v.preview.Sent()
	at := slices.Index(s.Coverage.Calls, int32(s.Call))
	to := max(min(int64(at)+n, int64(len(s.Coverage.Calls))-1), 0)
	switch {
	case len(s.Coverage.Calls) == 0:
		v.desk.Say("no call concerns this file")
		return nil
	case int(to) == at && n > 0:
		v.desk.Say("this is the last call of this file")
		return nil
	case int(to) == at:
		v.desk.Say("this is the first call of this file")
		return nil
	}
	s.Call = int(s.Coverage.Calls[to])
	return v.preview.Read(preview.ThenShowWindow)
}

// seek goes n runs of lines on, or back, from the cursor: a run is consecutive lines for whose states is returns true.
// what names them.
func (v *View) seek(what string, n int64, is func(coverage.State) bool) tea.Cmd {
	here, ok := v.text.File().CursorLine()
	if !ok || here.Number == 0 {
		v.desk.Say("this line's number is still being counted")
		return nil
	}
	starts := v.preview.Sent().RunsOf(is)
	to, down := int64(0), n > 0
	if n > 0 {
		for _, at := range starts {
			if at > here.Number && n > 0 {
				to, n = at, n-1
			}
		}
	} else {
		for _, at := range slices.Backward(starts) {
			if at < here.Number && n < 0 {
				to, n = at, n+1
			}
		}
	}
	switch {
	case to > 0:
		v.text.Letters().KeepPlace()
		before := v.text.File().Cursor()
		return tea.Batch(v.text.File().Do(v.text.ToLine(to, pane.Middle)), v.host.CursorMoved(before), v.host.Colour())
	case len(starts) == 0:
		v.desk.Say("no line of this file is " + what)
	case down:
		v.desk.Say("no further line is " + what)
	default:
		v.desk.Say("no line before this one is " + what)
	}
	return nil
}

// SeekUnsent goes n runs of lines on, or back, that were never sent.
func (v *View) SeekUnsent(n int64) tea.Cmd {
	return v.seek("never sent", n, func(s coverage.State) bool { return s == coverage.Never })
}

// SeekCut goes n runs of lines on, or back, of which a part was cut off.
func (v *View) SeekCut(n int64) tea.Cmd {
	return v.seek("cut", n, func(s coverage.State) bool { return s == coverage.Cut })
}

// SeekWritten goes n runs of lines on, or back, that the model wrote or that changed since they were sent.
func (v *View) SeekWritten(n int64) tea.Cmd {
	return v.seek("written by the model or changed since", n,
		func(s coverage.State) bool { return s == coverage.Written || s == coverage.Changed })
}

// Cell draws what is known of a line in the gutter.
func (v *View) Cell(b *strings.Builder, l pane.Row) {
	state, known := v.State(l.Unit)
	if !known {
		b.WriteByte(' ')
		return
	}
	v.desk.Put(b, state.Role(), state.Sign(v.desk.ASCII()))
}
