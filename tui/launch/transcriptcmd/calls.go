package transcriptcmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/rerun"
	"eyeline/reader/transcript/runcost"
	"eyeline/reader/transcript/runstats"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/launch/cmdkit"
)

// printCall prints the text of one result.
func (o *flags) printCall(s *transcript.Session, out io.Writer) error {
	c := s.Call(o.call)
	if c == nil {
		return fmt.Errorf("there is no call %d; there are %d", o.call, s.Len())
	}
	if o.json {
		return o.callJSON(s, c, out)
	}
	if !c.Answered() {
		return fmt.Errorf("call %d has no result", o.call)
	}

	return s.WriteText(out, c.Result)
}

// callText is a call with the text of its result.
type callText struct {
	runstats.CallInfo
	Text string `json:"text"` // of the result, exactly where it is UTF-8; at most 64 MiB of it
	Cut  bool   `json:"cut"`  // the text is longer
}

// maxText is how many bytes of a result are written as JSON.
const maxText = 64 << 20

// callJSON prints a call with the text of its result as JSON.
func (o *flags) callJSON(s *transcript.Session, c *record.Call, out io.Writer) error {
	info, err := runstats.Describe(s, c)
	if err != nil {
		return err
	}
	text, cut, err := s.Text(c.Result, maxText)
	if err != nil {
		return err
	}
	return tools.WriteJSON(out, callText{info, string(text), cut})
}

// listCalls prints the calls, one a line.
func (o *flags) listCalls(ctx context.Context, s *transcript.Session, out io.Writer) error {
	rows := cmdkit.Heading("call|time|tool|gave|lines|known by")
	if o.now {
		rows[0] = append(rows[0], "now", "by")
	}

	costs, err := o.callCosts(ctx, s)
	if err != nil {
		return err
	}
	if o.tokens {
		rows[0] = append(rows[0], "tokens", "again")
	}

	for c := range s.Calls() {
		info, err := runstats.Describe(s, c)
		if err != nil {
			return err
		}

		setCost(&info, costs)
		if o.now && c.Kind != record.Change {
			if info.Now, err = rerun.Summarize(ctx, s, o.root, c); err != nil {
				return err
			}
		}

		if o.json {
			if err := tools.WriteJSON(out, info); err != nil {
				return err
			}
			continue
		}

		one := costs[c.Number]
		rows = append(rows, o.wholeRow(info, one))
	}

	if o.json {
		return nil
	}

	return cmdkit.PrintTable(out, rows)
}

// setCost notes what a call cost, where that is known.
func setCost(info *runstats.CallInfo, costs map[int]runcost.CallCost) {
	if one, known := costs[info.Number]; known {
		info.Tokens = &one.Tokens
		info.Again = &one.Again
	}
}

// wholeRow is the row of a call with all that other flags ask for.
func (o *flags) wholeRow(info runstats.CallInfo, cost runcost.CallCost) []string {
	row := callRow(info)
	if o.now && info.Now != nil {
		row = append(row, strings.TrimPrefix(info.Now.Words, "now: "), info.Now.By)
	} else if o.now {
		row = append(row, "", "")
	}
	if o.tokens {
		row = append(row, dash(int(cost.Tokens)), dash(int(cost.Again)))
	}

	return row
}

// callCosts returns what the results of calls cost, keyed by the number of the call; nil unless it was asked for.
func (o *flags) callCosts(ctx context.Context, s *transcript.Session) (map[int]runcost.CallCost, error) {
	if !o.tokens {
		return nil, nil
	}

	var c coverage.Coverage
	if err := c.AddCost(ctx, s, o.root); err != nil {
		return nil, err
	}

	costs := map[int]runcost.CallCost{}
	for _, one := range c.Cost.Calls {
		costs[one.Call] = one
	}

	return costs, nil
}

// callRow is a call in a row: number, time, tool, what it gave, the lines, how they are known.
func callRow(info runstats.CallInfo) []string {
	lines := ""
	how := ""
	for i, f := range info.Files {
		if i > 0 {
			lines += "; "
		}
		lines += f.Path + " " + rangesText(f.Lines)
		how = f.How
	}

	gave := humanize.Size(info.Bytes)
	switch {
	case !info.Answered:
		gave = "no result"
	case info.Refused:
		gave = "refused"
	}

	return []string{fmt.Sprint(info.Number), clock(info.Time), info.Tool, gave, lines, how}
}
