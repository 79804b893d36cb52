package launch

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/themes"
	topics "eyeline/tui/help"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/settingsfile"
)

// helpWidth is the width of --help if standard output is no terminal, in columns.
const helpWidth = 100

// terminalWidth returns how wide a text may be, in columns.
func terminalWidth() int {
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		return min(w, helpWidth)
	}
	return helpWidth
}

// help returns the text of --help.
func help(cmd *cobra.Command) string {
	var b strings.Builder
	text := cmp.Or(cmd.Long, cmd.Short+".")
	examples := cmd.Example
	if t, ok := topics.Find(cmd.Name()); ok && cmd.Parent() == cmd.Root() {
		text = t.Introduction(helpWidth) + "\neyeline help " + t.Name + " says more."
		examples = t.Examples()
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
	if examples != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", examples)
	}

	return b.String()
}

// splitFlags separates the flags of a command from the arguments of a tool.
func splitFlags(f *pflag.FlagSet) (own, ofTool *pflag.FlagSet) {
	own = pflag.NewFlagSet("", pflag.ContinueOnError)
	ofTool = pflag.NewFlagSet("", pflag.ContinueOnError)
	own.SortFlags = false
	ofTool.SortFlags = false
	f.VisitAll(func(flag *pflag.Flag) {
		if toolflags.IsFor(flag) {
			ofTool.AddFlag(flag)
		} else {
			own.AddFlag(flag)
		}
	})
	return own, ofTool
}

// writeManual writes the manual page in the format of man(1). It is made from the commands, the settings, the tools and
// the keys.
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

	settings := ".TP\n.I $XDG_CONFIG_HOME/" + roff(settingsfile.Name) + "\n"
	b.section("FILES", settings+"The settings; see eyeline\\-settings(7).\n")
	for _, name := range []string{"keys", "environment", "examples", "exit-status"} {
		b.topic(name)
	}

	return b.end(w, root, topicNames())
}

// flagsInManual formats flags as --help lists them.
func flagsInManual(f *pflag.FlagSet) string {
	return topics.Verbatim(f.FlagUsagesWrapped(topics.ManualWidth))
}

// roff escapes a text for troff.
func roff(s string) string { return topics.Escape(s) }

// helpCommand shows a topic of the manual, or the --help of a command that has no topic.
func (p Program) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [TOPIC | COMMAND]", Short: "Show a topic of the manual, or list the topics",
		Long: "Help shows a topic of the manual: in the viewer where standard output is a terminal, else as plain " +
			"text.\nWithout TOPIC it lists them. Of a command that is no topic it prints what --help prints.",
		ValidArgsFunction: cmdkit.CompleteWords(topicNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				return listTopics(out)
			}
			if t, ok := topics.Find(args[0]); ok && len(args) == 1 {
				return p.showTopic(cmd, out, t)
			}
			c, rest, err := root.Find(args)
			if err == nil && c != root && len(rest) == 0 {
				return c.Help()
			}

			return noTopic(strings.Join(args, " "))
		},
	}
}

// manCommand prints the manual page of the program or of a topic.
func (p Program) manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "man [TOPIC]", Short: "Print the manual page, or that of a topic, for man -l -",
		Args: cmdkit.AtMostOne("TOPIC"), ValidArgsFunction: cmdkit.CompleteWords(topicNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return p.writeManual(cmd.OutOrStdout(), root)
			}
			if t, ok := topics.Find(args[0]); ok {
				return p.writeTopic(cmd.OutOrStdout(), root, t)
			}

			return noTopic(args[0])
		},
	}
}

func topicNames() []string {
	return lists.Map(topics.Topics(), func(t topics.Topic) string { return t.Name })
}

// listTopics prints the topics, one per line.
func listTopics(out io.Writer) error {
	rows := cmdkit.Heading("TOPIC|eyeline help TOPIC shows it, eyeline man TOPIC prints it as a manual page")
	for _, t := range topics.Topics() {
		rows = append(rows, []string{t.Name, t.About})
	}
	return cmdkit.PrintTable(out, append(rows, []string{"--help", "eyeline --help lists the options and the commands"}))
}

// noTopic is the error for an unknown topic, with suggestions.
func noTopic(name string) error {
	see := cmp.Or(cmdkit.SuggestNames(name, topicNames()), "; eyeline help lists them")
	return cmdkit.Usage("no topic is called %q%s", name, see)
}

// showTopic shows a topic in the viewer, as if it were piped into it. Without a terminal, or on one that can only print
// lines, it prints the topic.
func (p Program) showTopic(cmd *cobra.Command, out io.Writer, t topics.Topic) error {
	line := commandline.Line{Flags: cmd.Root().Flags()}
	o, err := line.Options(p.load, os.Getenv)
	if err != nil {
		return cmdkit.Usage("%v", err)
	}

	if o.Terminal.Plain || !cmdkit.ToTerminal(out) {
		_, err := io.WriteString(out, t.Text(terminalWidth(), false))
		return err
	}

	from, to, err := os.Pipe()
	if err != nil {
		return cmdkit.Problem(err)
	}

	go func() {
		_, _ = io.WriteString(to, t.Text(terminalWidth(), o.Theme.Profile != themes.None)) // the viewer may have ended
		_ = to.Close()
	}()
	os.Stdin = from
	_ = os.Setenv("MAN_PN", "eyeline help "+t.Name) // as man names the page that it pipes
	o.ANSI = "always"
	o.Input.Follow = false
	o.Input.Encoding = nil
	return cmdkit.ViewerError(p.View(cmd.Context(), o))
}

// writeTopic writes the manual page of a topic, with the environment variables and exit statuses that it names. A
// command's page begins like the program's own.
func (p Program) writeTopic(w io.Writer, root *cobra.Command, t topics.Topic) error {
	page := p.newPage("eyeline-"+t.Name, manualSection(root, t.Name), t.About)
	cmd, _, _ := root.Find([]string{t.Name})
	if cmd != root {
		synopsis := ".B " + roff(cmd.UseLine()) + "\n"
		for _, c := range cmd.Commands() {
			synopsis += ".br\n.B " + roff(c.UseLine()) + "\n"
		}
		page.section("SYNOPSIS", synopsis)
	}

	page.section("DESCRIPTION", t.Roff(2))
	if cmd != root {
		own, _ := splitFlags(cmd.Flags())
		page.section("OPTIONS", flagsInManual(own))
	}

	if examples := t.Examples(); examples != "" {
		page.section("EXAMPLES", topics.Verbatim(examples))
	}

	for _, name := range []string{"environment", "exit-status"} {
		if slices.Contains(t.SeeAlso, name) {
			page.topic(name)
		}
	}

	return page.end(w, root, t.SeeAlso)
}

// manualSection returns the section of the manual that a topic belongs to.
func manualSection(root *cobra.Command, topic string) string {
	if cmd, _, _ := root.Find([]string{topic}); cmd != root {
		return "1"
	}
	return "7"
}

// manualDate is the date of the newest version in CHANGELOG.md.
const manualDate = "2026-11-23"

// manualPage is a manual page.
type manualPage struct{ strings.Builder }

func (p Program) newPage(name, section, about string) *manualPage {
	var b manualPage
	fmt.Fprintf(&b, ".TH %s %s %q %q\n.ad l\n.SH NAME\n%s \\- %s\n", strings.ToUpper(roff(name)), section, manualDate,
		strings.TrimSpace("Eyeline "+p.Release), roff(name), roff(about))
	return &b
}

func (b *manualPage) section(heading, text string) { b.WriteString(".SH " + heading + "\n" + text) }

// topic writes the text of a topic as a section.
func (b *manualPage) topic(name string) {
	t, _ := topics.Find(name)
	b.section(strings.ToUpper(strings.ReplaceAll(name, "-", " ")), t.Roff(0))
}

// end adds the names of other pages, and writes the page. A heading starts a paragraph by itself.
func (b *manualPage) end(w io.Writer, root *cobra.Command, names []string) error {
	b.section("SEE ALSO", ".BR eyeline (1)")
	for _, name := range names {
		b.WriteString(",\n.BR " + roff("eyeline-"+name) + " (" + manualSection(root, name) + ")")
	}
	text := regexp.MustCompile(`(?m)^(\.S[HS] .*\n)\.PP\n`).ReplaceAllString(b.String()+"\n", "$1")
	_, err := io.WriteString(w, text)
	return err
}
