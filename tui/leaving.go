package tui

import (
	"context"
	"io"

	"eyeline/tui/file/export"
	"eyeline/tui/kit/cells"

	"eyeline/tui/kit/humanize"

	tea "github.com/charmbracelet/bubbletea"
)

// How the viewer ends, and what it leaves behind.

// leftBehind is what the viewer leaves behind.
type leftBehind struct {
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
	leave   leftBehind
}

// Leaving reports whether the viewer was left.
func (e *ending) Leaving() bool { return e.leaving }

// end leaves the viewer.
func (e *ending) end() tea.Cmd {
	e.leaving = true
	return tea.Quit
}

// exitNotText is the exit status of emit, and of a picker, when the model gets something else than text.
const exitNotText = 3

// LeavePrint leaves and prints the output, once nothing is written any more.
func (m *model) LeavePrint() tea.Cmd { return m.file.Export.AskLeave(m.endPrinting) }

func (m *model) endPrinting() tea.Cmd {
	content, _ := m.file.Export.Content()
	m.leave = leftBehind{Print: content}
	// The same words and exit code as those of emit.
	r := m.file.Preview.Reading
	if content != nil && !m.file.Export.GivesMarked() && r != nil && r.Kind != "" {
		m.leave.Note = "eyeline: " + r.Instead
		m.leave.Code = exitNotText
	}
	if content != nil && m.file.Text.Arriving() && !m.file.Export.GivesMarked() {
		m.leave.Note = "eyeline: more input was still arriving; this is what the tool gives of its first " +
			humanize.Size(m.file.Preview.Reading.From.Size)
	}

	return m.end()
}

// Quit leaves without printing, once nothing is written any more.
func (m *model) Quit() tea.Cmd { return m.file.Export.AskLeave(m.endQuietly) }

func (m *model) endQuietly() tea.Cmd {
	if m.opts.Leaving.KeepScreen && m.ready && m.ShowsFile() {
		m.leave.Keep = m.file.LastScreen()
	}
	m.leave.Code = m.opts.Leaving.Status
	return m.end()
}

func (m *model) Suspend() tea.Cmd {
	return m.terminal.Suspend(func(err error) tea.Msg {
		if err != nil {
			return export.NoteMsg{Text: cells.Sanitize(err.Error()), Bad: true}
		}
		return tea.ResumeMsg{}
	})
}
