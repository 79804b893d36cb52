package launch

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				return listTopics(out)
			}
			if t, ok := topics.Find(args[0]); ok && len(args) == 1 {
				return p.showTopic(cmd, out, t)
			}
			if c, rest, err := root.Find(args); err == nil && c != root && len(rest) == 0 {
				return c.Help()
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
			if t, ok := topics.Find(args[0]); ok {
				return p.writeTopic(cmd.OutOrStdout(), t)
			}
			return noTopic(args[0])
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
	rows := cmdkit.Heading("TOPIC|eyeline help TOPIC shows it, eyeline man TOPIC prints it as a manual page")
	for _, t := range topics.Topics() {
		rows = append(rows, []string{t.Name, t.About})
	}
	return cmdkit.PrintTable(out, append(rows, []string{"--help", "eyeline --help lists the options and the commands"}))
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

// showTopic pages a topic in the viewer as what is piped. It prints it where there is no terminal, or one that has only
// lines.
func (p Program) showTopic(cmd *cobra.Command, out io.Writer, t topics.Topic) error {
	line := options.CommandLine{Flags: cmd.Root().Flags()}
	o, err := line.Options(p.load, os.Getenv)
	if err != nil {
		return cmdkit.Usage("%v", err)
	}
	if o.Plain || !cmdkit.ToTerminal(out) {
		_, err := io.WriteString(out, t.Text(terminalWidth(), false))
		return err
	}
	from, to, err := os.Pipe()
	if err != nil {
		return cmdkit.Problem(err)
	}
	go func() {
		_, _ = io.WriteString(to, t.Text(terminalWidth(), o.Theme.Profile != themes.None)) // the viewer may have left
		_ = to.Close()
	}()
	os.Stdin = from
	_ = os.Setenv("MAN_PN", "eyeline help "+t.Name) // as man names the page that it pipes
	o.ANSI, o.Follow, o.Encoding = "always", false, nil
	return cmdkit.Viewed(p.View(cmd.Context(), o))
}

// writeTopic writes the manual page of a topic, with what it names of the environment and of exit statuses.
func (p Program) writeTopic(w io.Writer, t topics.Topic) error {
	page := p.newPage("eyeline-"+t.Name, "7", t.About)
	page.section("DESCRIPTION", t.Roff(2))
	if examples := t.Examples(); examples != "" {
		page.section("EXAMPLES", topics.Verbatim(examples))
	}
	for _, name := range []string{"environment", "exit-status"} {
		if slices.Contains(t.SeeAlso, name) {
			page.topic(name)
		}
	}
	page.seeAlso(t.SeeAlso)
	_, err := io.WriteString(w, page.String())
	return err
}

// manualDate is of the newest version in CHANGELOG.md.
const manualDate = "2026-11-23"

// page is a manual page.
type page struct{ strings.Builder }

func (p Program) newPage(name, section, about string) *page {
	var b page
	fmt.Fprintf(&b, ".TH %s %s %q %q\n.ad l\n.SH NAME\n%s \\- %s\n", strings.ToUpper(roff(name)), section, manualDate,
		strings.TrimSpace("Eyeline "+p.Release), roff(name), roff(about))
	return &b
}

func (b *page) section(heading, text string) { b.WriteString(".SH " + heading + "\n" + text) }

// topic writes what a topic says as a section.
func (b *page) topic(name string) {
	t, _ := topics.Find(name)
	b.section(strings.ToUpper(strings.ReplaceAll(name, "-", " ")), t.Roff(0))
}

// seeAlso names the pages of topics, and the program's own.
func (b *page) seeAlso(names []string) {
	b.section("SEE ALSO", ".BR "+roff("eyeline(1), eyeline-"+strings.Join(names, "(7), eyeline-")+"(7)")+"\n")
}
