package launch

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"eyeline/reader/tools"
	"eyeline/tui/launch/cli"
	"eyeline/tui/launch/runs"
	"eyeline/tui/request"
)

func toolsCommand() *cobra.Command {
	var asJSON bool
	var report runs.Answers
	cmd := &cobra.Command{
		Use:   "tools [NAME]",
		Short: "List the tools, print the JSON Schema of one's arguments, or report what an agent's gave otherwise",
		Long: "List the tools with the agent whose tool each imitates, the agent's version, and how and when that was checked:\n" +
			"ran (the agent was run against a scripted model), source (its own code was run or read), modelled (written down\n" +
			"from the source), by contract (a published contract); then those that stop at a limit of their own without telling\n" +
			"the model. With NAME, print the JSON Schema of its arguments; with --json, print all that is known as JSON: limits,\n" +
			"what is given for files that are no text, how strict a tool is.\n\n" +
			"With --report, make the reads of a recorded run again with the tools that imitate the agent's, on the files as they\n" +
			"are now, and say where the answers differ. The report can be given away: it has the agent's version, arguments with\n" +
			"placeholders for paths and texts, lengths, hashes and the place of the first difference, and no content of a file.\n" +
			"Files outside the recorded working folder are not opened.",
		Example: "  eyeline tools " + tools.Names()[0] + "\n" +
			"  eyeline tools --report latest\n" +
			"  eyeline tools --report session.jsonl --root ../checkout --json",
		Args:              cli.AtMostOne("NAME"),
		ValidArgsFunction: completeTool,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if report.Transcript != "" {
				return cli.Failed(report.Print(cmd.Context(), out, args, asJSON))
			}
			if report.Root != "" {
				return cli.Usage("--root goes with --report")
			}
			if len(args) == 0 {
				if asJSON {
					return cli.PrintJSON(out, describeAll(tools.Every()))
				}
				return listTools(out, tools.All())
			}
			t, err := cli.FindTool(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return cli.PrintJSON(out, describe(t))
			}
			_, err = fmt.Fprintf(out, "%s\n", t.Schema())
			return err
		},
	}
	cli.AddFlags(cmd, []cli.Flag{
		{Name: "json", To: &asJSON, Help: "print what is known of the tools, or the report, as JSON"},
		{
			Name: "report", To: &report.Transcript,
			Help: "compare the reads of a recorded run: a `TRANSCRIPT`, the identity of a session, or latest",
		},
		{
			Name: "root", To: &report.Root, Complete: cli.CompleteFolders,
			Help: "with --report: look for the files in `DIR` instead of the working folder that was recorded",
		},
	})
	return cmd
}

// completeTool completes the name of a tool.
func completeTool(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return tools.Names(), cobra.ShellCompDirectiveNoFileComp
}

// listTools is a table for a person.
func listTools(w io.Writer, list []*tools.Tool) error {
	rows := make([][]string, len(list))
	for i, t := range list {
		s := t.Since
		rows[i] = []string{t.Name, s.Agent, s.ShortVersion(), string(s.How), s.Date, atLimit(t)}
	}
	return cli.PrintTable(w, rows)
}

// atLimit names a tool that stops without telling its model; "" for any other.
func atLimit(t *tools.Tool) string {
	if t.Silence == tools.SilentAtLimit {
		return t.Silence.String()
	}
	return ""
}

// toolInfo is a tool in the output of tools --json.
type toolInfo struct {
	Name     string            `json:"name"`
	Title    string            `json:"title"`
	Agent    string            `json:"agent"`
	Version  string            `json:"version"`
	Checked  string            `json:"checked"` // how
	Date     string            `json:"date"`
	Recorded []string          `json:"recorded_as,omitempty"`
	Modes    []string          `json:"modes"`
	Limits   string            `json:"limits"`
	Caps     tools.Caps        `json:"caps"`
	Kinds    tools.Kinds       `json:"kinds"`
	Policy   tools.Policy      `json:"arguments"`
	Settings map[string]string `json:"settings,omitempty"`
	// Silent is when an answer does not tell the model that more of the file follows; left out where it always is.
	Silent string          `json:"silent,omitempty"`
	Tokens *tokenInfo      `json:"tokens,omitempty"`
	Schema json.RawMessage `json:"schema"`
}

// tokenInfo is how the tokens of a tool's answers are counted, where that is not in the vocabulary of --tokenizer.
type tokenInfo struct {
	Rule    string    `json:"rule,omitempty"` // the agent's own
	Model   string    `json:"model,omitempty"`
	Factors []float64 `json:"factors,omitempty"` // of the number in the vocabulary, from and to
	Source  string    `json:"source,omitempty"`
}

func describe(t *tools.Tool) toolInfo {
	d := toolInfo{
		Name: t.Name, Title: t.Title,
		Agent: t.Since.Agent, Version: t.Since.Version, Checked: string(t.Since.How), Date: t.Since.Date,
		Recorded: t.Recorded, Modes: []string{}, Limits: t.Limits(), Caps: t.Caps, Kinds: t.Kinds, Policy: t.Policy,
		Silent: t.Silence.String(), Schema: t.Schema(),
	}
	if c := t.Tokens; c != nil {
		d.Tokens = &tokenInfo{Rule: c.Name, Model: c.Model, Source: c.Source}
		if c.Model != "" {
			d.Tokens.Factors = []float64{c.Low, c.High}
		}
	}
	for _, m := range t.Modes() {
		d.Modes = append(d.Modes, request.ModeName(m))
	}
	for _, p := range t.Settings {
		if d.Settings == nil {
			d.Settings = map[string]string{}
		}
		d.Settings[p.Flag] = p.Help
	}
	return d
}

func describeAll(list []*tools.Tool) []toolInfo {
	all := make([]toolInfo, 0, len(list))
	for _, t := range list {
		all = append(all, describe(t))
	}
	return all
}
