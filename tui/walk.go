package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/walk"
	"eyeline/tui/bar"
	"eyeline/tui/jobs"
	"eyeline/tui/request"
)

// A walk is the calls that an agent makes to read a file on: ] makes the next one.

// walkState is what is known of the walk that the current request belongs to.
type walkState struct {
	from  int64 // where the window of its first call begins
	whole wholeWalk
}

// wholeWalk is a walk whose calls have all been made.
type wholeWalk struct {
	first  request.Request
	of     source.Snapshot // the bytes that were read
	calls  int64           // 0: there is none
	tokens tokens.Estimate
}

// walkBudget is what is done unasked to find out how many calls are left.
var walkBudget = walk.Budget{Bytes: 2 << 20, Calls: 100}

// callsLeft is how many calls are left after a reading, or whether one works after a refusal.
type callsLeft struct {
	left    int64
	guessed bool
	works   bool // after a refusal: another call is not refused
}

// walks reports whether the current request is a call of a walk: blocks are not read on.
func (m *Model) walks() bool { return m.req.Mode() != tools.ModeBlock }

// countCalls finds out in the background how many calls are left.
func (m *Model) countCalls() tea.Cmd {
	m.jobs.End(jobs.Calls)
	r := m.reading
	if r == nil || !m.walks() {
		return nil
	}
	if r.refused != "" {
		return m.lookForCall()
	}
	if r.out == nil {
		return nil
	}
	if r.call == 1 {
		m.walk.from = r.win.Start
	}
	if r.next == nil {
		r.leftKnown = true
		return nil
	}
	if m.arriving() {
		return nil // the number changes with every piece that comes
	}
	tool := r.req.Tool()
	env, at := m.env(tool, false), walk.At{Window: r.win, FileBytes: r.fileBytes, Next: r.next}
	return jobs.Try(m.jobs, jobs.Calls, func(ctx context.Context) (c callsLeft, err error) {
		if !rest(ctx, tokenDelay) {
			return c, ctx.Err()
		}
		c.left, c.guessed, err = walk.Left(ctx, tool, env, at, walkBudget)
		return c, err
	}, m.takeCalls)
}

// takeCalls takes how many calls are left after the reading.
func (m *Model) takeCalls(c callsLeft, err error) tea.Cmd {
	if r := m.reading; err == nil && r != nil {
		r.works = c.works
		r.left, r.leftGuessed, r.leftKnown = c.left, c.guessed, true
	}
	return nil
}

// lookForCall finds out in the background whether a tool that refused has a call that it does not refuse.
func (m *Model) lookForCall() tea.Cmd {
	if m.arriving() {
		return nil // the refusal itself may change
	}
	req, file := m.req, m.doc.Argument(m.req.Tool())
	env := m.env(req.Tool(), false)
	return jobs.Try(m.jobs, jobs.Calls, func(ctx context.Context) (c callsLeft, err error) {
		if !rest(ctx, countAfter) {
			return c, ctx.Err()
		}
		_, c.works, err = firstThatWorks(ctx, req, env, file)
		return c, err
	}, m.takeCalls)
}

// offer says what follows a refusal; "" as long as that is not known.
func (m *Model) offer() string {
	switch r := m.reading; {
	case !m.walks() || !r.leftKnown:
		return ""
	case r.works:
		return m.keyName(keymap.NextWindow) + " a call that works"
	}
	return "no call of " + m.req.ToolName() + " reads this file"
}

// walkWords is what the model line says of the walk.
func (m *Model) walkWords() bar.Walk {
	r := m.reading
	if !m.walks() || r.out == nil {
		return bar.Walk{} // that there is more than a block goes without saying
	}
	w := bar.Walk{Call: r.call, NotTold: r.silent}
	if r.leftKnown {
		w.Calls, w.Guessed = w.Call+r.left, r.leftGuessed
	}
	if total, known := m.doc.Raw().TotalLines(); known && r.firstLine > 0 {
		last := r.win.Last
		if last == 0 {
			last = r.firstLine + r.given().Lines() - 1
		}
		w.Remain = max(total-last, 0)
	}
	switch whole := m.walk.whole; {
	case whole.calls > 0 && m.inWalk(whole):
		w.Calls, w.Guessed, w.Tokens = whole.calls, false, whole.tokens
	case r.next != nil || w.Call > 1:
		covered := int64(0)
		for _, s := range r.win.Spans() {
			covered += s.End - s.Start
		}
		if covered > 0 && r.fileBytes > m.walk.from {
			w.Tokens = r.tokens.Times(float64(r.fileBytes-m.walk.from) / float64(covered))
		}
	}
	return w
}

// inWalk reports whether the current request is a call of a walk that was made of the bytes that there are.
func (m *Model) inWalk(w wholeWalk) bool {
	snap := m.doc.Raw().Snapshot()
	return w.first.Equal(m.firstOfWalk()) && w.of.Generation == snap.Generation && w.of.Size == snap.Size
}

// firstOfWalk is the first call of the current walk.
func (m *Model) firstOfWalk() request.Request {
	if len(m.back) > 0 {
		return m.back[0]
	}
	return m.req
}

// firstCall looks for a call that is not refused, and makes it.
func (m *Model) firstCall() tea.Cmd {
	req, file := m.req, m.doc.Argument(m.req.Tool())
	env := m.env(req.Tool(), false)
	ok := false
	return jobs.Try(m.jobs, jobs.FirstCall, func(ctx context.Context) (r request.Request, err error) {
		r, ok, err = firstThatWorks(ctx, req, env, file)
		return r, err
	}, func(r request.Request, err error) tea.Cmd {
		switch {
		case err != nil:
			m.warn("cannot look for a call that works: " + plain(err.Error()))
			return nil
		case !ok:
			m.say(m.req.ToolName() + " has no call that reads this file")
			return nil
		}
		m.back = append(m.back, m.req)
		m.req = r
		m.say("the first call that works: " + plain(string(r.Args(file))))
		return m.read(thenShowWindow)
	})
}

// firstThatWorks is a request in the place of one that is refused.
func firstThatWorks(ctx context.Context, req request.Request, env tools.Env, file string) (request.Request, bool, error) {
	mode, values, ok, err := walk.First(ctx, req.Tool(), env, file)
	if !ok || err != nil {
		return req, false, err
	}
	return req.WithModeTool(mode, req.ToolName()).WithValues(values), true, nil
}
