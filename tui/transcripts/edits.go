package transcripts

import (
	"cmp"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript/coverage"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/humanize"
	"eyeline/tui/linestates"
	"eyeline/tui/recorded"
	"eyeline/tui/rowscreen"
)

// editsScreen is the list of what the model changed, with whether it had been sent the lines that it changed: what it
// had not comes first.
type editsScreen struct {
	rowscreen.Screen
	files *filesScreen
	view  *recorded.View // that the rows are of
	edits []edit
	byRun bool // in the order of the calls
}

// edit is a change of a file.
type edit struct {
	file   int // its index in the coverage
	change coverage.Change
	blind  int64 // lines that it replaced and that had not been sent; 1 where the record does not say which
}

func newEdits(f *filesScreen) *editsScreen {
	e := &editsScreen{Screen: rowscreen.New(f.Host), files: f}
	e.Table = e
	return e
}

// Begin implements [screens.Screen].
func (e *editsScreen) Begin() tea.Cmd { return e.Narrow() }

// Narrow makes the rows of the changes that match what is typed, of what is known of the transcript by now.
func (e *editsScreen) Narrow() tea.Cmd {
	if e.view != e.files.view {
		e.view, e.edits = e.files.view, nil
		for i := range e.view.Coverage.Files {
			for _, c := range e.view.Coverage.Files[i].Changes {
				blind := c.BlindThen.Count()
				if c.UnplacedBlind {
					blind++
				}
				e.edits = append(e.edits, edit{i, c, blind})
			}
		}
	}
	slices.SortStableFunc(e.edits, func(a, b edit) int {
		if !e.byRun && a.blind != b.blind {
			return cmp.Compare(b.blind, a.blind)
		}
		return cmp.Compare(a.change.Call, b.change.Call)
	})
	e.List.Show(rowscreen.Matching(e.List.Input.Text(), allOf(len(e.edits)), func(i int) string {
		return e.view.Lower[e.edits[i].file]
	}))
	return nil
}

// Open opens the file at the call that made the change.
func (e *editsScreen) Open() tea.Cmd {
	i, ok := e.List.Selected()
	if !ok {
		return nil
	}
	one := e.edits[i]
	return e.files.openFile(e.view.Coverage.Files[one.file].Path, one.change.Call)
}

// Sort orders the changes by their calls, or by how many lines had not been sent.
func (e *editsScreen) Sort() tea.Cmd {
	e.byRun = !e.byRun
	e.Host.Say(map[bool]string{true: "in the order of the calls", false: "what was not sent first"}[e.byRun])
	return e.Narrow()
}

// Calls shows all calls, with that of the selected change selected.
func (e *editsScreen) Calls() tea.Cmd {
	call := 0
	if i, ok := e.List.Selected(); ok {
		call = e.edits[i].change.Call
	}
	return e.files.ShowCall(call)
}

// Footer implements [screens.Screen].
func (e *editsScreen) Footer() bar.Footer {
	if len(e.List.Order) == 0 {
		return e.FooterOf("")
	}
	return e.FooterOf("", e.Hint(keymap.TakeItem, "open"), e.Hint(keymap.Timeline, "call"),
		e.Hint(keymap.SortRows, "sort"))
}

// Title implements [rowscreen.Table].
func (e *editsScreen) Title() string {
	blind := 0
	for _, one := range e.edits {
		if one.blind > 0 {
			blind++
		}
	}
	counts := fmt.Sprintf("%s · %d blind", humanize.Count(int64(len(e.edits)), "change"), blind)
	return e.Canvas().Bar([]bar.Part{{Text: "what the model changed", Role: themes.Title, Keep: 9}},
		[]bar.Part{{Text: counts, Role: themes.TitleAccent, Keep: 8}}, themes.TitleDim)
}

// Noun implements [rowscreen.Table].
func (e *editsScreen) Noun() (noun, hint string) { return "changes", "type a part of a path" }

// EmptyText implements [rowscreen.Table].
func (e *editsScreen) EmptyText() string {
	switch {
	case len(e.List.Order) > 0:
		return ""
	case len(e.edits) > 0:
		return "no change matches"
	}
	return "the model changed no file"
}

// Columns implements [rowscreen.Table].
func (e *editsScreen) Columns(row int) []draw.Cell {
	out := []draw.Cell{
		{Text: "file", Role: themes.Dim},
		{Text: "had it been sent the lines?", Width: 27, Role: themes.Dim, Keep: 9},
		{Text: "call", Width: 6, Right: true, Role: themes.Dim, Keep: 7},
		{Text: "lines then", Width: 13, Role: themes.Dim, Keep: 6},
		{Text: "tool", Width: 10, Role: themes.Dim, Keep: 5},
	}
	if row >= 0 {
		one := e.edits[row]
		path := e.view.Coverage.Files[one.file].Path
		out[0].Text, out[0].Role = cells.SanitizeFirst(path, e.Canvas().Width), themes.Text
		out[1].Text, out[1].Role = one.words()
		out[2].Text, out[2].Role = humanize.Group(int64(one.change.Call)), themes.Text
		out[3].Text, out[3].Role = "", themes.Dim
		if len(one.change.LinesThen) > 0 {
			out[3].Text = linestates.Lines(one.change.LinesThen)
		}
		out[4].Text, out[4].Role = cells.Sanitize(one.change.Tool), themes.Dim
	}
	return e.Canvas().Fit(out, min(18, e.Canvas().Width/2))
}

// words say whether the model had been sent what it changed, and how that is drawn.
func (e edit) words() (string, themes.Role) {
	switch n := e.change.LinesThen.Count(); {
	case e.change.Failed:
		return "refused", themes.Dim
	case e.blind > 0 && (e.blind >= n || n == 0):
		return "no", themes.ModelLineWarn
	case e.blind > 0:
		return fmt.Sprintf("not %d of %s", e.blind, humanize.Count(n, "line")), themes.ModelLineWarn
	case e.change.Whole:
		return "it wrote the whole file", themes.Dim
	case n == 0:
		return "not known: no line numbers", themes.Dim
	}
	return "yes", themes.Text
}
