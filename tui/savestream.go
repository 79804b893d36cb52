package tui

import (
	"context"
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/jobs"
	"eyeline/tui/screens"
)

func (m *Model) noStream() string {
	if m.doc == nil || !m.doc.IsStream() {
		return "only what is piped is to be saved; a file is on the disk already"
	}
	return ""
}

// askSave asks for the file to save the stream in.
func (m *Model) askSave(int64, bool) tea.Cmd {
	return m.askFile("save in: ", (*Model).saveStream)
}

// saveStream writes the whole stream to a file, as it arrives. Stopping it saves what has come until then.
func (m *Model) saveStream(path string, over bool) tea.Cmd {
	raw, said := m.doc.Raw(), screens.Note{}
	write := jobs.Try(m.jobs, jobs.Write, func(ctx context.Context) (int64, error) {
		n, err := writeFile(ctx, path, over, func(ctx context.Context, w io.Writer) error {
			_, err := io.Copy(w, raw.Reader(ctx))
			if ctx.Err() != nil {
				return nil // what has come is kept
			}
			return err
		})
		if err == nil && ctx.Err() != nil {
			said.Text = fmt.Sprintf("stopped: the first %s are in %s", size(n), plain(path))
		}
		return n, err
	}, m.afterWriting(path, over, (*Model).saveStream))
	return func() tea.Msg {
		written := write()
		if said.Text != "" {
			return noteMsg(said) // the answer of a job that was stopped is dropped
		}
		return written
	}
}
