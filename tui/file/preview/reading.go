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
	sent       []window.Run    // what this call gives, with the numbers of lines where they are known
	beforeCuts []int64         // how many bytes of its line are given before each of Stats.Cuts; see [bytesGiven]
	took       time.Duration
	then       AfterRead // what is done once it has come

	declared *outline.Declaration // the one around the anchor of a block; nil without one, or while it is looked for
	Recorded *recordedrun.Call    // what was read of a transcript, in the place of a tool's answer; nil otherwise
	Tokens   tokens.Estimate      // nothing until they are counted
}

// AfterRead is what is done once a reading has come.
type AfterRead uint8

const (
	ThenNothing    AfterRead = iota
	ThenShowWindow           // bring the window's start into view
)

// Read reads the current request in the background, in the place of the read under way. Where no tool is on it does
// nothing: this is the one door to a tool.
func (p *asked) Read(then AfterRead) tea.Cmd {
	if p.text.Doc == nil || p.text.ToolOff {
		return nil
	}

	p.begin(then)
	r := &Reading{Req: p.Request, then: then, Call: int64(len(p.back)) + 1}
	read := p.ReadingOf
	if p.Sent != nil {
		read = p.recordedCall
	}

	run := read(r)
	return jobs.Ask(p.jobs, jobs.Read, func(ctx context.Context) *Reading {
		began := time.Now()
		run(ctx)
		r.took = time.Since(began)
		return r
	}, p.Take)
}

// ReadChanged reads the current request again because the bytes have changed. A read under way that it takes the place
// of was for a person, who still waits for it.
func (p *asked) ReadChanged() tea.Cmd {
	was := p.then
	forPerson := p.jobs.Runs(jobs.Read) && !p.ReadsAgain
	if !p.jobs.Runs(jobs.Read) {
		was = ThenNothing
	}
	cmd := p.Read(was)
	p.ReadsAgain = !forPerson
	return cmd
}

// Env is what a tool may use for a read of the document.
func (p *asked) Env(t *tools.Tool, explain bool) tools.Env {
	env := p.text.Doc.Env(explain, p.opts.Settings[t.Name])
	env.Confine = p.opts.Confine
	if p.opts.Secure {
		env.Only = p.text.Doc.Only()
	}
	return env
}

// ReadingOf returns a function that reads r.req and fills r; it is to be called by a command.
func (p *asked) ReadingOf(r *Reading) func(context.Context) {
	tool := r.Req.Tool()
	r.Args = r.Req.Args(p.text.Doc.Argument(tool))
	env := p.Env(tool, p.opts.Gutter.Why && r.Req.Mode() == tools.ModeBlock)
	lines := p.raw().Lines()
	view := p.raw().Bytes()
	ascii := p.opts.ASCII
	r.From = p.raw().Snapshot()
	return func(ctx context.Context) {
		r.Failed = r.call(ctx, tool, env)
		if r.Failed == nil {
			r.Failed = r.layRows(ctx)
		}
		r.frame(ctx, ascii)
		if r.Out != nil {
			r.Locate(ctx, lines, view)
			r.beforeCuts = bytesGiven(ctx, view, r.Stats.Cuts)
		}

		r.FirstLine = r.Window.First
		if r.FirstLine == 0 && len(r.sent) > 0 {
			r.FirstLine = r.sent[0].First
		}
	}
}

// frame makes of what was read what the model pane shows, or frees it where there is nothing to show.
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

// call calls a tool with the reading's arguments and captures what it gives. A refusal is no error: the reading has it.
func (r *Reading) call(ctx context.Context, tool *tools.Tool, env tools.Env) error {
	res, err := tool.Read(ctx, env, r.Args)
	if err == nil {
		defer func() { _ = res.Close() }()
		r.Result = *res
		r.Out = tooloutput.New()
		r.Stats, err = res.Render(ctx, r.Out)
	}

	if refusal, is := errors.AsType[*tools.Error](err); is {
		r.Refused = refusal.Text
		r.NotKnown = refusal.Own
		r.Result = tools.Result{Estimated: refusal.Estimated, Aside: refusal.Aside}
		return nil
	}

	return err
}

// layRows shows an answer that is JSON in one line in rows, and finds in these the lines of the file.
func (r *Reading) layRows(ctx context.Context) error {
	if r.Out == nil || len(r.Stats.Runs) > 0 || len(r.Stats.Parts) > 1 {
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
// a line of the file, 0 for one that is not shown.
func (r *Reading) fillRecorded(rc *recordedrun.Call, out *tooloutput.Capture, row func(int64) int64) {
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
		r.FirstLine = row(rc.Marked[0][0])
	}
}

// declaredBy notes which declaration is around the anchor of the block.
func (r *Reading) declaredBy(d *outline.Declaration) { r.declared = d }

// showAs shows the output in other rows, such as those of a comparison.
func (r *Reading) showAs(rows *tooloutput.Padded) { r.Framed = rows }

// placeInWalk notes that a number of calls of its walk come before it.
func (r *Reading) placeInWalk(before int) { r.Call = int64(before) + 1 }

// Measure makes a call and keeps of what it gives the numbers alone, with those of the tokens where counts says so.
func Measure(
	ctx context.Context, env tools.Env, tool *tools.Tool, args json.RawMessage, counts bool,
) (r *Reading, err error) {
	r = &Reading{Args: args}
	defer func() { r.Free() }()
	err = r.call(ctx, tool, env)
	if err == nil && r.Refused == "" && counts {
		r.Tokens, err = r.Count(ctx, tool.Tokens)
	}
	return r, err
}

// MeasureCall is [Measure] for a request, of a document that tools know as file. What went wrong is in the reading.
func MeasureCall(ctx context.Context, env tools.Env, req toolrequest.Request, file string, counts bool) *Reading {
	r, err := Measure(ctx, env, req.Tool(), req.Args(file), counts)
	r.Req = req
	r.FirstLine = r.Window.First
	r.Failed = err
	return r
}

// Count counts the tokens of the output by a rule of an agent's own; nil for none.
func (r *Reading) Count(ctx context.Context, rule *tools.TokenRule) (tokens.Estimate, error) {
	out := r.Exact()
	return tokens.Of(ctx, rule, out, out.Size(), out.Total())
}

// SetTokens says how many tokens the output has, as they were counted.
func (r *Reading) SetTokens(n tokens.Estimate) { r.Tokens = n }

// Locate finds out which lines of the file the call gives, as the file's are counted.
func (r *Reading) Locate(ctx context.Context, lines *lineindex.Snapshot, file source.Bytes) {
	r.sent = numbered(ctx, loss.Runs(r.Window, r.Stats), lines, file)
}

// Earlier is the reading as one before another call of its walk.
func (r *Reading) Earlier() earlierCall {
	return earlierCall{r.Req, r.Window, r.sent, r.Stats.Cuts, r.Stats.Cut}
}

// numbered gives runs the numbers of their lines, as the file's lines are counted; those of the tool where they are not
// counted so far.
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

// Free is called by package jobs for an answer that is not wanted: it frees the captured output. r may be nil.
func (r *Reading) Free() {
	if r != nil && r.Out != nil {
		_ = r.Out.Close()
	}
	if r != nil && r.exact != nil {
		_ = r.exact.Close()
	}
}

// Freed frees the captured output of a reading that is no longer shown, in the background: that may be a file. r may be
// nil.
func Freed(r *Reading) tea.Cmd {
	if r == nil || r.Out == nil {
		return nil
	}
	return func() tea.Msg { r.Free(); return nil }
}

// Take makes a reading that has come the current one, and tells that.
func (p *asked) Take(r *Reading) tea.Cmd {
	old := p.Reading
	p.Reading = r
	if r.Recorded != nil {
		p.Sent.Take(r.Recorded)
	}
	p.ended = time.Now()
	p.told.Tell(ReadDone{old})
	return nil
}

// Show shows the reading that has just come in the place of an old one, and finds out what is not known of it.
func (p *Preview) Show(old *Reading) tea.Cmd {
	return tea.Batch(p.Model.show(old), p.CountTokens(), p.findStyle(), p.findDeclared(), p.Walk.CountCalls())
}

// GoOn does what was to follow the reading that has just come: the file pane goes to its window, and the next one is
// read where keys have asked for that meanwhile, or this one again where the bytes have changed.
func (p *Preview) GoOn(old *Reading) tea.Cmd {
	r := p.Reading
	cmds := []tea.Cmd{p.showWindow(r), p.showFirstBlock(r)}
	p.Sizing.answer(r)
	cmds = append(cmds, Freed(old))
	n := p.takeWindows()
	switch {
	case n > 0:
		cmds = append(cmds, p.NextWindow(1, false))
	case n < 0:
		cmds = append(cmds, p.PrevWindow(-n, false))
	}
	return tea.Batch(append(cmds, p.Reread())...)
}

// showWindow brings the window of a reading into view that was asked for so.
func (p *asked) showWindow(r *Reading) tea.Cmd {
	packed := !p.text.Hex && p.text.Doc.Form().Compression != decode.None
	if r.then != ThenShowWindow || r.Out == nil || r.Window.End <= r.Window.Start || packed {
		return nil
	}
	if p.isAtCall(r) {
		return nil
	}

	p.text.Arrival.PauseTail()
	cmd := p.text.File.Do(p.toWindow(r))
	p.broughtTo = p.text.File.Cursor + 1
	return cmd
}

// isAtCall reports whether the cursor is in a line that a call of a transcript gave or made: then it stays there, so
// that a person sees what the calls of a file did with one line.
func (p *asked) isAtCall(r *Reading) bool {
	here, ok := p.text.File.CursorLine()
	if r.Recorded == nil || p.Sent == nil || !ok {
		return false
	}
	line, gap := p.Sent.Line(here.Number)
	return !gap && r.Recorded.Marked.Has(line)
}

// showFirstBlock brings the first block of a document onto the screen as a whole, unless a person has done something.
func (p *asked) showFirstBlock(r *Reading) tea.Cmd {
	place, ok := p.cursorPlace()
	if !p.text.Opening || !ok || place != r.Req.Place() || p.text.File.Awaited() || r.Out == nil ||
		r.Window.Kind != window.Block {
		return nil
	}
	p.text.Opened()
	return p.text.File.Do(pane.IntoView(r.Window.Start, r.Window.End))
}

// toWindow brings a window into view: its start, or the anchor of a block, since the window may follow the cursor.
func (p *asked) toWindow(r *Reading) pane.Move {
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
func (p *asked) NoWindow() string {
	r := p.Reading
	switch {
	case r == nil:
		return "the window is still being read"
	case r.Out == nil:
		return "there is no window: the tool refused"
	case len(r.Window.Spans()) == 0:
		return "no part of the file is given"
	}
	return ""
}

// What a document that still grows makes wait: the window, which is read again as more arrives, until what the tool
// gives can no longer change; and the place of the command line, which is gone to once it has arrived.

// Between two reads of a document that grows there is at least rereadPause, and rereadShare times as long as the last
// read took: a tool that reads the whole file must not keep a core busy.
const (
	rereadPause = 50 * time.Millisecond
	rereadShare = 8
)

// outdated reports whether the shown reading was made of other bytes than the document has by now.
func (p *asked) outdated() bool {
	r := p.Reading
	now := p.raw().Snapshot()
	return r != nil && (r.From.Size != now.Size || r.From.Complete != now.Complete ||
		r.From.Generation != now.Generation)
}

// Reread reads the window again if it is outdated, now or after a pause. It never disturbs a read under way: a stream
// that grows fast would let none come to its end.
func (p *asked) Reread() tea.Cmd {
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

// tokenDelay is how long counting waits, since while the cursor moves an output is soon replaced by the next.
const tokenDelay = 80 * time.Millisecond

// CountTokens counts the tokens of the shown output in the background.
func (p *asked) CountTokens() tea.Cmd {
	p.jobs.End(jobs.Tokens)
	r := p.Reading
	if p.opts.NoTokens || r == nil || r.Out == nil || r.Out.Size() == 0 {
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
			p.Reading.Tokens = n
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
