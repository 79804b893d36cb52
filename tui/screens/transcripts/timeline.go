package transcripts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runstats"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/rowscreen"
	"eyeline/tui/screens/recordedrun"
)

// timelineScreen is the list of all calls of a transcript in their order.
type timelineScreen struct {
	rowscreen.Screen
	files *filesScreen
	view  *recordedrun.View
	infos map[int]runstats.CallInfo // of the calls on the screen, and of some that were
	lost  string                    // why they cannot be described
	laid  map[int]string            // what the searches of calls left out, in words; "" for calls without
}

var _ CallList = (*timelineScreen)(nil)

// infosKept is how many descriptions are kept.
const infosKept = 4096

func newTimeline(f *filesScreen) *timelineScreen {
	t := &timelineScreen{
		Screen: rowscreen.New(f.Host), files: f, view: f.view,
		infos: map[int]runstats.CallInfo{}, laid: map[int]string{},
	}
	t.Table = t
	t.List.Order = list.All(len(f.view.Calls))
	return t
}

// selectCall selects a call, where there is one of that number.
func (t *timelineScreen) selectCall(call int) {
	if call == 0 {
		return
	}
	t.List.Input.Set("")
	t.showAll()
	t.List.Select(min(call, len(t.List.Order)) - 1)
}

// ShowCall implements [CallList].
func (t *timelineScreen) ShowCall(call int) tea.Cmd {
	t.selectCall(call)
	return t.Reveal()
}

// showAll shows all calls. What is being looked for among them would be a list of calls as they were: it is not waited
// for.
func (t *timelineScreen) showAll() {
	t.Jobs.End(jobs.Matches)
	t.List.Show(list.All(len(t.view.Calls)))
}

// grown takes a newer view of the transcript. Where the last call was selected, the last one stays
// selected.
func (t *timelineScreen) grown(view *recordedrun.View) tea.Cmd {
	last := t.List.At() == len(t.List.Order)-1
	if view.Generation != t.view.Generation {
		clear(t.infos)
		clear(t.laid)
	}

	for n := range t.infos { // what had no result may have one
		if n > len(view.Calls) || n > len(t.view.Calls) || t.view.Calls[n-1].Answered != view.Calls[n-1].Answered {
			delete(t.infos, n)
		}
	}

	t.view = view
	t.lost = ""
	if t.List.Input.Text() != "" {
		// Until the answer has come, the calls that are not there any more must not be drawn.
		t.List.Show(slices.DeleteFunc(slices.Clone(t.List.Order), func(i int) bool { return i >= len(view.Calls) }))
		return t.Narrow()
	}

	t.showAll()
	if last {
		t.List.Move(len(view.Calls))
	}

	return t.Reveal()
}

// Narrow looks for the calls that match what is typed.
func (t *timelineScreen) Narrow() tea.Cmd {
	view := t.view
	typed := t.List.Input.Text()
	return jobs.Ask(t.Jobs, jobs.Matches, func(context.Context) []int {
		texts := make([]string, len(view.Calls))
		for i, c := range view.Calls {
			var b strings.Builder
			b.WriteString(strings.ToLower(c.Tool + " " + c.Agent + " " + c.Kind.String()))
			if c.Failed {
				b.WriteString(" refused")
			}

			for _, f := range c.Files {
				b.WriteString(" " + view.Lower[f])
			}

			texts[i] = b.String()
		}

		return list.Narrowed(typed, list.All(len(texts)), func(i int) string { return texts[i] })
	}, func(order []int) tea.Cmd {
		t.List.Show(order)
		return t.Reveal()
	})
}

// Reveal reads the descriptions of the calls on the screen that have none.
func (t *timelineScreen) Reveal() tea.Cmd {
	if t.Jobs.Runs(jobs.Describe) || t.lost != "" || t.Host.Height() == 0 {
		return nil
	}

	var numbers []int
	for _, i := range t.List.Shown(t.Room(), 1) {
		if t.infos[i+1].Number == 0 {
			numbers = append(numbers, i+1)
		}
	}

	if len(numbers) == 0 {
		return t.layNext()
	}

	r := t.files.run
	generation := t.view.Generation
	return jobs.Try(t.Jobs, jobs.Describe, func(ctx context.Context) (map[int]runstats.CallInfo, error) {
		return r.Infos(ctx, numbers)
	}, func(infos map[int]runstats.CallInfo, err error) tea.Cmd {
		switch {
		case generation != t.view.Generation: // they are of another transcript
		case err != nil && !errors.Is(err, context.Canceled):
			t.lost = cells.Sanitize(err.Error())
			return nil
		default:
			if len(t.infos) > infosKept {
				clear(t.infos)
			}
			maps.Copy(t.infos, infos)
		}

		return t.Reveal()
	})
}

// Begin implements [screens.Screen].
func (t *timelineScreen) Begin() tea.Cmd { return t.Reveal() }

// Leave implements [screens.Screen]: what is being read goes on, for the list is the same when it is shown again. The
// list of files hands the answers on meanwhile.
func (t *timelineScreen) Leave() tea.Cmd { return nil }

// Key implements [screens.Screen].
func (t *timelineScreen) Key(msg tea.KeyMsg) tea.Cmd {
	if cmd, taken := t.files.takes(msg, keymap.Timeline); taken {
		return cmd
	}
	return t.Screen.Key(msg)
}

func (t *timelineScreen) Sort() tea.Cmd {
	t.Host.Say("calls are in the order in which they were made")
	return t.Reveal()
}

// Calls goes back to the files.
func (t *timelineScreen) Calls() tea.Cmd { return t.Back() }

// Open shows the file and the lines of the selected call or, where it concerns no file, its result.
func (t *timelineScreen) Open() tea.Cmd {
	i, ok := t.List.Selected()
	if !ok {
		return nil
	}
	if files := t.view.Calls[i].Files; len(files) > 0 {
		return t.files.openFile(t.view.Coverage.Files[files[0]].Path, i+1, false)
	}
	if !t.view.Calls[i].Answered {
		return t.Host.Say(fmt.Sprintf("call %d has no result", i+1))
	}
	return t.files.openResult(i + 1)
}

// Footer implements [screens.Screen].
func (t *timelineScreen) Footer() bar.Footer {
	running := humanize.When(t.files.isOpening(), "opening…")
	return t.Stoppable(t.FooterOf(running, t.Hint(keymap.TakeItem, "go to the file")))
}

func (t *timelineScreen) Title() string             { return t.files.Title() }
func (t *timelineScreen) Notes(height int) []string { return t.files.runNotes(height) }

func (t *timelineScreen) Noun() (noun, hint string) {
	return "calls", "type a part of a tool's name or a path"
}

func (t *timelineScreen) EmptyText() string {
	switch {
	case t.lost != "":
		return "the calls cannot be read: " + t.lost
	case len(t.view.Calls) == 0:
		return "the transcript has no calls"
	case len(t.List.Order) == 0:
		return "no call matches"
	}
	return ""
}

func (t *timelineScreen) Columns(i int) []draw.Cell {
	agent := 0 // cells
	if t.view.Agents {
		agent = 10
	}

	row := []draw.Cell{
		{Text: "gave", Role: themes.Dim},
		{Text: "call", Width: max(len(fmt.Sprint(len(t.view.Calls))), 4), Right: true, Role: themes.Dim, Keep: 9},
		{Text: "time", Width: 8, Role: themes.Dim, Keep: 5},
		{Text: "tool", Width: 12, Role: themes.Dim, Keep: 8},
		{Text: "size", Width: 9, Right: true, Role: themes.Dim, Keep: 4},
		{Text: "agent", Width: agent, Role: themes.Dim, Keep: 3},
	}
	if i >= 0 {
		c := &t.view.Calls[i]
		info := t.infos[i+1]
		row[1].Text = fmt.Sprint(i + 1)
		row[1].Role = themes.LineNumberWindow
		row[3].Text = cells.SanitizeFirst(c.Tool, row[3].Width)
		row[3].Role = themes.ModelLineValue
		row[5].Role = themes.Text
		row[5].Text = cells.SanitizeFirst(c.Agent, row[5].Width)
		row[0].Role = themes.Text
		if c.Failed {
			row[0].Role = themes.ModelError
		}

		row[2].Text = ""
		row[4].Text = ""
		if info.Number > 0 {
			if !info.Time.IsZero() {
				row[2].Text = info.Time.Local().Format("15:04:05")
				row[2].Role = themes.Dim
			}
			row[4].Role = themes.Text
			row[4].Text = humanize.Size(info.Bytes)
		}
	}

	row = t.Canvas().Fit(row, min(20, t.Canvas().Width/2))
	if i >= 0 {
		row[0].Text = t.gave(i, row[0].Width)
	}

	// The number comes first, what was given last.
	return slices.Concat(row[1:], row[:1])
}

// gave is what a call gave, in a line of about width cells; the caller cuts it there.
func (t *timelineScreen) gave(at, width int) string {
	c := &t.view.Calls[at]
	info := t.infos[at+1]
	before := t.about(at)
	room := max(width-cells.Width(before), 0)
	files := t.view.Coverage.Files
	switch {
	case info.Number == 0:
		return before + namesIn(len(c.Files), room, func(i int) string { return files[c.Files[i]].Path })
	case len(info.Files) == 0:
		return before + cells.SanitizeFirst(string(info.Arguments), room)
	}

	return before + namesIn(len(info.Files), room, func(i int) string {
		f := &info.Files[i]
		if len(f.Lines) == 0 {
			return f.Path
		}
		return f.Path + " " + f.Lines.Words()
	})
}

// about is what is said of a call before what it gave.
func (t *timelineScreen) about(at int) string {
	c := &t.view.Calls[at]
	said := ""
	if c.AfterACompaction {
		said = "(compacted before) "
	}

	switch {
	case !c.Answered:
		said += "no result so far: "
	case c.Failed:
		said += "refused: "
	case c.Kind == record.Change:
		said += "changed "
	}

	if laid := t.laid[at+1]; laid != "" {
		said += laid + ": "
	}

	return said
}

// namesIn is n names of files in a line of width cells. Where not all fit, it begins with their number: a call may
// concern ten thousands.
func namesIn(n, width int, name func(int) string) string {
	text := ""
	for i := range n {
		if i > 0 {
			text += "; "
		}
		text += cells.SanitizeFirst(name(i), width)
		if n > 1 && cells.Width(text) > width {
			return humanize.Count(int64(n), "file") + ": " + text
		}
	}
	return text
}
