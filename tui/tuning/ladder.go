package tuning

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
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/jobs"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/request"
	"eyeline/tui/words"
)

// LadderPanel shows every block that the anchor can have. Moving through it moves the block.
type LadderPanel struct {
	tuning *Tuning
	overlay.Menu
	before request.Request // what Esc goes back to
	base   request.Request // what the ladder was asked for, without the setting
	from   source.Snapshot // the bytes that it was read of

	Ladder  *tuning.Ladder // nil while it is read
	Refused string         // why there is none
	tokens  []int64        // of each block; 0 while they are not counted
}

// calls are the calls of the current tool in the current mode on the document.
func (t *Tuning) calls() tuning.Calls {
	tool := t.preview.Request().Tool()
	place, _ := tool.Place(t.preview.Request().Mode())
	return tuning.Calls{Tool: tool, Place: place, Env: t.preview.Env(tool, false), File: t.text.Doc().Argument(tool)}
}

// setting is how large the current block is asked for.
func (t *Tuning) setting() tuning.Setting { return t.calls().SettingOf(t.preview.Request().Values()) }

// withoutSetting is a request with the default size of a block, for all of which there is one ladder.
func (t *Tuning) withoutSetting(r request.Request) request.Request {
	return r.WithValues(t.calls().With(r.Values(), tuning.Setting{Header: true}))
}

// OpenLadder opens the panel with the blocks of the anchor, or closes it.
func (t *Tuning) OpenLadder(int64, bool) tea.Cmd {
	if l, open := overlay.Of[*LadderPanel](t.overlays); open {
		t.overlays.Drop(l)
		t.EndLadder()
		return nil
	}
	l := &LadderPanel{tuning: t, before: t.preview.Request()}
	t.overlays.Push(l)
	return l.climb()
}

// climb reads the ladder of the current anchor.
func (l *LadderPanel) climb() tea.Cmd {
	l.tuning.jobs.End(jobs.RungTokens)
	l.base, l.from = l.tuning.withoutSetting(l.tuning.preview.Request()), l.tuning.text.Doc().Raw().Snapshot()
	l.Ladder, l.tokens, l.Refused = nil, nil, ""
	calls, values := l.tuning.calls(), l.tuning.preview.Request().Values()
	return jobs.Try(l.tuning.jobs, jobs.Ladder, func(ctx context.Context) (*tuning.Ladder, error) {
		return calls.LadderOf(ctx, values)
	}, func(ladder *tuning.Ladder, err error) tea.Cmd {
		if !l.tuning.overlays.IsOpen(l) {
			return nil
		}
		if refusal := (*tools.Error)(nil); errors.As(err, &refusal) {
			l.Refused = cells.Sanitize(refusal.Text)
		} else if err != nil {
			l.Refused = "cannot read: " + cells.Sanitize(err.Error())
		}
		if err != nil {
			return nil
		}
		l.Ladder, l.tokens = ladder, make([]int64, len(ladder.Rungs))
		return l.countTokens()
	})
}

// KeepLadder reads the ladder again when it is open and of another anchor or of other bytes than the window.
func (t *Tuning) KeepLadder() tea.Cmd {
	l, open := overlay.Of[*LadderPanel](t.overlays)
	if !open {
		return nil
	}
	if t.preview.Request().Mode() != tools.ModeBlock || t.text.ToolOff() {
		t.overlays.Drop(l)
		t.EndLadder()
		return nil
	}
	if snap := t.text.Doc().Raw().Snapshot(); l.base.Equal(t.withoutSetting(t.preview.Request())) &&
		l.from.Generation == snap.Generation && l.from.Size == snap.Size {
		return nil
	}
	return l.climb()
}

// EndLadder stops what is being worked out for the panel of blocks.
func (t *Tuning) EndLadder() {
	t.jobs.End(jobs.Ladder, jobs.RungTokens)
}

// countTokens counts the tokens of a block of the ladder that has not been counted yet, the current one first.
func (l *LadderPanel) countTokens() tea.Cmd {
	if l.tuning.opts.NoTokens || l.Ladder == nil || l.tuning.jobs.Runs(jobs.RungTokens) {
		return nil
	}
	next := -1
	for _, i := range append([]int{l.Ladder.Find(l.tuning.setting())}, upTo(len(l.tokens))...) {
		if next < 0 && l.tokens[i] == 0 {
			next = i
		}
	}
	if next < 0 {
		return nil
	}
	calls, values := l.tuning.calls(), l.Ladder.Rungs[next].Values
	return jobs.Try(l.tuning.jobs, jobs.RungTokens, func(ctx context.Context) (int64, error) {
		return callTokens(ctx, calls, values)
	}, func(n int64, err error) tea.Cmd {
		if !l.tuning.overlays.IsOpen(l) || err != nil {
			return nil
		}
		l.tokens[next] = max(n, 1)
		return l.countTokens()
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

// Key implements [overlay.Overlay].
func (l *LadderPanel) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch action := l.tuning.overlays.MenuAction(msg); action {
	case keymap.TakeRow:
		l.tuning.overlays.Drop(l)
		l.tuning.EndLadder()
		if !l.before.Equal(l.tuning.preview.Request()) {
			l.tuning.preview.Undoable(l.before)
		}
		return nil, true
	case keymap.CloseMenu:
		l.tuning.overlays.Drop(l)
		l.tuning.EndLadder()
		calls := l.tuning.calls()
		return l.tuning.takeSetting(calls.SettingOf(l.before.Values())), true
	default:
		if l.Ladder == nil {
			return nil, false
		}
		l.At = l.Ladder.Find(l.tuning.setting())
		if !l.Move(action, len(l.Ladder.Rungs), l.page()) {
			return nil, false
		}
		return l.take(), true
	}
}

// take makes the block of the selected row the current one.
func (l *LadderPanel) take() tea.Cmd {
	return l.tuning.takeSetting(l.Ladder.Rungs[l.At].Setting)
}

// takeSetting asks for the current block in another size, without a trace in the history.
func (t *Tuning) takeSetting(s tuning.Setting) tea.Cmd {
	r := t.preview.Request().WithValues(t.calls().With(t.preview.Request().Values(), s))
	if r.Equal(t.preview.Request()) {
		return nil
	}
	return t.preview.SetRequest(r)
}

// others is the number of rows besides the title and the blocks.
func (l *LadderPanel) others() int {
	if l.tuning.preview.Style().Sentence() != "" {
		return 1
	}
	return 0
}

// Height implements [overlay.Panel].
func (l *LadderPanel) Height(body int) int {
	n := 1
	if l.Ladder != nil {
		n = len(l.Ladder.Rungs)
	}
	return overlay.MenuHeight(n, l.others(), body)
}

func (l *LadderPanel) page() int {
	return max(l.Height(l.tuning.host.BodyHeight())-1-l.others(), 1)
}

// parts is the height that the title and the blocks have of that of the panel, and the sentence below them; "" for
// none.
func (l *LadderPanel) parts(height int) (int, string) {
	if sentence := l.tuning.preview.Style().Sentence(); sentence != "" && height >= 3 {
		return height - 1, sentence
	}
	return height, ""
}

// Scroll keeps the selected row in what is shown: that of the current block.
func (l *LadderPanel) Scroll(height int) {
	if l.Ladder == nil {
		return
	}
	l.At = l.Ladder.Find(l.tuning.setting())
	height, _ = l.parts(height)
	l.At, l.Top = l.Shown(len(l.Ladder.Rungs), height)
}

// Rows implements [overlay.Overlay].
func (l *LadderPanel) Rows(height int) []string {
	key := l.tuning.desk.KeyName
	title := fmt.Sprintf("blocks of anchor %s", words.Group(l.tuning.preview.Request().Place()))
	hint := key(keymap.TakeRow) + " keep  " + key(keymap.CloseMenu) + " back"
	var rows []overlay.MenuRow
	if l.Ladder != nil {
		rows = l.Blocks()
		title += fmt.Sprintf(" · %d of %d", l.At+1, len(rows))
	}
	height, sentence := l.parts(height)
	out := l.Draw(l.tuning.overlays, title, hint, rows, height)
	switch {
	case l.Refused != "":
		out = append(out, l.tuning.overlays.MenuNote(l.Refused))
	case l.Ladder == nil && !l.tuning.jobs.Runs(jobs.Ladder):
		out = append(out, l.tuning.overlays.MenuNote("stopped"))
	case l.Ladder == nil:
		out = append(out, l.tuning.overlays.MenuNote("reading…"))
	}
	out = out[:min(len(out), max(height, 1))]
	if sentence != "" {
		out = append(draw.Fill(out, height, l.tuning.desk.Width()), l.tuning.overlays.MenuNote(sentence))
	}
	return out
}

// Blocks are the rows of the ladder.
func (l *LadderPanel) Blocks() []overlay.MenuRow {
	var rows []overlay.MenuRow
	for i, rung := range l.Ladder.Rungs {
		w := rung.Window
		lines, tokens := "nothing", ""
		if w.First > 0 {
			lines = fmt.Sprintf("L%d–L%d", w.First, w.Last)
		}
		if n := l.tokens[i]; n > 0 && w.First > 0 {
			tokens = "≈" + words.Group(n) + " tokens"
		}
		rows = append(rows, overlay.MenuRow{Columns: []string{
			lines, words.Count(w.Lines(), "line"), tokens,
			settingWords(rung.Setting), l.addsWords(i),
		}})
	}
	return rows
}

// settingWords is a setting in words.
func settingWords(s tuning.Setting) string {
	words := []string{preview.LevelsWord(s.Levels)}
	if s.Siblings {
		words = append(words, "siblings")
	}
	if !s.Header {
		words = append(words, "no header")
	}
	return strings.Join(words, " · ")
}

// addsWords says what the next block has that one has not.
func (l *LadderPanel) addsWords(rung int) string {
	above, below, lost := l.Ladder.Adds(rung)
	var said []string
	add := func(n int64, what string) {
		if n > 0 {
			said = append(said, words.Group(n)+what)
		}
	}
	add(above, " above")
	add(below, " below")
	add(lost, " fewer")
	if said == nil {
		return ""
	}
	return "next: " + strings.Join(said, ", ")
}

// Footer implements [overlay.Overlay].
func (l *LadderPanel) Footer() string { return "" }

// Wheel implements [overlay.Pointed].
func (l *LadderPanel) Wheel(n int) tea.Cmd {
	if l.Ladder == nil {
		return nil
	}
	l.At = max(min(l.Ladder.Find(l.tuning.setting())+n, len(l.Ladder.Rungs)-1), 0)
	return l.take()
}

// Click implements [overlay.Pointed].
func (l *LadderPanel) Click(row int) tea.Cmd {
	if l.Ladder == nil {
		return nil
	}
	at, ok := l.Clicked(row, len(l.Ladder.Rungs))
	if !ok {
		return nil
	}
	l.At = at
	return l.take()
}

// OfFile implements [overlay.OfFile].
func (*LadderPanel) OfFile() {}
