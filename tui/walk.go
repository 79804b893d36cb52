package tui

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/walk"
	"eyeline/tui/bar"
	"eyeline/tui/request"
	"eyeline/tui/stamp"
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

// callsMsg says how many calls are left after a reading, or whether one works after a refusal.
type callsMsg struct {
	stamp.Stamp
	left    int64
	guessed bool
	works   bool // after a refusal: another call is not refused
	err     error
}

// walks reports whether the current request is a call of a walk: blocks are not read on.
func (m *Model) walks() bool { return m.req.Mode() != tools.ModeBlock }

// countCalls finds out in the background how many calls are left.
func (m *Model) countCalls() tea.Cmd {
	m.jobs.end(jobCalls)
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
	ctx, x := m.start(jobCalls)
	tool := r.req.Tool()
	env, at := m.env(tool, false), walk.At{Window: r.win, FileBytes: r.fileBytes, Next: r.next}
	return func() tea.Msg {
		select {
		case <-time.After(tokenDelay):
		case <-ctx.Done():
			return nil
		}
		msg := callsMsg{Stamp: x}
		msg.left, msg.guessed, msg.err = walk.Left(ctx, tool, env, at, walkBudget)
		return msg
	}
}

// lookForCall finds out in the background whether a tool that refused has a call that it does not refuse.
func (m *Model) lookForCall() tea.Cmd {
	if m.arriving() {
		return nil // the refusal itself may change
	}
	ctx, x := m.start(jobCalls)
	req, file := m.req, m.doc.Argument(m.req.Tool())
	env := m.env(req.Tool(), false)
	return func() tea.Msg {
		if !rest(ctx, countAfter) {
			return nil
		}
		msg := callsMsg{Stamp: x}
		_, msg.works, msg.err = firstThatWorks(ctx, req, env, file)
		return msg
	}
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

func (m *Model) handleCalls(msg callsMsg) {
	m.jobs.end(jobCalls)
	if r := m.reading; msg.err == nil && r != nil {
		r.works = msg.works
		r.left, r.leftGuessed, r.leftKnown = msg.left, msg.guessed, true
	}
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

// firstCallMsg brings a call that works of a tool whose last one was refused.
type firstCallMsg struct {
	stamp.Stamp
	req  request.Request
	args json.RawMessage
	ok   bool
	err  error
}

// firstCall looks for a call that is not refused.
func (m *Model) firstCall() tea.Cmd {
	ctx, x := m.start(jobFirst)
	req, file := m.req, m.doc.Argument(m.req.Tool())
	env := m.env(req.Tool(), false)
	return func() tea.Msg {
		msg := firstCallMsg{Stamp: x}
		msg.req, msg.ok, msg.err = firstThatWorks(ctx, req, env, file)
		if msg.ok {
			msg.args = msg.req.Args(file)
		}
		return msg
	}
}

// firstThatWorks is a request in the place of one that is refused.
func firstThatWorks(ctx context.Context, req request.Request, env tools.Env, file string) (request.Request, bool, error) {
	mode, values, ok, err := walk.First(ctx, req.Tool(), env, file)
	if !ok || err != nil {
		return req, false, err
	}
	return req.WithModeTool(mode, req.ToolName()).WithValues(values), true, nil
}

func (m *Model) handleFirstCall(msg firstCallMsg) tea.Cmd {
	m.jobs.end(jobFirst)
	switch {
	case errors.Is(msg.err, context.Canceled):
		return nil
	case msg.err != nil:
		m.warn("cannot look for a call that works: " + plain(msg.err.Error()))
		return nil
	case !msg.ok:
		m.say(m.req.ToolName() + " has no call that reads this file")
		return nil
	}
	m.back = append(m.back, m.req)
	m.req = msg.req
	m.say("the first call that works: " + plain(string(msg.args)))
	return m.read(thenShowWindow)
}
