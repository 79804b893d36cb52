package launch

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// helpWidth is the width of --help where standard output is no terminal, in columns.
const helpWidth = 100

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
	width := helpWidth
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		width = min(w, helpWidth)
	}
	own, arguments := splitFlags(cmd.Flags())
	fmt.Fprintf(&b, "\nOptions:\n%s", own.FlagUsagesWrapped(width))
	if t := toolOf(cmd); t != nil {
		fmt.Fprintf(&b, "\nArguments of %s (--help with another --tool lists that tool's):\n%s", t.Name, arguments.FlagUsagesWrapped(width))
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	return b.String()
}

// splitFlags divides the flags of a command into its own and the arguments of a tool.
func splitFlags(f *pflag.FlagSet) (own, arguments *pflag.FlagSet) {
	own, arguments = pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	own.SortFlags, arguments.SortFlags = false, false
	f.VisitAll(func(flag *pflag.Flag) {
		if _, is := flag.Value.(*argumentValue); is {
			arguments.AddFlag(flag)
		} else {
			own.AddFlag(flag)
		}
	})
	return own, arguments
}

// Markdown is the table of settings for the README, with a line for each.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| option | default | what it does |\n|---|---|---|\n")
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	register(f)
	for _, s := range settingsTable {
		names := "`--" + s.Name + "`"
		if s.Short != "" {
			names = "`-" + s.Short + "` " + names
		}
		if s.FlagOnly {
			names += " \\*"
		}
		flag := f.Lookup(s.Name)
		text := flag.DefValue
		if text == "" {
			text = s.Unset
		} else {
			text = "`" + text + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", names, text, strings.TrimSuffix(flag.Usage, " (default: "+s.Unset+")"))
	}
	return b.String()
}
