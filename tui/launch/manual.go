package launch

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/settings"
)

// manualEnd is the end of the manual page; %s is the settings file.
const manualEnd = `.SH FILES
.TP
.I $XDG_CONFIG_HOME/%s
The settings: the viewer's flags by name, [keys], [colors], [arguments.TOOL] and [presets.NAME].
.SH EXIT STATUS
0 on success, 1 when a tool refuses or a file cannot be read, 2 on wrong usage, 130 when a picker is left
without output, 143 after a signal.
`

// writeManual writes the manual page for man(1), made from the commands, the settings, the tools and the keys.
func writeManual(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	b.WriteString(".TH EYELINE 1\n.SH NAME\neyeline \\- " + roff(root.Short) + "\n")
	b.WriteString(".SH SYNOPSIS\n.B " + roff(root.Use) + "\n")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			b.WriteString(".br\n.B eyeline " + roff(c.Use) + "\n")
		}
	}
	b.WriteString(".SH DESCRIPTION\n" + paragraphs(root.Long))
	b.WriteString(".SH OPTIONS\n")
	manualFlags(&b, root.Flags())
	b.WriteString(".SH ARGUMENTS OF THE TOOLS\nThey are options too, those of the tool that \\-\\-tool names.\n")
	for _, t := range tools.All() {
		b.WriteString(".SS " + roff(t.Name) + "\n" + roff(t.Title) + "\n")
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		f.SortFlags = false
		if err := toolflags.Add(f, t); err != nil {
			return err
		}
		manualFlags(&b, f)
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
			manualFlags(&b, c.Flags())
		}
	}
	manualKeys(&b)
	fmt.Fprintf(&b, manualEnd, roff(settings.Name))
	_, err := io.WriteString(w, b.String())
	return err
}

// manualKeys writes the keys, under the headings of the help.
func manualKeys(b *strings.Builder) {
	b.WriteString(".SH KEYS\n")
	m := keymap.Default()
	for _, g := range keymap.Groups() {
		b.WriteString(".SS " + roff(string(g)) + "\n")
		for _, row := range m.InGroup(g) {
			name := keymap.Names(row.Keys)
			if row.Takes != "" {
				name += " " + row.Takes
			}
			b.WriteString(".TP\n.B " + roff(name) + "\n" + roff(row.Help) + "\n")
		}
	}
}

func manualFlags(b *strings.Builder, flags *pflag.FlagSet) {
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
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	return b.String()
}

// paragraphs writes a text line by line.
func paragraphs(s string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.Trim(s, "\n")) {
		b.WriteString(roff(strings.TrimRight(line, "\n")) + "\n")
	}
	return b.String()
}
