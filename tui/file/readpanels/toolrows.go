package readpanels

import (
	"context"
	"encoding/json"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/outline"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// toolRows are the rows of the list of all tools: by lines each tool's first call, in any other mode what a tool gives
// at the place of the current window.
type toolRows struct {
	mode  tools.Mode
	title string
	hint  string       // what the rows are found by
	name  string       // of the file
	file  source.Bytes // whose declarations are looked for
}

// rowsOf are the rows beside a request.
func (l *toolList) rowsOf(r toolrequest.Request) toolRows {
	rows := toolRows{
		mode: r.Mode(), title: "all tools by their first call",
		hint: "an agent, a tool, favourite, or whole, partial, cut, refused",
	}
	switch {
	case l.text.ToolOff:
		rows.mode = tools.ModeSlice
	case r.Mode() == tools.ModeBlock:
		rows.title = "all tools by their block of anchor " + humanize.Group(r.Place())
		rows.hint = "an agent, a tool, favourite, or whole, no head, no end, refused"
		if l.text.Doc != nil {
			rows.name = l.text.Doc.Name()
			rows.file = l.raw().Bytes()
		}
	case r.Mode() == tools.ModeBytes:
		rows.title = "all tools from byte " + humanize.Group(r.Place())
	}

	return rows
}

// order puts the tools that have the mode first.
func (w toolRows) order(all []*tools.Tool) []*tools.Tool {
	has := slices.DeleteFunc(slices.Clone(all), w.lacksMode)
	return append(has, slices.DeleteFunc(all, func(t *tools.Tool) bool { return !w.lacksMode(t) })...)
}

// lacksMode reports whether a tool gives nothing in the mode of the rows.
func (w toolRows) lacksMode(t *tools.Tool) bool {
	return w.mode != tools.ModeSlice && !toolrequest.HasMode(t, w.mode)
}

// blank is the row of a tool until it is filled in, and stays where there is nothing to fill in.
func (w toolRows) blank(t *tools.Tool) toolRow {
	row := toolRow{mode: w.mode, agent: t.Since.Agent}
	if w.lacksMode(t) {
		row.gets = "no " + w.mode.String()
		row.why = "has no " + w.mode.String() + " mode"
	}
	return row
}

// argsOf is the call that the row of a tool is about.
func (l *toolList) argsOf(t *tools.Tool, w toolRows) json.RawMessage {
	file := l.text.Doc.Argument(t)
	if w.mode == tools.ModeSlice {
		return tools.BuildArgs(t, file, nil)
	}
	return l.preview.ClampRange(l.preview.Request.WithTool(t.Name)).Args(file)
}

// rowOf is the row of what a tool gives.
func (w toolRows) rowOf(ctx context.Context, r *preview.Reading, t *tools.Tool) (toolRow, error) {
	row := rowOf(r)
	row.mode = w.mode
	row.agent = t.Since.Agent
	if w.mode != tools.ModeBlock || row.why != "" {
		return row, nil
	}

	row.standing = standsWhole
	row.block = none
	row.gets = none
	if r.Window.First == 0 {
		row.lines = 0
		return row, nil
	}

	d, _, err := outline.Around(ctx, w.name, w.file, r.Window.Anchor)
	if err != nil {
		return toolRow{}, err
	}

	if d != nil {
		m := d.Without(r.Window.First, r.Window.Last)
		row.gets = lackWord(m)
		if !m.Whole() {
			row.standing = standsPart
		}
	}

	row.lines = r.Window.Lines()
	row.block = humanize.Lines(r.Window.First, r.Window.Last)
	return row, nil
}

// lackWord says in a column what a block lacks of the declaration around its anchor.
func lackWord(m outline.Missing) string {
	switch {
	case m.Whole():
		return "whole"
	case !m.End:
		return "no head"
	case !m.Head:
		return "no end"
	}
	return "a part"
}

// fillTools reads the file with every tool of some from at on, one after the other, and fills their rows in.
func (l *toolList) fillTools(table *toolTable, all []*tools.Tool, at int) tea.Cmd {
	shown := table.shown
	for ; l.text.Doc != nil && at < len(all); at++ {
		t := all[at]
		if shown.lacksMode(t) {
			continue
		}

		env := l.preview.Env(t, false)
		args := l.argsOf(t, shown)
		counts := !l.opts.NoTokens
		return jobs.Try(l.jobs, jobs.Tools, func(ctx context.Context) (toolRow, error) {
			r, err := preview.Measure(ctx, env, t, args, counts)
			if err == nil {
				err = r.CountLeft(ctx, t, env)
			}
			if err != nil {
				return toolRow{}, err
			}

			return shown.rowOf(ctx, r, t)
		}, func(row toolRow, err error) tea.Cmd {
			if err != nil {
				row = shown.blank(t)
				row.gets = "not read"
				row.why = "cannot be read: " + err.Error()
			}
			table.put(t.Name, row, aboutTool(t))
			return l.fillTools(table, all, at+1)
		})
	}

	return nil
}
