package transcriptcmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/runsteps"
	"eyeline/tui/launch/cmdkit"
)

// requestRows are the flags that are about the requests of a run.
func (o *flags) requestRows() []cmdkit.Flag {
	return []cmdkit.Flag{
		{
			Name: "requests", To: &o.requests,
			Help: "list the requests to the model, as far as they are recorded, with what is new in each and what " +
				"the model counted; with --json one a line",
		},
		{
			Name: "request", To: &o.request,
			Help: "tell which lines of which files were in a request, which of them were new, and which were gone: " +
				"`N` beside the one before it, or N,M beside request N",
		},
	}
}

// parsePair parses the numbers of --request: one request, or two to compare; the second is the one asked for.
func parsePair(text string) (pair runsteps.Pair, ok bool) {
	first, second, two := strings.Cut(text, ",")
	n, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || n < 1 {
		return pair, false
	}
	if !two {
		return runsteps.Pair{Number: n}, true
	}

	m, err := strconv.Atoi(strings.TrimSpace(second))
	return runsteps.Pair{Number: m, Against: n}, err == nil && m > 0 && m != n
}

func (o *flags) asksRequests() bool { return o.requests || o.request != "" }

// printRequests prints the requests, or one of them.
func (o *flags) printRequests(ctx context.Context, s *transcript.Session, out io.Writer) error {
	if o.requests {
		return o.listRequests(ctx, s, out)
	}
	return o.printRequest(ctx, s, out)
}

// checkRequests refuses what does not go with a list of requests, or with one of them.
func (o *flags) checkRequests(transcripts int) error {
	if o.request != "" {
		if _, ok := parsePair(o.request); !ok {
			return cmdkit.Usage("--request takes the number of a request, from 1 on, or two different ones: N,M")
		}
	}
	if transcripts != 1 || o.calls || o.file != "" || o.report || o.now {
		return cmdkit.Usage("--requests and --request go with one transcript, and with --json, --root and --wire")
	}
	return o.checkForm("requests", transcripts)
}

// listRequests prints the requests, one a line.
func (o *flags) listRequests(ctx context.Context, s *transcript.Session, out io.Writer) error {
	if err := s.ReadRequests(ctx); err != nil {
		return err
	}

	all := runsteps.List(s)
	if len(all) == 0 {
		return cmp.Or[error](bypassed(s), &runsteps.NoRequestError{})
	}

	if o.json {
		for _, one := range all {
			if err := tools.WriteJSON(out, one); err != nil {
				return err
			}
		}
		return nil
	}

	rows := cmdkit.Heading("request|time|agent|messages|new|bytes|results|new results|gone|input|cached|output|answer")
	for _, one := range all {
		rows = append(rows, requestRow(one))
	}

	if err := cmdkit.PrintTable(out, rows); err != nil {
		return err
	}

	_, err := io.WriteString(out, cmdkit.Printable(notRecorded(s.Bypasses())))
	return err
}

// bypassed is the error if no request is recorded because the agent was connected elsewhere; nil if that is not known.
func bypassed(s *transcript.Session) error {
	if words := s.Bypasses(); len(words) > 0 {
		return errors.New(strings.Join(words, "; "))
	}
	return nil
}

// requestRow is a request in a row.
func requestRow(one runsteps.Listed) []string {
	agent := cmp.Or(one.Agent, "main")
	if one.Aside {
		agent += ", aside"
	}
	if one.Rewound {
		agent += ", went back"
	}

	row := []string{
		fmt.Sprint(one.Number), clock(one.Time), agent, dash(one.Messages), dash(one.NewMessages), dash(int(one.Bytes)),
	}
	if one.Known {
		row = append(row, dash(one.Results), numbersText(one.New), numbersText(one.Gone))
	} else {
		row = append(row, "not known", "", "")
	}

	u := runsteps.Counted{}
	if one.Usage != nil {
		u = *one.Usage
	}

	return append(row, dash(int(u.Input)), dash(int(u.Cached)), dash(int(u.Output)), one.Answer())
}

// numbersText formats numbers, with runs of them as ranges: "1-5, 9"; a dash for no numbers.
func numbersText(numbers []int) string { return cmp.Or(rangesText(runsteps.RangesOf(numbers)), "-") }

// printRequest prints what a request had, beside another one.
func (o *flags) printRequest(ctx context.Context, s *transcript.Session, out io.Writer) error {
	pair, _ := parsePair(o.request) // it has been checked
	s.LookIn(o.root)
	r := runsteps.Run{Session: s, Replay: coverage.NewReplay(s), Root: o.root}
	if err := r.Replay.Advance(ctx); err != nil {
		return err
	}
	if n := len(s.Requests); pair.Number > n || pair.Against > n {
		return &runsteps.NoRequestError{Number: max(pair.Number, pair.Against), Of: n}
	}

	var err error
	if r.Coverage, err = r.Replay.Coverage(ctx, o.root); err != nil {
		return err
	}

	step, err := r.Step(ctx, pair)
	if err != nil {
		return err
	}
	if err := r.Coverage.AddCost(ctx, s, o.root); err != nil {
		return err
	}

	step.Count(r.Coverage.Cost)
	if o.json {
		return tools.WriteJSON(out, step)
	}
	if _, err := io.WriteString(out, cmdkit.Printable(strings.Join(step.Words(), "\n")+"\n")); err != nil {
		return err
	}
	if len(step.Files) == 0 {
		return nil
	}

	rows := cmdkit.Heading("file|lines in it|new|gone|older")
	for _, f := range step.Files {
		rows = append(rows, []string{
			f.Path, cmp.Or(rangesText(f.Lines), "-"), cmp.Or(rangesText(f.New), "-"),
			cmp.Or(rangesText(f.Gone), "-"), cmp.Or(rangesText(f.Older), "-"),
		})
	}

	return cmdkit.PrintTable(out, rows)
}
