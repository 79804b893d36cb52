// Package toolstest, which changes without notice, has made-up tools for tests: proof that a tool is one value that
// everything else learns from. They imitate nothing and are never registered outside tests.
package toolstest

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

var pathParam = tools.Param{
	Path: []string{"where"}, Type: tools.TypeString, Required: true, IsFile: true, Help: "file to read",
}

func schema(title string) func() json.RawMessage {
	return func() json.RawMessage { return json.RawMessage(`{"title":` + tools.Quote(title) + `,"type":"object"}`) }
}

func words(_ tools.Env, file string, err error) string {
	return "cannot show " + file + ": " + err.Error()
}

// Numbered is a tool that numbers lines from 0 in the form "<n> ", skip and take its arguments, and cuts lines at 10
// characters with "~".
func Numbered(name string) *tools.Tool {
	t := &tools.Tool{
		Name: name, Title: "a made-up tool that numbers lines", Schema: schema(name),
		Origin: tools.Origin{Agent: "Made Up", Version: "9", Date: "2026-11-21", How: tools.Modelled},
		Caps:   tools.Caps{Lines: tools.Cap{Most: 30, Flag: "take"}},
		Params: []tools.Param{
			pathParam,
			{Path: []string{"skip"}, Flag: "skip", Type: tools.TypeInteger, Default: int64(0), Help: "lines to skip"},
			{Path: []string{"take"}, Flag: "take", Type: tools.TypeInteger, Default: int64(30), Help: "lines to take"},
		},
		Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "skip", Base: 0, Size: "take", Size0: 30}},
		Silence: tools.SilentAtLimit, Words: words,
		Lines: &tools.LineFormat{
			Prefix: func(dst []byte, l tools.Line) []byte {
				return append(strconv.AppendInt(append(dst, '<'), l.Number, 10), "> "...)
			},
			Limit: 10, Unit: tools.Runes, Mark: func(dst []byte, _ tools.Line) []byte { return append(dst, '~') },
		},
	}
	t.Run = func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
		a := struct {
			Where      string
			Skip, Take int64
		}{Take: 30}
		if err := json.Unmarshal(args, &a); err != nil || a.Take < 1 {
			return nil, tools.Refuse("take must be at least 1")
		}

		reason := func(err error) string { return words(env, a.Where, err) }
		open := func() (*tools.File, error) { return tools.Open(ctx, env, t.Paths, a.Where) }
		return tools.ReadFile(ctx, reason, open, func(f *tools.File) (*tools.Result, error) {
			form := textfile.LineCoding{Ends: textfile.EndCRLF}
			found, err := textfile.Scan(
				ctx, f, textfile.Search{Form: form, First: a.Skip + 1, Count: a.Take, Total: true, Index: f.Index},
			)
			if err != nil {
				return nil, err
			}

			var next json.RawMessage
			if found.End < f.Size() {
				next = tools.SetArg(args, []string{"skip"}, fmt.Sprint(found.Last))
			}

			r := &tools.Result{Window: found.Window(f.Size()), Silent: found.End < f.Size(), NextArgs: next}
			return r.Content(f, func(s *tools.Sink) {
				s.WriteLines(f, tools.LineRange{
					Form: form, Format: t.Lines, Start: found.Start, End: found.End, Number: found.First - 1,
				})
			}), nil
		})
	}

	return t
}

// Middle is a tool that shows the first and the last three lines of a file under a header, and says what it cut
// between.
func Middle(name string) *tools.Tool {
	t := &tools.Tool{
		Name: name, Title: "a made-up tool that cuts the middle", Schema: schema(name),
		Origin: tools.Origin{Agent: "Made Up", Version: "9", Date: "2026-11-21", How: tools.Modelled},
		Caps:   tools.Caps{Lines: tools.Cap{Most: 6, Over: tools.OverMiddle}}, Params: []tools.Param{pathParam},
		Words: words,
		Lines: &tools.LineFormat{Prefix: func(dst []byte, l tools.Line) []byte {
			return append(tools.AppendNumber(dst, l.Number, 3), ' ')
		}},
	}
	t.Run = func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
		var a struct{ Where string }
		if err := json.Unmarshal(args, &a); err != nil {
			return nil, tools.Refuse(err.Error())
		}

		reason := func(err error) string { return words(env, a.Where, err) }
		open := func() (*tools.File, error) { return tools.Open(ctx, env, t.Paths, a.Where) }
		return tools.ReadFile(ctx, reason, open, func(f *tools.File) (*tools.Result, error) {
			return middle(ctx, t, f, reason)
		})
	}

	return t
}

func middle(ctx context.Context, t *tools.Tool, f *tools.File, reason tools.Wording) (*tools.Result, error) {
	const ends = 3
	head, err := textfile.Scan(ctx, f, textfile.Search{First: 1, Count: ends, Total: true})
	if err != nil {
		return nil, err
	}
	if head.Lines <= 2*ends {
		return nil, tools.Refuse("too short to be cut")
	}

	tail, err := textfile.Scan(ctx, f, textfile.Search{First: head.Lines - ends + 1})
	if err != nil {
		return nil, err
	}

	w := window.Window{
		Kind: window.Slice, End: f.Size(), First: 1, Last: head.Lines, TotalLines: head.Lines, Top: window.StopFile,
		Bottom: window.StopFile,
		Runs: []window.Run{
			{Start: 0, End: head.End, First: 1, Last: ends},
			{Start: tail.Start, End: f.Size(), First: tail.First, Last: tail.Last},
		},
	}
	r := &tools.Result{Window: w}
	return r.Content(f, func(s *tools.Sink) {
		s.Str("head and tail:\n")
		s.WriteLines(f, tools.LineRange{Format: t.Lines, Start: 0, End: head.End, Number: 1})
		s.Str(fmt.Sprintf("\n[%d lines cut]\n", head.Lines-2*ends))
		s.WriteLines(f, tools.LineRange{Format: t.Lines, Start: tail.Start, End: f.Size(), Number: tail.First})
	}), nil
}
