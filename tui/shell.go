package tui

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/jobs"
	"eyeline/tui/words"
)

// Commands of the shell: they get the terminal, as an editor does, and afterwards wait for a key, so that what they have
// printed can be read.

func (m *Model) noShell() string {
	if m.opts.Secure {
		return "running programs is off: the viewer runs with --secure"
	}
	return ""
}

// askShell asks for a command to run.
func (m *Model) askShell(int64, bool) tea.Cmd {
	m.ask(promptShell, "!", func(m *Model, text string) (tea.Cmd, error) {
		if text == "!" {
			h := m.histories[promptShell]
			if len(h) < 2 { // the one at the end is "!"
				return nil, errors.New("no command yet")
			}
			h = h[:len(h)-1]
			m.histories[promptShell], text = h, h[len(h)-1]
		}
		return m.shell(text, nil), nil
	})
	return nil
}

// askPipe asks for a command that gets lines: those that are marked or, after the letter of a mark, those from the mark to
// the screen.
func (m *Model) askPipe(int64, bool) tea.Cmd {
	if content, _ := m.markedContent(); content != nil {
		m.askPipeCommand(content)
		return nil
	}
	m.push(&letter{text: "pipe from the screen to a mark: type its letter, or . for the screen alone, ^ or $ for the beginning or the end", take: (*Model).pipeTo})
	return nil
}

// pipeTo asks for the command that gets the lines of the screen and those between it and a mark.
func (m *Model) pipeTo(r rune) tea.Cmd {
	top, bottom, ok := m.file.Visible()
	if !ok {
		m.say("there are no lines")
		return nil
	}
	first, last := top.Off, bottom.Off
	if r == '$' && m.afterUnpacking(allUnpacked, func(m *Model) tea.Cmd { return m.pipeTo(r) }) {
		return nil
	}
	if r != '.' {
		to, why := m.markAt(r)
		if why != "" {
			m.say(why)
			return nil
		}
		first, last = min(first, to.off), max(last, to.off)
	}
	m.askPipeCommand(m.linesContent(first, last))
	return nil
}

func (m *Model) askPipeCommand(content func(context.Context, io.Writer) error) {
	m.ask(promptShell, "|", func(m *Model, text string) (tea.Cmd, error) {
		if text == "" {
			return nil, nil
		}
		m.unmark()
		return m.shell(text, content), nil
	})
}

// shell runs a command, which reads what content writes, if there is any; an empty command is a shell to type in.
func (m *Model) shell(text string, content func(context.Context, io.Writer) error) tea.Cmd {
	path := ""
	if m.doc != nil && !m.doc.IsStream() {
		path = m.doc.Path()
	}
	cmd := shellCommand(withFile(text, path), content == nil)
	m.onOwnTerminal(cmd)
	if in, _ := m.terminal.Files(); content != nil && in != nil && runtime.GOOS != "windows" {
		cmd.ExtraFiles = []*os.File{in}
	}
	set := m.jobs
	return m.terminal.Lend(fed{onTerminal{cmd}, content}, func(err error) tea.Msg {
		return jobs.Later(set, func() error { return err }, m.afterShell)()
	})
}

// fed is a command on the terminal that reads what content writes; nil is nothing.
type fed struct {
	onTerminal
	content func(context.Context, io.Writer) error
}

// Run runs the command. A command that reads no further is no error.
func (f fed) Run() error {
	if f.content == nil {
		return f.onTerminal.Run()
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	r, w := io.Pipe()
	defer func() { _ = r.Close() }()
	f.Stdin = r
	go func() { _ = w.CloseWithError(f.content(ctx, w)) }()
	return f.onTerminal.Run()
}

// shellCommand is the command that runs a text by the shell of the person and then waits for Enter. direct says that its
// standard input is the terminal; otherwise that is file descriptor 3.
func shellCommand(text string, direct bool) *exec.Cmd {
	shell := os.Getenv("SHELL")
	switch {
	case runtime.GOOS == "windows" && text == "":
		return exec.Command("cmd")
	case runtime.GOOS == "windows":
		return exec.Command("cmd", "/C", text+" & pause")
	case shell == "":
		shell = "/bin/sh"
	}
	if text == "" {
		return exec.Command(shell)
	}
	const wait = `"$0" -c "$1"; printf '\n[exit status %s] Enter goes back ' "$?"; read -r _`
	if direct {
		return exec.Command("/bin/sh", "-c", wait, shell, text)
	}
	return exec.Command("/bin/sh", "-c", wait+" <&3", shell, text)
}

// withFile puts the name of the file in the place of "%", and "%" in the place of "%%".
func withFile(text, path string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "%")
		b.WriteString(before)
		switch {
		case !found:
			return b.String()
		case strings.HasPrefix(after, "%"):
			b.WriteByte('%')
			after = after[1:]
		case path == "":
			b.WriteByte('%')
		default:
			b.WriteString(words.Quote(path))
		}
		text = after
	}
}

// afterShell comes back from a command of the shell.
func (m *Model) afterShell(err error) tea.Cmd {
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		m.warn("cannot run the shell: " + plain(err.Error()))
	}
	return tea.ClearScreen
}
