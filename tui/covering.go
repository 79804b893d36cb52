package tui

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
	"eyeline/tui/jobs"
	"eyeline/tui/request"
)

// coverPanel shows for every tool the arguments that give certain lines, or come closest.
type coverPanel struct {
	menu
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

// unmarkable says why no reads can be found for marked lines; "" when they can.
func (m *Model) unmarkable() string {
	switch {
	case !m.marking.on:
		return "nothing is marked: " + m.keyName(keymap.MarkLines) + " marks lines, and so does dragging the mouse"
	case m.hex:
		return "the hex view has no lines; " + m.keyName(keymap.Hex) + " goes back to them"
	}
	return m.otherBytes()
}

// solve looks for the reads that give the marked lines.
func (m *Model) solve(int64, bool) tea.Cmd {
	first, last, _ := m.marked()
	view, lines := m.doc.Raw().Bytes(), m.doc.Raw().Lines()
	return m.openCover(&coverPanel{}, func(ctx context.Context) (tuning.Lines, error) {
		return linesBetween(ctx, view, lines, first, last)
	})
}

// solveFor takes the read of the current tool that gives exactly the lines first to last; where there is none, it shows what
// all tools can do.
func (m *Model) solveFor(first, last int64) tea.Cmd {
	file := tuning.File{Bytes: m.doc.Raw().Bytes(), Index: m.doc.Raw().Lines()}
	return m.openCover(&coverPanel{auto: true}, func(ctx context.Context) (tuning.Lines, error) {
		return tuning.Locate(ctx, file, first, last)
	})
}

// openCover opens the panel for the lines that locate finds.
func (m *Model) openCover(c *coverPanel, locate func(context.Context) (tuning.Lines, error)) tea.Cmd {
	if o, open := overlayOf[*coverPanel](m); open {
		m.drop(o)
	}
	c.calls = m.everyCall()
	m.push(c)
	return jobs.Try(m.jobs, jobs.Cover, locate, func(wanted tuning.Lines, err error) tea.Cmd {
		switch {
		case !m.isOpen(c):
			return nil
		case errors.Is(err, window.ErrPastEnd):
			c.failed = "the file no longer has these lines"
			return nil
		case err != nil:
			c.failed = "cannot read: " + plain(err.Error())
			return nil
		}
		c.wanted, c.located = wanted, true
		return c.next(m)
	})
}

// linesBetween locates the lines that hold the bytes at first and at last.
func linesBetween(ctx context.Context, b source.Bytes, index *lineindex.Snapshot, first, last int64) (tuning.Lines, error) {
	from, err := lineAt(ctx, b, index, first)
	if err != nil {
		return tuning.Lines{}, err
	}
	to, err := lineAt(ctx, b, index, last)
	if err != nil {
		return tuning.Lines{}, err
	}
	return tuning.Locate(ctx, tuning.File{Bytes: b, Index: index}, from, to)
}

// lineAt is the 1-based number of the line that contains the byte at off, counted as far as the index does not reach.
func lineAt(ctx context.Context, b source.Bytes, index *lineindex.Snapshot, off int64) (int64, error) {
	n, err := index.LineAt(ctx, b, off)
	if !errors.Is(err, lineindex.ErrNotCovered) {
		return n, err
	}
	lines, err := lineindex.CountLines(ctx, source.View(b, off))
	if err != nil || off == 0 {
		return 1, err
	}
	// Without a line end before off the last line counted goes on there.
	var p [1]byte
	if _, err := source.ReadFull(b, p[:], off-1); err != nil {
		return 0, err
	}
	if p[0] == '\n' {
		lines++
	}
	return lines, nil
}

// everyCall are the calls of all tools on the document, those of the current tool and mode first.
func (m *Model) everyCall() []tuning.Calls {
	calls := tuning.Modes(tools.All(), m.doc.Argument, func(t *tools.Tool) tools.Env { return m.env(t, false) })
	slices.SortStableFunc(calls, func(a, b tuning.Calls) int { return m.nearness(b) - m.nearness(a) })
	return calls
}

// nearness is how near calls are to the current request.
func (m *Model) nearness(c tuning.Calls) int {
	switch {
	case c.Tool != m.req.Tool():
		return 0
	case c.Place.Mode != m.req.Mode():
		return 1
	}
	return 2
}

// next solves the next calls.
func (c *coverPanel) next(m *Model) tea.Cmd {
	if len(c.calls) == 0 {
		return nil
	}
	calls := c.calls[0]
	c.calls = c.calls[1:]
	file, wanted := tuning.File{Bytes: m.doc.Raw().Bytes(), Index: m.doc.Raw().Lines()}, c.wanted
	return jobs.Try(m.jobs, jobs.Cover, func(ctx context.Context) (tuning.Solution, error) {
		return tuning.Solve(ctx, file, calls, wanted)
	}, func(s tuning.Solution, err error) tea.Cmd {
		if !m.isOpen(c) {
			return nil
		}
		if err != nil {
			s.Why = "cannot read: " + plain(err.Error())
		}
		return c.add(m, s)
	})
}

// add adds what the next calls can do.
func (c *coverPanel) add(m *Model, s tuning.Solution) tea.Cmd {
	for _, cover := range []*tuning.Cover{s.Exact, s.Above, s.Below} {
		if cover != nil && (cover != s.Below || s.Above == nil || cover.Window.Start != s.Above.Window.Start || cover.Window.End != s.Above.Window.End) {
			c.choices = append(c.choices, choice{calls: s.Calls, cover: cover})
		}
	}
	if c.auto && s.Exact != nil && s.Calls.Tool == m.req.Tool() {
		c.close(m)
		return m.takeCall(s.Calls, s.Exact.Values)
	}
	if s.Why != "" {
		c.choices = append(c.choices, choice{calls: s.Calls, why: s.Why})
	}
	return c.next(m)
}

func (c *coverPanel) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	switch action := m.menuAction(msg); action {
	case keymap.TakeRow:
		return c.take(m), true
	case keymap.CloseMenu:
		c.close(m)
		return nil, true
	case keymap.CopyCommand:
		if x, ok := c.selected(); ok && x.cover != nil {
			if m.doc.IsStream() {
				m.say(m.notByCommand())
				return nil, true
			}
			text := m.commandOf(x.calls.Tool, x.calls.Args(x.cover.Values))
			return m.copyText("the command", text, plain(text)), true
		}
		return nil, true
	default:
		return nil, c.move(action, len(c.choices), c.page(m))
	}
}

func (c *coverPanel) close(m *Model) {
	m.drop(c)
	m.jobs.End(jobs.Cover)
}

func (c *coverPanel) selected() (choice, bool) {
	if c.at >= len(c.choices) {
		return choice{}, false
	}
	return c.choices[c.at], true
}

// take makes the selected read the request. Its window stays where it is.
func (c *coverPanel) take(m *Model) tea.Cmd {
	x, ok := c.selected()
	switch {
	case !ok:
		return nil
	case x.cover == nil:
		m.say("none: " + plain(x.why))
		return nil
	}
	c.close(m)
	m.unmark()
	return m.takeCall(x.calls, x.cover.Values)
}

// takeCall makes a call the request, with a window that stays where it is.
func (m *Model) takeCall(calls tuning.Calls, values tools.Values) tea.Cmd {
	r := m.req.WithModeTool(calls.Place.Mode, calls.Tool.Name).WithValues(values)
	if r.Follows() {
		r = r.WithFollow(false)
		m.say("the window stays; " + m.keyName(keymap.Follow) + " lets it follow the cursor")
	}
	return m.change(r)
}

func (c *coverPanel) height(_ *Model, body int) int {
	return menuHeight(max(len(c.choices), 6), 0, body)
}

func (c *coverPanel) page(m *Model) int { return max(c.height(m, m.areas.body.height)-1, 1) }

// scroll implements scrolledPanel.
func (c *coverPanel) scroll(_ *Model, height int) { c.at, c.top = c.shown(len(c.choices), height) }

func (c *coverPanel) rows(m *Model, height int) []string {
	title := "reads that give the lines"
	if c.located {
		title = "reads that give " + lineRange(c.wanted.First, c.wanted.Last)
	}
	switch {
	case m.jobs.Runs(jobs.Cover):
		title += "…"
	case len(c.calls) > 0 && c.located:
		title += " · stopped"
	}
	key := m.keyName
	hint := key(keymap.TakeRow) + " take  " + key(keymap.CopyCommand) + " copy the command  " + key(keymap.CloseMenu) + " close"
	rows := make([]menuRow, 0, len(c.choices))
	for _, x := range c.choices {
		rows = append(rows, c.row(x))
	}
	out := c.draw(m, title, hint, rows, height)
	if len(rows) == 0 {
		text := "looking…"
		switch {
		case c.failed != "":
			text = c.failed
		case !m.jobs.Runs(jobs.Cover):
			text = "stopped"
		}
		out = append(out, m.menuNote(text))
	}
	return out
}

func (c *coverPanel) row(x choice) menuRow {
	name := x.calls.Tool.Name + " · " + request.ModeName(x.calls.Place.Mode)
	if x.cover == nil {
		return menuRow{columns: []string{name, "no call is exact: " + plain(x.why)}, dim: true}
	}
	what := "exactly"
	switch {
	case x.cover.Outside > 0:
		what = lineRange(x.cover.First, x.cover.Last) + ", " + group(x.cover.Outside) + " too many"
	case x.cover.Missing > 0:
		what = lineRange(x.cover.First, x.cover.Last) + ", " + group(x.cover.Missing) + " too few"
	}
	return menuRow{columns: []string{name, what, valueWords(x.calls, x.cover.Values)}}
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

func (c *coverPanel) footer(*Model) string { return "" }

func (c *coverPanel) wheel(_ *Model, n int) tea.Cmd {
	c.at = max(min(c.at+n, len(c.choices)-1), 0)
	return nil
}

// click selects a row; a second click takes it.
func (c *coverPanel) click(m *Model, row int) tea.Cmd {
	at, ok := c.clicked(row, len(c.choices))
	switch {
	case !ok:
		return nil
	case at != c.at:
		c.at = at
		return nil
	}
	return c.take(m)
}
