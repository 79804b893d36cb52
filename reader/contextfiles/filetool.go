package contextfiles

import (
	"context"
	"slices"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/param"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// FileTool is a tool that gives of a file what the briefing of a request gives of it at the start, so that a file is
// shown with it as with any tool. It refuses a file of which nothing is sent, and says why.
func (p *Profile) FileTool(req Request) *tools.Tool {
	return &tools.Tool{
		Name: p.Name() + "@context", Title: "what " + p.agent() + " gets of files before it reads",
		Since: p.Tool.Since, Tokens: p.Tool.Tokens, Schema: p.Tool.Schema, Kinds: p.Tool.Kinds, Paths: tools.PathAny,
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

// sourceResult is what is sent of a file.
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

// withLineEnd is the window with the line end of its last line, where that alone is not sent: a window has its lines
// with their ends, also where a tool does not write the last one, since no line is lost.
func (s *Source) withLineEnd() window.Window {
	w := s.Window
	w.End += s.lineEnd
	return w
}
