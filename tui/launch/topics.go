package launch

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/themes"
	topics "eyeline/tui/help"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/options"
)

// helpCommand shows a topic of the manual, or the --help of a command that is none.
func (p Program) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [TOPIC | COMMAND]", Short: "Show a topic of the manual, or list the topics",
		Long: "Help shows a topic of the manual: in the viewer where standard output is a terminal, else as plain text.\n" +
			"Without TOPIC it lists them. Of a command that is no topic it prints what --help prints.",
		ValidArgsFunction: cmdkit.CompleteWords(topicNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listTopics(cmd.OutOrStdout())
			}
			if t, ok := topics.Find(args[0]); ok && len(args) == 1 {
				return p.showTopic(cmd, t)
			}
			if c, rest, err := root.Find(args); err == nil && c != root && len(rest) == 0 {
				_, err := io.WriteString(cmd.OutOrStdout(), help(c))
				return err
			}
			return noTopic(args[0])
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
			t, ok := topics.Find(args[0])
			if !ok {
				return noTopic(args[0])
			}
			return p.writeTopic(cmd.OutOrStdout(), root, t)
		},
	}
}

func topicNames() (names []string) {
	for _, t := range topics.Topics() {
		names = append(names, t.Name)
	}
	return names
}

// listTopics prints the topics with a line each.
func listTopics(out io.Writer) error {
	var rows [][]string
	for _, t := range topics.Topics() {
		rows = append(rows, []string{" " + t.Name, t.About})
	}
	if _, err := io.WriteString(out, "Topics, which eyeline help TOPIC shows and eyeline man TOPIC prints:\n\n"); err != nil {
		return err
	}
	if err := cmdkit.PrintTable(out, rows); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\neyeline --help lists the options and the commands; ? in the viewer its keys.\n")
	return err
}

// noTopic refuses a name, and says which may have been meant.
func noTopic(name string) error {
	all := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, known := range topicNames() {
		all.AddCommand(&cobra.Command{Use: known, Run: func(*cobra.Command, []string) {}})
	}
	if near := all.SuggestionsFor(name); len(near) > 0 {
		return cmdkit.Usage("no topic is called %q; did you mean %s?", name, cmdkit.Alternatives(near))
	}
	return cmdkit.Usage("no topic is called %q; eyeline help lists them", name)
}

// showTopic shows a topic in the viewer, or prints it where there is no terminal, or one that shows only lines.
func (p Program) showTopic(cmd *cobra.Command, t topics.Topic) error {
	if cmdkit.ToTerminal(cmd.OutOrStdout()) {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		options.Register(flags)
		line := options.CommandLine{Flags: flags}
		o, err := line.Options(p.load, os.Getenv)
		if err != nil {
			return cmdkit.Usage("%v", err)
		}
		if !o.Plain {
			o.Name, o.Text = "eyeline help "+t.Name, t.Text(terminalWidth(), o.Theme.Profile != themes.None)
			o.ANSI, o.Follow, o.Encoding = "always", false, nil
			return cmdkit.Viewed(p.View(cmd.Context(), o))
		}
	}
	_, err := io.WriteString(cmd.OutOrStdout(), t.Text(terminalWidth(), false))
	return err
}

// writeTopic writes the manual page of a topic; one that is named as a command has what that says of itself.
func (p Program) writeTopic(w io.Writer, root *cobra.Command, t topics.Topic) error {
	page := p.newPage("eyeline-"+t.Name, "7", t.About)
	c, _, err := root.Find([]string{t.Name})
	isCommand := err == nil && c != root
	if isCommand {
		page.section("SYNOPSIS", ".B eyeline "+roff(c.Use)+"\n")
	}
	page.section("DESCRIPTION", t.Roff(2))
	if isCommand {
		page.section("EXAMPLES", ".nf\n"+paragraphs(c.Example)+".fi\n")
		page.topic("ENVIRONMENT", "environment")
		page.topic("EXIT STATUS", "exit-status")
	}
	page.seeAlso(t.SeeAlso)
	_, err = io.WriteString(w, page.String())
	return err
}

// page is a manual page.
type page struct{ strings.Builder }

// manualDate is of the newest version in CHANGELOG.md.
const manualDate = "2026-11-23"

func (p Program) newPage(name, section, about string) *page {
	var b page
	fmt.Fprintf(&b, ".TH %s %s %q %q\n.SH NAME\n%s \\- %s\n", strings.ToUpper(roff(name)), section, manualDate,
		strings.TrimSpace("Eyeline "+p.Release), roff(name), roff(about))
	return &b
}

func (b *page) section(heading, text string) { b.WriteString(".SH " + heading + "\n" + text) }

// topic writes what a topic says as a section.
func (b *page) topic(heading, name string) {
	if t, ok := topics.Find(name); ok {
		b.section(heading, t.Roff(0))
	}
}

// seeAlso names the pages of topics, and the program's own.
func (b *page) seeAlso(names []string) {
	pages := []string{"eyeline(1)"}
	for _, name := range names {
		pages = append(pages, "eyeline-"+name+"(7)")
	}
	b.section("SEE ALSO", ".BR "+roff(strings.Join(pages, ", "))+"\n")
}
