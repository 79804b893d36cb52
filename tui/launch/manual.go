package launch

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/tools"
	topics "eyeline/tui/help"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/settings"
)

// writeManual writes the manual page for man(1), made from the commands, the settings, the tools and the keys.
func (p Program) writeManual(w io.Writer, root *cobra.Command) error {
	b := p.newPage("eyeline", "1", root.Short)
	b.section("SYNOPSIS", ".B "+roff(root.Use)+"\n.br\n.B eyeline COMMAND\n")
	b.section("DESCRIPTION", roff(root.Long)+"\n")
	b.section("OPTIONS", flagsInManual(root.Flags()))
	b.section("ARGUMENTS OF THE TOOLS", "They are options too, those of the tool that \\-\\-tool names.\n")
	for _, t := range tools.All() {
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		f.SortFlags = false
		if err := toolflags.Add(f, t); err != nil {
			return err
		}
		b.WriteString(".SS " + roff(t.Name) + "\n" + roff(t.Title) + "\n" + flagsInManual(f))
	}
	b.section("COMMANDS", "")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			b.WriteString(".TP\n.B eyeline " + roff(c.Use) + "\n" + roff(c.Short) + ".\n")
		}
	}
	b.section("FILES", ".TP\n.I $XDG_CONFIG_HOME/"+roff(settings.Name)+"\nThe settings; see eyeline\\-settings(7).\n")
	for _, name := range []string{"keys", "environment", "examples", "exit-status"} {
		b.topic(name)
	}
	b.seeAlso(topicNames())
	_, err := io.WriteString(w, b.String())
	return err
}

// flagsInManual are flags as --help lists them.
func flagsInManual(f *pflag.FlagSet) string {
	return topics.Verbatim(f.FlagUsagesWrapped(topics.ManualWidth))
}

// roff escapes a text for troff.
func roff(s string) string { return topics.Escape(s) }
