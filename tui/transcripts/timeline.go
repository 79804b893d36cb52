package transcripts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/report"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/coverage"
	"eyeline/tui/draw"
	"eyeline/tui/recorded"
	"eyeline/tui/stamp"
	"eyeline/tui/words"
)

// timelineScreen is the list of all calls of a transcript in their order.
type timelineScreen struct {
	listScreen
	files *filesScreen
	view  *recorded.View
	infos map[int]report.CallInfo // of the calls on the screen, and of some that were
	lost  string                  // why they cannot be described
}

var _ CallList = (*timelineScreen)(nil)

// infosKept is how many descriptions are kept.
const infosKept = 4096

// infosMsg brings the descriptions of calls.
type infosMsg struct {
	stamp.Stamp
	generation int
	infos      map[int]report.CallInfo
	err        error
}

// narrowedMsg brings the calls that match what is typed.
type narrowedMsg struct {
	stamp.Stamp
	order []int
}

func newTimeline(f *filesScreen) *timelineScreen {
	t := &timelineScreen{
		listScreen: newListScreen(f.host, f.services), files: f, view: f.view,
		infos: map[int]report.CallInfo{},
	}
	t.table = t
	t.list.order = allOf(len(f.view.Calls))
	return t
}

// allOf is 0, 1, … n-1.
func allOf(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// selectCall selects a call, where there is one of that number.
func (t *timelineScreen) selectCall(call int) {
	if call == 0 {
		return
	}
	t.list.input.Set("")
	t.showAll()
	t.list.at = max(min(call, len(t.list.order))-1, 0)
}

// ShowCall implements [CallList].
func (t *timelineScreen) ShowCall(call int) tea.Cmd {
	t.selectCall(call)
	return t.describe()
}

// showAll shows all calls. What is being looked for among them would be a list of calls as they were: it is not waited
// for.
func (t *timelineScreen) showAll() {
	t.end(taskNarrow)
	t.list.show(allOf(len(t.view.Calls)))
}

// grown takes a newer view of the transcript. Where the last call was selected, the last one stays
// selected.
func (t *timelineScreen) grown(view *recorded.View) tea.Cmd {
	last := t.list.at == len(t.list.order)-1
	if view.Generation != t.view.Generation {
		clear(t.infos)
	}
	for n := range t.infos { // what had no result may have one
		if n > len(view.Calls) || n > len(t.view.Calls) || t.view.Calls[n-1].Answered != view.Calls[n-1].Answered {
			delete(t.infos, n)
		}
	}
	t.view, t.lost = view, ""
	if t.list.input.Text() != "" {
		// Until the answer has come, the calls that are not there any more must not be drawn.
		t.list.show(slices.DeleteFunc(slices.Clone(t.list.order), func(i int) bool { return i >= len(view.Calls) }))
		return t.narrow()
	}
	t.showAll()
	if last {
		t.list.move(len(view.Calls))
	}
	return t.describe()
}

// narrow looks for the calls that match what is typed.
func (t *timelineScreen) narrow() tea.Cmd {
	_, x := t.start(taskNarrow)
	view, words := t.view, t.list.words()
	return func() tea.Msg {
		order := make([]int, 0, len(view.Calls))
		for i, c := range view.Calls {
			var b strings.Builder
			b.WriteString(strings.ToLower(view.Names[c.Tool] + " " + view.Names[c.Agent] + " " + c.Kind.String()))
			if c.Failed {
				b.WriteString(" refused")
			}
			for _, f := range view.FilesOf(i) {
				b.WriteString(" " + view.Lower[f])
			}
			if matchesAll(b.String(), words) {
				order = append(order, i)
			}
		}
		return narrowedMsg{x, order}
	}
}

// describe reads the descriptions of the calls on the screen that have none.
func (t *timelineScreen) describe() tea.Cmd {
	if t.runs(taskRows) || t.lost != "" || t.host.Height() == 0 {
		return nil
	}
	var numbers []int
	for _, i := range t.list.shown(t.room(), 1) {
		if t.infos[i+1].Number == 0 {
			numbers = append(numbers, i+1)
		}
	}
	if len(numbers) == 0 {
		return nil
	}
	ctx, x := t.start(taskRows)
	r, generation := t.files.run, t.view.Generation
	return func() tea.Msg {
		infos, err := r.Infos(ctx, numbers)
		return infosMsg{x, generation, infos, err}
	}
}

// Begin implements [screens.Screen].
func (t *timelineScreen) Begin() tea.Cmd { return t.describe() }

// Leave implements [screens.Screen]: what is being read goes on, for the list is the same when it is shown again. The
// list of files hands the answers on meanwhile.
func (t *timelineScreen) Leave() tea.Cmd { return nil }

// Update implements [screens.Screen].
func (t *timelineScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case infosMsg:
		if !t.answers(taskRows, msg.Stamp) {
			return nil
		}
		t.end(taskRows)
		if msg.err != nil && !errors.Is(msg.err, context.Canceled) && msg.generation == t.view.Generation {
			t.lost = cells.Sanitize(msg.err.Error())
			return nil
		}
		if len(t.infos) > infosKept {
			clear(t.infos)
		}
		for n, info := range msg.infos {
			if msg.generation == t.view.Generation {
				t.infos[n] = info
			}
		}
		return t.describe()
	case narrowedMsg:
		if !t.answers(taskNarrow, msg.Stamp) {
			return nil
		}
		t.end(taskNarrow)
		t.list.show(msg.order)
		return t.describe()
	}
	return t.updateList(msg)
}

// Key implements [screens.Screen].
func (t *timelineScreen) Key(msg tea.KeyMsg) tea.Cmd {
	if t.files.keeps(msg) {
		return nil
	}
	action, typed := t.list.key(t.host.Keys(), msg)
	switch action {
	case keymap.LeaveList, keymap.Timeline:
		return t.host.Leave()
	case keymap.TakeItem:
		return t.open()
	case keymap.SortRows:
		t.host.Say("calls are in the order in which they were made")
	case keymap.RecordHelp:
		return t.host.Help()
	}
	if typed {
		return t.narrow()
	}
	return t.describe()
}

// open shows the file and the lines of the selected call or, where it concerns no file, its result.
func (t *timelineScreen) open() tea.Cmd {
	i, ok := t.list.selected()
	if !ok {
		return nil
	}
	if files := t.view.FilesOf(i); len(files) > 0 {
		return t.files.openFile(t.view.Coverage.Files[files[0]].Path, i+1)
	}
	if !t.view.Calls[i].Answered {
		t.host.Say(fmt.Sprintf("call %d has no result", i+1))
		return nil
	}
	ctx, x := t.files.start(taskOpen)
	r, limit := t.files.run, t.services.Limit
	return func() tea.Msg {
		doc, sent, err := r.OpenResult(ctx, i+1, limit)
		return openedMsg{x, Item{Doc: doc, File: sent}, err}
	}
}

// Footer implements [screens.Screen].
func (t *timelineScreen) Footer() bar.Footer {
	running := ""
	if t.files.runs(taskOpen) {
		running = "opening…"
	}
	return t.stoppable(t.footer(running, t.hint(keymap.TakeItem, "go to the file")))
}

func (t *timelineScreen) title() string             { return t.files.title() }
func (t *timelineScreen) notes(height int) []string { return t.files.notes(height) }

func (t *timelineScreen) noun() (noun, hint string) {
	return "calls", "type a part of a tool's name or a path"
}

func (t *timelineScreen) emptyText() string {
	switch {
	case t.lost != "":
		return "the calls cannot be read: " + t.lost
	case len(t.view.Calls) == 0:
		return "the transcript has no calls"
	case len(t.list.order) == 0:
		return "no call matches"
	}
	return ""
}

func (t *timelineScreen) columns(i int) []draw.Cell {
	row := []draw.Cell{
		{Text: "gave", Role: themes.Dim},
		{Text: "call", Width: max(len(fmt.Sprint(len(t.view.Calls))), 4), Right: true, Role: themes.Dim, Keep: 9},
		{Text: "time", Width: 8, Role: themes.Dim, Keep: 5},
		{Text: "tool", Width: 12, Role: themes.Dim, Keep: 8},
		{Text: "size", Width: 9, Right: true, Role: themes.Dim, Keep: 4},
		{Text: "agent", Width: t.agentWidth(), Role: themes.Dim, Keep: 3},
	}
	if i >= 0 {
		c, info := &t.view.Calls[i], t.infos[i+1]
		row[1].Text, row[1].Role = fmt.Sprint(i+1), themes.LineNumberWindow
		row[3].Text, row[3].Role = cells.Sanitize(t.view.Names[c.Tool]), themes.ModelLineValue
		row[5].Text, row[5].Role = cells.Sanitize(t.view.Names[c.Agent]), themes.Text
		row[0].Text, row[0].Role = t.gave(i, info), themes.Text
		if c.Failed {
			row[0].Role = themes.ModelError
		}
		row[2].Text, row[4].Text = "", ""
		if info.Number > 0 {
			if !info.Time.IsZero() {
				row[2].Text, row[2].Role = info.Time.Local().Format("15:04:05"), themes.TitleDim
			}
			row[4].Text, row[4].Role = words.Size(info.Bytes), themes.Text
		}
	}
	row = t.canvas().Fit(row, min(20, t.canvas().Width/2))
	// The number comes first, what was given last.
	return append(append([]draw.Cell{}, row[1:]...), row[0])
}

// agentWidth is the width of the sub-agents' names; 0 when there are none.
func (t *timelineScreen) agentWidth() int {
	if t.view.Agents {
		return 10
	}
	return 0
}

// gave is what a call gave, in a line.
func (t *timelineScreen) gave(at int, info report.CallInfo) string {
	c, text := &t.view.Calls[at], ""
	if info.Number > 0 {
		for i, f := range info.Files {
			if i > 0 {
				text += "; "
			}
			text += f.Path
			if len(f.Lines) > 0 {
				text += " " + coverage.Lines(f.Lines)
			}
		}
		if text == "" {
			text = string(info.Arguments)
		}
	} else {
		for i, f := range t.view.FilesOf(at) {
			if i > 0 {
				text += "; "
			}
			text += t.view.Coverage.Files[f].Path
		}
	}
	switch {
	case !c.Answered:
		text = "no result so far: " + text
	case c.Failed:
		text = "refused: " + text
	case c.Kind == record.Change:
		text = "changed " + text
	}
	if c.AfterACompaction {
		text = "(compacted before) " + text
	}
	return cells.Sanitize(text)
}
