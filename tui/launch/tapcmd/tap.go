// Package tapcmd, which changes without notice, is the command eyeline tap: it records what an agent's model is sent.
package tapcmd

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"eyeline/reader/lists"
	"eyeline/reader/transcript/bodies"
	"eyeline/reader/transcript/tap"
	"eyeline/tui/kit/atomicfile"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/terminal/signals"
)

// flags are the flags of eyeline tap.
type flags struct{ record, upstream, variable string }

func (o *flags) rows() []cmdkit.Flag {
	return []cmdkit.Flag{
		{
			Name: "record", To: &o.record, Kind: "FILE",
			Help: "append the requests to FILE, for eyeline transcript " +
				"(default: a file in the folder of temporary files)",
		},
		{
			Name: "upstream", To: &o.upstream, Kind: "URL",
			Help: "the model's address, where the agent's own variable does not name it",
		},
		{
			Name: "variable", To: &o.variable, Kind: "NAME",
			Help: "the variable of the environment that names the address to the agent, also to one that is not known",
		},
	}
}

// Command is eyeline tap.
func Command() *cobra.Command {
	var o flags
	cmd := &cobra.Command{
		Use:   "tap [--record FILE] [--upstream URL] -- AGENT [ARGUMENT...]",
		Short: "Start an agent, and record what its model is really sent",
		Long: "Tap starts an agent with its model's address set to a proxy on this machine, " +
			"which passes everything on unchanged\nand records each request: " +
			"eyeline transcript FILE shows what the model was sent, also while the agent works, with\n--follow. " +
			"Neither headers nor the keys in them are recorded. The exit status is the agent's.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmdkit.Usage("which agent? give its command after --")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}

	cmdkit.AddFlags(cmd, o.rows())
	cmd.Flags().SetInterspersed(false) // what follows the agent's name are the agent's own flags
	cmd.DisableFlagsInUseLine = true
	return cmd
}

func (o *flags) run(cmd *cobra.Command, args []string) error {
	agent, err := o.agent(args[0])
	if err != nil {
		return err
	}
	if err := tap.StartError(args[0]); err != nil { // before a record is created
		return cmdkit.Fail("eyeline tap: cannot start %s: %s", cells.Sanitize(args[0]), atomicfile.Reason(err))
	}

	held := tap.HoldSignals()
	defer held.Release()
	say := cells.NewPrinter(cmd.ErrOrStderr())
	defer func() { _ = say.Close() }() // what could not be written is lost

	if o.record == "" {
		name := fmt.Sprintf("eyeline-tap-%s-%d.jsonl", time.Now().Format("20060102-150405"), os.Getpid())
		o.record = filepath.Join(os.TempDir(), name)
	}

	signals.IgnoreFileLimit() // otherwise a file that is too large ends the program without a message
	record, _, err := atomicfile.OpenJournal(o.record, bodies.Begins)
	if err != nil {
		return cmdkit.Fail("eyeline: --record %s: %s", o.record, atomicfile.Reason(err))
	}

	defer func() { _ = record.Close() }() // each request was written completely
	dir, _ := os.Getwd()                  // "" if it was deleted
	t, err := tap.New(o.upstream, record, bodies.Header{Agent: agent.Format, Dir: dir, Started: time.Now().UTC()})
	if err != nil {
		_ = record.Drop() // there may be no room to do so
		return cmdkit.Fail("eyeline tap: %s", atomicfile.Reason(err))
	}

	// Go's HTTP client logs unexpected data from a server, which would appear over the agent's screen.
	log.SetOutput(io.Discard)
	all, env := agent.Started(t.URL(), args[1:])
	fmt.Fprintf(say, "eyeline tap: records to %s; eyeline transcript --follow shows it\n", cells.Sanitize(o.record))
	streams := tap.Streams{In: cmd.InOrStdin(), Out: cmdkit.FinalWriter(cmd.OutOrStdout()), Say: cmd.ErrOrStderr()}
	w := newWatch(t, agent.Default, say)
	ctx, stop := context.WithCancel(cmd.Context())
	var watching sync.WaitGroup
	started := func(pid int) { watching.Go(func() { w.follow(ctx, pid) }) }
	status, err := held.Run(args[0], all, env, streams, started)
	stop()
	watching.Wait() // returns at once if the agent was not started
	failed := t.Close()
	if failed == nil && t.Recorded() == 0 && len(w.told) == 0 {
		failed = record.Drop()
	}
	if err != nil {
		return cmdkit.Problem(err)
	}

	o.ended(say, t, w, failed)
	if status != 0 {
		return cmdkit.Exit(status)
	}

	return nil
}

// agent returns the agent that a command runs, if it is known how it is given the model's address.
func (o *flags) agent(command string) (tap.Agent, error) {
	agent, known := tap.AgentOf(command)
	switch {
	case strings.ContainsAny(o.variable, "=\x00"):
		return agent, cmdkit.Usage("--variable takes the name of a variable of the environment")
	case o.variable != "":
		agent = agent.With(o.variable)
	case !known:
		names := lists.Map(tap.Agents, func(a tap.Agent) string { return a.Command })
		return agent, cmdkit.Usage("%s is no known agent; there are %s, and --variable for others",
			cells.Sanitize(command), cmdkit.Alternatives(names))
	}

	if o.upstream == "" {
		o.upstream = agent.Upstream()
	}
	if o.upstream == "" {
		return agent, cmdkit.Usage("%s needs --upstream, or %s in the environment",
			cells.Sanitize(command), strings.Join(agent.Variables, ", "))
	}
	if err := tap.Check(o.upstream); err != nil { // before a record is created
		return agent, cmdkit.Usage("%v", err)
	}

	return agent, nil
}

// ended says what was recorded, once the tap is closed.
func (o *flags) ended(say io.Writer, t *tap.Tap, w *watch, failed error) {
	switch {
	case failed != nil:
		fmt.Fprintf(say, "eyeline tap: the record is not whole: %s\n", atomicfile.Reason(failed))
	case t.Requests() == 0:
		fmt.Fprintln(say, "eyeline tap: no request came: the agent did not take the address, or asked nothing")
	case t.Recorded() == 0:
		fmt.Fprintf(say, "eyeline tap: %s came, without anything to record\n",
			humanize.Count(int64(t.Requests()), "request"))
	default:
		fmt.Fprintf(say, "eyeline tap: %s recorded; eyeline transcript %s\n",
			humanize.Count(int64(t.Recorded()), "request"), cells.Sanitize(o.record))
	}

	w.ended()
}
