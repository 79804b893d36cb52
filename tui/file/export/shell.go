package export

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/textview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/shellword"
)

// Commands of the shell: they get the terminal, as an editor does, and afterwards wait for a key, so that what they
// have printed can be read.

// NoShell says why no program may be run; "" when one may.
func (g *Exporter) NoShell() string {
	if g.opts.Secure {
		return "running programs is off: the viewer runs with --secure"
	}
	return ""
}

// AskShell asks for a command to run.
func (g *Exporter) AskShell(int64, bool) tea.Cmd { return g.askShellWith("") }

// Programs are the commands of eyeline for the palette: choosing one asks for a command to run, with it typed.
func (g *Exporter) Programs() []list.Item {
	name := "eyeline"
	if running, err := os.Executable(); err == nil {
		name = shellword.QuoteForSystem(strings.TrimSuffix(filepath.Base(running), ".exe"))
	}
	return overlay.Programs(g.askShellWith, name, g.NoShell())
}

// askShellWith asks for a command to run, with a text typed already.
func (g *Exporter) askShellWith(typed string) tea.Cmd {
	enter := func(text string) (tea.Cmd, error) {
		if text == "!" {
			var ok bool
			text, ok = g.overlays.Previous(overlay.PromptShell)
			if !ok {
				return nil, errors.New("no command yet")
			}
		}

		return g.shell(text, nil), nil
	}
	g.overlays.Open(overlay.Prompt{Kind: overlay.PromptShell, Sign: "!", Enter: enter}, typed)
	return nil
}

// AskPipe asks for a command that gets lines: those that are marked or, after the letter of a mark, those from the mark
// to the screen.
func (g *Exporter) AskPipe(int64, bool) tea.Cmd {
	if content := g.text.Marking.MarkedContent(); content != nil {
		g.askPipeCommand(content)
		return nil
	}
	g.overlays.AskLetter("pipe from the screen to a mark: type its letter, or . for the screen alone, "+
		"^ or $ for the beginning or the end", g.pipeTo)
	return nil
}

// pipeTo asks for the command that gets the lines of the screen and those between it and a mark.
func (g *Exporter) pipeTo(r rune) tea.Cmd {
	top, bottom, ok := g.text.File.Visible()
	if !ok {
		return g.program.Say("there are no lines")
	}

	first := top.Off
	last := bottom.Off
	if r == '$' && !g.showing.MovesOutput() &&
		g.text.Loading.AfterUnpacking(textview.AllUnpacked, func() tea.Cmd { return g.pipeTo(r) }) {
		return nil
	}

	if r != '.' {
		to, why := g.text.Bookmarks.MarkAt(r)
		if why != "" {
			return g.program.Say(why)
		}
		first = min(first, to.Off)
		last = max(last, to.Off)
	}

	g.askPipeCommand(g.text.Marking.LinesContent(first, last))
	return nil
}

func (g *Exporter) askPipeCommand(content func(context.Context, io.Writer) error) {
	g.overlays.Ask(overlay.PromptShell, "|", func(text string) (tea.Cmd, error) {
		if text == "" {
			return nil, nil
		}
		g.text.Marking.Unmark()
		return g.shell(text, content), nil
	})
}

// fileVariable is the variable that has the name of the file for a command: a shell that read the name itself would run
// what a stranger has put into it.
const fileVariable = "EYELINE_FILE"

// shell runs a command, which reads what content writes, if there is any; an empty command is a shell to type in.
func (g *Exporter) shell(text string, content func(context.Context, io.Writer) error) tea.Cmd {
	file := g.text.Doc != nil && !g.text.Doc.IsStream()
	if file {
		text = withFile(text, runtime.GOOS)
	}

	cmd := shellCommand(text, content == nil)
	cmd.Env = os.Environ()
	if running, err := os.Executable(); err == nil {
		cmd.Env = withFolder(cmd.Env, filepath.Dir(running))
	}
	if file {
		cmd.Env = append(cmd.Env, fileVariable+"="+g.text.Doc.Path())
	}

	g.onOwnTerminal(cmd)
	in, _ := g.host.TTY()
	if content != nil && in != nil && runtime.GOOS != "windows" {
		cmd.ExtraFiles = []*os.File{in}
	}

	set := g.jobs
	return g.host.LendTerminal(fed{OnTerminal{cmd}, content}, func(err error) tea.Msg {
		return jobs.Later(set, func() error { return err }, g.afterShell)()
	})
}

// withFolder is an environment whose PATH ends with a folder: that of this program, so that a command may begin with
// its name also where it is not installed.
func withFolder(env []string, folder string) []string {
	path := folder
	if old, set := os.LookupEnv("PATH"); set && old != "" {
		path = old + string(os.PathListSeparator) + folder
	}
	return append(slices.Clip(env), "PATH="+path)
}

// fed is a command on a terminal that reads what content writes; nil is nothing.
type fed struct {
	OnTerminal
	content func(context.Context, io.Writer) error
}

// Run runs the command. A command that reads no further is no error.
func (f fed) Run() error {
	if f.content == nil {
		return f.OnTerminal.Run()
	}

	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	r, w := io.Pipe()
	defer func() { _ = r.Close() }()
	f.Stdin = r
	go func() { _ = w.CloseWithError(f.content(ctx, w)) }()
	return f.OnTerminal.Run()
}

// shellCommand is the command that runs a text by the shell of the person and then waits for Enter, without showing
// what is typed meanwhile. direct says that its standard input is the terminal; otherwise that is file descriptor 3.
func shellCommand(text string, direct bool) *exec.Cmd {
	shell := os.Getenv("SHELL")
	switch {
	case runtime.GOOS == "windows" && text == "":
		return exec.Command("cmd")
	case runtime.GOOS == "windows":
		cmd := exec.Command("cmd")
		commandLine(cmd, `cmd /S /C "`+text+` & pause"`)
		return cmd
	case shell == "":
		shell = "/bin/sh"
	}

	if text == "" {
		return exec.Command(shell)
	}

	// Ctrl-C is for the command. Without a trap some shells end with it, though the command goes on.
	const run = `trap : INT QUIT; "$0" -c "$1"`
	const wait = `s=$?; trap - INT QUIT; stty -echo; printf '\n[exit status %s] Enter goes back ' "$s"; read -r _`
	if direct {
		return exec.Command("/bin/sh", "-c", run+"; { "+wait+"; } 2>/dev/null", shell, text)
	}

	return exec.Command("/bin/sh", "-c", run+"; { "+wait+"; } 2>/dev/null <&3", shell, text)
}

// withFile puts the variable of the file's name in the place of "%", and "%" in the place of "%%".
func withFile(text, system string) string {
	if system == "windows" { // a name has no quotes there
		return onPercent(text, func(byte) string { return `"%` + fileVariable + `%"` })
	}

	return onPercent(text, func(quote byte) string {
		end := "" // of the quotes around it, which begin again behind it
		if quote != 0 {
			end = string(quote)
		}

		return end + `"$` + fileVariable + `"` + end
	})
}

// onPercent replaces each "%" of a command by what name gives for the quotes that it stands within, 0 for none, and
// "%%" by "%".
func onPercent(text string, name func(quote byte) string) string {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '%' && strings.HasPrefix(text[i+1:], "%"):
			i++
		case c == '%':
			b.WriteString(name(quote))
			continue
		case c == '\\' && quote != '\'' && i+1 < len(text) && text[i+1] != '%':
			b.WriteByte(c)
			i++
			c = text[i]
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}

		b.WriteByte(c)
	}

	return b.String()
}

// afterShell comes back from a command of the shell.
func (g *Exporter) afterShell(err error) tea.Cmd {
	_, ok := errors.AsType[*exec.ExitError](err)
	switch {
	case isCut(err):
		g.program.Warn("the command got what there is; " + cells.Sanitize(err.Error()))
	case err != nil && !ok:
		g.program.Warn("cannot run the shell: " + cells.Sanitize(err.Error()))
	}
	return tea.ClearScreen
}
