package tuning

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/bar"
	"eyeline/tui/capture"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/jobs"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/request"
	"eyeline/tui/words"
)

// WalkPanel lists the calls of the walk, which it makes one after the other.
type WalkPanel struct {
	tuning *Tuning
	overlay.Menu
	moved  bool // a person has selected a row
	of     source.Snapshot
	Calls  []walkCall
	seen   window.Set
	tokens tokens.Estimate
	Done   bool
	failed string // why it ended before its end
}

// walkCall is a call of a walk and what it gives.
type walkCall struct {
	Req     request.Request
	Args    json.RawMessage
	Refused string
	given   bar.Given
	silent  bool
	tokens  tokens.Estimate
	next    *request.Request // nil: no call goes on
	err     error            // why it could not be made
}

// mostWalked is how many calls of a walk are made to be listed.
const mostWalked = 1000

// NoWalk says why there is no walk to list; "" when there is one.
func (t *Tuning) NoWalk() string {
	if !t.preview.Walk().Walks() {
		return "blocks are not read on; " + t.desk.KeyName(keymap.NextWindow) + " goes to the next block"
	}
	return ""
}

// OpenWalk lists the calls of the walk, with the next one selected.
func (t *Tuning) OpenWalk(int64, bool) tea.Cmd {
	if p, open := overlay.Of[*WalkPanel](t.overlays); open {
		p.Close()
		return nil
	}
	p := &WalkPanel{tuning: t}
	t.overlays.Push(p)
	return p.begin()
}

// Close closes the panel and makes no further calls.
func (p *WalkPanel) Close() {
	p.tuning.overlays.Drop(p)
	p.tuning.jobs.End(jobs.Walk)
}

// begin makes the calls from the first one on.
func (p *WalkPanel) begin() tea.Cmd {
	*p = WalkPanel{tuning: p.tuning, of: p.tuning.text.Doc().Raw().Snapshot()}
	p.tuning.jobs.Start(jobs.Walk)
	return p.call(p.tuning.preview.Walk().FirstOfWalk(), true)
}

// call makes a call of the walk in the background.
func (p *WalkPanel) call(req request.Request, first bool) tea.Cmd {
	tool := req.Tool()
	file, env, counts := p.tuning.text.Doc().Argument(tool), p.tuning.preview.Env(tool, false), !p.tuning.opts.NoTokens
	return jobs.Step(p.tuning.jobs, jobs.Walk, func(ctx context.Context) walkCall {
		c := walkCall{Req: req, Args: req.Args(file)}
		c.err = c.make(ctx, env, counts)
		if c.Refused != "" && first {
			if next, ok, err := preview.FirstThatWorks(ctx, req, env, file); ok && err == nil {
				c.next = &next
			}
		}
		return c
	}, func(c walkCall) tea.Cmd {
		cmd := p.took(c)
		if cmd == nil {
			p.tuning.jobs.End(jobs.Walk)
		}
		return cmd
	})
}

// make makes the call.
func (c *walkCall) make(ctx context.Context, env tools.Env, counts bool) error {
	tool := c.Req.Tool()
	r, err := tool.Read(ctx, env, c.Args)
	if refusal := (*tools.Error)(nil); errors.As(err, &refusal) {
		c.Refused = refusal.Text
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	out := capture.New()
	defer func() { _ = out.Close() }()
	stats, err := r.Render(ctx, out)
	if err != nil {
		return err
	}
	c.silent = r.Silent
	c.given = bar.Given{
		Window: r.Window, Stats: stats, Mode: c.Req.Mode(), Size: preview.SizeArgument(c.Req),
		First: r.Window.First, Kind: r.Kind,
	}
	if next, ok := c.Req.WithArgs(r.NextArgs); ok && r.NextArgs != nil && !slices.Equal(r.NextArgs, c.Args) {
		c.next = &next
	}
	if counts {
		c.tokens, err = tokens.Of(ctx, tool.Tokens, out, out.Size(), out.Total())
	}
	return err
}

// took takes a call and makes the next one; nil when the walk is over.
func (p *WalkPanel) took(c walkCall) tea.Cmd {
	if !p.tuning.overlays.IsOpen(p) {
		return nil
	}
	grew := p.seen.Add(c.given.Window)
	switch {
	case c.err != nil:
		p.failed = "cannot read: " + cells.Sanitize(c.err.Error())
	case grew || len(p.Calls) == 0 || c.Refused != "":
		p.Calls = append(p.Calls, c)
		p.tokens = p.tokens.Add(c.tokens)
	}
	if !p.moved {
		p.At = p.following()
	}
	switch {
	case c.err != nil:
		return nil
	case c.next == nil, !grew && c.Refused == "":
		p.Done = true
		p.tuning.preview.Walk().Whole = preview.WholeWalk{
			First: p.Calls[0].Req, Of: p.of, Calls: int64(len(p.Calls)),
			Tokens: p.tokens,
		}
		return nil
	case len(p.Calls) == mostWalked:
		p.failed = fmt.Sprintf("these are the first %s calls", words.Group(mostWalked))
		return nil
	}
	return p.call(*c.next, false)
}

// Current is the row of the current request; -1 when that is not among them.
func (p *WalkPanel) Current() int {
	return slices.IndexFunc(p.Calls, func(c walkCall) bool { return c.Req.Equal(p.tuning.preview.Request()) })
}

// following is the row after the current one, which ] goes to.
func (p *WalkPanel) following() int {
	return max(min(p.Current()+1, len(p.Calls)-1), 0)
}

// KeepWalk keeps the open list of calls at the current request, and begins again where that is in no call of it.
func (t *Tuning) KeepWalk() tea.Cmd {
	p, open := overlay.Of[*WalkPanel](t.overlays)
	if !open || t.jobs.Runs(jobs.Walk) {
		return nil
	}
	if t.text.ToolOff() || !t.preview.Walk().Walks() {
		p.Close()
		return nil
	}
	if p.Current() < 0 || p.of.Generation != t.text.Doc().Raw().Snapshot().Generation ||
		p.of.Size != t.text.Doc().Raw().Size() {
		return p.begin()
	}
	p.moved, p.At = false, p.following()
	return nil
}

// Key implements [overlay.Overlay].
func (p *WalkPanel) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch action := p.tuning.overlays.MenuAction(msg); action {
	case keymap.TakeRow:
		return p.take(), true
	case keymap.CloseMenu:
		p.Close()
		return nil, true
	default:
		if len(p.Calls) == 0 || !p.Move(action, len(p.Calls), p.page()) {
			return nil, false
		}
		p.moved = true
		return nil, true
	}
}

// take makes the call of the selected row the current one. [ then goes back through those before it.
func (p *WalkPanel) take() tea.Cmd {
	if len(p.Calls) == 0 {
		return nil
	}
	at := p.At
	p.Close()
	if p.Calls[at].Req.Equal(p.tuning.preview.Request()) {
		return nil
	}
	var back []request.Request
	for _, c := range p.Calls[:at] {
		back = append(back, c.Req)
	}
	return p.tuning.preview.GoTo(p.Calls[at].Req, back)
}

// walkOthers is the number of rows besides the title and the calls: the arguments of the selected one.
const walkOthers = 1

// Height implements [overlay.Panel].
func (p *WalkPanel) Height(body int) int { return overlay.MenuHeight(len(p.Calls), walkOthers, body) }

func (p *WalkPanel) page() int {
	return max(p.Height(p.tuning.host.BodyHeight())-1-walkOthers, 1)
}

// Title says how many calls there are, and whether these are all.
func (p *WalkPanel) Title() string {
	title := words.Count(int64(len(p.Calls)), "call")
	if number, _ := bar.Tokens(p.tokens); number != "" {
		title += " · " + number
	}
	switch {
	case p.Done:
	case p.failed != "":
		title += " · " + p.failed
	case p.tuning.jobs.Runs(jobs.Walk):
		title += " so far"
	default:
		title += " · stopped"
	}
	return title
}

// Scroll keeps the selected row in what is shown.
func (p *WalkPanel) Scroll(height int) {
	if height > 2 {
		height -= walkOthers
	}
	p.At, p.Top = p.Shown(len(p.Calls), height)
}

// Rows implements [overlay.Overlay].
func (p *WalkPanel) Rows(height int) []string {
	key := p.tuning.desk.KeyName
	var rows []overlay.MenuRow
	now := p.Current()
	for i, c := range p.Calls {
		rows = append(rows, c.Row(i, now))
	}
	args := ""
	if height > 2 {
		height -= walkOthers
		if len(p.Calls) > 0 {
			args = cells.Sanitize(string(p.Calls[max(min(p.At, len(p.Calls)-1), 0)].Args))
		}
	}
	out := p.Draw(p.tuning.overlays, p.Title(), key(keymap.TakeRow)+" makes it  "+key(keymap.CloseMenu)+" back", rows,
		height)
	if args != "" {
		out = append(draw.Fill(out, height, p.tuning.desk.Width()), p.tuning.overlays.MenuNote(args))
	}
	return out
}

// Row is the call with the 0-based number i; now is that of the current one.
func (c walkCall) Row(i, now int) overlay.MenuRow {
	which := fmt.Sprintf("call %d", i+1)
	switch i {
	case now:
		which += " (now)"
	case now + 1:
		which += " (next)"
	}
	if c.Refused != "" {
		return overlay.MenuRow{Columns: []string{which, "refused: " + cells.Sanitize(c.Refused)}, Dim: true}
	}
	number, _ := bar.Tokens(c.tokens)
	told := ""
	switch {
	case c.silent:
		told = "not told that more follows"
	case c.next != nil:
		told = "told that more follows"
	}
	return overlay.MenuRow{Columns: []string{which, c.given.Range(), words.Size(c.given.Stats.Bytes), number, told}}
}

// Footer implements [overlay.Overlay].
func (p *WalkPanel) Footer() string { return "" }

// Wheel implements [overlay.Pointed].
func (p *WalkPanel) Wheel(n int) tea.Cmd {
	p.moved, p.At = true, max(min(p.At+n, len(p.Calls)-1), 0)
	return nil
}

// Click implements [overlay.Pointed].
func (p *WalkPanel) Click(row int) tea.Cmd {
	if at, ok := p.Clicked(row, len(p.Calls)); ok {
		p.moved, p.At = true, at
	}
	return nil
}

// OfFile implements [overlay.OfFile].
func (*WalkPanel) OfFile() {}
