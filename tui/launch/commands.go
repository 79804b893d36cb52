package launch

import (
	_ "embed"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/launch/mcpcmd"
	"eyeline/tui/launch/tapcmd"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/launch/transcriptcmd"
	"eyeline/tui/settingsfile"
)

// needsAll reports whether arguments may ask for something that lists all commands.
func needsAll(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		switch {
		case strings.HasPrefix(a, "--"):
			return strings.HasPrefix(a, "--help") || strings.HasPrefix(a, "--version")
		case strings.HasPrefix(a, "-"):
			return strings.ContainsAny(a, "hv")
		}

		return slices.Contains([]string{
			"man", "help", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd,
		}, a)
	})
}

// commands makes the tree of commands. It makes only those that the arguments may name, since the first screen and
// every answer wait for it.
func (p Program) commands(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "eyeline [flags] [+LINE | +G | +N% | +@BYTE | +/PATTERN | +F] [FILE...]",
		Short: "See a file as a coding agent's read tool shows it to its model",
		Long: "Eyeline shows a file and, marked in it, what a coding agent's file-read tool would give its model.\n" +
			"Without FILE, or with -, it reads standard input; without both, or with a folder, it lists files to " +
			"choose\nfrom. Press ? in the viewer for what can be done, with the keys.",
		Args:                  cobra.ArbitraryArgs,
		ValidArgsFunction:     cmdkit.CompleteFiles,
		DisableFlagsInUseLine: true,
		SilenceErrors:         true,
		SilenceUsage:          true,
		RunE:                  p.runViewer,
	}
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		_, _ = io.WriteString(cmd.OutOrStdout(), help(cmd)) // cli.Output keeps the error
	})
	root.SetFlagErrorFunc(flagError)
	root.Flags().SortFlags = false
	commandline.Register(root.Flags())
	all := needsAll(args)
	for name, newCommand := range p.makers(root) {
		if all || slices.Contains(args, name) {
			cmd := newCommand()
			cmd.Flags().SortFlags = false
			cmd.DisableFlagsInUseLine = true // Use has the flags
			root.AddCommand(cmd)
		}
	}

	if !all {
		root.CompletionOptions.DisableDefaultCmd = true
		return root
	}

	// Cobra's own flag would need a template. Code that runs templates keeps the linker from removing unused methods: 4
	// MB of 31.
	root.InitDefaultHelpFlag()
	version := root.Flags().BoolP("version", "v", false, "version for eyeline")
	root.RunE = func(cmd *cobra.Command, files []string) error {
		if *version {
			p.printVersion(cmd, nil)
			return nil
		}
		return p.runViewer(cmd, files)
	}

	commandline.CompleteValues(root)
	root.SetHelpCommand(p.helpCommand(root))
	completeInBash(root)
	return root
}

// makers maps the names of commands to the functions that make them.
func (p Program) makers(root *cobra.Command) map[string]func() *cobra.Command {
	return map[string]func() *cobra.Command{
		"emit": p.emitCommand, "check": p.checkCommand, "context": p.contextCommand, "search": p.searchCommand,
		"tools":      toolsCommand,
		"transcript": func() *cobra.Command { return transcriptcmd.Command(p.View, p.load, p.began) },
		"mcp":        func() *cobra.Command { return mcpcmd.Command(p.version(), p.load) },
		"tap":        tapcmd.Command,
		"config":     configCommand, "schema": schemaCommand,
		"version": func() *cobra.Command {
			return &cobra.Command{
				Use: "version", Short: "Print the version", Args: cmdkit.NoArguments,
				ValidArgsFunction: cobra.NoFileCompletions,
				Run:               p.printVersion,
			}
		},
		"man": func() *cobra.Command { return p.manCommand(root) },
	}
}

func (p Program) printVersion(cmd *cobra.Command, _ []string) {
	_, _ = io.WriteString(cmd.OutOrStdout(), p.version()+"\n") // cli.Output keeps the error
}

// runViewer runs the viewer.
func (p Program) runViewer(cmd *cobra.Command, files []string) error {
	if len(files) == 0 && term.IsTerminal(int(os.Stdin.Fd())) {
		files = []string{"."} // lets the user choose a file
	}

	line := commandline.Line{Flags: cmd.Flags(), Paths: files, Start: p.start}
	o, err := line.Options(p.load, os.Getenv)
	if err != nil {
		return cmdkit.Usage("%v", err)
	}

	o.Instead.Checks = p.checks
	return cmdkit.ViewerError(p.View(cmd.Context(), o))
}

// prepareViewer adds the flags of the tool that the viewer opens with.
func (p Program) prepareViewer(cmd *cobra.Command, args []string) error {
	flags := cmd.Flags() // none has been typed
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") }) {
		flags = toolflags.Scan(args, commandline.Register)
	}
	file, err := p.load()
	if err != nil {
		file = settingsfile.Empty(settingsfile.Path())
	}
	return commandline.Prepare(cmd, flags, file, os.Getenv)
}

// flagError says in one sentence what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var wants *pflag.ValueRequiredError
	see := "; see " + cmd.CommandPath() + " --help"
	switch {
	case errors.As(err, &missing):
		if t := toolflags.ToolOf(cmd); t != nil {
			flag := missing.GetSpecifiedName()
			if others := toolflags.OtherTools(t, flag); others != "" {
				return cmdkit.Usage("%s has no argument --%s (%s)%s", t.Name, flag, others, see)
			}
		}

		if missing.GetSpecifiedShortnames() == "" {
			return cmdkit.Usage(
				"%v%s%s", err, cmdkit.SuggestNames("--"+missing.GetSpecifiedName(), flagNames(cmd)), see,
			)
		}
	case errors.As(err, &invalid):
		return cmdkit.Usage("--%s %v", invalid.GetFlag().Name, invalid.Unwrap())
	case errors.As(err, &wants):
		name := wants.GetFlag().Name
		return cmdkit.Usage("--%s wants a value%s%s", name, exampleOf(cmd, name), see)
	}

	return cmdkit.Usage("%v%s", err, see)
}

// exampleOf returns a value that a flag takes: the first that a shell would complete, but not one that turns something
// off; "" if none is known.
func exampleOf(cmd *cobra.Command, flag string) string {
	if !cmd.HasParent() { // whose values are known only where a shell asks
		commandline.CompleteValues(cmd)
	}

	complete, known := cmd.GetFlagCompletionFunc(flag)
	if !known {
		return ""
	}
	values, _ := complete(cmd, nil, "")
	at := slices.IndexFunc(values, func(v string) bool { return v != "none" })
	if at < 0 {
		return ""
	}

	return ", such as --" + flag + " " + cmdkit.Printable(values[at])
}

// flagNames returns the flags of a command as they are typed.
func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	return names
}

// misspelt refuses a first word that is no file and is similar to the name of a command.
func (p Program) misspelt(root *cobra.Command, args []string) error {
	if len(args) == 0 || args[0] == "" {
		return nil
	}

	word := args[0]
	_, err := os.Lstat(word)
	if !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(word, "-./\\:") {
		return nil
	}

	names := append(slices.Sorted(maps.Keys(p.makers(root))), "help", "completion")
	if slices.Contains(names, word) {
		return nil
	}
	if near := cmdkit.SuggestNames(word, names); near != "" {
		return cmdkit.Usage("%s: no such file, and no command%s", word, near)
	}

	return nil
}

// bashHelpers are the functions of the package bash-completion that completions use, for systems without that package.
//
//go:embed completion.bash
var bashHelpers string

// completeInBash makes "completion bash" work without the package bash-completion.
func completeInBash(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion", "bash"})
	if err != nil || cmd.Name() != "bash" {
		return
	}

	// With RunE set, cobra refuses a word that is not the name of a shell.
	cmd.Parent().RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := io.WriteString(cmd.OutOrStdout(), bashHelpers); err != nil {
			return err
		}
		return run(cmd, args)
	}
}
