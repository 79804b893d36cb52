package replica

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eyeline/reader/tools"
)

// run makes the calls of the cases.
func (rn *runner) run(ctx context.Context, sets []*set) {
	empty := 0 // sessions in a row that made no call
	for _, s := range sets {
		for todo := s.cases; len(todo) > 0 && ctx.Err() == nil; {
			n := rn.together(todo)
			answered, err := rn.session(ctx, s, todo[:n])
			if err != nil {
				rn.report.trouble("a session could not be prepared: %v", err)
				return
			}
			if answered > 0 {
				empty = 0
			} else if empty++; empty == 2 {
				rn.report.Unanswered += len(todo) - 1 // the first is counted
				rn.report.trouble("it makes no calls; %d are not tried", len(todo)-1)
				return
			}
			if answered < n {
				answered++ // the call at which it stopped is not made again
			}
			todo = todo[answered:]
			fmt.Fprintf(rn.o.progress, "%s\n", rn.report.line())
		}
	}
}

// together is how many of the cases are made in one session: those with the same working directory.
func (rn *runner) together(cases []testCase) int {
	most := maxCalls
	if rn.agent.Session > 0 {
		most = rn.agent.Session
	}
	n := 1
	for n < len(cases) && n < most && cases[n].Root == cases[0].Root {
		n++
	}
	// The calls of a session that was recorded as one stay together.
	for k := n; k > 0 && k < len(cases) && cases[k].Session != "" && cases[k].Session == cases[k-1].Session; k-- {
		n = max(k-1, 1)
	}
	return n
}

// session makes some calls in one session, and compares the answers. It returns how many calls were made.
func (rn *runner) session(ctx context.Context, s *set, cases []testCase) (made int, err error) {
	b, err := rn.box()
	if err != nil {
		return 0, err
	}
	mark := "eyeline-" + rand.Text()[:12]
	calls, at := rn.calls(ctx, cases, b.Home)
	script := newScript(mark, calls)
	server, err := serve(script)
	if err != nil {
		return 0, err
	}
	defer func() { _ = server.Close() }() // the calls are over
	run := agentRun{URL: server.URL, Home: b.Home, Dir: cases[0].Root, Prompt: mark + " go on"}
	before := look(rn.places)
	e, err := rn.start(ctx, b, run, script)
	if err != nil {
		return 0, err
	}
	changes := slices.DeleteFunc(before.Changes(look(rn.places)), func(change string) bool {
		leaves := func(name string) bool { return strings.HasPrefix(change, filepath.Join(run.Dir, name)+" was ") }
		return slices.ContainsFunc(rn.agent.Leaves, leaves)
	})
	results := script.Results()
	made = rn.compare(ctx, s, b, cases, results, at)
	rn.judge(e, changes, script, cases, made, b)
	if rn.o.keep == "" {
		_ = os.RemoveAll(b.Dir) // it is below a folder that is removed in the end
	}
	return made, nil
}

// start runs the agent.
func (rn *runner) start(ctx context.Context, b *box, run agentRun, script *script) (ending, error) {
	if rn.agent.Files != nil {
		for name, text := range rn.agent.Files(run) {
			path := filepath.Join(b.Home, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return ending{}, err
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				return ending{}, err
			}
		}
	}
	command := command{Program: rn.program, Dir: run.Dir, Env: rn.env(run)}
	if rn.agent.Before != nil {
		command.Args = rn.agent.Before(run)
		if e := b.Run(ctx, command, limits{Idle: rn.o.idle, Total: rn.o.idle}); e.How != exited || e.Status != "exit status 0" {
			return e, nil
		}
	}
	command.Args = rn.agent.Args(run)
	last := func() time.Time {
		_, last := script.Turns()
		return last
	}
	return b.Run(ctx, command, limits{Idle: rn.o.idle, Total: rn.o.total, Last: last, Done: script.Done(), Grace: 15 * time.Second}), nil
}

// calls makes the calls of cases; at is where in them that of each case is. Where refusals in a row end the run, a call
// that works follows each.
func (rn *runner) calls(ctx context.Context, cases []testCase, home string) (calls []toolCall, at []int) {
	for _, c := range cases {
		at = append(at, len(calls))
		calls = append(calls, rn.call(string(c.Args)))
		if rn.agent.Pad && profile(ctx, rn.tool, c, home, nil).refused {
			if pad := rn.pad(ctx, cases, home); pad != "" {
				calls = append(calls, rn.call(pad))
			}
		}
	}
	return calls, at
}

func (rn *runner) call(args string) toolCall {
	if needs := rn.agent.Needs; needs != "" {
		if more := tools.Set([]byte(args), needs, "one of the cases"); more != nil {
			args = string(more)
		}
	}
	c := toolCall{Name: rn.agent.Call, Args: args, Custom: rn.agent.Custom}
	if c.Custom {
		c.Args = inputOf(args)
	}
	return c
}

// pad is the arguments of the first case that is not refused.
func (rn *runner) pad(ctx context.Context, cases []testCase, home string) string {
	for _, c := range cases {
		if !profile(ctx, rn.tool, c, home, nil).refused {
			return string(c.Args)
		}
	}
	return ""
}

// judge notes how a session ended, and what it did beside its calls.
func (rn *runner) judge(e ending, changes []string, script *script, cases []testCase, made int, b *box) {
	if rn.tool != nil {
		rn.report.offered(rn.tool, rn.agent, script)
	}
	for _, c := range changes {
		note(&rn.report.Outside, c)
	}
	if made == len(cases) {
		return
	}
	rn.report.Unanswered++
	where := "before its first call"
	if turns, _ := script.Turns(); turns > 0 {
		where = fmt.Sprintf("at %s, arguments %.300s", cases[made].Name, cases[made].Args)
	}
	rn.report.trouble("it %s (%s) %s%s", e.How, e.Status, where, hintText(e))
	if e.Left > 0 {
		rn.report.trouble("%d processes were left behind and ended", e.Left)
	}
	for _, s := range script.Strange() {
		rn.report.trouble("it asked its service for %s", s)
	}
	if e.Output != nil {
		rn.report.keep(rn.agent.Tool, e.Output.String(), b.Dir, rn.o.keep)
	}
}

// compare compares the answers, and returns how many calls were made.
func (rn *runner) compare(ctx context.Context, s *set, b *box, cases []testCase, results []*result, at []int) (made int) {
	last := -1
	for i := range cases {
		if results[at[i]] != nil {
			last = i
		}
	}
	memory := &tools.Session{}
	for i, c := range cases[:last+1] {
		want := profile(ctx, rn.tool, c, b.Home, memory)
		rn.report.add(rn.agent, s, b, c, results[at[i]], want)
	}
	return last + 1
}
