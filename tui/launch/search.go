package launch

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eyeline/reader/agentsearch"
	"eyeline/reader/tools"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/options"
)

// searchFlags are the flags of search.
type searchFlags struct {
	agents             []string
	noRg, fixed, regex bool
	json, emit         bool
	ripgrep            int
	home               string
	screen             *pflag.FlagSet // flags of the viewer
}

func (s *searchFlags) rows() []cmdkit.Flag {
	return []cmdkit.Flag{
		{
			Name: "agent", To: &s.agents, Complete: cmdkit.CompleteList(agentsearch.Names),
			Help: "only these agents, by name (default: all)",
		},
		{Name: "no-rg", To: &s.noRg, Help: "as where there is no ripgrep: the agents' own searches"},
		{Name: "rg", To: &s.ripgrep, Help: "the version of the ripgrep on the agents' PATH: 13 or 15"},
		{
			Name: "regex", To: &s.regex,
			Help: "PATTERN is a regular expression, in the language of each agent's engine (default)",
		},
		{Name: "fixed", Short: "F", To: &s.fixed, Help: "PATTERN is the text itself"},
		{
			Name: "home", To: &s.home, Empty: true, Kind: "DIR", Complete: cmdkit.CompleteFolders,
			Help: "the folder of the files that are the user's (default: the home directory)",
		},
		{Name: "json", To: &s.json, Help: "print JSON"},
		{
			Name: "emit", To: &s.emit,
			Help: "print the exact answer of the one agent that --agent names, where it has one; else say why not, " +
				"with exit status 4",
		},
	}
}

func (p Program) searchCommand() *cobra.Command {
	s := searchFlags{ripgrep: 13}
	cmd := &cobra.Command{
		Use: "search [flags] PATTERN [DIR]", Args: searchArguments,
		Short:             "Show which matches the agents' searches can find, which never, and why",
		ValidArgsFunction: cmdkit.CompleteFolders,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.search(cmd, &s, args) },
	}
	cmdkit.AddFlags(cmd, s.rows())
	s.screen = commandline.RegisterScreen(cmd.Flags())
	return cmd
}

func searchArguments(_ *cobra.Command, args []string) error {
	if len(args) == 0 || len(args) > 2 {
		given := strings.Join(args, ", ")
		return cmdkit.Usage("search takes a PATTERN, and a DIR perhaps; there are %d: %s", len(args), given)
	}
	return nil
}

func (p Program) search(cmd *cobra.Command, s *searchFlags, args []string) error {
	req := agentsearch.Request{
		Env: tools.Env{Home: s.home}, Query: agentsearch.Query{Pattern: args[0], Fixed: s.fixed},
		NoRg: s.noRg, Ripgrep: s.ripgrep, Count: s.emit,
	}
	if len(args) > 1 {
		req.Env.Root = args[1]
	}
	if err := s.check(req.Env.Root); err != nil {
		return err
	}

	var err error
	if req.Profiles, err = s.profiles(); err != nil {
		return err
	}

	if !s.json && !s.emit {
		shown, err := p.onScreen(cmd, s.screen, options.ShownInstead{Search: &req})
		if shown || err != nil {
			return err
		}
	}

	result, err := agentsearch.Search(cmd.Context(), req)
	if err != nil {
		return cmdkit.CommandError(err)
	}
	if s.emit {
		return emitSearch(cmd, result)
	}

	if s.json {
		to, done := cmdkit.ForTerminal(cmd.OutOrStdout(), false)
		return cmp.Or(result.WriteJSON(to), done())
	}

	return searchTable(cmd, result)
}

// check refuses flags that exclude each other, and folders that cannot be searched.
func (s *searchFlags) check(dir string) error {
	switch {
	case s.fixed && s.regex:
		return cmdkit.Usage("--fixed and --regex are two kinds of patterns; give one")
	case s.emit && s.json:
		return cmdkit.Usage("--emit and --json are two forms of the result; give one")
	case s.emit && (len(s.agents) != 1 || s.agents[0] == "all"):
		return cmdkit.Usage("--emit prints the answer of one agent; name it by --agent")
	case s.ripgrep != 13 && s.ripgrep != 15:
		return cmdkit.Usage("--rg is 13 or 15, not %d", s.ripgrep)
	}

	if err := cmdkit.CheckFolder(dir); err != nil {
		return err
	}

	return cmdkit.CheckRoot("--home", s.home)
}

// emitSearch prints the exact answer of the one agent that was asked for.
func emitSearch(cmd *cobra.Command, result *agentsearch.Result) error {
	text, note, err := result.Emit(cmd.Context(), result.Agents[0])
	if unsettled, ok := errors.AsType[*agentsearch.Unsettled](err); ok {
		return cmdkit.Status{Code: cmdkit.ExitUnsettled, Text: "eyeline: no exact answer: " + unsettled.Text}
	}
	if err != nil {
		return cmdkit.CommandError(err)
	}
	if note != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "eyeline: "+note)
	}

	to, done := cmdkit.ForTerminal(cmd.OutOrStdout(), false)
	_, err = io.WriteString(to, text)
	return cmp.Or(err, done())
}

// profiles returns the agents that were asked for.
func (s *searchFlags) profiles() (found []*agentsearch.Profile, err error) {
	if len(s.agents) == 0 {
		return agentsearch.All(), nil
	}

	for _, name := range s.agents {
		if name == "all" {
			return agentsearch.All(), nil
		}

		p, known := agentsearch.Lookup(name)
		if !known {
			return nil, cmdkit.Usage("no agent's search is known by %q%s", name,
				cmdkit.SuggestAgent(name, agentsearch.Names()))
		}

		found = append(found, p)
	}

	return found, nil
}

// maxMissedFiles is how many missed files are listed.
const maxMissedFiles = 100

// searchTable prints what each agent finds, then the files, with those that most agents miss first.
func searchTable(cmd *cobra.Command, result *agentsearch.Result) error {
	out := cmd.OutOrStdout()
	to, done := cmdkit.ForTerminal(out, false)
	files := humanize.Count(int64(len(result.Rows)), "file")
	fmt.Fprintf(to, "%s matches in %s below %s\n", result.Query, files, result.Dir)
	// Without matches there is nothing to compare, but for engines that do not take the pattern.
	if err := done(); err != nil || len(result.Rows) == 0 && !result.Refuses() {
		return err
	}

	fmt.Fprintln(out)
	rows := append(cmdkit.Heading("agent|by|files|lines|an answer holds"), result.Summary()...)
	if err := cmdkit.PrintTable(out, rows); err != nil {
		return err
	}

	rows, left := result.MissedFiles(maxMissedFiles)
	if err := printHarm(out, rows); err != nil {
		return err
	}
	if left > 0 {
		fmt.Fprintf(out, "%d files more that some agent never finds; --json has all\n", left)
	}

	for _, note := range result.Notes() {
		fmt.Fprintln(out, cmdkit.Printable(note))
	}

	return nil
}

// widthOfHeading is the longest line of agents' names, in columns.
const widthOfHeading = 78

// printHarm prints the missed files below the names of the agents and the reason, so that neither a long path nor a
// long reason widens other rows.
func printHarm(out io.Writer, rows [][]string) error {
	type heading struct{ who, why string }
	var agents []string
	reasons := map[string][]string{}
	places := map[heading][]string{}
	for _, row := range rows {
		h := heading{row[0], row[2]}
		if reasons[h.who] == nil {
			agents = append(agents, h.who)
		}
		if places[h] == nil {
			reasons[h.who] = append(reasons[h.who], h.why)
		}

		places[h] = append(places[h], row[1])
	}

	to := bufio.NewWriter(out)
	for _, who := range agents {
		names := cells.WrapWords("not found by "+who+":", widthOfHeading)
		fmt.Fprintf(to, "\n%s\n", strings.Join(names, "\n"))
		for _, why := range reasons[who] {
			fmt.Fprintf(to, "  %s\n", cells.OneLine(why))
			for _, place := range places[heading{who, why}] {
				fmt.Fprintf(to, "    %s\n", cells.OneLine(place))
			}
		}
	}

	return to.Flush()
}
