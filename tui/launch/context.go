package launch

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/contextfiles"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/options"
)

// contextFlags are the flags of context.
type contextFlags struct {
	agents, mentions, reads, failOn []string
	home, root                      string
	json, text, confine             bool
	screen                          *pflag.FlagSet // flags of the viewer
}

func (c *contextFlags) rows() []cmdkit.Flag {
	return []cmdkit.Flag{
		{
			Name: "agent", To: &c.agents, Complete: cmdkit.CompleteList(contextfiles.Names),
			Help: "only these agents, by the name of their tool; all: every one " +
				"(default: those that the files there name, and those that most people use)",
		},
		{
			Name: "mention", To: &c.mentions, Whole: true,
			Help: "as if `PATH` were mentioned in the prompt, typed with its @ or without; repeatable",
		},
		{Name: "after-read", To: &c.reads, Whole: true, Help: "as if the agent then read `PATH`; repeatable"},
		{
			Name: "home", To: &c.home, Empty: true, Kind: "DIR", Complete: cmdkit.CompleteFolders,
			Help: "the folder of the files that are the user's (default: the home directory)",
		},
		{
			Name: "root", To: &c.root, Empty: true, Kind: "DIR", Complete: cmdkit.CompleteFolders,
			Help: "look for a git repository no higher than this (default: the top of the file system)",
		},
		{Name: "json", To: &c.json, Help: "print JSON: an object for each agent, one a line"},
		{Name: "text", To: &c.text, Help: "print the exact texts, one part after the other"},
		{
			Name: "fail-on", To: &c.failOn, Complete: cmdkit.CompleteList(contextfiles.Failures),
			Help: "exit with status 1 when something is: cut, left-out",
		},
		{Name: "confine", To: &c.confine, Help: "read nothing outside of DIR: no files of the user, and none of the " +
			"folders above"},
	}
}

func (p Program) contextCommand() *cobra.Command {
	var c contextFlags
	cmd := &cobra.Command{
		Use: "context [flags] [DIR]", Args: cmdkit.AtMostOne("DIR"),
		Short:             "Show what an agent gets of files before it reads any",
		ValidArgsFunction: cmdkit.CompleteFolders,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.context(cmd, &c, args) },
	}
	cmdkit.AddFlags(cmd, c.rows())
	c.screen = commandline.RegisterScreen(cmd.Flags())
	return cmd
}

func (p Program) context(cmd *cobra.Command, c *contextFlags, args []string) error {
	req := contextfiles.Request{
		Env: tools.Env{Home: c.home, Confine: c.confine}, Top: c.root, Mentions: c.mentions, Reads: c.reads,
	}
	if len(args) > 0 {
		req.Env.Root = args[0]
	}
	if err := c.validate(req.Env.Root); err != nil {
		return err
	}

	profiles, err := c.profiles(req.Env.Root)
	if err != nil {
		return err
	}

	if !c.json && !c.text && len(c.failOn) == 0 {
		shown, err := p.onScreen(cmd, c.screen, options.ShownInstead{
			Context: &options.Context{Request: req, Profiles: profiles},
		})
		if shown || err != nil {
			return err
		}
	}

	return c.printAll(cmd, profiles, req)
}

// validate refuses flags that do not fit together, and folders that are not there.
func (c *contextFlags) validate(folder string) error {
	if c.json && c.text {
		return cmdkit.Usage("--json and --text are two forms; give one")
	}

	isUnknown := func(f string) bool { return !slices.Contains(contextfiles.Failures(), f) }
	if i := slices.IndexFunc(c.failOn, isUnknown); i >= 0 {
		meant := cmdkit.SuggestNames(c.failOn[i], contextfiles.Failures())
		return cmdkit.Usage("--fail-on is cut or left-out, not %q%s", c.failOn[i], meant)
	}

	return cmp.Or(
		cmdkit.CheckFolder(folder), cmdkit.CheckRootThere("--root", c.root), cmdkit.CheckRoot("--home", c.home),
	)
}

// printAll prints what agents get by these profiles. Its error gives the exit code where one of them has what --fail-on
// names.
func (c *contextFlags) printAll(cmd *cobra.Command, profiles []*contextfiles.Profile, req contextfiles.Request) error {
	failed := false
	for i, profile := range profiles {
		b, err := profile.Of(cmd.Context(), req)
		if err != nil {
			return cmdkit.CommandError(err)
		}
		if err := c.print(cmd, b, i > 0); err != nil {
			return err
		}

		failed = failed || slices.ContainsFunc(c.failOn, b.Has)
	}

	if failed {
		return cmdkit.Exit(cmdkit.ExitFailed)
	}

	return nil
}

// profiles returns the agents that were asked for.
func (c *contextFlags) profiles(dir string) ([]*contextfiles.Profile, error) {
	if slices.Contains(c.agents, "all") {
		return contextfiles.All(), nil
	}

	var found []*contextfiles.Profile
	for _, name := range c.agents {
		p, ok := contextfiles.Lookup(name)
		if !ok {
			return nil, cmdkit.Usage("no agent is known by %q%s", name, cmdkit.SuggestAgent(name, contextfiles.Names()))
		}

		found = append(found, p)
	}

	if found == nil {
		found = contextfiles.UsualAgents(func(mark string) bool {
			_, err := os.Stat(filepath.Join(dir, mark))
			return err == nil
		})
	}

	return found, nil
}

func (c *contextFlags) print(cmd *cobra.Command, b *contextfiles.Briefing, further bool) error {
	out := cmd.OutOrStdout()
	switch {
	case c.json:
		report, err := b.Report(cmd.Context())
		if err != nil {
			return cmdkit.CommandError(err)
		}
		return tools.WriteJSON(out, report)
	case c.text:
		to, done := cmdkit.ForTerminal(out, false)
		for _, part := range b.Parts {
			if _, err := io.WriteString(to, part.Text); err != nil {
				return err
			}
		}

		return done()
	}

	if further {
		fmt.Fprintln(out)
	}

	return c.table(cmd, b)
}

// table prints the sources for a person.
func (c *contextFlags) table(cmd *cobra.Command, b *contextfiles.Briefing) error {
	to, done := cmdkit.ForTerminal(cmd.OutOrStdout(), false)
	rows, err := b.Rows(cmd.Context())
	if err != nil {
		return cmdkit.CommandError(err)
	}

	slices.SortStableFunc(rows, func(a, b contextfiles.Row) int { return cmp.Compare(rank(a), rank(b)) })
	since := b.Profile.Tool.Origin
	head := since.Agent + " " + since.ShortVersion()
	if loss := b.Loss(); loss != "" {
		head += ": " + loss
	}
	fmt.Fprintln(to, head)
	table := lists.Map(rows, func(r contextfiles.Row) []string { return []string{r.Name, r.Bytes, r.Tokens, r.State} })
	if err := cmdkit.PrintTable(to, append(cmdkit.Heading("file|bytes|tokens|"), table...)); err != nil {
		return err
	}
	if b.Profile.Aside != "" {
		fmt.Fprintf(to, "Note: %s.\n", b.Profile.Aside)
	}

	return done()
}

// rank puts the files that are left out first, and then those that are sent.
func rank(r contextfiles.Row) int {
	if r.Left != nil {
		return 0
	}
	return 1
}
