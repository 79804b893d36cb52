package toolpanels

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lineindex"
	"eyeline/reader/lists"
	"eyeline/reader/outline"
	"eyeline/reader/solve"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// coverPanel lists for every tool the arguments that give exactly certain lines, or come closest to it.
type coverPanel struct {
	panels *Panels
	overlay.Menu
	at      int64 // the line whose declaration is looked for, 1-based; 0 for none
	wanted  wantedLines
	failed  string // why nothing is looked for
	located bool
	auto    bool          // the first exact read of the current tool is taken at once
	calls   []solve.Calls // those that are still to be solved, after the one under way
	choices []choice
}

// wantedLines are the lines that are looked for, and the name of the declaration that they are; "" for other lines.
type wantedLines struct {
	solve.Lines
	of string
}

// choice is a row of the panel: a read that can be chosen, or why no read gives the lines.
type choice struct {
	calls solve.Calls
	cover *solve.Cover // nil without such a read: why says why
	why   string
}

// Unsolvable says why no reads can be looked for that give certain lines; "" when they can.
func (t *Panels) Unsolvable() string {
	if _, open := overlay.Topmost[*coverPanel](t.overlays); open {
		return "the reads are listed"
	}
	return cmp.Or(t.NoSymbols(), t.OtherBytes())
}

// Solve looks for reads that give exactly the marked lines or, where nothing is marked, the declaration that holds the
// line of the cursor, with the comment and the decorators above it.
func (t *Panels) Solve(int64, bool) tea.Cmd {
	if !t.text.Marking.On {
		return t.solveDeclaration()
	}

	first, last, _ := t.text.Marking.Marked()
	view := t.raw().Bytes()
	lines := t.raw().Lines()
	return t.openCover(&coverPanel{panels: t}, func(ctx context.Context) (wantedLines, error) {
		found, err := linesBetween(ctx, view, lines, first, last)
		return wantedLines{Lines: found}, err
	})
}

// errNoDeclaration says that no declaration holds a line.
var errNoDeclaration = errors.New("no declaration")

// solveDeclaration looks for reads that give exactly the declaration that holds the line of the cursor.
func (t *Panels) solveDeclaration() tea.Cmd {
	cursor, known := t.text.File.CursorLine()
	name := t.text.Doc.Name()
	file := solve.File{Bytes: t.raw().Bytes(), Index: t.raw().Lines()}
	return t.openCover(&coverPanel{panels: t, at: cursor.Number}, func(ctx context.Context) (wantedLines, error) {
		if !known || cursor.Number == 0 {
			return wantedLines{}, errNoDeclaration
		}

		d, _, err := outline.Around(ctx, name, file.Bytes, cursor.Number)
		if err == nil && d == nil {
			err = errNoDeclaration
		}
		if err != nil {
			return wantedLines{}, err
		}

		found, err := solve.Locate(ctx, file, d.First, d.Last)
		return wantedLines{Lines: found, of: cells.Sanitize(d.Name())}, err
	})
}

// nothingMarked says that there are no lines to look for, and which key marks some.
func (c *coverPanel) nothingMarked() tea.Cmd {
	c.panels.overlays.Drop(c)
	at := ""
	if c.at > 0 {
		at = " at L" + humanize.Group(c.at)
	}
	return c.panels.program.Say(fmt.Sprintf("nothing is marked, no function known%s: %s marks lines",
		at, c.panels.program.KeyName(keymap.MarkLines)))
}

// solveFor makes the read of the current tool current that gives exactly the lines first to last, 1-based. Where that
// tool has no such read, the panel shows those of all tools.
func (t *Panels) solveFor(first, last int64) tea.Cmd {
	file := solve.File{Bytes: t.raw().Bytes(), Index: t.raw().Lines()}
	return t.openCover(&coverPanel{panels: t, auto: true}, func(ctx context.Context) (wantedLines, error) {
		found, err := solve.Locate(ctx, file, first, last)
		return wantedLines{Lines: found}, err
	})
}

// openCover opens the panel for the lines that locate finds.
func (t *Panels) openCover(c *coverPanel, locate func(context.Context) (wantedLines, error)) tea.Cmd {
	overlay.Close[*coverPanel](t.overlays)
	c.calls = t.everyCall()
	t.overlays.OpenMenu(&c.Menu, c)
	return jobs.Try(t.jobs, jobs.Cover, locate, func(wanted wantedLines, err error) tea.Cmd {
		switch {
		case errors.Is(err, errNoDeclaration):
			return c.nothingMarked()
		case errors.Is(err, window.ErrPastEnd):
			c.failed = "the file no longer has these lines"
			return nil
		case err != nil:
			c.failed = "cannot read: " + cells.Sanitize(err.Error())
			return nil
		}

		c.wanted = wanted
		c.located = true
		return c.next()
	})
}

// linesBetween returns a function that finds the lines with the bytes at the offsets first and last.
func linesBetween(
	ctx context.Context, b source.Bytes, index *lineindex.Snapshot, first, last int64,
) (solve.Lines, error) {
	from, err := preview.LineAt(ctx, b, index, first)
	to, errTo := preview.LineAt(ctx, b, index, last)
	if err = cmp.Or(err, errTo); err != nil {
		return solve.Lines{}, err
	}
	return solve.Locate(ctx, solve.File{Bytes: b, Index: index}, from, to)
}

// everyCall returns the calls of all tools on the document, those of the current tool and mode first.
func (t *Panels) everyCall() []solve.Calls {
	calls := solve.Modes(tools.All(), t.text.Doc.Argument, t.preview.Env)
	slices.SortStableFunc(calls, func(a, b solve.Calls) int { return t.nearness(b) - t.nearness(a) })
	return calls
}

// nearness ranks calls by how near they are to the current request: more is nearer.
func (t *Panels) nearness(c solve.Calls) int {
	switch {
	case c.Tool != t.preview.Request.Tool():
		return 0
	case c.Place.Mode != t.preview.Request.Mode():
		return 1
	}
	return 2
}

// next looks for a solution with the next kind of calls; nil after the last kind.
func (c *coverPanel) next() tea.Cmd {
	if len(c.calls) == 0 {
		return nil
	}

	calls := c.calls[0]
	c.calls = c.calls[1:]
	raw := c.panels.raw()
	wanted := c.wanted.Lines
	file := solve.File{Bytes: raw.Bytes(), Index: raw.Lines()}
	return jobs.Try(c.panels.jobs, jobs.Cover, func(ctx context.Context) (solve.Solution, error) {
		return solve.Solve(ctx, file, calls, wanted)
	}, func(s solve.Solution, err error) tea.Cmd {
		if err != nil {
			s.Why = "cannot read: " + cells.Sanitize(err.Error())
		}
		return c.add(s)
	})
}

// add appends the reads of a solution to the rows.
func (c *coverPanel) add(s solve.Solution) tea.Cmd {
	for _, cover := range []*solve.Cover{s.Exact, s.Above, s.Below} {
		if cover != nil && (cover != s.Below || s.Above == nil || cover.Window.Start != s.Above.Window.Start ||
			cover.Window.End != s.Above.Window.End) {
			c.choices = append(c.choices, choice{calls: s.Calls, cover: cover})
		}
	}

	if c.auto && s.Exact != nil && s.Calls.Tool == c.panels.request().Tool() {
		c.panels.overlays.Drop(c)
		return c.panels.requestCall(s.Calls, s.Exact.Values)
	}

	if s.Why != "" {
		c.choices = append(c.choices, choice{calls: s.Calls, why: s.Why})
	}

	return c.next()
}

// Do implements [overlay.Menu].
func (c *coverPanel) Do(a keymap.Action) (tea.Cmd, bool) {
	switch a {
	case keymap.TakeRow:
		return c.choose(), true
	case keymap.CopyCommand:
		return c.copyCommand(), true
	}
	return nil, false
}

// copyCommand copies the command line that makes the selected read.
func (c *coverPanel) copyCommand() tea.Cmd {
	x, ok := c.selectedChoice()
	switch {
	case !ok || x.cover == nil:
		return nil
	case c.panels.text.Doc.IsStream():
		return c.panels.program.Say(c.panels.exporter.NotByCommand())
	}
	text := c.panels.exporter.CommandOf(x.calls.Tool, x.calls.Args(x.cover.Values))
	return c.panels.exporter.CopyText("the command", text, cells.Sanitize(text))
}

// Closed ends the search.
func (c *coverPanel) Closed() { c.panels.jobs.End(jobs.Cover) }

// Selected implements [overlay.Menu].
func (*coverPanel) Selected() (tea.Cmd, bool) { return nil, true }

func (c *coverPanel) selectedChoice() (choice, bool) {
	if c.At() >= len(c.choices) {
		return choice{}, false
	}
	return c.choices[c.At()], true
}

// choose makes the selected read the current request. Its window does not follow the cursor.
func (c *coverPanel) choose() tea.Cmd {
	x, ok := c.selectedChoice()
	switch {
	case !ok:
		return nil
	case x.cover == nil:
		return c.panels.program.Say("none: " + cells.OneLine(x.why))
	}

	c.panels.overlays.Drop(c)
	c.panels.text.Marking.Unmark()
	return c.panels.requestCall(x.calls, x.cover.Values)
}

// requestCall makes a call the current request, with a window that does not follow the cursor.
func (t *Panels) requestCall(calls solve.Calls, values tools.Values) tea.Cmd {
	r := t.preview.Request.WithModeTool(calls.Place.Mode, calls.Tool.Name).WithValues(values)
	if r.Follows() {
		r = r.WithFollow(false)
		t.program.Say("the window stays; " + t.program.KeyName(keymap.Follow) + " lets it follow the cursor")
	}
	return t.preview.Change(r)
}

// Height implements [overlay.Panel].
func (c *coverPanel) Height(body int) int {
	return overlay.MenuHeight(max(len(c.choices), 6), 1, body)
}

// Content implements [overlay.Menu].
func (c *coverPanel) Content() overlay.MenuContent {
	runs := c.panels.jobs.Runs(jobs.Cover)
	copies := c.panels.program.KeyName(keymap.CopyCommand) + " copy" +
		humanize.When(c.panels.program.Width() >= forArguments, " the command")
	m := overlay.MenuContent{Title: "reads that give the lines", Hint: copies}
	if c.located {
		m.Title = "reads that give " + humanize.Lines(c.wanted.First, c.wanted.Last) +
			humanize.When(c.wanted.of != "", ", "+c.wanted.of)
	}

	switch {
	case runs:
		m.Title += "…"
	case len(c.calls) > 0 && c.located:
		m.Title += " · stopped"
	}

	m.Rows = lists.Map(c.choices, c.row)
	if x, ok := c.selectedChoice(); ok {
		m.Title += fmt.Sprintf(" · %d of %d", c.At()+1, len(c.choices))
		m.Below = c.about(x)
	}

	switch {
	case len(m.Rows) > 0: // the rows say it
	case c.failed != "":
		m.Note = c.failed
	case runs:
		m.Note = "looking…"
	default:
		m.Note = "stopped"
	}

	return m
}

// forArguments is how many cells wide a screen is that has room for all arguments in the row of a read, and below the
// rows for the call as the model makes it.
const forArguments = 100

// about describes a choice in full: its tool, and the arguments as the model gives them, without the folder of the
// file. Where a row may cut the arguments off, these come first, in words.
func (c *coverPanel) about(x choice) string {
	s := x.calls.Tool.Origin
	about := s.Agent + " " + s.ShortVersion()
	if x.cover == nil {
		return cells.OneLine(about + " · no call is exact: " + c.reason(x))
	}
	if c.panels.program.Width() < forArguments {
		lines := humanize.Lines(x.cover.First, x.cover.Last)
		words := valueWords(x.calls, x.cover.Values) + " · " + lines + " · " + about
		return cells.FirstClauses(cells.Sanitize(words), c.panels.program.Width()-len("    "))
	}

	doc := c.panels.text.Doc
	file := path.Base(filepath.ToSlash(doc.Name()))
	return cells.Sanitize(about + " · " + string(tools.BuildArgs(x.calls.Tool, file, x.cover.Values)))
}

func (c *coverPanel) row(x choice) overlay.MenuRow {
	name := x.calls.Tool.Name + " · " + x.calls.Place.Mode.String()
	if x.cover == nil {
		return overlay.MenuRow{Columns: []string{name, "none: " + cells.OneLine(c.reason(x))}, Dim: true}
	}

	what := "exactly"
	width := c.panels.program.Width()
	if x.cover.Outside+x.cover.Missing == 0 && width < forParameters {
		return overlay.MenuRow{Columns: []string{x.calls.Tool.Name, valueWords(x.calls, x.cover.Values)}}
	}

	given := ""
	if width >= forArguments {
		given = humanize.Lines(x.cover.First, x.cover.Last) + ", "
	}
	switch {
	case x.cover.Outside > 0:
		what = given + humanize.Group(x.cover.Outside) + " too many"
	case x.cover.Missing > 0:
		what = given + humanize.Group(x.cover.Missing) + " too few"
	}

	return overlay.MenuRow{Columns: []string{name, what, valueWords(x.calls, x.cover.Values)}}
}

// reason says why no call of a tool gives the lines.
func (c *coverPanel) reason(x choice) string {
	return modelline.Reason(x.why, c.panels.text.Doc.Argument(x.calls.Tool))
}

// valueWords returns arguments in a line, the place of the window first.
func valueWords(calls solve.Calls, v tools.Values) string {
	flags := slices.Sorted(maps.Keys(v))
	if at := slices.Index(flags, calls.Place.At); at > 0 {
		flags = slices.Insert(slices.Delete(flags, at, at+1), 0, calls.Place.At)
	}
	words := lists.Map(flags, func(flag string) string {
		return preview.ArgumentWords(calls.Tool, flag, v[flag])
	})
	return cmp.Or(strings.Join(words, " · "), "the path alone")
}
