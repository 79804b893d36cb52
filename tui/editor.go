package tui

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/signals"
)

// editedMsg says that the editor is done.
type editedMsg struct{ err error }

// edit opens $VISUAL or $EDITOR at the cursor's line.
func (m *Model) edit(int64, bool) tea.Cmd {
	cmd := m.editor()
	if cmd == nil {
		return nil
	}
	return m.terminal.Lend(onTerminal{cmd}, func(err error) tea.Msg { return editedMsg{err} })
}

// editor is the command that edits the file at the cursor's line, on the terminal; nil, with a word why, when there is
// nothing to edit.
func (m *Model) editor() *exec.Cmd {
	if why := m.noEditing(); why != "" {
		m.say(why)
		return nil
	}
	editor := os.Getenv("VISUAL")
	if editor == "" {
		editor = os.Getenv("EDITOR")
	}
	if editor == "" {
		editor = "vi"
	}
	line := int64(1)
	if l, ok := m.file.CursorLine(); ok {
		line = max(l.Number, 1)
	}
	cmd := editorCommand(editor, m.doc.Path(), line)
	m.onOwnTerminal(cmd)
	return cmd
}

// onOwnTerminal gives a command the terminal of the viewer.
func (m *Model) onOwnTerminal(cmd *exec.Cmd) {
	in, out := m.terminal.Files()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, out
}

// onTerminal is a command on the terminal itself. The library would give it what the viewer reads and writes through,
// which is no terminal to another program.
type onTerminal struct{ *exec.Cmd }

// Run runs the command. The keys that send a signal send it to the command and to the viewer; there they do nothing, and
// a signal that ends the viewer ends the command.
func (c onTerminal) Run() error {
	if err := c.Start(); err != nil {
		return err
	}
	defer signals.Lend(func(sig os.Signal) { _ = c.Process.Signal(sig) })()
	return c.Wait()
}

// SetStdin, SetStdout and SetStderr leave the command on the terminal.
func (onTerminal) SetStdin(io.Reader)  {}
func (onTerminal) SetStdout(io.Writer) {}
func (onTerminal) SetStderr(io.Writer) {}

// editorCommand runs the editor as a shell does, since the variable may contain options.
func editorCommand(editor, path string, line int64) *exec.Cmd {
	args := editorArgs(editor, path, line)
	if runtime.GOOS == "windows" {
		words := strings.Fields(editor)
		return exec.Command(words[0], append(words[1:], args...)...)
	}
	return exec.Command("/bin/sh", append([]string{"-c", editor + ` "$@"`, editor}, args...)...)
}

// editorArgs names the file and the line in the form that the editor expects; most know vi's +LINE.
func editorArgs(editor, path string, line int64) []string {
	n := strconv.FormatInt(line, 10)
	name := ""
	if words := strings.Fields(editor); len(words) > 0 {
		name = strings.TrimSuffix(filepath.Base(words[0]), ".exe")
	}
	switch name {
	case "code", "codium", "code-insiders", "cursor":
		return []string{"--goto", path + ":" + n}
	case "hx", "helix", "subl", "zed":
		return []string{path + ":" + n}
	case "notepad", "gedit", "open":
		return []string{path}
	}
	return []string{"+" + n, path}
}

func (m *Model) handleEdited(msg editedMsg) tea.Cmd {
	if msg.err != nil {
		m.warn("the editor failed: " + plain(msg.err.Error()))
	}
	return tea.Batch(tea.ClearScreen, m.refreshSource(), m.read(thenNothing))
}
