package emit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"path/filepath"

	"eyeline/reader/access"
	"eyeline/reader/lists"
	"eyeline/reader/loss"
	"eyeline/reader/nextcalls"
	"eyeline/reader/outline"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// field is a field of an answer.
type field struct {
	name  string
	value any
}

// Values of fields. Line numbers are 1-based and inclusive, byte offsets 0-based and half-open.
type (
	detailRun struct {
		Lines []int64  `json:"lines,omitempty"`
		Bytes [2]int64 `json:"bytes"`
	}
	detailWindow struct {
		Runs       []detailRun `json:"runs"`
		TotalLines *int64      `json:"total_lines,omitempty"`
		FileBytes  int64       `json:"file_bytes"`
	}
	// Lines are those of the declaration itself. From is the first line of the comment and decorators above it.
	detailDeclaration struct {
		Name     string   `json:"name"`
		Lines    [2]int64 `json:"lines"`
		From     int64    `json:"from,omitempty"`
		Complete bool     `json:"complete"`
		Exact    bool     `json:"exact"`
	}
	detailCut struct {
		Line  int64 `json:"line"`
		Bytes int64 `json:"bytes"`
	}
	detailTokens struct {
		Count      int64  `json:"count"`
		Vocabulary string `json:"vocabulary"`
		Estimated  bool   `json:"estimated"`
		// For models whose vocabulary is not public: the range of their number of tokens, and its source.
		Model  string  `json:"model,omitempty"`
		Range  []int64 `json:"range,omitempty"`
		Source string  `json:"source,omitempty"`
	}
)

// maxCounted is how many bytes of a content are tokenized, an even number of pieces; for a longer one the number is an
// estimate.
const maxCounted = 256 << 10

// sample holds a content up to maxCounted bytes, or evenly spaced pieces of a longer one.
type sample struct {
	kept []byte
	seen int64 // number of bytes written
	each int64 // one piece of every each bytes is held; 0 before the first bytes
}

func (s *sample) add(b []byte) {
	s.each = cmp.Or(s.each, tokens.Piece)
	for len(b) > 0 {
		at := s.seen % s.each
		part := min(int64(len(b)), s.each-at)
		if at < tokens.Piece {
			part = min(part, tokens.Piece-at)
			if len(s.kept) >= maxCounted {
				s.thin()
				continue
			}
			s.kept = append(s.kept, b[:part]...)
		}

		s.seen += part
		b = b[part:]
	}
}

// thin drops every other piece.
func (s *sample) thin() {
	kept := 0
	for at := 0; at < len(s.kept); at += 2 * tokens.Piece {
		kept += copy(s.kept[kept:], s.kept[at:at+tokens.Piece])
	}
	s.kept = s.kept[:kept]
	s.each *= 2
}

func (a *answer) add(name string, value any) { a.about = append(a.about, field{name, value}) }

// describe adds the fields of a detailed answer: kind and instead (for a notice, an outline or a notebook), window,
// declaration (of a block), stop, silent (the content does not say that more follows), cut, cut_bytes, lost_bytes,
// replaced, altered, tokens, next, calls_left. Those that do not apply are omitted. If more lines were cut than "cut"
// lists, cut_lines is the total; calls_left_estimated is true if the calls of a large file were not made.
func (a *answer) describe() error {
	r := a.result
	account := loss.AccountOf(r, a.stats)
	a.describeWindow(account)
	if err := a.describeDeclaration(); err != nil {
		return err
	}

	if stop := r.Window.Bottom; stop != window.StopNone {
		if stop == window.StopFile && len(r.Window.Spans()) > 1 {
			stop = window.StopOutput // it continues to the end of the file after the cut in the middle
		}
		a.add("stop", stop.String())
	}

	if r.Silent {
		a.add("silent", true)
	}

	a.describeLosses(account)
	if a.stats.Bytes > 0 {
		text := a.content.sample()
		n, err := tokens.Of(a.ctx, r.Tool.Tokens, bytes.NewReader(text), int64(len(text)), a.stats.Bytes)
		if err != nil {
			return err
		}

		d := detailTokens{
			Count: n.Count, Vocabulary: n.Vocabulary, Estimated: n.Estimated, Model: n.Model, Source: n.Source,
		}
		if n.Model != "" {
			d.Range = []int64{n.Low, n.High}
		}

		a.add("tokens", d)
	}

	if r.NextArgs == nil {
		return nil
	}

	a.add("next", r.NextArgs)
	left, estimated, err := a.callsLeft()
	if err != nil {
		return err
	}
	if left > 0 {
		a.add("calls_left", left)
	}
	if estimated {
		a.add("calls_left_estimated", true)
	}

	return nil
}

// describeWindow adds what of the file the content shows, or what it shows instead.
func (a *answer) describeWindow(account loss.Account) {
	r := a.result
	if account.Kind != "" && r.Kind == "" {
		a.add("kind", account.Kind)
		a.add("instead", account.Instead)
	}
	if r.File() != nil || r.FileBytes > 0 || len(r.Window.Spans()) > 0 || account.Kind != "" {
		a.add("window", detailWindowOf(r))
	}
}

// describeDeclaration adds whether a block has the whole declaration around its anchor. It adds nothing if there is no
// declaration, or if that is not known.
func (a *answer) describeDeclaration() error {
	w := a.result.Window
	if w.Kind != window.Block || w.First == 0 || a.result.File() == nil {
		return nil
	}

	name := a.req.File
	if name == "" {
		name, _ = tools.FileOf(a.result.Tool, a.req.Arguments)
	}

	d, _, err := outline.Around(a.ctx, name, a.result.File(), w.Anchor)
	if d == nil || err != nil {
		return a.ctx.Err() // an error of reading will recur when the content is written
	}

	of := detailDeclaration{
		Name: d.Name(), Lines: [2]int64{d.Begins, d.Last}, Complete: d.Without(w.First, w.Last).Whole(), Exact: d.Exact,
	}
	if d.First < d.Begins {
		of.From = d.First
	}

	a.add("declaration", of)
	return nil
}

// detailWindowOf returns the part of the file that a result shows.
func detailWindowOf(r *tools.Result) detailWindow {
	w := detailWindow{Runs: []detailRun{}, FileBytes: r.FileBytes}
	for _, s := range r.Window.Spans() {
		run := detailRun{Bytes: [2]int64{s.Start, s.End}}
		if s.First > 0 {
			run.Lines = []int64{s.First, s.Last}
		}

		w.Runs = append(w.Runs, run)
	}

	if total := r.Window.TotalLines; total >= 0 {
		w.TotalLines = &total
	}

	return w
}

// describeLosses adds how the content differs from the file.
func (a *answer) describeLosses(account loss.Account) {
	if cuts := a.stats.Cuts; len(cuts) > 0 {
		a.add("cut", lists.Map(cuts, func(c tools.Cut) detailCut { return detailCut{c.Line, c.End - c.Start} }))
		if a.stats.Cut > int64(len(cuts)) {
			a.add("cut_lines", a.stats.Cut)
		}
	}

	if account.Cut > 0 {
		a.add("cut_bytes", account.Cut)
	}
	if lost := account.Lost(); lost > 0 {
		a.add("lost_bytes", lost)
	}
	if a.stats.Replaced > 0 {
		a.add("replaced", a.stats.Replaced)
	}
	if names := a.stats.Altered.Names(); len(names) > 0 {
		a.add("altered", names)
	}
}

// callsLeft returns how many calls read on after this one.
func (a *answer) callsLeft() (n int64, estimated bool, err error) {
	if a.callsAhead != nil {
		return *a.callsAhead, false, nil
	}
	if n, known := nextcalls.UsualBudget.Known(a.result); known {
		return n, false, nil
	}

	shared := a.share()
	if shared == nil {
		return a.callsLeftIn(a.env)
	}

	env := a.env
	env.Shared = shared
	n, estimated, err = a.callsLeftIn(env)
	changed := shared.Unchanged()
	_ = shared.Close() // read only: nothing is lost
	if changed != nil {
		return a.callsLeftIn(a.env)
	}
	return n, estimated, err
}

// callsLeftIn is callsLeft by calls that are made in an environment. The agent does not make them, so that its session
// remembers none.
func (a *answer) callsLeftIn(env tools.Env) (n int64, estimated bool, err error) {
	env.Session = env.Session.Fork()
	var made nextcalls.Steps
	made.Take(a.result.Window)
	return nextcalls.UsualBudget.Left(a.ctx, a.result.Tool, env, &made, a.result.NextArgs, a.result.FileBytes)
}

// maxShared is the size of the largest file that is read into memory for the calls that read it on, in bytes. The
// memory for one of maxKept stays for the next one.
const maxShared, maxKept = 1 << 20, 256 << 10

// share reads the file into memory, so that the calls that read it on need not open it again; nil where these have to
// ask the system.
func (a *answer) share() *tools.Shared {
	if a.result.FileBytes > maxShared || !a.env.CanShare() {
		return nil
	}

	name, ok := tools.FileOf(a.result.Tool, a.result.NextArgs)
	if !ok {
		return nil
	}

	path := a.env.Abs(name)
	if real, err := filepath.EvalSymlinks(path); err != nil || real != path {
		return nil
	}

	f, err := access.Open(a.ctx, path)
	if err != nil {
		return nil
	}
	if a.room == nil {
		a.room = tools.NewRoom(maxKept, maxShared)
	}

	shared, err := tools.Share(path, f, a.room)
	if err != nil {
		return nil
	}
	return shared
}

// Walk makes a call and all calls with which an agent reads the file on, and writes an object for each as Answer does,
// one a line. If the first call is refused, it continues with one that is not, if the tool has such a call. The calls
// are those of one session of the agent. It returns whether all succeeded; the errors are those of Answer.
func Walk(ctx context.Context, w io.Writer, env tools.Env, req Request) (success bool, err error) {
	tool, in, err := req.resolve(env)
	if err != nil {
		return false, err
	}

	env.Session = &tools.Session{}
	left, err := callsAfter(ctx, tool, in, req.Arguments)
	a := &answerer{detailed: true, callsAhead: &left}
	success = true
	for first := true; err == nil; first = false {
		ok, err := a.answerOne(ctx, w, env, req)
		next := a.next
		switch {
		case err != nil:
			return false, err
		case !ok && first:
			next, err = callThatWorks(ctx, tool, in, req.Arguments)
			if err != nil || next == nil {
				return false, err
			}
			if left, err = callsAfter(ctx, tool, in, next); err != nil {
				return false, err
			}

			success = false
		case !ok:
			return false, nil
		case left == 0 || next == nil:
			return success, a.notText
		default:
			left--
		}

		req.Arguments = next
	}

	return false, err
}

// callsAfter returns how many calls read on after one, in a session of their own.
func callsAfter(ctx context.Context, t *tools.Tool, env tools.Env, args json.RawMessage) (int64, error) {
	env.Session = &tools.Session{}
	var made nextcalls.Steps
	err := nextcalls.Follow(ctx, t, env, args, &made, func(json.RawMessage, *tools.Result) (bool, error) {
		return true, nil
	})
	return max(made.CallsMade()-1, 0), err
}

// callThatWorks returns a call for the file of a refused one that succeeds; nil if there is no such call.
func callThatWorks(ctx context.Context, t *tools.Tool, env tools.Env, args json.RawMessage) (json.RawMessage, error) {
	file, ok := tools.FileOf(t, args)
	if !ok {
		return nil, nil
	}
	_, _, next, err := nextcalls.First(ctx, t, env, file)
	return next, err
}
