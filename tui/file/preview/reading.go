package preview

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/lineindex"
	"eyeline/reader/loss"
	"eyeline/reader/outline"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/wait"
	"eyeline/reader/window"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/tooloutput"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/screens/recordedrun"
)

// Reading is one read of the current request: what the model would get, or the tool's refusal. A background job fills
// it; what is found out once it has come is noted by the methods below. Only this file writes its fields, but for those
// of the embedded parts.
type Reading struct {
	Req     toolrequest.Request
	Args    json.RawMessage // as the tool was called
	Refused string          // the tool's error text; "" when it gave content
	// NotKnown: Refused is this program's own sentence: the call is not imitated, so what the tool answers is not
	// known.
	NotKnown bool
	Failed   error // why the program could not read; context.Canceled when it was stopped
	// Result is what the tool gave, closed. Of a refusal it says at most that a number of tokens in it is estimated.
	tools.Result
	Stats  tools.Stats
	Out    *tooloutput.Capture // as it is shown; nil when refused or failed
	exact  *tooloutput.Capture // exactly what the tool gave, where that is shown in other rows; nil otherwise
	Framed *tooloutput.Padded  // Out as a pane shows it; nil where Out is
	Call   int64               // the number of the call in its walk, from 1
	callsLeft
	// FirstLine is the 1-based number of the window's first line, also where the window itself does not count lines; 0
	// when it is not known.
	FirstLine  int64
	From       source.Snapshot // the document as it was when it was read
	givenRuns  []window.Run    // what this call gives, with the numbers of lines where they are known
	parts      []int64         // the lines inside which what this call gives begins or ends, in rising order
	beforeCuts []int64         // how many bytes of its line are given before each of Stats.Cuts; see [loss.BeforeCuts]
	took       time.Duration
	then       AfterRead // what is done once it has come

	declared *outline.Declaration // the one around the anchor of a block; nil without one, or while it is looked for
	// decorated: not only comments stand above that declaration.
	decorated bool
	Recorded  *recordedrun.Call // what was read of a transcript, in the place of a tool's answer; nil otherwise
	Tokens    tokens.Estimate   // nothing until they are counted
}

// HasOutput reports whether the reading has come and has what a tool or a recorded call gave: neither a refusal nor an
// error. It may be asked of nil.
func (r *Reading) HasOutput() bool { return r != nil && r.Out != nil }

// AfterRead says what to do once a reading has come.
type AfterRead uint8

const (
	ThenNothing    AfterRead = iota
	ThenShowWindow           // bring the window's start into view
)

// Read reads the current request in the background, in place of the read under way. Without a tool it does nothing. All
// reads of the current request begin here.
func (p *base) Read(then AfterRead) tea.Cmd {
	if p.text.Doc == nil || p.text.ToolOff {
		return nil
	}

	p.begin(then)
	r := &Reading{Req: p.Request, then: then, Call: int64(len(p.earlier)) + 1}
	read := p.ReadingOf
	if p.IsRecorded() {
		read = p.recordedCall
	}

	run := read(r)
	return jobs.Ask(p.jobs, jobs.Read, func(ctx context.Context) *Reading {
		began := time.Now()
		run(ctx)
		r.took = time.Since(began)
		return r
	}, p.Accept)
}

// ReadChanged reads the current request again because the bytes have changed. It may replace a read that a person asked
// for and still waits for: then what was to follow that follows this one.
func (p *base) ReadChanged() tea.Cmd {
	was := p.then
	forPerson := p.jobs.Runs(jobs.Read) && !p.ReadsAgain
	if !p.jobs.Runs(jobs.Read) {
		was = ThenNothing
	}
	cmd := p.Read(was)
	p.ReadsAgain = !forPerson
	return cmd
}

// Env returns what a tool may use to read the document.
func (p *base) Env(t *tools.Tool) tools.Env {
	env := p.text.Doc.Env(false, p.opts.Settings[t.Name])
	env.Confine = p.opts.Confine
	if p.opts.Secure {
		env.Only = p.text.Doc.Only()
	}
	return env
}

// ReadingOf returns a function that reads r.Req and fills r. It does I/O: only a command may call it.
func (p *base) ReadingOf(r *Reading) func(context.Context) {
	tool := r.Req.Tool()
	r.Args = r.Req.Args(p.text.Doc.Argument(tool))
	env := p.Env(tool)
	env.Explain = p.opts.Gutter.Why && r.Req.Mode() == tools.ModeBlock
	lines := p.raw().Lines()
	view := p.raw().Bytes()
	ascii := p.opts.ASCII
	r.From = p.raw().Snapshot()
	return func(ctx context.Context) {
		r.Failed = r.callTool(ctx, tool, env)
		if r.Failed == nil {
			r.Failed = r.layRows(ctx)
		}
		r.frame(ctx, ascii)
		if r.HasOutput() {
			r.Locate(ctx, lines, view)
			r.beforeCuts = loss.BeforeCuts(ctx, view, r.Stats.Cuts)
		}

		r.FirstLine = r.Window.First
		if r.FirstLine == 0 && len(r.givenRuns) > 0 {
			r.FirstLine = r.givenRuns[0].First
		}
	}
}

// frame makes the rows of the model pane from what was read. Without anything to show it frees the output.
func (r *Reading) frame(ctx context.Context, ascii bool) {
	if r.Failed == nil && r.Refused == "" {
		var framed *tooloutput.Composite
		framed, r.Failed = tooloutput.Compose(ctx, r.Out, r.Inserts(ascii))
		if r.Failed == nil {
			r.Framed = tooloutput.Unpadded(framed)
		}
	}

	if r.Refused != "" || r.Failed != nil {
		r.Free()
		r.Out = nil
		r.Framed = nil
		r.exact = nil
	}
}

// callTool calls a tool with r.Args and captures what it gives. A refusal is stored in the reading and is not an error.
func (r *Reading) callTool(ctx context.Context, tool *tools.Tool, env tools.Env) error {
	res, err := tool.Read(ctx, env, r.Args)
	if err == nil {
		defer func() { _ = res.Close() }()
		r.Result = *res
		r.Out = tooloutput.New()
		r.Stats, err = res.Render(ctx, r.Out)
	}

	if refusal, ok := errors.AsType[*tools.Error](err); ok {
		r.Refused = refusal.Text
		r.NotKnown = refusal.Own
		r.Result = tools.Result{NamesEstimate: refusal.NamesEstimate, Aside: refusal.Aside}
		return nil
	}

	return err
}

// layRows shows an answer that is JSON in one line in rows, and finds in these the lines of the file.
func (r *Reading) layRows(ctx context.Context) error {
	if !r.HasOutput() || len(r.Stats.Runs) > 0 || len(r.Stats.Parts) > 1 {
		return nil
	}
	laid, rows, err := tooloutput.LayJSON(ctx, r.Out)
	if laid == nil {
		return err
	}

	r.exact = r.Out
	r.Out = laid
	r.Stats.Runs = tooloutput.RunsIn(rows, r.Req.Tool().Lines, r.Window)
	return nil
}

// Exact is exactly what the tool gave: the rows in which it is shown may end where no line ends in it.
func (r *Reading) Exact() *tooloutput.Capture { return cmp.Or(r.exact, r.Out) }

// LineEnd is what ends the text of a line in a row that is laid out so; "" in others.
func (r *Reading) LineEnd() string { return humanize.When(r.IsLaid(), tooloutput.JSONLineEnd) }

// IsLaid reports whether the rows of what is shown end where a text in JSON has the end of a line.
func (r *Reading) IsLaid() bool { return r != nil && r.exact != nil }

// fillRecorded makes a recorded call the reading that the panes show. row gives the 1-based line of the shown text for
// a line of the file, 0 for one that is not shown, and shown the nearest one before it then.
func (r *Reading) fillRecorded(rc *recordedrun.Call, out *tooloutput.Capture, row, shown func(int64) int64) {
	r.Recorded = rc
	r.Out = out
	r.Stats = tools.Stats{Bytes: out.Total(), Lines: int64(len(rc.Placed.Lines))}
	var runs []window.Run
	r.Stats.Runs, runs = recordedRuns(rc, row)
	w := window.Window{Kind: window.Slice, End: 1, Runs: runs}
	if len(runs) > 0 {
		w.First = runs[0].First
		w.Last = runs[len(runs)-1].Last
	}

	r.Result = tools.Result{Window: w}
	r.FirstLine = w.First
	if len(rc.Marked) > 0 {
		r.FirstLine = shown(rc.Marked[0][0])
	}
}

// declaredBy sets the declaration around the anchor of the block, and whether it is decorated.
func (r *Reading) declaredBy(d *outline.Declaration, decorated bool) {
	r.declared = d
	r.decorated = decorated
}

// showAs shows the output in other rows, such as those of a comparison.
func (r *Reading) showAs(rows *tooloutput.Padded) { r.Framed = rows }

// placeInWalk sets the number of calls of the walk that come before this one.
func (r *Reading) placeInWalk(before int) { r.Call = int64(before) + 1 }

// Measure makes a call and returns a reading that has the numbers, but not the output, of what it gave. With counts it
// counts the tokens, too.
func Measure(
	ctx context.Context, env tools.Env, tool *tools.Tool, args json.RawMessage, counts bool,
) (r *Reading, err error) {
	r = &Reading{Args: args}
	defer func() { r.Free() }()
	err = r.callTool(ctx, tool, env)
	if err == nil && r.Refused == "" && counts {
		r.Tokens, err = r.Count(ctx, tool.Tokens)
	}
	return r, err
}

// MeasureCall is [Measure] for a request; file is the path that tools know the document by. An error is in Failed.
func MeasureCall(ctx context.Context, env tools.Env, req toolrequest.Request, file string, counts bool) *Reading {
	r, err := Measure(ctx, env, req.Tool(), req.Args(file), counts)
	r.Req = req
	r.FirstLine = r.Window.First
	r.Failed = err
	return r
}

// Count counts the tokens of the output; rule is the agent's own way to count, nil without one.
func (r *Reading) Count(ctx context.Context, rule *tools.TokenRule) (tokens.Estimate, error) {
	out := r.Exact()
	return tokens.Of(ctx, rule, out, out.Size(), out.Total())
}

// SetTokens sets the number of tokens that were counted.
func (r *Reading) SetTokens(n tokens.Estimate) { r.Tokens = n }

// Locate finds out which lines of the file the call gives, numbered as the viewer numbers them.
func (r *Reading) Locate(ctx context.Context, lines *lineindex.Snapshot, file source.Bytes) {
	r.givenRuns = numbered(ctx, loss.Runs(r.Window, r.Stats), lines, file)
	r.parts = partLines(r.givenRuns, file)
}

// Earlier returns what the later calls of the walk need to know of this one.
func (r *Reading) Earlier() earlierCall {
	return earlierCall{r.Req, r.Window, r.givenRuns, r.Stats.Cuts, r.Stats.Cut}
}

// numbered sets the numbers of the lines of runs to those of the viewer. Runs keep the numbers of the tool where the
// index of lines has not come so far.
func numbered(ctx context.Context, runs []window.Run, lines *lineindex.Snapshot, file source.Bytes) []window.Run {
	for i, r := range runs {
		if lines == nil || r.End <= r.Start {
			continue
		}

		first, err := lines.LineAt(ctx, file, r.Start)
		last, errLast := lines.LineAt(ctx, file, r.End-1)
		if err == nil && errLast == nil {
			runs[i].First = first
			runs[i].Last = last
		}
	}

	return runs
}

// Free frees the captured output. Package jobs calls it for a reading that is not wanted any more. r may be nil.
func (r *Reading) Free() {
	if r.HasOutput() {
		_ = r.Out.Close()
	}
	if r != nil && r.exact != nil {
		_ = r.exact.Close()
	}
}

// Freed returns a command that frees the captured output of a reading that is not shown any more: it may be a file on
// disk. r may be nil.
func Freed(r *Reading) tea.Cmd {
	if !r.HasOutput() {
		return nil
	}
	return func() tea.Msg { r.Free(); return nil }
}

// Accept makes a reading that has come the current one, and sends [ReadDone].
func (p *base) Accept(r *Reading) tea.Cmd {
	old := p.Reading
	p.Reading = r
	if r.Recorded != nil {
		p.RecordedFile.TakeCall(r.Recorded)
	}
	p.ended = time.Now()
	p.events.Send(ReadDone{old})
	return nil
}

// Show shows the reading that has just come in place of old, and starts to find out what is not known of it yet.
func (p *Preview) Show(old *Reading) tea.Cmd {
	return tea.Batch(p.Model.show(old), p.CountTokens(), p.findStyle(), p.FindDeclared(), p.Walk.CountCalls())
}

// FollowUp does what was to follow the reading that has just come: it moves the file pane to its window, reads the next
// window where keys have asked for that meanwhile, or reads this one again where the bytes have changed.
func (p *Preview) FollowUp(old *Reading) tea.Cmd {
	r := p.Reading
	cmds := []tea.Cmd{p.showWindow(r), p.showFirstBlock(r)}
	p.Sizing.answer(r)
	cmds = append(cmds, Freed(old))
	n := p.nextSteps()

	switch {
	case n > 0:
		cmds = append(cmds, p.NextWindow(1, false))
	case n < 0:
		cmds = append(cmds, p.PrevWindow(-n, false))
	}

	return tea.Batch(append(cmds, p.Reread())...)
}

// showWindow moves the file pane to the window of a reading that was begun with [ThenShowWindow].
func (p *base) showWindow(r *Reading) tea.Cmd {
	packed := !p.text.Hex && p.text.Doc.Form().Compression != decode.None
	if r.then != ThenShowWindow || !r.HasOutput() || r.Window.End <= r.Window.Start || packed {
		return nil
	}
	if p.isAtCall(r) {
		return nil
	}

	cmd := p.text.JumpOn(p.toWindow(r))
	p.cursorSetTo = p.text.File.Cursor + 1
	return cmd
}

// isAtCall reports whether the cursor is in a line that the recorded call gave or wrote. Then it stays there, so that a
// person can go from call to call and see what each did with this line.
func (p *base) isAtCall(r *Reading) bool {
	here, ok := p.text.File.CursorLine()
	if r.Recorded == nil || !p.IsRecorded() || !ok {
		return false
	}
	line, gap := p.RecordedFile.Line(here.Number)
	return !gap && r.Recorded.Marked.Has(line)
}

// showFirstBlock scrolls so that the first block of a document is on the screen as a whole, unless a person has pressed
// a key since the document was opened.
func (p *base) showFirstBlock(r *Reading) tea.Cmd {
	place, ok := p.cursorPlace()
	if !p.text.Opening || !ok || place != r.Req.Place() || p.text.File.Awaited() || !r.HasOutput() ||
		r.Window.Kind != window.Block {
		return nil
	}
	p.text.Opened()
	return p.text.File.Do(pane.IntoView(r.Window.Start, r.Window.End))
}

// toWindow returns the move to a window: to its start, or to the anchor of a block, where the cursor has to stay since
// the block may follow it.
func (p *base) toWindow(r *Reading) pane.Move {
	switch {
	case r.Recorded != nil:
		return p.text.ToLine(max(r.FirstLine, 1), pane.Middle)
	case p.text.Hex, r.Window.Kind != window.Block && !p.text.Doc.Decoded():
		return pane.To(r.Window.Start, pane.Top)
	case r.Window.Kind != window.Block:
		return p.text.ToLine(max(r.FirstLine, 1), pane.Top)
	}
	return p.text.ToLine(r.Window.Anchor, pane.Middle)
}

// NoWindow says why there is no window to move in; "" when there is one.
func (p *base) NoWindow() string {
	r := p.Reading
	switch {
	case r == nil:
		return "the window is still being read"
	case !r.HasOutput():
		return "there is no window: the tool refused"
	case len(r.Window.Spans()) == 0:
		return "no part of the file is given"
	}

	return ""
}

// While a document grows, its window is read again and again, until what the tool gives can no longer change.

// Between two reads of a growing document there is a pause of rereadPause, or of rereadShare times as long as the last
// read took if that is longer: a tool that reads the whole file must not keep a core busy.
const (
	rereadPause = 50 * time.Millisecond
	rereadShare = 8
)

// outdated reports whether the document has changed since the shown reading was made.
func (p *base) outdated() bool {
	r := p.Reading
	now := p.raw().Snapshot()
	return r != nil && (r.From.Size != now.Size || r.From.Complete != now.Complete ||
		r.From.Generation != now.Generation)
}

// Reread reads the window again if it is outdated, now or after a pause. It never replaces a read under way: on a
// stream that grows fast no read would ever come to its end.
func (p *base) Reread() tea.Cmd {
	if p.text.Doc == nil || p.jobs.Runs(jobs.Read) || !p.outdated() {
		return nil
	}

	pause := max(rereadPause, rereadShare*p.Reading.took) - time.Since(p.ended)
	if pause <= 0 || p.raw().Complete() && p.text.Doc.IsStream() {
		return p.ReadChanged()
	}
	if p.pausing {
		return nil
	}

	p.pausing = true
	return jobs.After(p.jobs, pause, func() tea.Cmd {
		p.pausing = false
		return p.Reread()
	})
}

// tokenDelay is how long counting waits: while the cursor moves, an output is soon replaced by the next one.
const tokenDelay = 80 * time.Millisecond

// CountTokens counts the tokens of the shown output in the background, in place of a count under way.
func (p *base) CountTokens() tea.Cmd {
	p.jobs.End(jobs.Tokens)
	r := p.Reading
	if p.opts.NoTokens || !r.HasOutput() || r.Out.Size() == 0 {
		return nil
	}

	rule := r.tokenRule()
	return jobs.Try(p.jobs, jobs.Tokens, func(ctx context.Context) (tokens.Estimate, error) {
		if wait.For(ctx, tokenDelay) != nil {
			return tokens.Estimate{}, ctx.Err()
		}
		return r.Count(ctx, rule)
	}, func(n tokens.Estimate, err error) tea.Cmd {
		if err == nil && p.Reading != nil {
			p.Reading.SetTokens(n)
		}
		return nil
	})
}

// tokenRule is the agent's own rule for counting tokens; nil for none.
func (r *Reading) tokenRule() *tools.TokenRule {
	switch {
	case r.Recorded == nil:
		return r.Req.Tool().Tokens
	case r.Recorded.Same.Tool == nil:
		return nil
	}
	return r.Recorded.Same.Tool.Tokens
}
