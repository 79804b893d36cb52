package toolpanels

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/reader/loss"
	"eyeline/reader/nextcalls"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/file/walksum"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// WalkPanel lists the calls of the walk. It makes them one after the other to see what each gives.
type WalkPanel struct {
	panels *Panels
	overlay.Menu
	moved bool // a person has selected a row
	walked
}

// walked is what has been found out of a walk so far.
type walked struct {
	of     source.Snapshot
	Calls  []walkCall
	steps  nextcalls.Steps
	tokens tokens.Estimate
	cut    walksum.Sum
	Done   bool
	failed string // why it ended before its end
}

// walkCall is a call of a walk with what it gives.
type walkCall struct {
	*preview.Reading
	next *toolrequest.Request // nil: no call goes on
	gave string               // what it gives of the file, and how much it cuts of that, in words
	left string               // how much of the file is still not sent after it, in words
	lost bool                 // something of that is in none of the calls that follow
}

// step returns the call with the one that follows it.
func (c walkCall) step() preview.Step { return preview.Step{Req: c.Req, Next: c.next} }

// maxWalked is how many calls of a walk are listed at most.
const maxWalked = 1000

// NoWalk says why there is no walk to list; "" when there is one.
func (t *Panels) NoWalk() string {
	if !t.preview.IsWalk() {
		return "blocks are not read on; " + t.program.KeyName(keymap.NextWindow) + " goes to the next block"
	}
	return ""
}

// OpenWalk lists the calls of the walk, with the next one selected.
func (t *Panels) OpenWalk(int64, bool) tea.Cmd {
	if overlay.Close[*WalkPanel](t.overlays) {
		return nil
	}
	p := &WalkPanel{panels: t}
	t.overlays.OpenMenu(&p.Menu, p)
	return p.begin()
}

// Closed stops making calls.
func (p *WalkPanel) Closed() { p.panels.jobs.End(jobs.Walk) }

// begin makes the calls of the walk again, from the first one on.
func (p *WalkPanel) begin() tea.Cmd {
	p.Select(0)
	p.moved = false
	p.walked = walked{of: p.panels.raw().Snapshot()}
	p.panels.jobs.Start(jobs.Walk)
	return p.call(p.panels.preview.Walk.FirstOfWalk())
}

// call makes a call of the walk in the background.
func (p *WalkPanel) call(req toolrequest.Request) tea.Cmd {
	first := len(p.Calls) == 0
	tool := req.Tool()
	file := p.panels.text.Doc.Argument(tool)
	env := p.panels.preview.Env(tool)
	counts := !p.panels.opts.NoTokens
	lines := p.panels.raw().Lines()
	view := p.panels.raw().Bytes()
	return jobs.Step(p.panels.jobs, jobs.Walk, func(ctx context.Context) walkCall {
		r := preview.MeasureCall(ctx, env, req, file, counts)
		c := walkCall{Reading: r}
		r.Locate(ctx, lines, view)
		if next, ok := req.WithArgs(r.NextArgs); ok && r.NextArgs != nil && !slices.Equal(r.NextArgs, r.Args) {
			c.next = &next
		}

		if r.Refused != "" && first {
			if next, ok, err := preview.FirstThatWorks(ctx, req, env, file); ok && err == nil {
				c.next = &next
			}
		}

		return c
	}, func(c walkCall) tea.Cmd {
		cmd := p.addCall(c)
		if cmd == nil {
			p.panels.jobs.End(jobs.Walk)
		}
		return cmd
	})
}

// addCall lists a call that was made, and makes the next one; nil when the walk is over.
func (p *WalkPanel) addCall(c walkCall) tea.Cmd {
	made := p.panels.preview.Walk.Made()
	is := p.steps.Take(c.Window) || c.Refused != "" || len(p.Calls) < len(made)
	switch {
	case c.Failed != nil:
		p.failed = "cannot read: " + cells.Sanitize(c.Failed.Error())
	case is:
		p.cut.Add(c.Reading)
		c.gave = c.Given().Range() + humanize.When(c.Stats.CutBytes > 0, ", "+humanize.Size(c.Stats.CutBytes)+" cut")
		c.left, c.lost = p.leftBy(c)
		p.Calls = append(p.Calls, c)
		p.tokens = p.tokens.Add(c.Tokens)
	}

	if !p.moved {
		p.Select(p.following())
	}

	switch {
	case c.Failed != nil:
		return nil
	case len(p.Calls) == maxWalked && c.next != nil:
		p.failed = fmt.Sprintf("these are the first %s calls", humanize.Group(maxWalked))
		return nil
	case len(p.Calls) < len(made):
		return p.call(made[len(p.Calls)])
	case c.next == nil, !is:
		p.Done = true
		p.panels.preview.Walk.SetWhole(preview.WholeWalk{
			Steps: lists.Map(p.Calls, walkCall.step), Of: p.of, Tokens: p.tokens,
		})
		return nil
	}

	return p.call(*c.next)
}

// Current returns the row of the current request; -1 when that is not in the list.
func (p *WalkPanel) Current() int {
	return slices.IndexFunc(p.Calls, func(c walkCall) bool { return c.Req.Same(p.panels.preview.Request) })
}

// following returns the row after the current one, to which ] goes.
func (p *WalkPanel) following() int {
	return max(min(p.Current()+1, len(p.Calls)-1), 0)
}

// KeepWalk selects the current request in the open list, and begins again where its walk is another.
func (t *Panels) KeepWalk() tea.Cmd {
	p, open := overlay.Topmost[*WalkPanel](t.overlays)
	if !open || t.jobs.Runs(jobs.Walk) {
		return nil
	}

	if t.text.ToolOff || !t.preview.IsWalk() {
		t.overlays.Drop(p)
		return nil
	}

	if p.Current() < 0 || !t.preview.Walk.MatchesMade(p.of, lists.Map(p.Calls, walkCall.step)) {
		return p.begin()
	}

	p.moved = false
	p.Select(p.following())
	return nil
}

// Do implements [overlay.Menu].
func (p *WalkPanel) Do(a keymap.Action) (tea.Cmd, bool) {
	if a == keymap.TakeRow {
		return p.choose(), true
	}
	return nil, false
}

// Selected implements [overlay.Menu].
func (p *WalkPanel) Selected() (tea.Cmd, bool) {
	p.moved = len(p.Calls) > 0
	return nil, p.moved
}

// choose makes the call of the selected row current. [ then goes back through the calls before it.
func (p *WalkPanel) choose() tea.Cmd {
	if len(p.Calls) == 0 {
		return nil
	}

	at := p.At()
	now := p.panels.preview.Request
	p.panels.overlays.Drop(p)

	if p.Calls[at].Req.Same(now) {
		return nil
	}

	return p.panels.preview.GoTo(now.WithCall(p.Calls[at].Req), lists.Map(p.Calls[:at], walkCall.Earlier))
}

// Height implements [overlay.Panel]: there is always a row for the arguments of the selected call, and one for heads.
func (p *WalkPanel) Height(body int) int { return overlay.MenuHeight(len(p.Calls), 2, body) }

// toldMore says of a call that its answer tells the model of what follows.
const toldMore = "says more follows"

// Content implements [overlay.Menu]: it says how many calls there are, whether these are all, and below them the
// arguments of the selected one.
func (p *WalkPanel) Content() overlay.MenuContent {
	m := overlay.MenuContent{Title: humanize.Count(int64(len(p.Calls)), "call"), Counted: true}
	switch {
	case p.Done:
		m.Title += " · " + p.lost()
	case p.failed != "":
		m.Title += " · " + p.failed
	case p.panels.jobs.Runs(jobs.Walk):
		m.Title += " so far"
	default:
		m.Title += " · stopped"
	}

	if number, _ := modelline.Tokens(p.tokens); number != "" {
		m.Title += " · " + number
	}

	now := p.Current()
	width := p.panels.program.Width()
	m.Head = headsOfCalls(width)
	for i, c := range p.Calls {
		m.Rows = append(m.Rows, c.row(i, now, width))
	}

	if n := len(p.Calls); n > 0 {
		m.Below = cells.Sanitize(string(p.Calls[p.AtOf(n)].Args))
	}

	return m
}

// lost says what of the file no call gives as it is.
func (p *WalkPanel) lost() string {
	last := p.cut.Last
	switch {
	case last == nil:
		return "nothing sent"
	case last.Kind != "":
		return last.Given().Range()
	}

	unsent := p.panels.preview.Unsent(last, lists.Map(p.Calls, walkCall.Earlier)...)
	return "after call " + humanize.Group(int64(len(p.Calls))) + ": " +
		cmp.Or(strings.Join(modelline.Losses(unsent, p.cut.Stats), ", "), "all sent")
}

// leftBy says how much of the file a call and those before it do not give, and whether the calls that follow give that
// only in part. left is "" where it is not known.
func (p *WalkPanel) leftBy(c walkCall) (left string, lost bool) {
	if c.Refused != "" || c.Kind != "" {
		return "", false
	}

	u := p.panels.preview.Unsent(c.Reading, lists.Map(p.Calls, walkCall.Earlier)...)
	altered := modelline.Losses(loss.Unsent{}, p.cut.Stats)
	var said []string
	switch {
	case u.Lines > 0:
		said = append(said, humanize.Group(u.Lines))
	case u.Bytes > 0:
		said = append(said, humanize.Size(u.Bytes))
	}

	switch {
	case p.cut.CutBytes > 0 && len(said) > 0: // each call says what it cuts itself
	case p.cut.CutBytes > 0:
		said = append(said, humanize.Size(p.cut.CutBytes)+" cut in all")
	case len(altered) > 0:
		said = append(said, altered[0])
	}

	return cmp.Or(strings.Join(said, ", "), "all sent"), len(altered) > 0 || u.Bytes > 0 && c.next == nil
}

// forTokens and forBytes are the widths, in cells, from which a row has room for these.
const forTokens, forBytes = 60, 102

// headsOfCalls are the heads of the columns of [walkCall.row].
func headsOfCalls(width int) []string {
	heads := []string{"", "not sent yet"}
	if width >= forTokens {
		heads = append(heads, "tokens")
	}
	if width >= forBytes {
		heads = append(heads, "size")
	}
	return append(heads, "told", "lines")
}

// row returns a row of width cells for the call with the 0-based index i; now is the index of the current call. What is
// not sent comes first, what may be long last.
func (c walkCall) row(i, now, width int) overlay.MenuRow {
	which := fmt.Sprintf("call %d", i+1)
	switch i {
	case now:
		which += " (now)"
	case now + 1:
		which += " (next)"
	}

	if c.Refused != "" {
		return overlay.MenuRow{Columns: []string{which, c.RefusalWord() + ": " + cells.OneLine(c.Refused)}, Dim: true}
	}

	columns := []string{which, c.left}
	if width >= forTokens {
		number, _ := modelline.Tokens(c.Tokens)
		columns = append(columns, strings.TrimSuffix(number, " tokens"))
	}
	if width >= forBytes {
		columns = append(columns, humanize.Size(c.Stats.Bytes))
	}

	columns = append(columns, humanize.When(c.next != nil && !c.Silent, toldMore), c.gave)
	row := overlay.MenuRow{Columns: columns}
	if c.lost {
		row.Lost = 1
	}

	return row
}
