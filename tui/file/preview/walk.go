package preview

import (
	"context"
	"errors"
	"maps"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/reader/nextcalls"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/wait"
	"eyeline/reader/window"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
)

// A walk is the series of calls that an agent makes to read a file to its end: the key ] makes the next one.

// walkPart counts and looks for the other calls of the walk that the current request belongs to.
type walkPart struct {
	*base
	whole WholeWalk
}

// earlierCall is what is kept of a call of the walk before the current one.
type earlierCall struct {
	Req       toolrequest.Request
	Window    window.Window // what it gives of the file; nothing where it was refused
	givenRuns []window.Run  // the same, with the numbers of lines where they are known
	cuts      []tools.Cut   // as [tools.Stats] has them
	cut       int64         // how many lines are cut
}

// WholeWalk is a walk whose calls have all been made.
type WholeWalk struct {
	Steps  []Step          // empty where no walk was made
	Of     source.Snapshot // the bytes that were read
	Tokens tokens.Estimate
}

// Step is a call of a walk with the call that follows it; Next is nil for the last one.
type Step struct {
	Req  toolrequest.Request
	Next *toolrequest.Request
}

// callsLeft says how many calls are left after a reading, or whether one works after a refusal. Only this file writes
// it.
type callsLeft struct {
	Left      int64
	LeftKnown bool // Left was counted; after a refusal: it is known whether a call works
	Guessed   bool // they were not all made to be counted
	works     bool // after a refusal: another call is not refused
	// lifts is an argument that lifts the limit the refusal names: with it the call is not refused; nil without one.
	lifts *tools.Param
	// restFollows: the next calls give what this one and those before it do not, except for neverBytes bytes, which are
	// less than 1/neverDivisor of what is missing.
	restFollows bool
	neverBytes  int64
	// made are the calls of the walk, to ask which one gives a line; nil where they were not made to be counted.
	made *nextcalls.Steps
}

// neverDivisor bounds what the word "yet" may promise: if 1/neverDivisor or more of the missing bytes is in no later
// call, the line says "not sent" instead of "not sent yet". The value was chosen by eye.
const neverDivisor = 5

// SetWhole hands over a walk whose calls have all been made, so that the model line can count them.
func (w *walkPart) SetWhole(whole WholeWalk) { w.whole = whole }

// Walked reports whether the current request is a later call of its walk, not the first one.
func (w *walkPart) Walked() bool {
	return !w.text.ToolOff && w.IsWalk() && len(w.earlier) > 0
}

// CountCalls counts in the background how many calls follow the current one, or looks for one that works after a
// refusal.
func (w *walkPart) CountCalls() tea.Cmd {
	w.jobs.End(jobs.Calls)
	r := w.Reading
	switch {
	case r == nil, !w.IsWalk(), !r.HasOutput() && r.Refused == "":
		return nil
	case r.Refused != "":
		return w.lookForCall()
	}

	var made nextcalls.Steps
	for _, e := range w.earlier {
		made.Take(e.Window)
	}

	if !made.Take(r.Window) || r.NextArgs == nil { // where it gives nothing new, the next one would not either
		r.noMore(&made)
		return nil
	}

	if w.text.Arriving() {
		return nil // the number changes with every piece that comes
	}

	tool := r.Req.Tool()
	env := w.Env(tool)
	return jobs.Try(w.jobs, jobs.Calls, func(ctx context.Context) (c callsLeft, err error) {
		if wait.For(ctx, tokenDelay) != nil {
			return c, ctx.Err()
		}

		missing := r.FileBytes - made.Covered()
		c.Left, c.Guessed, err = nextcalls.UsualBudget.Left(ctx, tool, env, &made, r.NextArgs, r.FileBytes)
		c.restFollows = made.Whole(r.FileBytes, c.Guessed)
		c.made = &made

		// What is before the first call of a walk another one gives, so it must not count as being in none.
		never := r.FileBytes - made.Covered()
		begins := made.Missing(0, 1) == nil
		if !c.restFollows && !c.Guessed && begins && never < missing/neverDivisor {
			c.restFollows = true
			c.neverBytes = never
		}

		return c, err
	}, w.setCallsLeft)
}

// CountLeft counts the calls that follow the reading, which is the first one of a walk.
func (r *Reading) CountLeft(ctx context.Context, t *tools.Tool, env tools.Env) (err error) {
	var made nextcalls.Steps
	made.Take(r.Window)
	r.Left, r.Guessed, err = nextcalls.UsualBudget.Left(ctx, t, env, &made, r.NextArgs, r.FileBytes)
	if !r.Guessed {
		r.neverBytes = r.FileBytes - made.Covered()
	}
	return err
}

// LookForOther finds out of a refused reading, the first one of a walk, whether the tool has a call that it does not
// refuse.
func (r *Reading) LookForOther(ctx context.Context, t *tools.Tool, env tools.Env, file string) error {
	_, _, args, err := nextcalls.First(ctx, t, env, file)
	r.works = args != nil
	return err
}

// HasOtherCall reports whether the reading is refused and a call is known that is not.
func (c *callsLeft) HasOtherCall() bool { return c.works }

// InNoCall is how many bytes of the file lie outside of what this call and those that follow it send; 0 where that is
// not known. What they cut is not among them.
func (c *callsLeft) InNoCall() int64 { return c.neverBytes }

// noMore records that no call follows. made are the calls up to the reading.
func (c *callsLeft) noMore(made *nextcalls.Steps) {
	c.LeftKnown = true
	c.made = made
}

// counted stores what was found in the background, and that the number of calls that follow is known now.
func (c *callsLeft) counted(found callsLeft) {
	*c = found
	c.LeftKnown = true
}

// setCallsLeft gives the current reading the number of calls that was counted; after an error the number stays unknown.
func (w *walkPart) setCallsLeft(c callsLeft, err error) tea.Cmd {
	if r := w.Reading; err == nil && r != nil {
		r.counted(c)
	}
	return nil
}

// lookForCall looks in the background for a call that the tool does not refuse, after it has refused the current one.
func (w *walkPart) lookForCall() tea.Cmd {
	if w.text.Arriving() {
		return nil // the refusal itself may change
	}
	look := w.firstThatWorks()
	lift := w.lifted(w.Reading)

	return jobs.Try(w.jobs, jobs.Calls, func(ctx context.Context) (c callsLeft, err error) {
		if wait.For(ctx, textview.CountAfter) != nil {
			return c, ctx.Err()
		}
		_, c.works, err = look(ctx)
		if err == nil && !c.works {
			c.lifts, err = lift(ctx)
		}
		return c, err
	}, w.setCallsLeft)
}

// lifted returns a function that looks for an argument which the refusal names, which lifts limits of the tool, and
// with which the call is not refused. It calls the tool: only a command may call it.
func (w *walkPart) lifted(r *Reading) func(context.Context) (*tools.Param, error) {
	req := w.Request
	text := w.text
	refused := r.Refused
	file := text.Doc.Argument(req.Tool())
	env := w.Env(req.Tool())
	return func(ctx context.Context) (*tools.Param, error) {
		for _, p := range req.Tool().Params {
			if !p.Lifts || !strings.Contains(refused, p.Path[len(p.Path)-1]) {
				continue
			}

			values := maps.Clone(req.Values())
			if values == nil {
				values = tools.Values{}
			}
			values[p.Flag] = true
			r, err := req.Tool().Read(ctx, env, req.WithValues(values).Args(file))
			if err == nil {
				return &p, r.Close()
			}
			if _, again := errors.AsType[*tools.Error](err); !again {
				return nil, err
			}
		}

		return nil, nil
	}
}

// Lifts is the flag of the argument with which the refused call works; "" without one, or while that is not known.
func (r *Reading) Lifts() string {
	if r == nil || r.lifts == nil {
		return ""
	}
	return r.lifts.Flag
}

// AfterRefusal says which key leads on from a refusal; "" while that is not known.
func (w *walkPart) AfterRefusal() string {
	r := w.Reading
	switch {
	case !w.IsWalk() || !r.LeftKnown:
		return ""
	case r.works:
		return w.program.KeyName(keymap.NextWindow) + " " + modelline.OfferWords
	case r.lifts != nil:
		return w.program.KeyName(keymap.Options) + " " + r.lifts.Path[len(r.lifts.Path)-1] + " reads it"
	}

	return "no call reads this file"
}

// WalkWords returns what the model line says of the walk: which call of how many this is, and what they cost.
func (w *walkPart) WalkWords() modelline.Walk {
	r := w.Reading
	if !w.IsWalk() || !r.HasOutput() {
		return modelline.Walk{} // that there is more than a block goes without saying
	}

	words := modelline.Walk{Call: r.Call, Silent: r.Silent}
	if r.LeftKnown {
		words.Calls = words.Call + r.Left
		words.Guessed = r.Guessed
	}

	whole := w.whole
	switch {
	case w.MatchesMade(whole.Of, whole.Steps) && words.Call <= int64(len(whole.Steps)):
		words.Calls = int64(len(whole.Steps))
		words.Guessed = false
		words.Tokens = whole.Tokens
	case r.NextArgs != nil || words.Call > 1:
		from := r.Window.Start
		if len(w.earlier) > 0 {
			from = w.earlier[0].Window.Start
		}

		covered := int64(0)
		for _, s := range r.Window.Spans() {
			covered += s.End - s.Start
		}

		if covered > 0 && r.FileBytes > from {
			words.Rate = true
			words.Tokens = r.Tokens.Times(float64(r.FileBytes-from) / float64(covered))
		}
	}

	return words
}

// Made returns the calls of the walk up to the current one, the first one first.
func (w *walkPart) Made() []toolrequest.Request {
	earlier := lists.Map(w.earlier, func(e earlierCall) toolrequest.Request { return e.Req })
	return append(earlier, w.Request)
}

// MatchesMade reports whether steps are the calls of the current walk: the same as those made so far, then each the one
// that its predecessor goes on with. of are the bytes that the steps read, which must not have changed.
func (w *walkPart) MatchesMade(of source.Snapshot, calls []Step) bool {
	made := w.Made()
	now := w.raw().Snapshot()
	for i, c := range calls {
		if i < len(made) && !c.Req.Same(made[i]) ||
			i >= len(made) && (calls[i-1].Next == nil || !c.Req.Same(*calls[i-1].Next)) {
			return false
		}
	}
	return of.Generation == now.Generation && of.Size == now.Size
}

// FirstOfWalk returns the first call of the current walk.
func (w *walkPart) FirstOfWalk() toolrequest.Request { return w.Made()[0] }

// callFound is a call that is not refused, if there is one.
type callFound struct {
	req toolrequest.Request
	ok  bool
}

// firstCall looks in the background for a call that is not refused, and makes it the current one.
func (w *walkPart) firstCall() tea.Cmd {
	look := w.firstThatWorks()
	return jobs.Try(w.jobs, jobs.FirstCall, func(ctx context.Context) (found callFound, err error) {
		found.req, found.ok, err = look(ctx)
		return found, err
	}, func(found callFound, err error) tea.Cmd {
		r := found.req
		switch {
		case err != nil:
			return w.program.Warn("cannot look for a call that works: " + cells.Sanitize(err.Error()))
		case !found.ok:
			return w.program.Say(w.Request.ToolName() + " has no call that reads this file")
		}

		w.goOnTo(r, earlierCall{Req: w.Request})
		file := w.text.Doc.Argument(r.Tool())
		w.program.Say("the first call that works: " + cells.Sanitize(string(r.Args(file))))
		return w.Read(ThenShowWindow)
	})
}

// firstThatWorks returns a function that looks for a request that is not refused, in place of the current one. It calls
// the tool: only a command may call it.
func (w *walkPart) firstThatWorks() func(context.Context) (toolrequest.Request, bool, error) {
	req := w.Request
	file := w.text.Doc.Argument(w.Request.Tool())
	env := w.Env(req.Tool())
	return func(ctx context.Context) (toolrequest.Request, bool, error) {
		return FirstThatWorks(ctx, req, env, file)
	}
}

// FirstThatWorks looks for a request that the tool does not refuse, in place of req. It reports false where it finds
// nothing.
func FirstThatWorks(
	ctx context.Context, req toolrequest.Request, env tools.Env, file string,
) (toolrequest.Request, bool, error) {
	mode, values, args, err := nextcalls.First(ctx, req.Tool(), env, file)
	if args == nil || err != nil {
		return req, false, err
	}
	return req.WithModeTool(mode, req.ToolName()).WithValues(values), true, nil
}
