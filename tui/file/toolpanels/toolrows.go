package toolpanels

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolargument"
	"eyeline/tui/file/toollist"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// rowsFor says what the list of all tools shows beside a request: by lines the first call of each tool, in another mode
// what each tool gives at the place of the request.
func (b *base) rowsFor(r toolrequest.Request) toollist.Rows {
	rows := toollist.Rows{
		Mode: r.Mode(), About: "all tools by their first call",
		Hint: "an agent, a tool, favourite, or whole, partial, cut, refused",
	}
	switch {
	case b.text.ToolOff:
		rows.Mode = tools.ModeSlice
	case r.Mode() == tools.ModeBlock:
		rows.About = "all tools by their block of anchor " + humanize.Group(r.Place())
		rows.Hint = "an agent, a tool, favourite, or whole, cut above, no head, no end, refused"
		if b.text.Doc != nil {
			rows.Name = b.text.Doc.Name()
			rows.File = b.raw().Bytes()
		}
	case r.Mode() == tools.ModeBytes:
		rows.About = "all tools from byte " + humanize.Group(r.Place())
	}

	return rows
}

// rowsBeside says what the list of the tools to compare with shows: how many lines a comparison with each has.
func (b *base) rowsBeside(comparable []*tools.Tool) toollist.Rows {
	name := b.preview.Request.ToolName()
	return toollist.Rows{
		Mode: tools.ModeSlice, About: "compare " + name + " with", Beside: name,
		Hint: toolargument.Example(b.preview.Request) + "an agent, a tool, or same, more, less, cut, refused",
		Only: func(t *tools.Tool) bool { return slices.Contains(comparable, t) },
	}
}

// argumentsOf returns the arguments of the call that the row of a tool shows.
func (b *base) argumentsOf(t *tools.Tool, mode tools.Mode) json.RawMessage {
	file := b.text.Doc.Argument(t)
	if mode == tools.ModeSlice {
		return tools.BuildArgs(t, file, nil)
	}
	return b.preview.ClampRange(b.preview.Request.WithTool(t.Name)).Args(file)
}

// readAll reads the file in the background with all[at], fills that tool's row in, and goes on with the next tool.
// Tools without the mode are left out.
func (b *base) readAll(table *toollist.Table, all []*tools.Tool, at int) tea.Cmd {
	shown := table.Shown
	for ; b.text.Doc != nil && at < len(all); at++ {
		t := all[at]
		if shown.LacksMode(t) || shown.Only != nil && !shown.Only(t) {
			continue
		}

		env := b.preview.Env(t)
		args := b.argumentsOf(t, shown.Mode)
		counts := !b.opts.NoTokens
		file := b.text.Doc.Argument(t)
		return jobs.Try(b.jobs, jobs.Tools, func(ctx context.Context) (toollist.Row, error) {
			r, err := preview.Measure(ctx, env, t, args, counts)
			if err == nil {
				err = r.CountLeft(ctx, t, env)
			}
			if err == nil && r.Refused != "" && !r.NotKnown && shown.Mode == tools.ModeSlice {
				err = r.LookForOther(ctx, t, env, file)
			}
			if err != nil {
				return toollist.Row{}, err
			}

			return shown.Read(ctx, r, t)
		}, func(row toollist.Row, err error) tea.Cmd {
			if err != nil {
				row = shown.NotRead(t, err)
			}
			table.Fill(t, row)
			return b.readAll(table, all, at+1)
		})
	}

	return nil
}

// readAllBeside reads in the background what all[at] gives in a comparison with the current request, fills that tool's
// row in, and goes on with the next tool.
func readAllBeside(c *comparing, table *toollist.Table, all []*tools.Tool, at int) tea.Cmd {
	if c.text.Doc == nil || at >= len(all) {
		return nil
	}

	t := all[at]
	r := &preview.Reading{Req: c.requestBeside(t.Name), Call: 1}
	run := c.preview.ReadingOf(r)
	counts := !c.opts.NoTokens
	var runs []linediff.Run
	var why string
	return jobs.Try(c.jobs, jobs.Tools, func(ctx context.Context) (*preview.Reading, error) {
		defer r.Free()
		run(ctx)
		runs = r.Runs()
		why = withoutLines(r)
		if r.Out != nil && counts {
			n, err := r.Count(ctx, t.Tokens)
			if err != nil {
				return nil, err
			}
			r.SetTokens(n)
		}

		return r, cmp.Or(r.Failed, ctx.Err())
	}, func(r *preview.Reading, err error) tea.Cmd {
		switch {
		case err != nil:
			table.Fill(t, table.Shown.NotRead(t, err))
		case why != "" || withoutLines(c.preview.Reading) != "":
			table.Fill(t, table.Shown.WithoutLines(r, t))
		default:
			shared := sharedLines([2]*preview.Reading{c.preview.Reading, r}, runs, c.preview.TotalLines())
			table.Fill(t, table.Shown.Shares(r, t, shared))
		}
		return readAllBeside(c, table, all, at+1)
	})
}
