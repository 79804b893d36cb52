package toolpanels

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/outline"
	"eyeline/reader/solve"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/file/blockreasons"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// LadderPanel lists every block that the anchor can have. Selecting a row makes its block the current request.
type LadderPanel struct {
	panels *Panels
	overlay.Menu
	before toolrequest.Request // what Esc goes back to
	base   toolrequest.Request // what the ladder was asked for, without the setting
	from   source.Snapshot     // the bytes that it was read of

	Ladder  *solve.Ladder        // nil while it is read
	around  *outline.Declaration // the one that holds the anchor; nil without one
	inBody  int64                // a line from which a block has that alone; 0 where none is needed
	Refused string               // why there is no ladder
	tokens  []int64              // of each block; 0 while they are not counted
}

// calls returns the calls of the current tool in the current mode on the document.
func (t *Panels) calls() solve.Calls { return t.callsOf(t.preview.Request) }

// callsOf returns those of the tool and the mode of a request.
func (t *Panels) callsOf(r toolrequest.Request) solve.Calls {
	tool := r.Tool()
	place, _ := tool.WindowParams(r.Mode())
	return solve.Calls{Tool: tool, Place: place, Env: t.preview.Env(tool), File: t.text.Doc.Argument(tool)}
}

// setting returns the size of the current block.
func (t *Panels) setting() solve.Setting { return t.calls().SettingOf(t.preview.Request.Values()) }

// BlockWords describes the size of the current block.
func (t *Panels) BlockWords() string { return settingWords(t.preview.Request.Tool(), t.setting()) }

// BlockCaps lists the arguments besides its levels that limit the current block, with their values. They are named as
// in the schema, but without what they are nested in: "max_lines 55".
func (t *Panels) BlockCaps() (all []string) {
	r := t.preview.Request
	place, _ := r.Tool().WindowParams(r.Mode())
	values := r.Values()

	for _, p := range r.Tool().Params {
		n, given := values[p.Flag].(int64)
		if !given || p.Flag == place.At || p.Flag == place.Size {
			continue
		}

		all = append(all, fmt.Sprintf("%s %d", preview.LastName(p), n))
	}

	return all
}

// withoutSetting returns a request with the default size of a block: all sizes have the same ladder.
func (t *Panels) withoutSetting(r toolrequest.Request) toolrequest.Request {
	return r.WithValues(t.calls().With(r.Values(), solve.Setting{Header: true}))
}

// OpenLadder opens the list of the anchor's blocks, or closes it.
func (t *Panels) OpenLadder(int64, bool) tea.Cmd {
	if overlay.Close[*LadderPanel](t.overlays) {
		return nil
	}
	l := &LadderPanel{panels: t, before: t.preview.Request}
	t.overlays.OpenMenu(&l.Menu, l)
	return l.climb()
}

// climb computes the blocks of the current anchor in the background.
func (l *LadderPanel) climb() tea.Cmd {
	l.panels.jobs.End(jobs.RungTokens)
	l.base = l.panels.withoutSetting(l.panels.preview.Request)
	l.from = l.panels.raw().Snapshot()
	l.Ladder = nil
	l.tokens = nil
	l.Refused = ""
	l.inBody = 0
	l.around = nil
	calls := l.panels.calls()
	values := l.panels.request().Values()
	doc := l.panels.text.Doc
	name := doc.Name()
	view := l.panels.raw().Bytes()
	anchor := l.panels.request().Place()
	var around *outline.Declaration
	inBody := int64(0)
	return jobs.Try(l.panels.jobs, jobs.Ladder, func(ctx context.Context) (*solve.Ladder, error) {
		ladder, err := calls.LadderOf(ctx, values)
		if err != nil {
			return nil, err
		}

		d, _, err := outline.Around(ctx, name, view, anchor)
		around = d
		if err != nil || d == nil || d.Begins != anchor || ladder.Gives(d.First, d.Begins, d.Last) {
			return ladder, ctx.Err() // the ladder is there without the hint
		}

		inBody, err = calls.AnchorInBody(ctx, values, d.First, d.Begins, d.Last)
		return ladder, err
	}, func(ladder *solve.Ladder, err error) tea.Cmd {
		if refusal, ok := errors.AsType[*tools.Error](err); ok {
			l.Refused = cells.OneLine(refusal.Text)
			return nil
		} else if err != nil {
			l.Refused = "cannot read: " + cells.Sanitize(err.Error())
			return nil
		}

		l.Ladder = ladder
		l.tokens = make([]int64, len(ladder.Rungs))
		l.around = around
		l.inBody = inBody
		return l.countTokens()
	})
}

// KeepLadder computes the blocks again if the list is open and is of another anchor or of other bytes than the current
// request.
func (t *Panels) KeepLadder() tea.Cmd {
	l, open := overlay.Topmost[*LadderPanel](t.overlays)
	if !open {
		return nil
	}
	if t.preview.Request.Mode() != tools.ModeBlock || t.text.ToolOff {
		t.overlays.Drop(l)
		return nil
	}

	snap := t.raw().Snapshot()
	if l.base.Equal(t.withoutSetting(t.preview.Request)) &&
		l.from.Generation == snap.Generation && l.from.Size == snap.Size {
		return nil
	}

	return l.climb()
}

// Closed stops the background work.
func (l *LadderPanel) Closed() { l.panels.jobs.End(jobs.Ladder, jobs.RungTokens) }

// countTokens counts the tokens of a block that were not counted yet, those of the current one first.
func (l *LadderPanel) countTokens() tea.Cmd {
	if l.panels.opts.NoTokens || l.Ladder == nil || l.panels.jobs.Runs(jobs.RungTokens) {
		return nil
	}

	next := l.Ladder.Find(l.panels.setting())
	if l.tokens[next] != 0 {
		next = slices.Index(l.tokens, 0)
	}
	if next < 0 {
		return nil
	}

	calls := l.panels.calls()
	values := l.Ladder.Rungs[next].Values
	return jobs.Try(l.panels.jobs, jobs.RungTokens, func(ctx context.Context) (*preview.Reading, error) {
		return preview.Measure(ctx, calls.Env, calls.Tool, calls.Args(values), true)
	}, func(m *preview.Reading, err error) tea.Cmd {
		if err != nil || m.Refused != "" {
			return nil
		}
		l.tokens[next] = max(m.Tokens.Count, 1)
		return l.countTokens()
	})
}

// Do implements [overlay.Menu].
func (l *LadderPanel) Do(a keymap.Action) (tea.Cmd, bool) {
	switch a {
	case keymap.TakeRow:
		l.panels.overlays.Drop(l)
		if !l.before.Equal(l.panels.preview.Request) {
			l.panels.preview.Undoable(l.before)
		}

		return nil, true
	case keymap.CloseMenu:
		l.panels.overlays.Drop(l)
		return l.panels.applySetting(l.panels.calls().SettingOf(l.before.Values())), true
	}

	l.selectCurrent()
	return nil, false
}

// selectCurrent selects the row of the current block.
func (l *LadderPanel) selectCurrent() {
	if l.Ladder != nil {
		l.Select(l.Ladder.Find(l.panels.setting()))
	}
}

// Selected makes the block of the selected row the current one.
func (l *LadderPanel) Selected() (tea.Cmd, bool) {
	if l.Ladder == nil {
		return nil, false
	}
	return l.panels.applySetting(l.Ladder.Rungs[l.At()].Setting), true
}

// applySetting makes the current block another size. Undo does not return to the size before.
func (t *Panels) applySetting(s solve.Setting) tea.Cmd {
	return t.setRequest(t.preview.Request.WithValues(t.calls().With(t.preview.Request.Values(), s)))
}

// Scroll implements [overlay.Panel].
func (l *LadderPanel) Scroll(height int) {
	l.selectCurrent()
	l.Menu.Scroll(height)
}

// Height implements [overlay.Panel]: there is always a row for what is said of the selected block.
func (l *LadderPanel) Height(body int) int { return overlay.MenuHeight(len(l.tokens), 1, body) }

// Content implements [overlay.Menu].
func (l *LadderPanel) Content() overlay.MenuContent {
	m := overlay.MenuContent{
		Title: "blocks of anchor " + humanize.Group(l.panels.request().Place()), Note: l.Refused,
	}
	switch {
	case l.Ladder != nil:
		m.Title += fmt.Sprintf(" · %d of %d", l.At()+1, len(l.tokens))
		m.Rows = l.lines()
		if l.around != nil {
			m.Hint = l.panels.program.KeyName(keymap.Solve) + " exactly " + cells.Sanitize(l.around.Name())
		}
		m.Below = l.about(l.Ladder.Rungs[l.AtOf(len(l.tokens))])
	case m.Note != "": // the note says it
	case l.panels.jobs.Runs(jobs.Ladder):
		m.Note = "reading…"
	default:
		m.Note = "stopped"
	}

	return m
}

// about describes a block in full: how the file is indented, unless by four columns; whether the block has the
// declaration around the anchor; and the arguments that give it. The anchor is left out, since the title has it.
func (l *LadderPanel) about(rung solve.Rung) string {
	calls := l.panels.calls()
	var said []string
	if style := l.panels.preview.Style.Sentence(); style != "" {
		said = append(said, style)
	}

	w := rung.Window
	switch {
	case l.inBody > 0:
		said = append(said, "no block has the declaration alone from its first line: an anchor in the body, L"+
			humanize.Group(l.inBody)+", does")
	case l.around != nil && w.First > 0:
		said = append(said, cells.Sanitize(l.around.Name())+": "+blockreasons.Verdict(l.around, w.First, w.Last))
	}

	values := maps.Clone(rung.Values)
	delete(values, calls.Place.At)
	if len(values) > 0 {
		said = append(said, cells.Sanitize(string(tools.BuildArgs(calls.Tool, "", values))))
	}

	return strings.Join(said, " · ")
}

// forWords is the least width, in cells, of a screen with room for a word behind each number of a block.
const forWords = 100

// lines returns the rows of the blocks.
func (l *LadderPanel) lines() (rows []overlay.MenuRow) {
	tool := l.panels.request().Tool()
	for i, rung := range l.Ladder.Rungs {
		w := rung.Window
		lines := "nothing"
		tokens := ""
		if w.First > 0 {
			lines = humanize.Lines(w.First, w.Last)
		}
		if n := l.tokens[i]; n > 0 && w.First > 0 {
			tokens = "≈" + humanize.Group(n) + humanize.When(l.panels.program.Width() >= forWords, " tokens")
		}

		if l.panels.program.Width() < forParameters {
			words := []string{lines, l.hasWords(w), settingWords(tool, rung.Setting)}
			rows = append(rows, overlay.MenuRow{Columns: words})
			continue
		}
		rows = append(rows, overlay.MenuRow{Columns: []string{
			lines, humanize.Count(w.Lines(), "line"), tokens,
			l.hasWords(w), settingWords(tool, rung.Setting), l.addsWords(i),
		}, Lost: l.lostColumn(w)})
	}

	return rows
}

// settingWords describes a size of a block of a tool.
func settingWords(tool *tools.Tool, s solve.Setting) string {
	words := []string{preview.LevelsWord(tool, s.Levels)}
	if s.Siblings {
		words = append(words, "siblings")
	}
	if !s.Header {
		words = append(words, "no header")
	}
	return strings.Join(words, " · ")
}

// hasWords says what a block has of the declaration around the anchor; "" without one.
func (l *LadderPanel) hasWords(w window.Window) string {
	switch {
	case l.around == nil || w.First == 0:
		return ""
	case l.panels.program.Width() < forWords:
		return blockreasons.Lacks(l.around.Without(w.First, w.Last))
	}
	return blockreasons.Short(l.around, w.First, w.Last)
}

// lostColumn is the index of the column of [LadderPanel.hasWords] where the block lacks something of the declaration;
// 0 elsewhere.
func (l *LadderPanel) lostColumn(w window.Window) int {
	const column = 3
	if l.around == nil || w.First == 0 || l.around.Without(w.First, w.Last).Whole() {
		return 0
	}
	return column
}

// addsWords says how many lines a block has that the one before it lacks, and the reverse.
func (l *LadderPanel) addsWords(rung int) string {
	if rung == 0 {
		return ""
	}

	above, below, lost := l.Ladder.Adds(rung - 1)
	var said []string
	add := func(sign string, n int64, where string) {
		if n > 0 {
			said = append(said, sign+humanize.Group(n)+where)
		}
	}

	if l.panels.program.Width() < forWords {
		add("+", above+below, "")
	} else {
		add("+", above, " above")
		add("+", below, " below")
	}
	add("-", lost, "")
	return strings.Join(said, " ")
}
