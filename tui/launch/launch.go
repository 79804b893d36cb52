// Package launch is everything between the command line and a program that runs: the commands, the flags, the settings
// file, the environment, --help, the manual and the completions of a shell.
//
// One table has every setting of the viewer ([Setting]); flags, settings file, eyeline config, --help, the manual and
// the README's list are made from it, and reading it ends in [Options]. The viewer itself is handed in by main, since
// it takes Options from here.
package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"eyeline/reader/emit"
	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/highlight"
	"eyeline/tui/settings"
	"eyeline/tui/signals"
)

// Exit statuses: a tool's refusal or a file that cannot be read is 1, wrong usage 2.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
	// exitNotText: the model gets something else than text, a picture say.
	exitNotText = 3
)

// Program is what main hands over.
type Program struct {
	// Release is the version of a release, "" for other builds.
	Release string
	// View runs the viewer. It returns the exit status; the error's text is for standard error.
	View func(context.Context, Options) (int, error)
	// BeforeLexers, if any, is called before chroma's lexers are first used.
	BeforeLexers func()

	start []string                       // what followed each "+"
	load  func() (*settings.File, error) // reads the settings file, once
}

// status is an error that carries its exit status. An empty text has been printed already.
type status struct {
	code int
	text string
}

func (s status) Error() string { return s.text }

func usage(format string, args ...any) error {
	return status{exitUsage, "eyeline: " + fmt.Sprintf(format, args...)}
}

// failed gives the error of a run its exit status: a tool's refusal is printed exactly, and whatever else went wrong is this
// program's to say.
func failed(err error) error {
	var known status
	if err == nil || errors.Is(err, syscall.EPIPE) || errors.As(err, &known) {
		return err
	}
	var notText *emit.NotTextError
	if errors.As(err, &notText) {
		return status{exitNotText, "eyeline: " + notText.Text}
	}
	var refusal *tools.Error
	switch {
	case !errors.As(err, &refusal):
		return status{exitFailed, "eyeline: " + err.Error()}
	case refusal.Own:
		return status{exitUsage, refusal.Text}
	}
	return status{exitFailed, err.Error()}
}

// Main runs the program with the arguments of the command line and returns the exit status.
func Main(ctx context.Context, args []string, p Program) int {
	signals.Quietly()
	if p.BeforeLexers != nil {
		highlight.BeforeLexers = p.BeforeLexers
	}
	out := &output{w: os.Stdout, terminal: term.IsTerminal(int(os.Stdout.Fd()))}
	s := exitCode(p.run(ctx, args, out), out)
	if s.text != "" {
		// What an agent's harness reads is exact; what a terminal shows must not control it.
		if s.code == exitUsage || term.IsTerminal(int(os.Stderr.Fd())) {
			s.text = printable(s.text)
		}
		fmt.Fprintln(os.Stderr, s.text)
	}
	return s.code
}

// exitCode is the exit status, and what is to be printed on standard error, for the error of a command. A reader that
// closed its end has what it wanted.
func exitCode(err error, out *output) status {
	var s status
	switch {
	case errors.Is(err, syscall.EPIPE) || errors.Is(out.err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe):
		return status{exitOK, ""}
	case errors.As(err, &s):
		return s
	case out.err != nil:
		return status{exitFailed, "eyeline: " + out.err.Error()}
	case err != nil:
		return status{exitUsage, "eyeline: " + err.Error()}
	}
	return status{exitOK, ""}
}

// run runs a command.
func (p Program) run(ctx context.Context, args []string, out io.Writer) error {
	p.start, args = TakePlus(args)
	p.load = sync.OnceValues(func() (*settings.File, error) { return settings.Load(settings.Path()) })
	if !needsCommands(args) {
		signals.Prepare() // the viewer will wait for it
	}
	root := p.commands(args)
	root.SetArgs(args)
	root.SetOut(out)
	if err := p.prepare(root, args); err != nil {
		return err
	}
	return root.ExecuteContext(ctx)
}

// prepare gives the command that the arguments name what it can only know from them: the flags of the tool.
func (p Program) prepare(root *cobra.Command, args []string) error {
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		args = args[1:]
	}
	cmd, rest, err := root.Find(args)
	if err != nil {
		return nil // cobra says so itself
	}
	if cmd != root && cmd.Name() != "emit" && len(p.start) > 0 {
		return usage("%s does not take +%s", cmd.Name(), p.start[0])
	}
	switch {
	case cmd == root:
		return p.prepareViewer(cmd, rest)
	case cmd.Name() == "emit":
		return prepareEmit(cmd, rest)
	}
	return nil
}

// output is standard output; it keeps the first error, which cobra drops.
type output struct {
	w        io.Writer
	terminal bool
	err      error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// printable makes a text of several lines safe for a terminal: control characters other than '\n' become marks.
func printable(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = cells.Sanitize(line)
	}
	return strings.Join(lines, "\n")
}

// version is the program's version in words.
func (p Program) version() string {
	v := "devel"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" && info.Main.Version != "(devel)" {
			v = info.Main.Version
		}
		if p.Release != "" {
			v = p.Release
		}
		v += " " + info.GoVersion
	}
	return "eyeline " + v
}
