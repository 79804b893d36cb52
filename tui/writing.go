package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/atomicfile"
	"eyeline/tui/stamp"
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

// existsMsg says that a file to be written exists.
type existsMsg struct {
	stamp.Stamp
	path string
	over func(m *Model) tea.Cmd // writes it all the same
}

// writeOutput writes the shown output, or the marked lines, to a file; one that exists is left alone unless over is set.
func (m *Model) writeOutput(path string, over bool) tea.Cmd {
	content, why := m.content()
	if content == nil {
		m.say(why)
		return nil
	}
	ctx, x := m.start(jobWrite)
	return func() tea.Msg {
		n, err := writeFile(ctx, path, over, content)
		return afterWriting(x, path, over, n, err, (*Model).writeOutput)
	}
}

// afterWriting is the answer to an attempt to write n bytes to a file with a fileWriter: done, failed, or to be asked again.
func afterWriting(x stamp.Stamp, path string, over bool, n int64, err error, again fileWriter) tea.Msg {
	switch {
	case errors.Is(err, fs.ErrExist) && !over:
		return existsMsg{x, path, func(m *Model) tea.Cmd { return again(m, path, true) }}
	case err != nil:
		return writtenMsg{x, note{text: "cannot write " + plain(path) + ": " + plain(reason(err)), bad: true}}
	}
	return writtenMsg{x, note{text: fmt.Sprintf("wrote %s to %s", size(n), plain(path))}}
}

// writtenMsg ends the writing.
type writtenMsg struct {
	stamp.Stamp
	note note
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
