package launch

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"eyeline/tui/launch/toolflags"
)

// helpWidth is the width of --help where standard output is no terminal, in columns.
const helpWidth = 100

// terminalWidth is how wide a text may be, in columns.
func terminalWidth() int {
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		return min(w, helpWidth)
	}
	return helpWidth
}

// help is the text of --help.
func help(cmd *cobra.Command) string {
	var b strings.Builder
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n", strings.TrimSpace(text), cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n\nCommands:\n", cmd.CommandPath())
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-12s %s\n", c.Name(), c.Short)
			}
		}
	}
	width := terminalWidth()
	own, ofTool := splitFlags(cmd.Flags())
	fmt.Fprintf(&b, "\nOptions:\n%s", own.FlagUsagesWrapped(width))
	if t := toolflags.ToolOf(cmd); t != nil {
		fmt.Fprintf(&b, "\nArguments of %s (--help with another --tool lists that tool's):\n%s", t.Name,
			ofTool.FlagUsagesWrapped(width))
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	return b.String()
}

// splitFlags divides the flags of a command into its own and the arguments of a tool.
func splitFlags(f *pflag.FlagSet) (own, ofTool *pflag.FlagSet) {
	own, ofTool = pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	own.SortFlags, ofTool.SortFlags = false, false
	f.VisitAll(func(flag *pflag.Flag) {
		if toolflags.Is(flag) {
			ofTool.AddFlag(flag)
		} else {
			own.AddFlag(flag)
		}
	})
	return own, ofTool
}
