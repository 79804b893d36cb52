package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	tea "github.com/charmbracelet/bubbletea"
)

func (m *Model) noStream() string {
	if m.doc == nil || !m.doc.stream {
		return "only what is piped is to be saved; a file is on the disk already"
	}
	return ""
}

// askSave asks for the file to save the stream in.
func (m *Model) askSave(int64, bool) tea.Cmd {
	m.ask(promptWrite, "save in: ", func(m *Model, path string) (tea.Cmd, error) {
		if path == "" {
			return nil, nil
		}
		path, err := typedPath(path)
		if err != nil {
			return nil, err
		}
		return m.saveStream(path, false), nil
	})
	return nil
}

// saveStream writes the whole stream to a file, as it arrives. Stopping it saves what has come until then.
func (m *Model) saveStream(path string, over bool) tea.Cmd {
	ctx, x := m.start(jobWrite)
	src := m.doc.raw.src
	return func() tea.Msg {
		n, err := writeFile(ctx, path, over, func(ctx context.Context, w io.Writer) error {
			_, err := io.Copy(w, &arrivingReader{ctx: ctx, src: src})
			if ctx.Err() != nil {
				return nil // what has come is kept
			}
			return err
		})
		switch {
		case errors.Is(err, fs.ErrExist) && !over:
			return existsMsg{x, path, func(m *Model) tea.Cmd { return m.saveStream(path, true) }}
		case err != nil:
			return writtenMsg{x, note{text: "cannot write " + plain(path) + ": " + plain(reason(err)), bad: true}}
		case ctx.Err() != nil:
			return noteMsg{text: fmt.Sprintf("stopped: the first %s are in %s", size(n), plain(path))}
		}
		return writtenMsg{x, note{text: fmt.Sprintf("wrote %s to %s", size(n), plain(path))}}
	}
}
