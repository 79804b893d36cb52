// Package launch, which changes without notice, is the command line: the commands, --help, the manual and the
// completions of shells. The viewer's own flags and settings are in package commandline; main passes the viewer in.
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
	"eyeline/tui/settingsfile"
	"eyeline/tui/terminal/signals"
)

// Program is what main passes to this package.
type Program struct {
	// Release is the version of a release, "" for other builds.
	Release string
	// Home is the address of the repository that a release was built from, "" for other builds.
	Home string
	// View runs the viewer. It returns the exit status and an error, whose text is for standard error.
	View func(context.Context, options.Options) (int, error)

	began time.Time                          // when the process was started
	start []string                           // what followed each "+"
	load  func() (*settingsfile.File, error) // reads the settings file, once
}

// Main runs the program with the arguments of the command line and returns the exit status.
func Main(ctx context.Context, args []string, p Program) int {
	signals.QuitWithoutStacks()
	p.began = time.Now().Add(-processAge())
	if err := checkLimits(); err != nil {
		fmt.Fprintln(os.Stderr, cmdkit.Problem(err))
		return cmdkit.ExitFailed
	}

	out := &cmdkit.Output{W: os.Stdout, Terminal: term.IsTerminal(int(os.Stdout.Fd()))}
	s := exitCode(p.run(ctx, args, out), out)
	if s.Text != "" {
		// The text of a tool is printed exactly, for an agent's harness. In eyeline's own text, and on a terminal,
		// control characters are replaced.
		own := s.Code == cmdkit.ExitUsage || strings.HasPrefix(s.Text, "eyeline: ")
		width, _, err := term.GetSize(int(os.Stderr.Fd()))
		isTerminal := err == nil
		if own || isTerminal {
			s.Text = cmdkit.Printable(s.Text)
		}
		if own && isTerminal && width > 0 {
			s.Text = cmdkit.InColumns(s.Text, width)
		}
		fmt.Fprintln(os.Stderr, s.Text)
	}

	return s.Code
}

// exitCode returns the exit status for the error of a command, and the text for standard error. If a reader has closed
// its end of the pipe, that is a success: it has what it wanted.
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
	p.load = sync.OnceValues(func() (*settingsfile.File, error) { return settingsfile.Load(settingsfile.Path()) })
	root := p.commands(args)
	root.SetArgs(args)
	root.SetOut(out)
	if err := p.prepare(root, args); err != nil {
		return err
	}
	return root.ExecuteContext(ctx)
}

// prepare adds to the command that the arguments name what depends on these: the flags of the tool.
func (p Program) prepare(root *cobra.Command, args []string) error {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		args = args[1:]
	}

	cmd, rest, err := root.Find(args)
	if err != nil {
		return nil // cobra reports it
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

// version describes the version of the program.
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
