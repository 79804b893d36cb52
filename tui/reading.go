package tui

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/capture"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
	"eyeline/tui/recorded"
	"eyeline/tui/request"
)

// reading is one read of the current request: what the model would get, or the tool's refusal.
type reading struct {
	req     request.Request
	args    json.RawMessage // as the tool was called
	refused string          // the tool's error text; "" when it gave content
	failed  error           // why the program could not read; context.Canceled when it was stopped
	win     window.Window
	stats   tools.Stats
	next    json.RawMessage  // the arguments of the following window; nil when there is none
	out     *capture.Capture // nil when refused or failed
	framed  *capture.Framed  // out as the model pane shows it; nil where out is
	notes   []string         // messages that the agent adds after the result
	// left is how many calls read on after this one, once leftKnown; leftGuessed: they were not all made to be counted.
	// call is the number of the call in its walk, from 1.
	call, left             int64
	leftKnown, leftGuessed bool
	works                  bool  // of a refusal, once leftKnown: another call is not refused
	fileBytes              int64 // the size of the file as it was read
	silent                 bool  // the output ends before the file does, and nothing in it says so
	estimated              bool  // a number of tokens that the output, a note or the refusal states is an estimate
	// kind is "" for text; instead then says what the model gets in the place of one.
	kind, instead string
	// firstLine is the 1-based number of the window's first line, also where the window itself does not count lines; 0
	// when it is not known.
	firstLine int64
	from      source.Snapshot // the document as it was when it was read
	took      time.Duration
	then      afterRead
	cut       func(head []byte) (keep int, cut bool)

	recorded *recorded.Call // what was read of a transcript, in the place of a tool's answer; nil otherwise

	tokens tokens.Estimate // nothing until they are counted
}

// afterRead is what is done once a reading has come.
type afterRead uint8

const (
	thenNothing    afterRead = iota
	thenShowWindow           // bring the window's start into view
)

// read reads the current request in the background, in the place of the read under way. Where no tool is on it does
// nothing: this is the one door to a tool.
func (m *Model) read(then afterRead) tea.Cmd {
	if m.doc == nil || m.toolOff {
		return nil
	}
	if m.sent != nil {
		return m.readCall(then)
	}
	m.readThen, m.readAgain = then, false
	r := &reading{req: m.req, then: then, call: int64(len(m.back)) + 1}
	run := m.readingOf(r)
	return jobs.Ask(m.jobs, jobs.Read, func(ctx context.Context) *reading {
		began := time.Now()
		run(ctx)
		r.took = time.Since(began)
		return r
	}, m.showReading)
}

// readChanged reads the current request again because the bytes have changed. A read under way that it takes the place of was
// for a person, who still waits for it.
func (m *Model) readChanged() tea.Cmd {
	then, again := thenNothing, true
	if m.jobs.Runs(jobs.Read) {
		then, again = m.readThen, m.readAgain
	}
	cmd := m.read(then)
	m.readAgain = again
	return cmd
}

// env is what a tool may use for a read of the document.
func (m *Model) env(t *tools.Tool, explain bool) tools.Env {
	env := m.doc.Env(explain, m.opts.Settings[t.Name])
	env.Confine = m.opts.Confine
	return env
}

// readingOf returns a function that reads r.req and fills r; it is to be called by a command.
func (m *Model) readingOf(r *reading) func(context.Context) {
	tool := r.req.Tool()
	r.args = r.req.Args(m.doc.Argument(tool))
	env := m.env(tool, m.opts.Why && r.req.Mode() == tools.ModeBlock)
	lines, view, ascii := m.doc.Raw().Lines(), m.doc.Raw().Bytes(), m.opts.ASCII
	r.from = m.doc.Raw().Snapshot()
	return func(ctx context.Context) {
		res, err := tool.Read(ctx, env, r.args)
		if err == nil {
			defer func() { _ = res.Close() }()
			r.win, r.next, r.cut = res.Window, res.NextArgs, res.Tool.Lines.Cut
			r.notes, r.silent, r.kind, r.instead = res.Notes, res.Silent, res.Kind, res.Instead
			r.estimated = res.Estimated
			r.fileBytes = res.FileBytes
			r.out = capture.New()
			if r.stats, err = res.Render(ctx, r.out); err == nil {
				r.framed, err = capture.Frame(ctx, r.out, r.inserts(ascii))
			}
		}
		if refusal := (*tools.Error)(nil); errors.As(err, &refusal) {
			r.refused, r.estimated = refusal.Text, refusal.Estimated
		} else if err != nil {
			r.failed = err
		}
		if r.refused != "" || r.failed != nil {
			r.Free()
			r.out, r.framed = nil, nil
		}
		r.firstLine = r.win.First
		if r.firstLine == 0 && lines != nil && r.out != nil {
			if n, err := lines.LineAt(ctx, view, r.win.Start); err == nil {
				r.firstLine = n
			}
		}
	}
}

// Free implements [jobs.Freer]: it frees the captured output. r may be nil.
func (r *reading) Free() {
	if r != nil && r.out != nil {
		_ = r.out.Close()
	}
}

// freed frees the captured output of a reading that is no longer shown, in the background: that may be a file. r may be nil.
func freed(r *reading) tea.Cmd {
	if r == nil || r.out == nil {
		return nil
	}
	return func() tea.Msg { r.Free(); return nil }
}

// showReading shows a reading that has come.
func (m *Model) showReading(r *reading) tea.Cmd {
	old := m.reading
	m.reading = r
	if r.recorded != nil {
		m.sent.Take(r.recorded)
	}
	m.rereads.ended = time.Now()
	m.invalidateRows()
	var cmds []tea.Cmd
	cmds = append(cmds, m.showOutput(old), m.countTokens(), m.findStyle(), m.countCalls(), m.afterReading())
	if r.then == thenShowWindow && r.out != nil && r.win.End > r.win.Start && (m.hex || m.doc.Form().Compression == decode.None) {
		m.pauseTail()
		cmds = append(cmds, m.file.Do(m.toWindow(r)))
	}
	if place, ok := m.cursorPlace(); m.opening && ok && place == r.req.Place() && !m.file.Awaited() && r.out != nil && r.win.Kind == window.Block {
		m.opening = false
		cmds = append(cmds, m.file.Do(pane.IntoView(r.win.Start, r.win.End)))
	}
	m.sayWhatResizingDid(r)
	cmds = append(cmds, freed(old))
	switch {
	case m.ahead > 0:
		m.ahead--
		cmds = append(cmds, m.nextWindow(1, false))
	case m.ahead < 0:
		back := -m.ahead
		m.ahead = 0
		cmds = append(cmds, m.prevWindow(back, false))
	}
	return tea.Batch(append(cmds, m.reread())...)
}

// toWindow brings a window into view: its start, or the anchor of a block, since the window may follow the cursor.
func (m *Model) toWindow(r *reading) pane.Move {
	if r.recorded != nil {
		return m.toLine(max(r.firstLine, 1), pane.Middle)
	}
	if r.win.Kind != window.Block && m.doc.Decoded() && !m.hex {
		return m.toLine(max(r.firstLine, 1), pane.Top)
	}
	if r.win.Kind != window.Block || m.hex {
		return pane.To(r.win.Start, pane.Top)
	}
	return m.toLine(r.win.Anchor, pane.Middle)
}

// showOutput puts the reading's output into the model pane. old is the reading before, which may be nil: after another one
// of the same request the pane stays where a person has moved it.
func (m *Model) showOutput(old *reading) tea.Cmd {
	r := m.reading
	m.outputs++
	if r == nil || r.out == nil {
		m.output.Clear()
		return nil
	}
	to := pane.ToFound(m.outputPlace(), pane.Top)
	if old != nil && old.out != nil && old.req.Equal(r.req) && m.movesOutput() {
		to = pane.Stay()
	}
	return m.output.Show(m.outputText(r), to)
}
