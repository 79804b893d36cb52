package launch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/tui/launch/arguments"
	"eyeline/tui/launch/cli"
	"eyeline/tui/launch/options"
	"eyeline/tui/launch/runs"
	"eyeline/tui/settings"
)

// subcommand is a command of the program.
type subcommand struct {
	name string
	make func(p Program, root *cobra.Command) *cobra.Command
}

// subcommands are all of them, as they are listed.
var subcommands = []subcommand{
	{"emit", func(p Program, _ *cobra.Command) *cobra.Command { return p.emitCommand() }},
	{"check", func(p Program, _ *cobra.Command) *cobra.Command { return p.checkCommand() }},
	{"tools", func(Program, *cobra.Command) *cobra.Command { return toolsCommand() }},
	{"transcript", func(p Program, _ *cobra.Command) *cobra.Command { return runs.Command(p.View, p.load) }},
	{"config", func(Program, *cobra.Command) *cobra.Command { return configCommand() }},
	{"version", func(p Program, _ *cobra.Command) *cobra.Command { return p.versionCommand() }},
	{"man", func(_ Program, root *cobra.Command) *cobra.Command { return manCommand(root) }},
}

// needsCommands reports whether arguments may name a command, or ask for help or the version.
func needsCommands(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		switch {
		case strings.HasPrefix(a, "--"):
			return strings.HasPrefix(a, "--help") || strings.HasPrefix(a, "--version")
		case strings.HasPrefix(a, "-"):
			return strings.ContainsAny(a, "hv")
		}
		return a == "help" || a == "completion" || asksToComplete(a) ||
			slices.ContainsFunc(subcommands, func(c subcommand) bool { return c.name == a })
	})
}

// asksToComplete reports whether a shell asks for completions with a first argument.
func asksToComplete(a string) bool {
	return a == cobra.ShellCompRequestCmd || a == cobra.ShellCompNoDescRequestCmd
}

// commands makes the tree of commands for arguments. Where they only open files it is the root alone, since the first
// screen waits for it.
func (p Program) commands(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "eyeline [flags] [+LINE | +G | +N% | +@BYTE | +/PATTERN | +F] [FILE...]",
		Short: "See a file as a coding agent's read tool shows it to its model",
		Long: "Eyeline shows a file and, marked in it, what a coding agent's file-read tool would give its model.\n" +
			"Without FILE, or with -, it reads standard input. Press ? in the viewer for the keys.",
		Args:                  cobra.ArbitraryArgs,
		ValidArgsFunction:     cli.CompleteFiles,
		DisableFlagsInUseLine: true,
		SilenceErrors:         true,
		SilenceUsage:          true,
		RunE:                  p.view,
	}
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		_, _ = io.WriteString(cmd.OutOrStdout(), help(cmd)) // cli.Output keeps the error
	})
	root.SetFlagErrorFunc(flagError)
	root.Flags().SortFlags = false
	options.Register(root.Flags())
	if !needsCommands(args) {
		return root
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.Version = p.version()
	options.CompleteValues(root)
	for _, c := range subcommands {
		cmd := c.make(p, root)
		cmd.Flags().SortFlags = false
		cmd.DisableFlagsInUseLine = true // Use says it
		root.AddCommand(cmd)
	}
	completeInBash(root)
	return root
}

// view runs the viewer.
func (p Program) view(cmd *cobra.Command, files []string) error {
	line := options.CommandLine{Flags: cmd.Flags(), Paths: files, Start: p.start}
	o, err := line.Options(p.load, os.Getenv)
	if err != nil {
		return cli.Usage("%v", err)
	}
	return cli.Viewed(p.View(cmd.Context(), o))
}

// prepareViewer adds the flags of the tool that the viewer opens with.
func (p Program) prepareViewer(cmd *cobra.Command, args []string) error {
	flags := cmd.Flags() // none of them typed
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") }) {
		flags = arguments.Scan(args, options.Register)
	}
	file, err := p.load()
	if err != nil {
		file = settings.Empty(settings.Path())
	}
	return options.Prepare(cmd, flags, file, os.Getenv)
}

// flagError says in one sentence what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var wants *pflag.ValueRequiredError
	see := "; see " + cmd.CommandPath() + " --help"
	switch {
	case errors.As(err, &missing):
		if t := arguments.ToolOf(cmd); t != nil {
			flag := missing.GetSpecifiedName()
			if others := arguments.Others(t, flag); others != "" {
				return cli.Usage("%s has no argument --%s (%s)%s", t.Name, flag, others, see)
			}
		}
	case errors.As(err, &invalid):
		return cli.Usage("--%s %v", invalid.GetFlag().Name, invalid.Unwrap())
	case errors.As(err, &wants):
		return cli.Usage("--%s wants a value%s", wants.GetFlag().Name, see)
	}
	return cli.Usage("%v%s", err, see)
}

func (p Program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version",
		Args: cli.NoArguments, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), p.version())
			return err
		},
	}
}

func manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "Print the manual page, for man -l -",
		Args: cli.NoArguments, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error { return writeManual(cmd.OutOrStdout(), root) },
	}
}
