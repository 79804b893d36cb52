package give

import (
	"context"
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/screens"
	"eyeline/tui/words"
)

// NoStream says why there is no stream to save; "" when there is one.
func (g *Giver) NoStream() string {
	if g.text.Doc() == nil || !g.text.Doc().IsStream() {
		return "only what is piped is to be saved; a file is on the disk already"
	}
	return ""
}

// AskSave asks for the file to save the stream in.
func (g *Giver) AskSave(int64, bool) tea.Cmd {
	return g.askFile("save in: ", g.saveStream)
}

// saveStream writes the whole stream to a file, as it arrives. Stopping it saves what has come until then.
func (g *Giver) saveStream(path string, over bool) tea.Cmd {
	raw, said := g.text.Doc().Raw(), screens.Note{}
	write := jobs.Try(g.jobs, jobs.Write, func(ctx context.Context) (int64, error) {
		n, err := WriteFile(ctx, path, over, func(ctx context.Context, w io.Writer) error {
			_, err := io.Copy(w, raw.Reader(ctx))
			if ctx.Err() != nil {
				return nil // what has come is kept
			}
			return err
		})
		if err == nil && ctx.Err() != nil {
			said.Text = fmt.Sprintf("stopped: the first %s are in %s", words.Size(n), cells.Sanitize(path))
		}
		return n, err
	}, g.afterWriting(path, over, g.saveStream))
	return func() tea.Msg {
		written := write()
		if said.Text != "" {
			return NoteMsg(said) // the answer of a job that was stopped is dropped
		}
		return written
	}
}
