package export

import (
	"cmp"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/preview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/terminal/signals"
)

// EditedMsg says that the editor is done.
type EditedMsg struct{ Err error }

// Edit opens $VISUAL or $EDITOR at the cursor's line.
func (g *Exporter) Edit(int64, bool) tea.Cmd {
	cmd := g.Editor()
	if cmd == nil {
		return nil
	}
	return g.host.LendTerminal(OnTerminal{cmd}, func(err error) tea.Msg { return EditedMsg{err} })
}

// Editor is the command that edits the file at the cursor's line, on the terminal; nil, with a word why, when there is
// nothing to edit.
func (g *Exporter) Editor() *exec.Cmd {
	if why := g.NoEditing(); why != "" {
		g.program.Say(why)
		return nil
	}

	editor := cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR"), "vi")
	line := int64(1)
	if l, ok := g.text.File.CursorLine(); ok {
		line = max(l.Number, 1)
	}

	cmd := editorCommand(editor, g.text.Doc.Path(), line)
	g.onOwnTerminal(cmd)
	return cmd
}

// onOwnTerminal gives a command the terminal of the viewer.
func (g *Exporter) onOwnTerminal(cmd *exec.Cmd) {
	in, out := g.host.TTY()
	cmd.Stdin = in
	cmd.Stdout = out
	cmd.Stderr = out
}

// OnTerminal is a command on the terminal itself. The library would give it what the viewer reads and writes through,
// which is no terminal to another program.
type OnTerminal struct{ *exec.Cmd }

// Run runs the command. The keys that send a signal send it to the command and to the viewer; there they do nothing,
// and a signal that ends the viewer ends the command with all that it has started, also one that comes before the
// command has begun.
func (c OnTerminal) Run() error {
	var relay relay
	defer signals.Lend(relay.pass)()
	if err := c.Start(); err != nil {
		return err
	}
	relay.to(c.Process)
	return c.Wait()
}

// relay passes signals on to a process and all that it has started, and keeps those that come before there is one.
type relay struct {
	mu      sync.Mutex
	process *os.Process
	early   []os.Signal
}

func (r *relay) pass(sig os.Signal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.process == nil {
		r.early = append(r.early, sig)
		return
	}
	// The shell that runs a command would end alone: a signal that a key sends reaches all of them by the terminal.
	for _, pid := range descendants(r.process.Pid) {
		if p, err := os.FindProcess(pid); err == nil {
			_ = p.Signal(sig) // it may have ended
		}
	}

	_ = r.process.Signal(sig)
}

// to says which process gets the signals.
func (r *relay) to(process *os.Process) {
	r.mu.Lock()
	r.process = process
	early := r.early
	r.mu.Unlock()
	for _, sig := range early {
		r.pass(sig)
	}
}

// SetStdin implements [tea.ExecCommand]: the command has the terminal already.
func (OnTerminal) SetStdin(io.Reader) {}

// SetStdout implements [tea.ExecCommand].
func (OnTerminal) SetStdout(io.Writer) {}

// SetStderr implements [tea.ExecCommand].
func (OnTerminal) SetStderr(io.Writer) {}

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

// HandleEdited reads the file again once the editor has ended.
func (g *Exporter) HandleEdited(msg EditedMsg) tea.Cmd {
	if msg.Err != nil {
		g.program.Warn("the editor failed: " + cells.Sanitize(msg.Err.Error()))
	}
	return tea.Batch(tea.ClearScreen, g.refresh(), g.preview.Read(preview.ThenNothing))
}
