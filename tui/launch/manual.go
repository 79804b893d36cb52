package launch

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/tools"
	"eyeline/tui/help/markdown"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/settings"
)

// writeManual writes the manual page for man(1), made from the commands, the settings, the tools and the keys.
func (p Program) writeManual(w io.Writer, root *cobra.Command) error {
	b := p.newPage("eyeline", "1", root.Short)
	b.WriteString(".SH SYNOPSIS\n.B " + roff(root.Use) + "\n")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			b.WriteString(".br\n.B eyeline " + roff(c.Use) + "\n")
		}
	}
	b.WriteString(".SH DESCRIPTION\n" + paragraphs(root.Long))
	b.WriteString(".SH OPTIONS\n")
	manualFlags(b, root.Flags())
	b.WriteString(".SH ARGUMENTS OF THE TOOLS\nThey are options too, those of the tool that \\-\\-tool names.\n")
	for _, t := range tools.All() {
		b.WriteString(".SS " + roff(t.Name) + "\n" + roff(t.Title) + "\n")
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		f.SortFlags = false
		if err := toolflags.Add(f, t); err != nil {
			return err
		}
		manualFlags(b, f)
	}
	b.WriteString(".SH COMMANDS\n")
	for _, c := range root.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		text := c.Long
		if text == "" || strings.HasPrefix(c.Use, "completion") {
			text = c.Short + "."
		}
		b.WriteString(".SS eyeline " + roff(c.Use) + "\n" + paragraphs(text))
		if !strings.HasPrefix(c.Use, "config") {
			manualFlags(b, c.Flags())
		}
	}
	b.topic("KEYS", "keys")
	b.section("FILES", ".TP\n.I $XDG_CONFIG_HOME/"+roff(settings.Name)+"\nThe settings; see eyeline\\-settings(7).\n")
	b.topic("ENVIRONMENT", "environment")
	b.topic("EXAMPLES", "recipes")
	b.topic("EXIT STATUS", "exit-status")
	b.seeAlso(topicNames())
	_, err := io.WriteString(w, b.String())
	return err
}

func manualFlags(b *page, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if f.Value.Type() != "bool" {
			name += " " + strings.ToUpper(f.Value.Type())
		}
		text := f.Usage
		if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
			text += fmt.Sprintf(" (default %s)", f.DefValue)
		}
		b.WriteString(".TP\n.B " + roff(name) + "\n" + roff(text) + "\n")
	})
}

// roff escapes a text for troff.
func roff(s string) string { return markdown.Escape(s) }

// paragraphs writes a text line by line.
func paragraphs(s string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.Trim(s, "\n")) {
		b.WriteString(roff(strings.TrimRight(line, "\n")) + "\n")
	}
	return b.String()
}
