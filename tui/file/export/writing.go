package export

import (
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/kit/overlay"
)

// AskWrite asks for the file to write the output to.
func (g *Exporter) AskWrite(int64, bool) tea.Cmd {
	what := "the output"
	if g.GivesMarked() {
		what = "the marked lines"
	}
	return g.askFile("write "+what+" to: ", g.writeOutput)
}

// askFile asks for a file to write to.
func (g *Exporter) askFile(sign string, write func(path string) tea.Cmd) tea.Cmd {
	g.overlays.Ask(overlay.PromptWrite, sign, func(path string) (tea.Cmd, error) {
		if path == "" {
			return nil, nil
		}

		path, err := TypedPath(path)
		if err != nil {
			return nil, err
		}

		return write(path), nil
	})
	return nil
}

// writeOutput writes the shown output, or the marked lines, to a file.
func (g *Exporter) writeOutput(path string) tea.Cmd {
	content, why := g.Content()
	if content == nil {
		return g.program.Say(why)
	}
	return g.write(path, false, false, content)
}

// counter counts what is written.
type counter struct {
	w io.Writer
	n *int64
}

// Write implements [io.Writer].
func (c counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	*c.n += int64(n)
	return n, err
}
