package launch

import (
	"context"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/check"
	"eyeline/reader/check/blocks"
	"eyeline/reader/check/pathpattern"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/options"
)

// blockFormats returns the formats of a report of blocks.
func blockFormats() []string { return []string{"table", "json", "csv"} }

// blockWriters maps each format to what writes it.
var blockWriters = map[string]func(io.Writer, *blocks.Result) error{
	"table": blocks.WriteTable, "json": blocks.WriteJSON, "csv": blocks.WriteCSV,
}

// blockRows are the flags of the measurement of blocks.
func (c *checkFlags) blockRows() []cmdkit.Flag {
	return []cmdkit.Flag{
		{
			Name: "block", To: &c.block, Kind: "TOOL", Complete: cmdkit.CompleteWords(blockToolNames),
			Help: "measure instead how many functions a tool that reads blocks gives whole, with its arguments as " +
				"flags",
		},
		{
			Name: "against", To: &c.other, Kind: "OPTIONS",
			Help: "with --block: a second set of options beside the first, as flags in one text, \"\" for the " +
				"defaults; --tool NAME for another tool",
		},
	}
}

// prepareCheck adds the flags of the tool whose blocks are to be measured.
func prepareCheck(cmd *cobra.Command, args []string) error {
	var c checkFlags
	toolflags.Scan(args, func(f *pflag.FlagSet) { cmdkit.Register(f, c.rows()) })
	if t, ok := tools.Lookup(c.block); ok {
		return toolflags.AddToCommand(cmd, t)
	}
	return nil // an unknown tool is reported when the command runs
}

// blockToolNames are the names of the tools that read blocks.
func blockToolNames() []string {
	return lists.Map(tools.ByMode(tools.ModeBlock), func(t *tools.Tool) string { return t.Name })
}

// blockTool is a tool that reads blocks, by its name.
func blockTool(name string) (*tools.Tool, error) {
	t, err := cmdkit.FindTool(name)
	if err != nil {
		return nil, err
	}
	if _, ok := t.WindowParams(tools.ModeBlock); !ok {
		return nil, cmdkit.Usage("%s reads no blocks; %s do", name, strings.Join(blockToolNames(), " and "))
	}
	return t, nil
}

// setOf returns a tool with the options that were typed as flags. The anchor differs for each function, and is not one
// of them.
func setOf(t *tools.Tool, f *pflag.FlagSet) (blocks.Set, error) {
	given, _ := toolflags.GivenArguments(f)
	place, _ := t.WindowParams(tools.ModeBlock)
	if _, typed := given[place.At]; typed {
		return blocks.Set{}, cmdkit.Usage("--%s is each function's own with --block", place.At)
	}

	values, _, err := toolflags.Values(t, given)
	if err == nil {
		_, err = toolflags.Complete(t, tools.ModeBlock.String(), given, values)
	}
	if err != nil {
		return blocks.Set{}, cmdkit.Usage("%v", err)
	}

	name := t.Name
	for _, p := range t.Params {
		if text, typed := given[p.Flag]; typed {
			name += " --" + p.Flag + "=" + text
		}
	}

	return blocks.Set{Name: name, Tool: t, Values: values}, nil
}

// against returns the second set. Its flags are in one text, which may begin with --tool if its tool is not first.
func (c *checkFlags) against(first *tools.Tool) (blocks.Set, error) {
	f := pflag.NewFlagSet("against", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	words := strings.Fields(c.other)
	name := first.Name
	named := func(f *pflag.FlagSet) { f.StringVar(&name, "tool", name, "") }
	toolflags.Scan(words, named)
	t, err := blockTool(name)
	if err != nil {
		return blocks.Set{}, err
	}

	named(f)
	if err := toolflags.Add(f, t); err != nil {
		return blocks.Set{}, err
	}
	if err := f.Parse(words); err != nil {
		return blocks.Set{}, cmdkit.Usage("--against: %v", err)
	}
	if f.NArg() > 0 {
		return blocks.Set{}, cmdkit.Usage("--against takes flags in one text, not %q", f.Arg(0))
	}

	return setOf(t, f)
}

// sets returns the one or two sets that are measured.
func (c *checkFlags) sets(cmd *cobra.Command) ([]blocks.Set, error) {
	t, err := blockTool(c.block)
	if err != nil {
		return nil, err
	}

	first, err := setOf(t, cmd.Flags())
	if err != nil || !cmd.Flags().Changed("against") {
		return []blocks.Set{first}, err
	}

	second, err := c.against(t)
	return []blocks.Set{first, second}, err
}

// onlyForFindings are the flags of check that only apply to findings.
var onlyForFindings = []string{"agents", "rules", "fail-on", "min-lost", "baseline", "staged", "quiet", "explain"}

// blockOptions converts the flags to the options of a measurement.
func (c *checkFlags) blockOptions(cmd *cobra.Command, paths []string) (o blocks.Options, err error) {
	for _, flag := range onlyForFindings {
		if cmd.Flags().Changed(flag) {
			return o, cmdkit.Usage("--%s is for findings, which --block does not make", flag)
		}
	}

	if !slices.Contains(blockFormats(), c.format) {
		forms := strings.Join(blockFormats(), ", ")
		return o, cmdkit.Usage("--format is one of %s with --block, not %q", forms, c.format)
	}

	o.Tree = check.Options{
		Paths: c.pathsToCheck(paths), All: c.all, Since: c.since,
		MaxBytes: c.maxBytes, Exclude: lists.Map(c.exclude, pathpattern.Parse),
		Progress: new(check.Progress),
	}
	o.Sets, err = c.sets(cmd)
	return o, err
}

// checkBlocks measures how much of each function blocks give.
func (p Program) checkBlocks(cmd *cobra.Command, c *checkFlags, paths []string) error {
	o, err := c.blockOptions(cmd, paths)
	if err != nil {
		return err
	}
	if shown, err := p.blocksOnScreen(cmd, c, o); shown || err != nil {
		return err
	}

	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	done := showProgress(os.Stderr, o.Tree.Progress.String)
	found, err := blocks.Run(ctx, o)
	done()
	if err == nil {
		err = patiently(ctx, func() error { return blockWriters[c.format](cmd.OutOrStdout(), found) })
	}

	switch {
	case err != nil && failure(err) == cmdkit.ExitUsage:
		return cmdkit.Usage("%s", cmdkit.ErrorText(err))
	case err != nil:
		return cmdkit.Problem(err)
	case found.Interrupted:
		return cmdkit.Exit(exitInterrupted)
	}

	return nil
}

// blocksOnScreen shows the report in the viewer, unless a format was asked for.
func (p Program) blocksOnScreen(cmd *cobra.Command, c *checkFlags, o blocks.Options) (shown bool, err error) {
	if cmd.Flags().Changed("format") {
		return false, nil
	}
	return p.onScreen(cmd, c.screen, options.ShownInstead{
		Blocks: &options.Blocks{Options: o, Where: whereChecked(o.Tree.Paths)},
	})
}
