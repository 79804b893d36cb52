package tui

import (
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/capture"
)

// How the viewer ends, and what it leaves behind.

// Outcome is what the viewer leaves behind.
type Outcome struct {
	// Print writes the output that E asked for; nil when nothing is to be printed.
	Print func(context.Context, io.Writer) error
	// Keep writes what is to stay on the terminal: the last screen, with -X; nil for nothing.
	Keep func(context.Context, io.Writer) error
	// Note is a sentence for standard error; "" for none.
	Note string
	// Code is the exit status.
	Code int
}

// ending is how the viewer ends.
type ending struct {
	leaving bool
	leave   Outcome
}

// Leaving reports whether the viewer was left.
func (e *ending) Leaving() bool { return e.leaving }

// end leaves the viewer.
func (e *ending) end() tea.Cmd {
	e.leaving = true
	return tea.Quit
}

// writerOf writes the shown output: what was captured, or, when that was too much to keep, what the tool gives again.
func (m *Model) writerOf(out *capture.Capture) func(context.Context, io.Writer) error {
	if s := m.sent; s != nil {
		run, call := s.Run, s.Call
		return func(_ context.Context, w io.Writer) error { return run.WriteResult(w, call) }
	}
	tool, env, args := m.reading.req.Tool(), m.env(m.reading.req.Tool(), false), m.reading.args
	return func(ctx context.Context, w io.Writer) error {
		if out.Complete() {
			_, err := io.Copy(w, io.NewSectionReader(out, 0, out.Size()))
			return err
		}
		res, err := tool.Read(ctx, env, args)
		if err != nil {
			return err
		}
		defer func() { _ = res.Close() }()
		_, err = res.Render(ctx, w)
		return err
	}
}

// exitNotText is the exit status of emit, and of a picker, when the model gets something else than text.
const exitNotText = 3

func (m *Model) leaveAndPrint(int64, bool) tea.Cmd {
	content, _ := m.content()
	m.leave = Outcome{Print: content}
	if r := m.reading; content != nil && !m.givesMarked() && r != nil && r.kind != "" { // as emit says it
		m.leave.Note, m.leave.Code = "eyeline: "+r.instead, exitNotText
	}
	if content != nil && m.arriving() && !m.givesMarked() {
		m.leave.Note = "eyeline: more input was still arriving; this is what the tool gives of its first " +
			size(m.reading.from.Size)
	}
	return m.end()
}

// quit leaves without printing.
func (m *Model) quit() tea.Cmd {
	if m.opts.KeepScreen && m.ready && m.showsFile() {
		m.leave.Keep = m.lastScreen()
	}
	m.leave.Code = m.opts.QuitCode
	return m.end()
}

func (m *Model) suspend(int64, bool) tea.Cmd {
	return m.terminal.Suspend(func(err error) tea.Msg {
		if err != nil {
			return noteMsg{Text: plain(err.Error()), Bad: true}
		}
		return tea.ResumeMsg{}
	})
}
