package mcpcmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"eyeline/reader/lists"
	"eyeline/reader/mcpserver"
	"eyeline/reader/mcpserver/clients"
	"eyeline/reader/program"
	"eyeline/reader/tools"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// checkFlags are the flags of eyeline mcp check.
type checkFlags struct {
	calls   []string
	show    string
	timeout int // in seconds
}

func (o *checkFlags) rows() []cmdkit.Flag {
	o.timeout = 60
	return []cmdkit.Flag{
		{
			Name: "show", To: &o.show, Kind: "CLIENT", Complete: cmdkit.CompleteWords(clientNames),
			Help: "print what the model of this client gets, in place of the table",
		},
		{Name: "timeout", To: &o.timeout, Help: "end the server after so many `SECONDS` whatever it does"},
	}
}

// clientNames returns the names of all known clients.
func clientNames() []string {
	return lists.Map(clients.All(), func(c clients.Client) string { return c.Name })
}

func checkCommand(version string) *cobra.Command {
	var o checkFlags
	cmd := &cobra.Command{
		Use:   "check [--call 'TOOL JSON']... [--show CLIENT] -- COMMAND [ARGUMENT...]",
		Short: "Tell what the models of clients get of a server: descriptions, instructions, results",
		Long: "Check starts a server of the Model Context Protocol by its command, and tells for each client that is " +
			"known what its\nmodel gets of the server's instructions, of the descriptions of its tools, and of the " +
			"results of calls. The exit\nstatus is 1 where something is cut. The server is " +
			"ended after --timeout, whatever it does, and when it says more\nthan 8 MiB or 10,000 messages.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmdkit.Usage("which server? give its command after --")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args, version) },
	}

	cmdkit.AddFlags(cmd, o.rows())
	cmd.Flags().StringArrayVar(&o.calls, "call", nil, "make a call, `'TOOL JSON'`; may be given several times")
	cmd.DisableFlagsInUseLine = true
	return cmd
}

// maxTimeout is the largest timeout for a server, in seconds: a week.
const maxTimeout = 7 * 24 * 60 * 60

const (
	// checkMemory is the memory in bytes from which on garbage is collected all the time.
	checkMemory = 40 << 20
	// maxServerErrors is how many bytes of a server's standard error are shown.
	maxServerErrors = 64 << 10
)

func (o *checkFlags) run(cmd *cobra.Command, args []string, version string) error {
	all := clients.All()
	if o.show != "" {
		all = slices.DeleteFunc(all, func(c clients.Client) bool { return !strings.EqualFold(c.Name, o.show) })
	}
	if len(all) == 0 {
		return cmdkit.Usage("no client is called %q; there are %s", o.show, cmdkit.Alternatives(clientNames()))
	}
	if o.timeout < 1 {
		return cmdkit.Usage("--timeout is one second at least, not %d", o.timeout)
	}
	if o.timeout > maxTimeout {
		return cmdkit.Usage("--timeout is %d seconds at most, not %d", maxTimeout, o.timeout)
	}

	calls, err := o.givenCalls()
	if err != nil {
		return err
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(checkMemory)) // much text makes the collector busy
	ctx, stop := context.WithTimeout(cmd.Context(), time.Duration(o.timeout)*time.Second)
	defer stop()
	defer program.Adopt().End() // ends also what the server started in a session of its own
	said := &serverErrors{to: cells.NewPrinter(cmd.ErrOrStderr()), left: maxServerErrors}
	s, err := mcpserver.Inspect(ctx, args, said, version)
	if err != nil {
		return o.failed(args[0], err)
	}

	defer s.Close()
	rows := instructionsRow(s.Instructions)
	for _, t := range s.Tools {
		rows = append(rows, sentText{t.Name, []string{t.Description}, func(c clients.Client) (string, bool) {
			return c.Description(t.Description), true
		}})
	}
	for _, call := range calls {
		r, err := s.Call(ctx, call.tool, call.args)
		if err != nil {
			return o.failed(call.text, err)
		}
		rows = append(rows, sentText{call.text, r.Texts, func(c clients.Client) (string, bool) {
			return c.Result(r), true
		}})
	}
	out, done := cmdkit.ForTerminal(cmd.OutOrStdout(), false)
	if o.show != "" {
		show(out, rows, all[0])
	} else {
		table(out, rows, all)
	}
	cut := slices.ContainsFunc(rows, func(row sentText) bool {
		return slices.ContainsFunc(all, row.cut)
	})
	if err := done(); err != nil || !cut {
		return err
	}

	return cmdkit.Exit(cmdkit.ExitFailed)
}

// instructionsRow is the row of a server's instructions.
func instructionsRow(instructions string) []sentText {
	return []sentText{{"instructions", []string{instructions}, func(c clients.Client) (string, bool) {
		if c.Instructions == nil {
			return "", false
		}
		return c.Instructions(instructions), true
	}}}
}

// givenCall is a call of --call.
type givenCall struct {
	text, tool string
	args       json.RawMessage
}

// givenCalls parses the calls to make. The error is that of the first one whose arguments are not JSON.
func (o *checkFlags) givenCalls() (calls []givenCall, err error) {
	for _, text := range o.calls {
		tool, args, _ := strings.Cut(text, " ")
		args = cmp.Or(strings.TrimSpace(args), "{}")
		if err := tools.CheckJSON([]byte(args)); err != nil {
			return nil, cmdkit.Usage("--call %s: the arguments are no JSON", tool)
		}
		calls = append(calls, givenCall{text, tool, json.RawMessage(args)})
	}
	return calls, nil
}

// failed is the error for a server that could not be inspected. It may contain the server's own words.
func (o *checkFlags) failed(what string, err error) error {
	text := cells.SanitizeFirst(err.Error(), 1000)
	if errors.Is(err, context.DeadlineExceeded) {
		text = fmt.Sprintf("it did not say all within %d seconds and was ended (--timeout SECONDS)", o.timeout)
	}
	return cmdkit.Fail("eyeline: %s: %s", cells.Sanitize(what), text)
}

// serverErrors keeps the beginning of a server's standard error, without control characters.
type serverErrors struct {
	to   io.Writer
	left int
}

// Write implements [io.Writer]. It accepts everything, so that the server does not block.
func (e *serverErrors) Write(p []byte) (int, error) {
	if e.left <= 0 {
		return len(p), nil
	}
	if _, err := e.to.Write(p[:min(len(p), e.left)]); err != nil {
		return 0, err
	}

	e.left -= len(p)
	if e.left <= 0 {
		_, _ = io.WriteString(e.to, "\neyeline: what else the server says on standard error is left out\n")
	}

	return len(p), nil
}

// sentText are texts that a server sends, and what the model of each client gets of them; ok is false for a client that
// never gives texts of this kind.
type sentText struct {
	what  string
	texts []string
	by    func(clients.Client) (got string, ok bool)
}

// cut reports whether a client gives its model a part of the texts alone.
func (s sentText) cut(c clients.Client) bool {
	rest, ok := s.by(c)
	if !ok {
		return false
	}
	for _, text := range s.texts {
		_, after, found := strings.Cut(rest, text)
		if !found { // some clients give the model JSON
			_, after, found = strings.Cut(rest, clients.Quoted(text))
		}
		if !found {
			return true
		}
		rest = after
	}
	return false
}

// characters formats the number of characters of a text.
func characters(text string) string { return humanize.Group(int64(utf8.RuneCountInString(text))) }

// table writes for each text its number of characters, and how many of them the models of those clients get that do not
// get all.
func table(out io.Writer, rows []sentText, all []clients.Client) {
	const line = "%s %10s  %s\n"
	fmt.Fprintf(out, line, cells.Pad("characters", nameWidth), "sent", "the models get")
	for _, row := range rows {
		name := cells.Pad(cells.Truncate(cells.Sanitize(row.what), nameWidth, "…"), nameWidth)
		sent := characters(strings.Join(row.texts, ""))
		for _, outcome := range row.outcomes(all) {
			fmt.Fprintf(out, line, name, sent, outcome)
			name, sent = strings.Repeat(" ", nameWidth), ""
		}
	}

	for _, c := range all {
		fmt.Fprintf(out, "\n%s %s: %s", c.Name, c.Version, c.Note)
	}

	fmt.Fprintln(out)
}

// nameWidth is the width in cells of the names of texts.
const nameWidth = 36

// outcomes say what the models of the clients get of the texts, one for each client that does not give all.
func (s sentText) outcomes(all []clients.Client) (outcomes []string) {
	if strings.Join(s.texts, "") == "" {
		return []string{"no text was sent"}
	}
	var other string // the last client whose model gets all
	for _, c := range all {
		switch got, ok := s.by(c); {
		case !ok:
			outcomes = append(outcomes, c.Name+": nothing")
		case s.cut(c):
			outcomes = append(outcomes, c.Name+": "+characters(got))
		default:
			other = c.Name
		}
	}

	switch len(all) - len(outcomes) {
	case 0:
	case len(all):
		outcomes = []string{"all"}
	case 1:
		outcomes = append(outcomes, other+": all")
	default:
		outcomes = append(outcomes, "the others: all")
	}
	return outcomes
}

// show writes what the model of a client gets.
func show(out io.Writer, rows []sentText, c clients.Client) {
	for _, row := range rows {
		got, ok := row.by(c)
		if !ok {
			got = "(" + c.Name + " does not give them to its model)"
		}
		fmt.Fprintf(out, "== %s\n%s\n", row.what, got)
	}
}
