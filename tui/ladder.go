package tui

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/tuning"
	"eyeline/tui/capture"
	"eyeline/tui/jobs"
	"eyeline/tui/request"
)

// ladderPanel shows every block that the anchor can have. Moving through it moves the block.
type ladderPanel struct {
	menu
	before request.Request // what Esc goes back to
	base   request.Request // what the ladder was asked for, without the setting
	from   source.Snapshot // the bytes that it was read of

	ladder  *tuning.Ladder // nil while it is read
	refused string         // why there is none
	tokens  []int64        // of each block; 0 while they are not counted
}

// calls are the calls of the current tool in the current mode on the document.
func (m *Model) calls() tuning.Calls {
	t := m.req.Tool()
	place, _ := t.Place(m.req.Mode())
	return tuning.Calls{Tool: t, Place: place, Env: m.env(t, false), File: m.doc.Argument(t)}
}

// setting is how large the current block is asked for.
func (m *Model) setting() tuning.Setting { return m.calls().SettingOf(m.req.Values()) }

// withoutSetting is a request with the default size of a block, for all of which there is one ladder.
func (m *Model) withoutSetting(r request.Request) request.Request {
	return r.WithValues(m.calls().With(r.Values(), tuning.Setting{Header: true}))
}

func (m *Model) openLadder(int64, bool) tea.Cmd {
	if l, open := overlayOf[*ladderPanel](m); open {
		m.drop(l)
		m.endLadder()
		return nil
	}
	l := &ladderPanel{before: m.req}
	m.push(l)
	return l.climb(m)
}

// climb reads the ladder of the current anchor.
func (l *ladderPanel) climb(m *Model) tea.Cmd {
	m.jobs.End(jobs.RungTokens)
	l.base, l.from, l.ladder, l.tokens, l.refused = m.withoutSetting(m.req), m.doc.Raw().Snapshot(), nil, nil, ""
	calls, values := m.calls(), m.req.Values()
	return jobs.Try(m.jobs, jobs.Ladder, func(ctx context.Context) (*tuning.Ladder, error) {
		return calls.LadderOf(ctx, values)
	}, func(ladder *tuning.Ladder, err error) tea.Cmd {
		if !m.isOpen(l) {
			return nil
		}
		if refusal := (*tools.Error)(nil); errors.As(err, &refusal) {
			l.refused = plain(refusal.Text)
		} else if err != nil {
			l.refused = "cannot read: " + plain(err.Error())
		}
		if err != nil {
			return nil
		}
		l.ladder, l.tokens = ladder, make([]int64, len(ladder.Rungs))
		return l.countTokens(m)
	})
}

// keepLadder reads the ladder again when it is open and of another anchor or of other bytes than the window.
func (m *Model) keepLadder() tea.Cmd {
	l, open := overlayOf[*ladderPanel](m)
	if !open {
		return nil
	}
	if m.req.Mode() != tools.ModeBlock || m.toolOff {
		m.drop(l)
		m.endLadder()
		return nil
	}
	if snap := m.doc.Raw().Snapshot(); l.base.Equal(m.withoutSetting(m.req)) && l.from.Generation == snap.Generation && l.from.Size == snap.Size {
		return nil
	}
	return l.climb(m)
}

func (m *Model) endLadder() {
	m.jobs.End(jobs.Ladder, jobs.RungTokens)
}

// countTokens counts the tokens of a block of the ladder that has not been counted yet, the current one first.
func (l *ladderPanel) countTokens(m *Model) tea.Cmd {
	if m.opts.NoTokens || l.ladder == nil || m.jobs.Runs(jobs.RungTokens) {
		return nil
	}
	next := -1
	for _, i := range append([]int{l.ladder.Find(m.setting())}, upTo(len(l.tokens))...) {
		if next < 0 && l.tokens[i] == 0 {
			next = i
		}
	}
	if next < 0 {
		return nil
	}
	calls, values := m.calls(), l.ladder.Rungs[next].Values
	return jobs.Try(m.jobs, jobs.RungTokens, func(ctx context.Context) (int64, error) {
		return callTokens(ctx, calls, values)
	}, func(n int64, err error) tea.Cmd {
		if !m.isOpen(l) || err != nil {
			return nil
		}
		l.tokens[next] = max(n, 1)
		return l.countTokens(m)
	})
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// callTokens counts the tokens of what a call gives.
func callTokens(ctx context.Context, calls tuning.Calls, values tools.Values) (int64, error) {
	r, err := calls.Tool.Read(ctx, calls.Env, calls.Args(values))
	if err != nil {
		return 0, err
	}
	defer func() { _ = r.Close() }()
	out := capture.New()
	defer func() { _ = out.Close() }()
	if _, err := r.Render(ctx, out); err != nil {
		return 0, err
	}
	n, err := tokens.Of(ctx, calls.Tool.Tokens, out, out.Size(), out.Total())
	return n.Count, err
}

func (l *ladderPanel) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	switch action := m.menuAction(msg); action {
	case keymap.TakeRow:
		m.drop(l)
		m.endLadder()
		if !l.before.Equal(m.req) {
			m.undo, m.redo = append(m.undo, l.before), nil
		}
		return nil, true
	case keymap.CloseMenu:
		m.drop(l)
		m.endLadder()
		calls := m.calls()
		return m.takeSetting(calls.SettingOf(l.before.Values())), true
	default:
		if l.ladder == nil {
			return nil, false
		}
		l.at = l.ladder.Find(m.setting())
		if !l.move(action, len(l.ladder.Rungs), l.page(m)) {
			return nil, false
		}
		return l.take(m), true
	}
}

// take makes the block of the selected row the current one.
func (l *ladderPanel) take(m *Model) tea.Cmd {
	return m.takeSetting(l.ladder.Rungs[l.at].Setting)
}

// takeSetting asks for the current block in another size, without a trace in the history.
func (m *Model) takeSetting(s tuning.Setting) tea.Cmd {
	r := m.req.WithValues(m.calls().With(m.req.Values(), s))
	if r.Equal(m.req) {
		return nil
	}
	return m.setRequest(r)
}

// others is the number of rows besides the title and the blocks.
func (l *ladderPanel) others(m *Model) int {
	if m.styleSentence() != "" {
		return 1
	}
	return 0
}

func (l *ladderPanel) height(m *Model, body int) int {
	n := 1
	if l.ladder != nil {
		n = len(l.ladder.Rungs)
	}
	return menuHeight(n, l.others(m), body)
}

func (l *ladderPanel) page(m *Model) int {
	return max(l.height(m, m.areas.body.height)-1-l.others(m), 1)
}

// parts is the height that the title and the blocks have of that of the panel, and the sentence below them; "" for none.
func (l *ladderPanel) parts(m *Model, height int) (int, string) {
	if sentence := m.styleSentence(); sentence != "" && height >= 3 {
		return height - 1, sentence
	}
	return height, ""
}

// scroll implements scrolledPanel. The selected row is that of the current block.
func (l *ladderPanel) scroll(m *Model, height int) {
	if l.ladder == nil {
		return
	}
	l.at = l.ladder.Find(m.setting())
	height, _ = l.parts(m, height)
	l.at, l.top = l.shown(len(l.ladder.Rungs), height)
}

func (l *ladderPanel) rows(m *Model, height int) []string {
	key := m.keyName
	title := fmt.Sprintf("blocks of anchor %s", group(m.req.Place()))
	hint := key(keymap.TakeRow) + " keep  " + key(keymap.CloseMenu) + " back"
	var rows []menuRow
	if l.ladder != nil {
		rows = l.blocks()
		title += fmt.Sprintf(" · %d of %d", l.at+1, len(rows))
	}
	height, sentence := l.parts(m, height)
	out := l.draw(m, title, hint, rows, height)
	switch {
	case l.refused != "":
		out = append(out, m.menuNote(l.refused))
	case l.ladder == nil && !m.jobs.Runs(jobs.Ladder):
		out = append(out, m.menuNote("stopped"))
	case l.ladder == nil:
		out = append(out, m.menuNote("reading…"))
	}
	out = out[:min(len(out), max(height, 1))]
	if sentence != "" {
		out = append(fill(out, height, m.width), m.menuNote(sentence))
	}
	return out
}

// blocks are the rows of the ladder.
func (l *ladderPanel) blocks() []menuRow {
	var rows []menuRow
	for i, rung := range l.ladder.Rungs {
		w := rung.Window
		lines, tokens := "nothing", ""
		if w.First > 0 {
			lines = fmt.Sprintf("L%d–L%d", w.First, w.Last)
		}
		if n := l.tokens[i]; n > 0 && w.First > 0 {
			tokens = "≈" + group(n) + " tokens"
		}
		rows = append(rows, menuRow{columns: []string{lines, count(w.Lines(), "line"), tokens, settingWords(rung.Setting), l.addsWords(i)}})
	}
	return rows
}

// settingWords is a setting in words.
func settingWords(s tuning.Setting) string {
	words := []string{levelsWord(s.Levels)}
	if s.Siblings {
		words = append(words, "siblings")
	}
	if !s.Header {
		words = append(words, "no header")
	}
	return strings.Join(words, " · ")
}

// addsWords says what the next block has that one has not.
func (l *ladderPanel) addsWords(rung int) string {
	above, below, lost := l.ladder.Adds(rung)
	var words []string
	add := func(n int64, what string) {
		if n > 0 {
			words = append(words, group(n)+what)
		}
	}
	add(above, " above")
	add(below, " below")
	add(lost, " fewer")
	if words == nil {
		return ""
	}
	return "next: " + strings.Join(words, ", ")
}

func (l *ladderPanel) footer(*Model) string { return "" }

func (l *ladderPanel) wheel(m *Model, n int) tea.Cmd {
	if l.ladder == nil {
		return nil
	}
	l.at = max(min(l.ladder.Find(m.setting())+n, len(l.ladder.Rungs)-1), 0)
	return l.take(m)
}

func (l *ladderPanel) click(m *Model, row int) tea.Cmd {
	if l.ladder == nil {
		return nil
	}
	at, ok := l.clicked(row, len(l.ladder.Rungs))
	if !ok {
		return nil
	}
	l.at = at
	return l.take(m)
}
