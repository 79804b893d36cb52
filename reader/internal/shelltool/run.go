package shelltool

import (
	"bytes"
	"cmp"
	"context"
	"errors"

	"eyeline/reader/access"
	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/gnuname"
	"eyeline/reader/internal/shell"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// Command is a command line to evaluate.
type Command struct {
	Line string
	Dir  string // working directory as an absolute path; "" is the agent's
	// Shell is the path that the shell uses in messages; "" is /bin/bash.
	Shell    string
	Terminal bool // it runs in a terminal
	Ugrep    bool // see coreutils.Runner
	// GitBash: on Windows the agent runs its commands in Git Bash, as its documents say.
	GitBash bool
}

// Evaluate evaluates a command line and returns its answer, which the function answer makes of the output.
func Evaluate(
	ctx context.Context, env tools.Env, cmd Command, answer func(t *Output) (*Answer, error),
) (*tools.Result, error) {
	inGitBash := cmd.GitBash && env.System.IsWindows() && gitBash(env, cmd.Line)
	if !inGitBash && (env.System.Foreign() || env.System.IsWindows()) {
		return nil, notKnown()
	}

	words := func(err error) string { return Words(env, cmd.Line, err) }

	// The files are opened while the command is evaluated, and closed after it.
	none := &tools.File{File: access.Stream(source.View(bytes.NewReader(nil), 0))}
	open := func() (*tools.File, error) { return none, nil }
	return tools.ReadFile(ctx, words, open, func(*tools.File) (*tools.Result, error) {
		sh := shell.New(ctx, env)
		defer sh.Files.Close()
		sh.Files.Ugrep = cmd.Ugrep
		sh.Name = cmp.Or(cmd.Shell, "/bin/bash")
		sh.Dir = cmp.Or(cmd.Dir, sh.Dir)
		t, err := run(sh, cmd)
		if err != nil {
			return nil, err
		}
		if inGitBash && differsInGitBash(t, sh.Files.Files()) {
			return nil, notKnown()
		}

		ans, err := answer(t)
		if err != nil {
			return nil, err
		}

		return ans.result(ctx, t)
	})
}

// notKnown returns the refusal of a command whose output on the agent's system is not known.
func notKnown() error {
	return tools.RefuseOwn("eyeline: what a shell prints on Windows, or on another system than this one, is not known")
}

// Words is the Tool.Words of a tool that runs commands.
func Words(_ tools.Env, file string, err error) string {
	if special, ok := errors.AsType[*access.SpecialError](err); ok {
		return "cat: " + file + ": " + special.Error()
	}
	return "cat: " + file + ": " + gnuname.Strerror(err)
}

// OnTerminal returns the refusal of a program whose output to a terminal is different.
func OnTerminal(program string) error {
	return tools.RefuseOwn("eyeline: what " + program + " writes to a terminal is not imitated")
}

// run evaluates a command and collects its output.
func run(sh *shell.Shell, cmd Command) (*Output, error) {
	var o collector
	out := func(p coreutils.Piece) bool {
		o.add(p)
		return true
	}

	if cmd.Terminal {
		out = sh.Files.Terminal(out)
	}

	status, err := sh.Run(cmd.Line, out, out)
	switch {
	case err == nil && cmd.Terminal && sh.Columns() != "":
		return nil, OnTerminal(sh.Columns())
	case errors.Is(err, coreutils.ErrTooMuch):
		return nil, tools.RefuseOwn("eyeline: " + err.Error() + " in memory: read a shorter part")
	case err != nil:
		return nil, err
	}

	t, err := o.output()
	t.Status = status
	t.Command = cmd.Line
	t.Dir = sh.Dir
	t.Columns = sh.Columns()
	t.pathOf = sh.Files.PathOf

	for i, f := range sh.Files.Files() {
		if i == 0 {
			t.read = f.Size()
		}
		if changed := f.Unchanged(); err == nil && changed != nil {
			err = changed
		}
	}

	return &t, err
}
