package give

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/atomicfile"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/overlay"
	"eyeline/tui/words"
)

// AskWrite asks for the file to write the output to.
func (g *Giver) AskWrite(int64, bool) tea.Cmd {
	what := "the output"
	if g.GivesMarked() {
		what = "the marked lines"
	}
	return g.askFile("write "+what+" to: ", g.writeOutput)
}

// fileWriter writes something to a file; one that exists is left alone unless over is set.
type fileWriter func(path string, over bool) tea.Cmd

// askFile asks for a file to write to.
func (g *Giver) askFile(sign string, write fileWriter) tea.Cmd {
	g.overlays.Ask(overlay.PromptWrite, sign, func(path string) (tea.Cmd, error) {
		if path == "" {
			return nil, nil
		}
		path, err := TypedPath(path)
		if err != nil {
			return nil, err
		}
		return write(path, false), nil
	})
	return nil
}

// writeOutput writes the shown output, or the marked lines, to a file; one that exists is left alone unless over is
// set.
func (g *Giver) writeOutput(path string, over bool) tea.Cmd {
	content, why := g.Content()
	if content == nil {
		g.desk.Say(why)
		return nil
	}
	return jobs.Try(g.jobs, jobs.Write, func(ctx context.Context) (int64, error) {
		return WriteFile(ctx, path, over, content)
	}, g.afterWriting(path, over, g.writeOutput))
}

// afterWriting says how an attempt went to write so many bytes to a file with a fileWriter, and asks whether it is to
// try again and overwrite a file that exists.
func (g *Giver) afterWriting(path string, over bool, again fileWriter) func(int64, error) tea.Cmd {
	return func(n int64, err error) tea.Cmd {
		switch {
		case errors.Is(err, fs.ErrExist) && !over:
			g.askOverwrite(path, func() tea.Cmd { return again(path, true) })
		case err != nil:
			g.desk.Warn("cannot write " + cells.Sanitize(path) + ": " + cells.Sanitize(reason(err)))
		default:
			g.desk.Say(fmt.Sprintf("wrote %s to %s", words.Size(n), cells.Sanitize(path)))
		}
		return nil
	}
}

// reason is an error without the operation and path that os puts before it.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// WriteFile writes the whole file or leaves it as it was, and returns the number of bytes written.
func WriteFile(
	ctx context.Context, path string, over bool, content func(context.Context, io.Writer) error,
) (int64, error) {
	var count counter
	err := atomicfile.Write(path, atomicfile.Options{Mode: 0o666, Replace: over}, func(w io.Writer) error {
		count.w = w
		return content(ctx, &count)
	})
	return count.n, err
}

// counter counts what is written.
type counter struct {
	w io.Writer
	n int64
}

// Write implements [io.Writer].
func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// askOverwrite asks whether to write over a file.
func (g *Giver) askOverwrite(path string, over func() tea.Cmd) {
	g.overlays.AskYes(cells.Sanitize(path)+" exists; overwrite it? y or n", over, "not written")
}
