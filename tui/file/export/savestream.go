package export

import (
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"
)

// NoStream says why there is no stream to save; "" when there is one.
func (g *Exporter) NoStream() string {
	if g.text.Doc == nil || !g.text.Doc.IsStream() {
		return "only what is piped is to be saved; a file is on the disk already"
	}
	return ""
}

// AskSave asks for the file to save the stream in.
func (g *Exporter) AskSave(int64, bool) tea.Cmd {
	return g.askFile("save in: ", g.saveStream)
}

// saveStream writes the whole stream to a file, as it arrives. Stopping it saves what has come until then.
func (g *Exporter) saveStream(path string) tea.Cmd {
	raw := g.text.Raw()
	return g.write(path, false, true, func(ctx context.Context, w io.Writer) error {
		_, err := io.Copy(w, raw.Reader(ctx))
		return err
	})
}
