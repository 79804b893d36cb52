package launch

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/transcriptcmd"
)

func toolsCommand() *cobra.Command {
	var asJSON bool
	var report transcriptcmd.Answers
	cmd := &cobra.Command{
		Use: "tools [NAME]", Args: cmdkit.AtMostOne("NAME"), ValidArgsFunction: completeTool,
		Short: "List the tools, print the JSON Schema of one's arguments, or report what an agent's gave otherwise",
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if report.Transcript != "" {
				return cmdkit.CommandError(report.Print(cmd.Context(), out, args, asJSON))
			}
			if report.Root != "" {
				return cmdkit.Usage("--root goes with --report")
			}

			if len(args) == 0 {
				if asJSON {
					return tools.WriteJSON(out, lists.Map(tools.AllVersions(), describe))
				}
				return listTools(out, tools.All())
			}

			t, err := cmdkit.FindTool(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return tools.WriteJSON(out, describe(t))
			}

			_, err = fmt.Fprintf(out, "%s\n", t.Schema())
			return err
		},
	}
	cmdkit.AddFlags(cmd, []cmdkit.Flag{
		{Name: "json", To: &asJSON, Help: "print what is known of the tools, or the report, as JSON"},
		{
			Name: "report", To: &report.Transcript,
			Help: "compare the reads of a recorded run: a `TRANSCRIPT`, the identity of a session, or latest",
		},
		{
			Name: "root", To: &report.Root, Empty: true, Complete: cmdkit.CompleteFolders,
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

// listTools prints a table for a person. On a terminal that is too narrow for all of it, it leaves out how and when a
// tool was checked, which tools --json has.
func listTools(w io.Writer, list []*tools.Tool) error {
	const wide = 120 // columns of a terminal that has room for all
	narrow := cmdkit.ToTerminal(w) && cmdkit.Columns(w) < wide
	var rows [][]string
	for _, t := range list {
		silent := ""
		s := t.Origin
		if t.Silence == tools.SilentAtLimit {
			silent = t.Silence.String()
		}

		row := []string{t.Name, s.Agent, s.ShortVersion(), string(s.How), s.Date, silent}
		if narrow {
			row = []string{t.Name, s.Agent + " " + s.ShortVersion(), silent}
		}
		rows = append(rows, row)
	}

	return cmdkit.PrintTable(w, rows)
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
	// Silent says when an answer does not tell the model that more of the file follows; absent if it always tells.
	Silent string          `json:"silent,omitempty"`
	Tokens *tokenInfo      `json:"tokens,omitempty"`
	Schema json.RawMessage `json:"schema"`
}

// tokenInfo says how the tokens of a tool's answers are counted, if not with the vocabulary of --tokenizer.
type tokenInfo struct {
	Rule    string    `json:"rule,omitempty"` // the agent's own
	Model   string    `json:"model,omitempty"`
	Factors []float64 `json:"factors,omitempty"` // range of factors to the count in the vocabulary
	Source  string    `json:"source,omitempty"`
}

func describe(t *tools.Tool) toolInfo {
	d := toolInfo{
		Name: t.Name, Title: t.Title,
		Agent: t.Origin.Agent, Version: t.Origin.Newest(), Checked: string(t.Origin.How), Date: t.Origin.Date,
		Recorded: t.Recorded, Modes: []string{}, Limits: t.Limits(), Caps: t.Caps, Kinds: t.Kinds, Policy: t.Policy,
		Settings: map[string]string{}, Silent: t.Silence.String(), Schema: t.Schema(),
	}
	if c := t.Tokens; c != nil {
		d.Tokens = &tokenInfo{Rule: c.Name, Model: c.Model, Source: c.Source}
		if c.Model != "" {
			d.Tokens.Factors = []float64{c.Low, c.High}
		}
	}

	for _, m := range t.Modes() {
		d.Modes = append(d.Modes, m.String())
	}

	for _, p := range t.Settings {
		d.Settings[p.Flag] = p.Help
	}

	return d
}
