// Package launch, which changes without notice, is the command line: the commands, --help, the manual and the
// completions of a shell. The viewer's own flags and settings are those of package commandline; the viewer itself is
// handed in by main.
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
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/options"
	"eyeline/tui/settings"
	"eyeline/tui/terminal/signals"
)

// Program is what main hands over.
type Program struct {
	// Release is the version of a release, "" for other builds.
	Release string
	// Home is the address of the repository that a release was built from, "" for other builds.
	Home string
	// View runs the viewer. It returns the exit status; the error's text is for standard error.
	View func(context.Context, options.Options) (int, error)

	began time.Time                      // when the process was started
	start []string                       // what followed each "+"
	load  func() (*settings.File, error) // reads the settings file, once
}

// Main runs the program with the arguments of the command line and returns the exit status.
func Main(ctx context.Context, args []string, p Program) int {
	signals.Quietly()
	p.began = time.Now().Add(-processAge())
	if err := checkLimits(); err != nil {
		fmt.Fprintln(os.Stderr, cmdkit.Problem(err))
		return cmdkit.ExitFailed
	}

	out := &cmdkit.Output{W: os.Stdout, Terminal: term.IsTerminal(int(os.Stdout.Fd()))}
	s := exitCode(p.run(ctx, args, out), out)
	if s.Text != "" {
		// A tool's words are exact for an agent's harness. Eyeline's own, and what a terminal shows, control nothing.
		own := s.Code == cmdkit.ExitUsage || strings.HasPrefix(s.Text, "eyeline: ")
		if own || term.IsTerminal(int(os.Stderr.Fd())) {
			s.Text = cmdkit.Printable(s.Text)
		}
		fmt.Fprintln(os.Stderr, s.Text)
	}

	return s.Code
}

// exitCode is the exit status, and what is to be printed on standard error, for the error of a command. A reader that
// closed its end has what it wanted.
func exitCode(err error, out *cmdkit.Output) cmdkit.Status {
	var s cmdkit.Status
	switch {
	case errors.Is(err, syscall.EPIPE) || errors.Is(out.Err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe):
		return cmdkit.Status{}
	case errors.As(err, &s):
		return s
	case out.Err != nil:
		err = cmdkit.Problem(out.Err)
	case err != nil:
		err = cmdkit.Usage("%v", err)
	}
	errors.As(err, &s)
	return s
}

// run parses the command line and executes its command.
func (p Program) run(ctx context.Context, args []string, out io.Writer) error {
	p.start, args = commandline.TakePlus(args)
	p.load = sync.OnceValues(func() (*settings.File, error) { return settings.Load(settings.Path()) })
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
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		args = args[1:]
	}

	cmd, rest, err := root.Find(args)
	if err != nil {
		return nil // cobra says so itself
	}

	switch {
	case cmd == root:
		if err := p.misspelt(root, args); err != nil {
			return err
		}
		return p.prepareViewer(cmd, rest)
	case cmd.Name() == "emit":
		return prepareEmit(cmd, rest)
	case len(p.start) == 0 && cmd.Name() == "check":
		return prepareCheck(cmd, rest)
	case len(p.start) > 0:
		return cmdkit.Usage("%s does not take +%s", cmd.Name(), p.start[0])
	}

	return nil
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
