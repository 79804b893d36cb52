package launch

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/tools"
	"eyeline/tui/request"
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
	{"transcript", func(p Program, _ *cobra.Command) *cobra.Command { return p.transcriptCommand() }},
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
		return a == "help" || a == "completion" || a == cobra.ShellCompRequestCmd || a == cobra.ShellCompNoDescRequestCmd ||
			slices.ContainsFunc(subcommands, func(c subcommand) bool { return c.name == a })
	})
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
		ValidArgsFunction:     completeFiles,
		DisableFlagsInUseLine: true,
		SilenceErrors:         true,
		SilenceUsage:          true,
		RunE:                  p.view,
	}
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _, _ = cmd.OutOrStdout().Write([]byte(help(cmd))) }) // output keeps the error
	root.SetFlagErrorFunc(flagError)
	root.Flags().SortFlags = false
	register(root.Flags())
	if !needsCommands(args) {
		return root
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.Version = p.version()
	completeSettings(root)
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
	line := commandLine{flags: cmd.Flags(), paths: files, start: p.start}
	line.arguments, line.settings = givenArguments(cmd.Flags())
	o, err := line.options(p.load, os.Getenv)
	if err != nil {
		return usage("%v", err)
	}
	code, err := p.View(cmd.Context(), o)
	if err != nil {
		return status{max(code, exitFailed), err.Error()}
	}
	if code != exitOK {
		return status{code, ""}
	}
	return nil
}

// prepareViewer adds the flags of the tool that the viewer opens with.
func (p Program) prepareViewer(cmd *cobra.Command, args []string) error {
	flags := cmd.Flags() // none of them typed
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") }) {
		flags = scan(args, register)
	}
	file, err := p.load()
	if err != nil {
		file = settings.Empty(settings.Path())
	}
	r := request.New()
	if values, err := effective(flags, file, os.Getenv); err == nil {
		if base, err := baseRequest(values, file, typedArguments(flags)); err == nil {
			r = base // what is wrong is said when the command runs
		}
	}
	return takeArguments(cmd, r.Tool())
}

// typedArguments lists the flags of tools' arguments and settings that were typed.
func typedArguments(f *pflag.FlagSet) []string {
	arguments, set := givenArguments(f)
	return append(slices.Collect(maps.Keys(arguments)), slices.Collect(maps.Keys(set))...)
}

// takeArguments makes the arguments of a tool flags of a command.
func takeArguments(cmd *cobra.Command, t *tools.Tool) error {
	if err := addArguments(cmd.Flags(), t); err != nil {
		return err
	}
	cmd.Annotations = map[string]string{toolAnnotation: t.Name}
	completeArguments(cmd, t)
	return nil
}

// scan looks through the arguments for the flags that add adds, before it is known what other flags there are.
func scan(args []string, add func(*pflag.FlagSet)) *pflag.FlagSet {
	f := pflag.NewFlagSet("scan", pflag.ContinueOnError)
	f.ParseErrorsAllowlist.UnknownFlags = true
	f.Usage = func() {}
	add(f)
	f.BoolP("help", "h", false, "")
	addAny(f)         // so that their values are not taken for flags
	_ = f.Parse(args) // what is wrong is said when the command runs
	return f
}

// flagError says in one sentence what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var wants *pflag.ValueRequiredError
	see := "; see " + cmd.CommandPath() + " --help"
	switch {
	case errors.As(err, &missing):
		if t := toolOf(cmd); t != nil {
			if others := otherTools(t, missing.GetSpecifiedName()); others != "" {
				return usage("%s has no argument --%s (%s)%s", t.Name, missing.GetSpecifiedName(), others, see)
			}
		}
	case errors.As(err, &invalid):
		return usage("--%s %v", invalid.GetFlag().Name, invalid.Unwrap())
	case errors.As(err, &wants):
		return usage("--%s wants a value%s", wants.GetFlag().Name, see)
	}
	return usage("%v%s", err, see)
}

// toolOf is the tool whose arguments are flags of a command; nil for none.
func toolOf(cmd *cobra.Command) *tools.Tool {
	name := cmd.Annotations[toolAnnotation]
	if t, ok := tools.Lookup(name); ok {
		return t
	}
	return nil
}

// toolAnnotation names in a command the tool whose arguments are its flags.
const toolAnnotation = "tool"

func (p Program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: noArguments, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), p.version())
			return err
		},
	}
}

func manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "Print the manual page, for man -l -", Args: noArguments, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error { return writeManual(cmd.OutOrStdout(), root) },
	}
}

func findTool(name string) (*tools.Tool, error) {
	t, ok := tools.Lookup(name)
	if !ok {
		return nil, usage("no tool is called %q; the tools are %s", name, strings.Join(tools.Names(), ", "))
	}
	return t, nil
}

// noArguments and atMostOne say what a command takes besides flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes nothing but flags, not %q", cmd.Name(), args[0])
	}
	return nil
}

func atMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usage("%s takes one %s at most; there are %d: %s", cmd.Name(), what, len(args), strings.Join(args, ", "))
		}
		return nil
	}
}

// completeSettings makes a shell complete the values of flags.
func completeSettings(cmd *cobra.Command) {
	for _, s := range settingsTable {
		choices := s.Choices
		switch {
		case s.Name == "preset":
			choices = func() []string {
				file, err := settings.Load(settings.Path())
				if err != nil {
					return nil
				}
				return file.PresetNames()
			}
		case s.Name == "base":
			_ = cmd.RegisterFlagCompletionFunc(s.Name, completeRevisions)
			continue
		case s.Name == "root":
			_ = cmd.MarkFlagDirname(s.Name) // the flag is there
			continue
		case choices == nil:
			continue
		}
		_ = cmd.RegisterFlagCompletionFunc(s.Name, completeWords(choices))
	}
}

// completeArguments does the same for a tool's arguments.
func completeArguments(cmd *cobra.Command, t *tools.Tool) {
	for _, p := range t.Params {
		if p.Type != tools.TypeChoice || p.IsFile {
			continue
		}
		if v, ok := cmd.Flags().Lookup(p.Flag).Value.(*argumentValue); ok {
			_ = cmd.RegisterFlagCompletionFunc(p.Flag, completeWords(func() []string { return slices.Clone(v.param.Choices) }))
		}
	}
}

func completeWords(choices func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return choices(), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeList completes the last of several words with commas between them.
func completeList(choices func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		var all []string
		for _, word := range choices() {
			all = append(all, before+word)
		}
		return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

func completeTools(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return tools.Names(), cobra.ShellCompDirectiveNoFileComp
}
