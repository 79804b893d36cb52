package tuning

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tuning"
	"eyeline/reader/window"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/request"
	"eyeline/tui/words"
)

// CoverPanel shows for every tool the arguments that give certain lines, or come closest.
type CoverPanel struct {
	tuning *Tuning
	overlay.Menu
	wanted  tuning.Lines
	failed  string // why nothing is looked for
	located bool
	auto    bool           // the first exact read of the current tool is taken at once
	calls   []tuning.Calls // those that are still to be solved, after the one under way
	choices []choice
}

// choice is a row of the panel: a read that can be taken, or why there is none.
type choice struct {
	calls tuning.Calls
	cover *tuning.Cover // nil: there is none
	why   string
}

// Unmarkable says why no reads can be found for marked lines; "" when they can.
func (t *Tuning) Unmarkable() string {
	switch {
	case !t.text.Marking().On:
		return "nothing is marked: " + t.desk.KeyName(keymap.MarkLines) + " marks lines, and so does dragging the mouse"
	case t.text.Hex():
		return "the hex view has no lines; " + t.desk.KeyName(keymap.Hex) + " goes back to them"
	}
	return t.OtherBytes()
}

// Solve looks for the reads that give the marked lines.
func (t *Tuning) Solve(int64, bool) tea.Cmd {
	first, last, _ := t.text.Marking().Marked()
	view, lines := t.text.Doc().Raw().Bytes(), t.text.Doc().Raw().Lines()
	return t.openCover(&CoverPanel{tuning: t}, func(ctx context.Context) (tuning.Lines, error) {
		return linesBetween(ctx, view, lines, first, last)
	})
}

// solveFor takes the read of the current tool that gives exactly the lines first to last; where there is none, it shows
// what all tools can do.
func (t *Tuning) solveFor(first, last int64) tea.Cmd {
	file := tuning.File{Bytes: t.text.Doc().Raw().Bytes(), Index: t.text.Doc().Raw().Lines()}
	return t.openCover(&CoverPanel{tuning: t, auto: true}, func(ctx context.Context) (tuning.Lines, error) {
		return tuning.Locate(ctx, file, first, last)
	})
}

// openCover opens the panel for the lines that locate finds.
func (t *Tuning) openCover(c *CoverPanel, locate func(context.Context) (tuning.Lines, error)) tea.Cmd {
	if o, open := overlay.Of[*CoverPanel](t.overlays); open {
		t.overlays.Drop(o)
	}
	c.calls = t.everyCall()
	t.overlays.Push(c)
	return jobs.Try(t.jobs, jobs.Cover, locate, func(wanted tuning.Lines, err error) tea.Cmd {
		switch {
		case !t.overlays.IsOpen(c):
			return nil
		case errors.Is(err, window.ErrPastEnd):
			c.failed = "the file no longer has these lines"
			return nil
		case err != nil:
			c.failed = "cannot read: " + cells.Sanitize(err.Error())
			return nil
		}
		c.wanted, c.located = wanted, true
		return c.next()
	})
}

// linesBetween locates the lines that hold the bytes at first and at last.
func linesBetween(
	ctx context.Context, b source.Bytes, index *lineindex.Snapshot, first, last int64,
) (tuning.Lines, error) {
	from, err := preview.LineAt(ctx, b, index, first)
	if err != nil {
		return tuning.Lines{}, err
	}
	to, err := preview.LineAt(ctx, b, index, last)
	if err != nil {
		return tuning.Lines{}, err
	}
	return tuning.Locate(ctx, tuning.File{Bytes: b, Index: index}, from, to)
}

// everyCall are the calls of all tools on the document, those of the current tool and mode first.
func (t *Tuning) everyCall() []tuning.Calls {
	calls := tuning.Modes(tools.All(), t.text.Doc().Argument,
		func(tool *tools.Tool) tools.Env { return t.preview.Env(tool, false) })
	slices.SortStableFunc(calls, func(a, b tuning.Calls) int { return t.nearness(b) - t.nearness(a) })
	return calls
}

// nearness is how near calls are to the current request.
func (t *Tuning) nearness(c tuning.Calls) int {
	switch {
	case c.Tool != t.preview.Request().Tool():
		return 0
	case c.Place.Mode != t.preview.Request().Mode():
		return 1
	}
	return 2
}

// next solves the next calls.
func (c *CoverPanel) next() tea.Cmd {
	if len(c.calls) == 0 {
		return nil
	}
	calls := c.calls[0]
	c.calls = c.calls[1:]
	raw, wanted := c.tuning.text.Doc().Raw(), c.wanted
	file := tuning.File{Bytes: raw.Bytes(), Index: raw.Lines()}
	return jobs.Try(c.tuning.jobs, jobs.Cover, func(ctx context.Context) (tuning.Solution, error) {
		return tuning.Solve(ctx, file, calls, wanted)
	}, func(s tuning.Solution, err error) tea.Cmd {
		if !c.tuning.overlays.IsOpen(c) {
			return nil
		}
		if err != nil {
			s.Why = "cannot read: " + cells.Sanitize(err.Error())
		}
		return c.add(s)
	})
}

// add adds what the next calls can do.
func (c *CoverPanel) add(s tuning.Solution) tea.Cmd {
	for _, cover := range []*tuning.Cover{s.Exact, s.Above, s.Below} {
		if cover != nil && (cover != s.Below || s.Above == nil || cover.Window.Start != s.Above.Window.Start ||
			cover.Window.End != s.Above.Window.End) {
			c.choices = append(c.choices, choice{calls: s.Calls, cover: cover})
		}
	}
	if c.auto && s.Exact != nil && s.Calls.Tool == c.tuning.preview.Request().Tool() {
		c.close()
		return c.tuning.takeCall(s.Calls, s.Exact.Values)
	}
	if s.Why != "" {
		c.choices = append(c.choices, choice{calls: s.Calls, why: s.Why})
	}
	return c.next()
}

// Key implements [overlay.Overlay].
func (c *CoverPanel) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch action := c.tuning.overlays.MenuAction(msg); action {
	case keymap.TakeRow:
		return c.take(), true
	case keymap.CloseMenu:
		c.close()
		return nil, true
	case keymap.CopyCommand:
		if x, ok := c.selected(); ok && x.cover != nil {
			if c.tuning.text.Doc().IsStream() {
				c.tuning.desk.Say(c.tuning.host.NotByCommand())
				return nil, true
			}
			text := c.tuning.host.CommandOf(x.calls.Tool, x.calls.Args(x.cover.Values))
			return c.tuning.host.CopyText("the command", text, cells.Sanitize(text)), true
		}
		return nil, true
	default:
		return nil, c.Move(action, len(c.choices), c.page())
	}
}

func (c *CoverPanel) close() {
	c.tuning.overlays.Drop(c)
	c.tuning.jobs.End(jobs.Cover)
}

func (c *CoverPanel) selected() (choice, bool) {
	if c.At >= len(c.choices) {
		return choice{}, false
	}
	return c.choices[c.At], true
}

// take makes the selected read the request. Its window stays where it is.
func (c *CoverPanel) take() tea.Cmd {
	x, ok := c.selected()
	switch {
	case !ok:
		return nil
	case x.cover == nil:
		c.tuning.desk.Say("none: " + cells.Sanitize(x.why))
		return nil
	}
	c.close()
	c.tuning.text.Marking().Unmark()
	return c.tuning.takeCall(x.calls, x.cover.Values)
}

// takeCall makes a call the request, with a window that stays where it is.
func (t *Tuning) takeCall(calls tuning.Calls, values tools.Values) tea.Cmd {
	r := t.preview.Request().WithModeTool(calls.Place.Mode, calls.Tool.Name).WithValues(values)
	if r.Follows() {
		r = r.WithFollow(false)
		t.desk.Say("the window stays; " + t.desk.KeyName(keymap.Follow) + " lets it follow the cursor")
	}
	return t.preview.Change(r)
}

// Height implements [overlay.Panel].
func (c *CoverPanel) Height(body int) int {
	return overlay.MenuHeight(max(len(c.choices), 6), 0, body)
}

func (c *CoverPanel) page() int { return max(c.Height(c.tuning.host.BodyHeight())-1, 1) }

// Scroll keeps the selected row in what is shown.
func (c *CoverPanel) Scroll(height int) { c.At, c.Top = c.Shown(len(c.choices), height) }

// Rows implements [overlay.Overlay].
func (c *CoverPanel) Rows(height int) []string {
	title := "reads that give the lines"
	if c.located {
		title = "reads that give " + lineRange(c.wanted.First, c.wanted.Last)
	}
	switch {
	case c.tuning.jobs.Runs(jobs.Cover):
		title += "…"
	case len(c.calls) > 0 && c.located:
		title += " · stopped"
	}
	key := c.tuning.desk.KeyName
	hint := key(keymap.TakeRow) + " take  " + key(keymap.CopyCommand) + " copy the command  " +
		key(keymap.CloseMenu) + " close"
	rows := make([]overlay.MenuRow, 0, len(c.choices))
	for _, x := range c.choices {
		rows = append(rows, c.row(x))
	}
	out := c.Draw(c.tuning.overlays, title, hint, rows, height)
	if len(rows) == 0 {
		text := "looking…"
		switch {
		case c.failed != "":
			text = c.failed
		case !c.tuning.jobs.Runs(jobs.Cover):
			text = "stopped"
		}
		out = append(out, c.tuning.overlays.MenuNote(text))
	}
	return out
}

func (c *CoverPanel) row(x choice) overlay.MenuRow {
	name := x.calls.Tool.Name + " · " + request.ModeName(x.calls.Place.Mode)
	if x.cover == nil {
		return overlay.MenuRow{Columns: []string{name, "no call is exact: " + cells.Sanitize(x.why)}, Dim: true}
	}
	what := "exactly"
	switch {
	case x.cover.Outside > 0:
		what = lineRange(x.cover.First, x.cover.Last) + ", " + words.Group(x.cover.Outside) + " too many"
	case x.cover.Missing > 0:
		what = lineRange(x.cover.First, x.cover.Last) + ", " + words.Group(x.cover.Missing) + " too few"
	}
	return overlay.MenuRow{Columns: []string{name, what, valueWords(x.calls, x.cover.Values)}}
}

// lineRange names lines.
func lineRange(first, last int64) string {
	if first == last {
		return fmt.Sprintf("L%d", first)
	}
	return fmt.Sprintf("L%d–L%d", first, last)
}

// valueWords are arguments in a line, where the window is first.
func valueWords(calls tuning.Calls, v tools.Values) string {
	flags := slices.Sorted(maps.Keys(v))
	slices.SortStableFunc(flags, func(a, b string) int {
		at := func(flag string) int {
			if flag == calls.Place.At {
				return 0
			}
			return 1
		}
		return at(a) - at(b)
	})
	words := make([]string, 0, len(flags))
	for _, flag := range flags {
		words = append(words, fmt.Sprintf("%s %v", flag, v[flag]))
	}
	if len(words) == 0 {
		return "the path alone"
	}
	return strings.Join(words, " · ")
}

// Footer implements [overlay.Overlay].
func (c *CoverPanel) Footer() string { return "" }

// Wheel implements [overlay.Pointed].
func (c *CoverPanel) Wheel(n int) tea.Cmd {
	c.At = max(min(c.At+n, len(c.choices)-1), 0)
	return nil
}

// Click selects a row; a second click takes it.
func (c *CoverPanel) Click(row int) tea.Cmd {
	at, ok := c.Clicked(row, len(c.choices))
	switch {
	case !ok:
		return nil
	case at != c.At:
		c.At = at
		return nil
	}
	return c.take()
}

// OfFile implements [overlay.OfFile].
func (*CoverPanel) OfFile() {}
