package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/atomicfile"
	"eyeline/tui/jobs"
)

// askWrite asks for the file to write the output to.
func (m *Model) askWrite(int64, bool) tea.Cmd {
	what := "the output"
	if m.givesMarked() {
		what = "the marked lines"
	}
	return m.askFile("write "+what+" to: ", (*Model).writeOutput)
}

// fileWriter writes something to a file; one that exists is left alone unless over is set.
type fileWriter func(m *Model, path string, over bool) tea.Cmd

// askFile asks for a file to write to.
func (m *Model) askFile(sign string, write fileWriter) tea.Cmd {
	m.ask(promptWrite, sign, func(m *Model, path string) (tea.Cmd, error) {
		if path == "" {
			return nil, nil
		}
		path, err := typedPath(path)
		if err != nil {
			return nil, err
		}
		return write(m, path, false), nil
	})
	return nil
}

// writeOutput writes the shown output, or the marked lines, to a file; one that exists is left alone unless over is set.
func (m *Model) writeOutput(path string, over bool) tea.Cmd {
	content, why := m.content()
	if content == nil {
		m.say(why)
		return nil
	}
	return jobs.Try(m.jobs, jobs.Write, func(ctx context.Context) (int64, error) {
		return writeFile(ctx, path, over, content)
	}, m.afterWriting(path, over, (*Model).writeOutput))
}

// afterWriting says how an attempt went to write so many bytes to a file with a fileWriter, and asks whether it is to try again
// and overwrite a file that exists.
func (m *Model) afterWriting(path string, over bool, again fileWriter) func(int64, error) tea.Cmd {
	return func(n int64, err error) tea.Cmd {
		switch {
		case errors.Is(err, fs.ErrExist) && !over:
			m.askOverwrite(path, func(m *Model) tea.Cmd { return again(m, path, true) })
		case err != nil:
			m.warn("cannot write " + plain(path) + ": " + plain(reason(err)))
		default:
			m.say(fmt.Sprintf("wrote %s to %s", size(n), plain(path)))
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

// writeFile writes the whole file or leaves it as it was, and returns the number of bytes written.
func writeFile(ctx context.Context, path string, over bool, content func(context.Context, io.Writer) error) (int64, error) {
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

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// askOverwrite asks whether to write over a file.
func (m *Model) askOverwrite(path string, over func(m *Model) tea.Cmd) {
	m.push(&question{
		text: plain(path) + " exists; overwrite it? y or n",
		yes:  over,
		no:   "not written",
	})
}
