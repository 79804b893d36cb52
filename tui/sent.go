package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/tui/capture"
	"eyeline/tui/coverage"
	"eyeline/tui/jobs"
	"eyeline/tui/page"
	"eyeline/tui/pane"
)

// A file of a transcript is shown by the file screen, on a sheet that knows what was sent of it: the model pane shows the
// exact text of one recorded call in the place of what a tool gives, and nothing is read through a tool.

// readCall reads the call that is shown, in the place of a read through a tool.
func (m *Model) readCall(then afterRead) tea.Cmd {
	s := m.sent
	r := &reading{req: m.req, then: then, from: m.doc.Raw().Snapshot()}
	run, path, number, row := s.Run, s.Path, s.Call, s.Row()
	return jobs.Ask(m.jobs, jobs.Read, func(ctx context.Context) *reading {
		began := time.Now()
		rc, out, err := run.Call(ctx, path, number)
		if err != nil {
			r.failed = err
		} else {
			r.fill(rc, out, row)
			r.framed, r.failed = capture.Frame(ctx, out, nil)
		}
		if r.failed != nil {
			r.Free()
			r.out, r.framed = nil, nil
		}
		r.took = time.Since(began)
		return r
	}, m.showReading)
}

// sentState is what is known of a line of the text that is shown, false when that is not known yet.
func (m *Model) sentState(l page.Unit) (coverage.State, bool) {
	if m.sent == nil || l.Number == 0 {
		return 0, false
	}
	if m.doc.Form().Compression != decode.None { // its lines are none of the file that was read
		return coverage.Never, !coverage.AnySent(&m.sent.Coverage)
	}
	line, gap := m.sent.Line(l.Number)
	if gap || line == 0 {
		return coverage.Never, true
	}
	return coverage.StateOf(&m.sent.Coverage, line), true
}

// inCall reports whether a line is one of the call that is shown.
func (m *Model) inCall(l page.Unit) bool {
	r := m.reading
	if r == nil || r.recorded == nil || l.Number == 0 || m.doc.Form().Compression != decode.None {
		return false
	}
	line, gap := m.sent.Line(l.Number)
	return !gap && coverage.InRange(r.recorded.Marked, line)
}

// shownLine is the line of the text that shows a line of the file, or the nearest one before it: they differ where the text
// was put together from what was sent.
func (m *Model) shownLine(line int64) int64 {
	if m.sent == nil || m.active() == &m.output {
		return line
	}
	return m.sent.Shown(line)
}

// stepCall goes n calls of the file on, or back.
func (m *Model) stepCall(n int64) tea.Cmd {
	s := m.sent
	at := slices.Index(s.Coverage.Calls, int32(s.Call))
	to := max(min(int64(at)+n, int64(len(s.Coverage.Calls))-1), 0)
	switch {
	case len(s.Coverage.Calls) == 0:
		m.say("no call concerns this file")
		return nil
	case int(to) == at && n > 0:
		m.say("this is the last call of this file")
		return nil
	case int(to) == at:
		m.say("this is the first call of this file")
		return nil
	}
	s.Call = int(s.Coverage.Calls[to])
	return m.read(thenShowWindow)
}

// seek goes n runs of lines on, or back, from the cursor: a run is consecutive lines for whose states is returns true. what names
// them.
func (m *Model) seek(what string, n int64, is func(coverage.State) bool) tea.Cmd {
	here, ok := m.file.CursorLine()
	if !ok || here.Number == 0 {
		m.say("this line's number is still being counted")
		return nil
	}
	starts := m.sent.RunsOf(is)
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
		m.keepPlace()
		before := m.file.Cursor()
		return tea.Batch(m.file.Do(m.toLine(to, pane.Middle)), m.cursorMoved(before), m.colour())
	case len(starts) == 0:
		m.say("no line of this file is " + what)
	case down:
		m.say("no further line is " + what)
	default:
		m.say("no line before this one is " + what)
	}
	return nil
}

// recordedOnly says why an action does nothing while a transcript's file is shown, or while none is; "" when it does
// something.
func (m *Model) recordedOnly(a keymap.Action) string {
	if m.sent == nil && ofRecorded[a] {
		return "in a file of a transcript only"
	}
	if m.sent == nil || !needTool[a] && !needsOwnTool[a] || a == keymap.NextPane {
		return ""
	}
	return "this is what was recorded: no tool reads the file"
}

// ofRecorded are the actions that go through what was sent of a file.
var ofRecorded = map[keymap.Action]bool{
	keymap.NextCall: true, keymap.PrevCall: true, keymap.NextUnsent: true, keymap.PrevUnsent: true, keymap.NextCut: true,
	keymap.PrevCut: true, keymap.NextWritten: true, keymap.PrevWritten: true, keymap.AllCalls: true,
}

// needsOwnTool are actions that choose what a tool reads, also where none is on.
var needsOwnTool = map[keymap.Action]bool{
	keymap.NextTool: true, keymap.ChooseTool: true, keymap.ToggleTool: true, keymap.Presets: true, keymap.Solve: true,
	keymap.Marks: true, keymap.Base: true, keymap.LineNumbers: true,
}

func (m *Model) seekUnsent(n int64) tea.Cmd {
	return m.seek("never sent", n, func(s coverage.State) bool { return s == coverage.Never })
}

func (m *Model) seekCut(n int64) tea.Cmd {
	return m.seek("cut", n, func(s coverage.State) bool { return s == coverage.Cut })
}

func (m *Model) seekWritten(n int64) tea.Cmd {
	return m.seek("written by the model or changed since", n, func(s coverage.State) bool { return s == coverage.Written || s == coverage.Changed })
}

// sentCell draws what is known of a line in the gutter.
func (m *Model) sentCell(b *strings.Builder, l pane.Row) {
	state, known := m.sentState(l.Unit)
	if !known {
		b.WriteByte(' ')
		return
	}
	m.put(b, state.Role(), state.Sign(m.opts.ASCII))
}
