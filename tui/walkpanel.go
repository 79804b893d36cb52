package tui

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
	"eyeline/tui/jobs"
	"eyeline/tui/request"
)

// walkPanel lists the calls of the walk, which it makes one after the other.
type walkPanel struct {
	menu
	moved  bool // a person has selected a row
	of     source.Snapshot
	calls  []walkCall
	seen   window.Set
	tokens tokens.Estimate
	done   bool
	failed string // why it ended before its end
}

// walkCall is a call of a walk and what it gives.
type walkCall struct {
	req     request.Request
	args    json.RawMessage
	refused string
	given   bar.Given
	silent  bool
	tokens  tokens.Estimate
	next    *request.Request // nil: no call goes on
	err     error            // why it could not be made
}

// mostWalked is how many calls of a walk are made to be listed.
const mostWalked = 1000

// noWalk says why there is no walk to list; "" when there is one.
func (m *Model) noWalk() string {
	if !m.walks() {
		return "blocks are not read on; " + m.keyName(keymap.NextWindow) + " goes to the next block"
	}
	return ""
}

// openWalk lists the calls of the walk, with the next one selected.
func (m *Model) openWalk(int64, bool) tea.Cmd {
	if p, open := overlayOf[*walkPanel](m); open {
		p.close(m)
		return nil
	}
	p := &walkPanel{}
	m.push(p)
	return p.begin(m)
}

func (p *walkPanel) close(m *Model) {
	m.drop(p)
	m.jobs.End(jobs.Walk)
}

// begin makes the calls from the first one on.
func (p *walkPanel) begin(m *Model) tea.Cmd {
	*p = walkPanel{of: m.doc.Raw().Snapshot()}
	m.jobs.Start(jobs.Walk)
	return p.call(m, m.firstOfWalk(), true)
}

// call makes a call of the walk in the background.
func (p *walkPanel) call(m *Model, req request.Request, first bool) tea.Cmd {
	tool := req.Tool()
	file, env, counts := m.doc.Argument(tool), m.env(tool, false), !m.opts.NoTokens
	return jobs.Step(m.jobs, jobs.Walk, func(ctx context.Context) walkCall {
		c := walkCall{req: req, args: req.Args(file)}
		c.err = c.make(ctx, env, counts)
		if c.refused != "" && first {
			if next, ok, err := firstThatWorks(ctx, req, env, file); ok && err == nil {
				c.next = &next
			}
		}
		return c
	}, func(c walkCall) tea.Cmd {
		cmd := p.took(m, c)
		if cmd == nil {
			m.jobs.End(jobs.Walk)
		}
		return cmd
	})
}

// make makes the call.
func (c *walkCall) make(ctx context.Context, env tools.Env, counts bool) error {
	tool := c.req.Tool()
	r, err := tool.Read(ctx, env, c.args)
	if refusal := (*tools.Error)(nil); errors.As(err, &refusal) {
		c.refused = refusal.Text
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
	c.given = bar.Given{Window: r.Window, Stats: stats, Mode: c.req.Mode(), Size: sizeArgument(c.req), First: r.Window.First, Kind: r.Kind}
	if next, ok := c.req.WithArgs(r.NextArgs); ok && r.NextArgs != nil && !slices.Equal(r.NextArgs, c.args) {
		c.next = &next
	}
	if counts {
		c.tokens, err = tokens.Of(ctx, tool.Tokens, out, out.Size(), out.Total())
	}
	return err
}

// took takes a call and makes the next one; nil when the walk is over.
func (p *walkPanel) took(m *Model, c walkCall) tea.Cmd {
	if !m.isOpen(p) {
		return nil
	}
	grew := p.seen.Add(c.given.Window)
	switch {
	case c.err != nil:
		p.failed = "cannot read: " + plain(c.err.Error())
	case grew || len(p.calls) == 0 || c.refused != "":
		p.calls = append(p.calls, c)
		p.tokens = p.tokens.Add(c.tokens)
	}
	if !p.moved {
		p.at = p.following(m)
	}
	switch {
	case c.err != nil:
		return nil
	case c.next == nil, !grew && c.refused == "":
		p.done = true
		m.walk.whole = wholeWalk{first: p.calls[0].req, of: p.of, calls: int64(len(p.calls)), tokens: p.tokens}
		return nil
	case len(p.calls) == mostWalked:
		p.failed = fmt.Sprintf("these are the first %s calls", group(mostWalked))
		return nil
	}
	return p.call(m, *c.next, false)
}

// current is the row of the current request; -1 when that is not among them.
func (p *walkPanel) current(m *Model) int {
	return slices.IndexFunc(p.calls, func(c walkCall) bool { return c.req.Equal(m.req) })
}

// following is the row after the current one, which ] goes to.
func (p *walkPanel) following(m *Model) int {
	return max(min(p.current(m)+1, len(p.calls)-1), 0)
}

// keepWalk keeps the open list of calls at the current request, and begins again where that is in no call of it.
func (m *Model) keepWalk() tea.Cmd {
	p, open := overlayOf[*walkPanel](m)
	if !open || m.jobs.Runs(jobs.Walk) {
		return nil
	}
	if m.toolOff || !m.walks() {
		p.close(m)
		return nil
	}
	if p.current(m) < 0 || p.of.Generation != m.doc.Raw().Snapshot().Generation || p.of.Size != m.doc.Raw().Size() {
		return p.begin(m)
	}
	p.moved, p.at = false, p.following(m)
	return nil
}

func (p *walkPanel) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	switch action := m.menuAction(msg); action {
	case keymap.TakeRow:
		return p.take(m), true
	case keymap.CloseMenu:
		p.close(m)
		return nil, true
	default:
		if len(p.calls) == 0 || !p.move(action, len(p.calls), p.page(m)) {
			return nil, false
		}
		p.moved = true
		return nil, true
	}
}

// take makes the call of the selected row the current one. [ then goes back through those before it.
func (p *walkPanel) take(m *Model) tea.Cmd {
	if len(p.calls) == 0 {
		return nil
	}
	at := p.at
	p.close(m)
	if p.calls[at].req.Equal(m.req) {
		return nil
	}
	m.back = m.back[:0:0]
	for _, c := range p.calls[:at] {
		m.back = append(m.back, c.req)
	}
	m.req = p.calls[at].req
	return m.read(thenShowWindow)
}

// walkOthers is the number of rows besides the title and the calls: the arguments of the selected one.
const walkOthers = 1

func (p *walkPanel) height(_ *Model, body int) int { return menuHeight(len(p.calls), walkOthers, body) }

func (p *walkPanel) page(m *Model) int {
	return max(p.height(m, m.areas.body.height)-1-walkOthers, 1)
}

// title says how many calls there are, and whether these are all.
func (p *walkPanel) title(m *Model) string {
	title := count(int64(len(p.calls)), "call")
	if number, _ := bar.Tokens(p.tokens); number != "" {
		title += " · " + number
	}
	switch {
	case p.done:
	case p.failed != "":
		title += " · " + p.failed
	case m.jobs.Runs(jobs.Walk):
		title += " so far"
	default:
		title += " · stopped"
	}
	return title
}

// scroll implements scrolledPanel.
func (p *walkPanel) scroll(_ *Model, height int) {
	if height > 2 {
		height -= walkOthers
	}
	p.at, p.top = p.shown(len(p.calls), height)
}

func (p *walkPanel) rows(m *Model, height int) []string {
	key := m.keyName
	var rows []menuRow
	now := p.current(m)
	for i, c := range p.calls {
		rows = append(rows, c.row(i, now))
	}
	args := ""
	if height > 2 {
		height -= walkOthers
		if len(p.calls) > 0 {
			args = plain(string(p.calls[max(min(p.at, len(p.calls)-1), 0)].args))
		}
	}
	out := p.draw(m, p.title(m), key(keymap.TakeRow)+" makes it  "+key(keymap.CloseMenu)+" back", rows, height)
	if args != "" {
		out = append(fill(out, height, m.width), m.menuNote(args))
	}
	return out
}

// row is the call with the 0-based number i; now is that of the current one.
func (c walkCall) row(i, now int) menuRow {
	which := fmt.Sprintf("call %d", i+1)
	switch i {
	case now:
		which += " (now)"
	case now + 1:
		which += " (next)"
	}
	if c.refused != "" {
		return menuRow{columns: []string{which, "refused: " + plain(c.refused)}, dim: true}
	}
	number, _ := bar.Tokens(c.tokens)
	told := ""
	switch {
	case c.silent:
		told = "not told that more follows"
	case c.next != nil:
		told = "told that more follows"
	}
	return menuRow{columns: []string{which, c.given.Range(), size(c.given.Stats.Bytes), number, told}}
}

func (p *walkPanel) footer(*Model) string { return "" }

func (p *walkPanel) wheel(_ *Model, n int) tea.Cmd {
	p.moved, p.at = true, max(min(p.at+n, len(p.calls)-1), 0)
	return nil
}

func (p *walkPanel) click(_ *Model, row int) tea.Cmd {
	if at, ok := p.clicked(row, len(p.calls)); ok {
		p.moved, p.at = true, at
	}
	return nil
}
