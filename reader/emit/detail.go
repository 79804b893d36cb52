package emit

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/walk"
	"eyeline/reader/window"
)

// field is a field of an answer.
type field struct {
	name  string
	value any
}

// The values of fields. Line numbers are 1-based and inclusive, byte offsets 0-based and half-open.
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
	detailCut struct {
		Line  int64 `json:"line"`
		Bytes int64 `json:"bytes"`
	}
	detailTokens struct {
		Count      int64  `json:"count"`
		Vocabulary string `json:"vocabulary"`
		Estimated  bool   `json:"estimated"`
		// Of models whose vocabulary is not public: about how many tokens they make, and where that is from.
		Model  string  `json:"model,omitempty"`
		Range  []int64 `json:"range,omitempty"`
		Source string  `json:"source,omitempty"`
	}
)

// mostCounted is how much of a content is counted in tokens, in bytes, an even number of pieces; of a longer one the
// number is estimated.
const mostCounted = 256 << 10

// sample keeps a content whole up to mostCounted bytes, and pieces from all over it where it is longer.
type sample struct {
	kept []byte
	seen int64 // bytes written
	each int64 // a piece is kept of so many bytes; 0 before the first write
}

func (s *sample) Write(b []byte) (int, error) {
	n := len(b)
	if s.each == 0 {
		s.each = tokens.Piece
	}
	for len(b) > 0 {
		at := s.seen % s.each
		part := min(int64(len(b)), s.each-at)
		if at < tokens.Piece {
			part = min(part, tokens.Piece-at)
			if len(s.kept) >= mostCounted {
				s.thin()
				continue
			}
			s.kept = append(s.kept, b[:part]...)
		}
		s.seen += part
		b = b[part:]
	}
	return n, nil
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

// about are the fields of a detailed answer that a batch leaves out: window, stop, silent (nothing in the content says
// that more follows), cut, replaced, altered, tokens, next, calls_left. What does not apply is left out. Where more
// lines were cut than "cut" names, cut_lines counts all; calls_left_estimated is true where the calls of a large file
// were not made.
func (a *answerer) about(ctx context.Context, env tools.Env, req Request, r *tools.Result, stats tools.Stats, of *sample) ([]field, error) {
	var f []field
	add := func(name string, value any) { f = append(f, field{name, value}) }
	if spans := r.Window.Spans(); len(spans) > 0 {
		w := detailWindow{FileBytes: r.FileBytes}
		for _, s := range spans {
			run := detailRun{Bytes: [2]int64{s.Start, s.End}}
			if s.First > 0 {
				run.Lines = []int64{s.First, s.Last}
			}
			w.Runs = append(w.Runs, run)
		}
		if r.Window.TotalLines >= 0 {
			w.TotalLines = &r.Window.TotalLines
		}
		add("window", w)
	}
	if r.Window.Bottom != window.StopNone {
		add("stop", r.Window.Bottom.String())
	}
	if r.Silent {
		add("silent", true)
	}
	if len(stats.Cuts) > 0 {
		cuts := make([]detailCut, len(stats.Cuts))
		for i, c := range stats.Cuts {
			cuts[i] = detailCut{c.Line, c.End - c.Start}
		}
		add("cut", cuts)
		if stats.Cut > int64(len(cuts)) {
			add("cut_lines", stats.Cut)
		}
	}
	if stats.Replaced > 0 {
		add("replaced", stats.Replaced)
	}
	if names := stats.Altered.Names(); len(names) > 0 {
		add("altered", names)
	}
	if stats.Bytes > 0 {
		n, err := tokens.Of(ctx, r.Tool.Tokens, bytes.NewReader(of.kept), int64(len(of.kept)), stats.Bytes)
		if err != nil {
			return nil, err
		}
		d := detailTokens{Count: n.Count, Vocabulary: n.Vocabulary, Estimated: n.Estimated, Model: n.Model, Source: n.Source}
		if n.Model != "" {
			d.Range = []int64{n.Low, n.High}
		}
		add("tokens", d)
	}
	if r.NextArgs == nil {
		return f, nil
	}
	add("next", r.NextArgs)
	left, estimated, err := a.callsLeft(ctx, env, req, r)
	if err != nil {
		return nil, err
	}
	if left > 0 {
		add("calls_left", left)
	}
	if estimated {
		add("calls_left_estimated", true)
	}
	return f, nil
}

// mostFollowed is the size in bytes of the largest file whose calls are made to be counted.
const mostFollowed = 16 << 20

// callsLeft is how many calls read on after r.
func (a *answerer) callsLeft(ctx context.Context, env tools.Env, req Request, r *tools.Result) (n int64, estimated bool, err error) {
	if a.left != nil {
		return *a.left, false, nil
	}
	tool, env, err := req.of(env)
	if err != nil {
		return 0, false, err
	}
	return walk.Left(ctx, tool, env, walk.At{Window: r.Window, FileBytes: r.FileBytes, Next: r.NextArgs}, walk.Budget{Bytes: mostFollowed})
}

// Walk makes a call and every call after it that an agent makes to read the file on, and writes an object for each as
// Answer does, one a line. The calls are those of one run of the agent, so that what it remembers counts. It returns
// whether all succeeded; the errors are those of Answer.
func Walk(ctx context.Context, w io.Writer, env tools.Env, req Request) (success bool, err error) {
	env.Session = &tools.Session{}
	tool, in, err := req.of(env)
	if err != nil {
		return false, err
	}
	var calls int64
	var seen window.Set
	if err := walk.Follow(ctx, tool, in, req.Arguments, &seen, func(json.RawMessage, *tools.Result) (bool, error) {
		calls++
		return true, nil
	}); err != nil {
		return false, err
	}
	env.Session = &tools.Session{}
	left := max(calls-1, 0)
	a := &answerer{detailed: true, left: &left}
	for {
		var next json.RawMessage
		a.taken = func(r *tools.Result) { next = r.NextArgs }
		ok, err := a.answer(ctx, w, env, req)
		if err != nil || !ok {
			return false, err
		}
		if left--; left < 0 || next == nil {
			return true, nil
		}
		req.Arguments = next
	}
}
