package contextfiles

import (
	"context"
	"slices"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/param"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// FileTool returns a tool that gives the part of a file that the agent gets at its start, so that the viewer can show
// it like any read. It refuses a file if the agent gets nothing of it.
func (p *Profile) FileTool(req Request) *tools.Tool {
	return &tools.Tool{
		Name: p.Name() + "@context", Title: "what " + p.agent() + " gets of files before it reads",
		Origin: p.Tool.Origin, Tokens: p.Tool.Tokens, Schema: p.Tool.Schema, Kinds: p.Tool.Kinds, Paths: tools.PathAny,
		Lines: &tools.LineFormat{}, Silence: tools.SilentAtLimit,
		Params: []tools.Param{param.File("file_path", "the file")},
		Words:  func(_ tools.Env, _ string, err error) string { return err.Error() },
		Run: func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
			fields, err := tools.ParseObject(args)
			if err != nil {
				return nil, tools.Refuse(err.Error())
			}

			file, err := fields.Str("file_path")
			if err != nil {
				return nil, tools.Refuse(err.Error())
			}

			b, err := p.Of(ctx, req)
			if err != nil {
				return nil, err
			}

			return b.sourceResult(ctx, env, file)
		},
	}
}

// sourceResult returns what the briefing has of a file; the error is a refusal if it has nothing.
func (b *Briefing) sourceResult(ctx context.Context, env tools.Env, file string) (*tools.Result, error) {
	is := func(path string) bool { return path == env.Abs(file) }
	for _, part := range b.Parts {
		i := slices.IndexFunc(part.Sources, func(s *Source) bool { return is(s.Path) || is(s.Real) })
		if i < 0 {
			continue
		}

		s := part.Sources[i]
		return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(file), func(
			o *tools.File,
		) (*tools.Result, error) {
			r := &tools.Result{Window: s.withLineEnd(), Silent: s.Cut != nil, Aside: s.State()}
			return r.Content(o, func(sink *tools.Sink) {
				for i, run := range s.Window.Spans() {
					sink.BeginRun(0, i == 0, 0)
					data := o.Piece(run.Start, run.End-run.Start)
					sink.AddLines(run.Last - run.First + 1)
					sink.Bytes(lossy.Decode(data))
				}
			}), nil
		})
	}

	for _, l := range b.LeftOut {
		if is(l.Path) {
			return nil, tools.Refuse("nothing of this file is sent: " + l.Why)
		}
	}

	return nil, tools.Refuse("nothing of this file is sent: " + b.Profile.agent() + " does not look for it")
}

// withLineEnd returns the window, extended by the line end of its last line if nothing else after it is not sent: lines
// of a window have their line ends, whether or not the agent sends them.
func (s *Source) withLineEnd() window.Window {
	w := s.Window
	w.End += s.lineEndBytes
	if n := len(w.Runs); n > 0 && s.lineEndBytes > 0 {
		w.Runs = slices.Clone(w.Runs)
		w.Runs[n-1].End = w.End
	}
	return w
}
