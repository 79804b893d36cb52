package tui

import (
	"context"
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"
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
	ctx, x := m.start(jobWrite)
	raw := m.doc.Raw()
	return func() tea.Msg {
		n, err := writeFile(ctx, path, over, func(ctx context.Context, w io.Writer) error {
			_, err := io.Copy(w, raw.Reader(ctx))
			if ctx.Err() != nil {
				return nil // what has come is kept
			}
			return err
		})
		if err == nil && ctx.Err() != nil {
			return noteMsg{text: fmt.Sprintf("stopped: the first %s are in %s", size(n), plain(path))}
		}
		return afterWriting(x, path, over, n, err, (*Model).saveStream)
	}
}
