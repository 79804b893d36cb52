package readpanels

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/loss"
	"eyeline/reader/outline"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// toolRows are the rows of the list of all tools: by lines each tool's first call, in any other mode what a tool gives
// at the place of the current window.
type toolRows struct {
	mode        tools.Mode
	title, head string
	hint        string       // what the rows are found by
	name        string       // of the file
	file        source.Bytes // whose declarations are looked for
}

// rowsOf are the rows beside a request.
func (l *toolList) rowsOf(r toolrequest.Request) toolRows {
	rows := toolRows{
		mode: r.Mode(), title: "all tools by their first call",
		hint: "an agent, a tool, favourite, or whole, partial, cut, refused",
		head: fmt.Sprintf(rowColumns, "gets", "lines", "bytes", "tokens", "calls"),
	}
	switch {
	case l.text.ToolOff:
		rows.mode = tools.ModeSlice
	case r.Mode() == tools.ModeBlock:
		rows.title = "all tools by their block of anchor " + humanize.Group(r.Place())
		rows.hint = "an agent, a tool, favourite, or whole, no head, no end, refused"
		rows.head = fmt.Sprintf(blockColumns, "block", "decl.", "lines", "bytes", "tokens")
		if l.text.Doc != nil {
			rows.name, rows.file = l.text.Doc.Name(), l.raw().Bytes()
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

// before is what the row of a tool begins with until it is filled in, and stays where there is nothing to fill in.
func (w toolRows) before(t *tools.Tool) string {
	if w.lacksMode(t) {
		return "has no " + w.mode.String() + " mode · "
	}
	return ""
}

// argsOf is the call that the row of a tool is about.
func (l *toolList) argsOf(t *tools.Tool, w toolRows) json.RawMessage {
	file := l.text.Doc.Argument(t)
	if w.mode == tools.ModeSlice {
		return tools.BuildArgs(t, file, nil)
	}
	return l.preview.ClampRange(l.preview.Request.WithTool(t.Name)).Args(file)
}

// text is what a tool gives, in the columns of the rows.
func (w toolRows) text(ctx context.Context, r *preview.Reading) (string, error) {
	account := r.Account()
	if w.mode != tools.ModeBlock || r.Refused != "" || account.Kind != "" {
		return rowText(r), nil
	}
	const none = "–"
	if r.Window.First == 0 {
		return fmt.Sprintf(blockColumns, none, none, "0", shareOf(account), tokensOf(r)) + " · ", nil
	}
	declared := none
	d, _, err := outline.Around(ctx, w.name, w.file, r.Window.Anchor)
	if err != nil {
		return "", err
	}
	if d != nil {
		declared = lackWord(d.Without(r.Window.First, r.Window.Last))
	}
	lines := humanize.Lines(r.Window.First, r.Window.Last)
	return fmt.Sprintf(blockColumns, lines, declared, humanize.Group(r.Window.Lines()), shareOf(account),
		tokensOf(r)) + " · ", nil
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

// blockColumns are the columns of the block that a tool gives.
const blockColumns = "%-13s %-7s %6s %5s %13s"

// fillTools reads the file with every tool among the items of the list from at on, one after the other, and fills their
// rows in.
func (l *toolList) fillTools(panel *overlay.ListPanel, shown toolRows, at int) tea.Cmd {
	for ; l.text.Doc != nil && at < len(panel.Items); at++ {
		t, ok := tools.Lookup(panel.Items[at].Name)
		if !ok || shown.lacksMode(t) {
			continue
		}
		env, args := l.preview.Env(t, false), l.argsOf(t, shown)
		counts := !l.opts.NoTokens
		return jobs.Try(l.jobs, jobs.Tools, func(ctx context.Context) (string, error) {
			r, err := preview.Measure(ctx, env, t, args, counts)
			if err == nil {
				err = r.CountLeft(ctx, t, env)
			}
			if err != nil {
				return "", err
			}
			return shown.text(ctx, r)
		}, func(text string, err error) tea.Cmd {
			i := panel.Change(at)
			if err != nil {
				text = "cannot be read: " + err.Error()
			} else {
				text += i.Text
			}
			i.Text = text
			return l.fillTools(panel, shown, at+1)
		})
	}
	return nil
}

// rowColumns are the columns of what a tool gives.
const rowColumns = "%-8s %7s %5s %13s %7s"

// rowText is what a tool gives of the file, in columns.
func rowText(r *preview.Reading) string {
	account := r.Account()
	lost := account.Outside()
	state, calls := "whole", humanize.Group(1+r.Left)
	switch {
	case r.Refused != "":
		return fmt.Sprintf("%-8s %s · ", r.RefusalWord(), r.Refused)
	case account.Kind != "":
		return fmt.Sprintf("%-8s %s · ", "not text", account.Instead)
	case lost > 0:
		state = "partial"
	case r.Stats.Cut > 0:
		state = "cut"
	}
	switch {
	case r.Guessed:
		calls = "≈" + calls
	case lost > 0 && r.Left == 0:
		calls = "no more"
	}
	text := fmt.Sprintf(rowColumns, state, humanize.Group(tools.LinesGiven(r.Window, r.Stats)), shareOf(account),
		tokensOf(r), calls)
	if r.Stats.Cut > 0 {
		text += ", " + humanize.Group(r.Stats.Cut) + " cut"
	}
	if r.Silent {
		text += ", silent"
	}
	return text + " · "
}

// shareOf is how much of the file is given.
func shareOf(a loss.Account) string {
	if a.Lost() == 0 {
		return "100 %"
	}
	return fmt.Sprintf("%d %%", min(a.Given()*100/a.File, 99))
}

// tokensOf is how many tokens a call gives, in a column of its own.
func tokensOf(r *preview.Reading) string {
	amount, _ := bar.Tokens(r.Tokens)
	return strings.TrimSuffix(amount, " tokens")
}
