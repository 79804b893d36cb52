package preview

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/walk"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/request"
	"eyeline/tui/text"
)

// A walk is the calls that an agent makes to read a file on: ] makes the next one.

// Walk is what is known of the walk that the current request belongs to.
type Walk struct {
	preview *Preview
	from    int64 // where the window of its first call begins
	Whole   WholeWalk
}

// WholeWalk is a walk whose calls have all been made.
type WholeWalk struct {
	First  request.Request
	Of     source.Snapshot // the bytes that were read
	Calls  int64           // 0: there is none
	Tokens tokens.Estimate
}

// walkBudget is what is done unasked to find out how many calls are left.
var walkBudget = walk.Budget{Bytes: 2 << 20, Calls: 100}

// CallsLeft is how many calls are left after a reading, or whether one works after a refusal.
type CallsLeft struct {
	Left    int64
	guessed bool
	works   bool // after a refusal: another call is not refused
}

// Walks reports whether the current request is a call of a walk: blocks are not read on.
func (w *Walk) Walks() bool { return w.preview.req.Mode() != tools.ModeBlock }

// CountCalls finds out in the background how many calls are left.
func (w *Walk) CountCalls() tea.Cmd {
	w.preview.jobs.End(jobs.Calls)
	r := w.preview.reading
	if r == nil || !w.Walks() {
		return nil
	}
	if r.Refused != "" {
		return w.lookForCall()
	}
	if r.Out == nil {
		return nil
	}
	if r.Call == 1 {
		w.from = r.Win.Start
	}
	if r.next == nil {
		r.LeftKnown = true
		return nil
	}
	if w.preview.text.Arriving() {
		return nil // the number changes with every piece that comes
	}
	tool := r.Req.Tool()
	env, at := w.preview.Env(tool, false), walk.At{Window: r.Win, FileBytes: r.fileBytes, Next: r.next}
	return jobs.Try(w.preview.jobs, jobs.Calls, func(ctx context.Context) (c CallsLeft, err error) {
		if !text.Rest(ctx, tokenDelay) {
			return c, ctx.Err()
		}
		c.Left, c.guessed, err = walk.Left(ctx, tool, env, at, walkBudget)
		return c, err
	}, w.TakeCalls)
}

// TakeCalls takes how many calls are left after the reading.
func (w *Walk) TakeCalls(c CallsLeft, err error) tea.Cmd {
	if r := w.preview.reading; err == nil && r != nil {
		r.works = c.works
		r.Left, r.leftGuessed, r.LeftKnown = c.Left, c.guessed, true
	}
	return nil
}

// lookForCall finds out in the background whether a tool that refused has a call that it does not refuse.
func (w *Walk) lookForCall() tea.Cmd {
	if w.preview.text.Arriving() {
		return nil // the refusal itself may change
	}
	req, file := w.preview.req, w.preview.text.Doc().Argument(w.preview.req.Tool())
	env := w.preview.Env(req.Tool(), false)
	return jobs.Try(w.preview.jobs, jobs.Calls, func(ctx context.Context) (c CallsLeft, err error) {
		if !text.Rest(ctx, text.CountAfter) {
			return c, ctx.Err()
		}
		_, c.works, err = FirstThatWorks(ctx, req, env, file)
		return c, err
	}, w.TakeCalls)
}

// Offer says what follows a refusal; "" as long as that is not known.
func (w *Walk) Offer() string {
	switch r := w.preview.reading; {
	case !w.Walks() || !r.LeftKnown:
		return ""
	case r.works:
		return w.preview.desk.KeyName(keymap.NextWindow) + " a call that works"
	}
	return "no call of " + w.preview.req.ToolName() + " reads this file"
}

// WalkWords is what the model line says of the walk.
func (w *Walk) WalkWords() bar.Walk {
	r := w.preview.reading
	if !w.Walks() || r.Out == nil {
		return bar.Walk{} // that there is more than a block goes without saying
	}
	words := bar.Walk{Call: r.Call, NotTold: r.silent}
	if r.LeftKnown {
		words.Calls, words.Guessed = words.Call+r.Left, r.leftGuessed
	}
	if total, known := w.preview.text.Doc().Raw().TotalLines(); known && r.FirstLine > 0 {
		last := r.Win.Last
		if last == 0 {
			last = r.FirstLine + r.Given().Lines() - 1
		}
		words.Remain = max(total-last, 0)
	}
	switch whole := w.Whole; {
	case whole.Calls > 0 && w.inWalk(whole):
		words.Calls, words.Guessed, words.Tokens = whole.Calls, false, whole.Tokens
	case r.next != nil || words.Call > 1:
		covered := int64(0)
		for _, s := range r.Win.Spans() {
			covered += s.End - s.Start
		}
		if covered > 0 && r.fileBytes > w.from {
			words.Tokens = r.Tokens.Times(float64(r.fileBytes-w.from) / float64(covered))
		}
	}
	return words
}

// inWalk reports whether the current request is a call of a walk that was made of the bytes that there are.
func (w *Walk) inWalk(whole WholeWalk) bool {
	snap := w.preview.text.Doc().Raw().Snapshot()
	return whole.First.Equal(w.FirstOfWalk()) && whole.Of.Generation == snap.Generation && whole.Of.Size == snap.Size
}

// FirstOfWalk is the first call of the current walk.
func (w *Walk) FirstOfWalk() request.Request {
	if len(w.preview.back) > 0 {
		return w.preview.back[0]
	}
	return w.preview.req
}

// firstCall looks for a call that is not refused, and makes it.
func (w *Walk) firstCall() tea.Cmd {
	req, file := w.preview.req, w.preview.text.Doc().Argument(w.preview.req.Tool())
	env := w.preview.Env(req.Tool(), false)
	ok := false
	return jobs.Try(w.preview.jobs, jobs.FirstCall, func(ctx context.Context) (r request.Request, err error) {
		r, ok, err = FirstThatWorks(ctx, req, env, file)
		return r, err
	}, func(r request.Request, err error) tea.Cmd {
		switch {
		case err != nil:
			w.preview.desk.Warn("cannot look for a call that works: " + cells.Sanitize(err.Error()))
			return nil
		case !ok:
			w.preview.desk.Say(w.preview.req.ToolName() + " has no call that reads this file")
			return nil
		}
		w.preview.back = append(w.preview.back, w.preview.req)
		w.preview.req = r
		w.preview.desk.Say("the first call that works: " + cells.Sanitize(string(r.Args(file))))
		return w.preview.Read(ThenShowWindow)
	})
}

// FirstThatWorks is a request in the place of one that is refused.
func FirstThatWorks(
	ctx context.Context, req request.Request, env tools.Env, file string,
) (request.Request, bool, error) {
	mode, values, ok, err := walk.First(ctx, req.Tool(), env, file)
	if !ok || err != nil {
		return req, false, err
	}
	return req.WithModeTool(mode, req.ToolName()).WithValues(values), true, nil
}
