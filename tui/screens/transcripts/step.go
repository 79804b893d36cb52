package transcripts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runsteps"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/rowscreen"
	"eyeline/tui/kit/screens"
)

// stepScreen is one request: the lines of files that stood in it, those that were new beside another request, and those
// that were gone.
type stepScreen struct {
	rowscreen.Screen
	files  runFiles
	pair   runsteps.Pair
	step   *runsteps.Step // nil until it is known
	sums   [2]string      // how many lines are gone and new, and how many it had
	failed string         // why it cannot be told
	byPath bool           // else the files with most lines that are gone come first, and then those with most new ones
}

func newStep(h screens.Host, f runFiles, pair runsteps.Pair) *stepScreen {
	s := &stepScreen{Screen: rowscreen.New(h), files: f, pair: pair}
	s.Table = s
	return s
}

// Begin implements [screens.Screen].
func (s *stepScreen) Begin() tea.Cmd {
	files := s.files
	pair := s.pair
	view := s.files.known()
	return jobs.Try(s.Jobs, jobs.Describe, func(ctx context.Context) (*runsteps.Step, error) {
		step, err := files.step(ctx, pair, view.Coverage)
		return &step, err
	}, func(step *runsteps.Step, err error) tea.Cmd {
		if err != nil {
			s.failed = cells.Sanitize(err.Error())
			return nil
		}

		s.step = step
		s.sums = sums(step)
		return s.Narrow()
	})
}

// Key implements [screens.Screen].
func (s *stepScreen) Key(msg tea.KeyMsg) tea.Cmd {
	if cmd, handled := s.files.handleSharedKey(msg, keymap.Requests); handled {
		return cmd
	}
	if action, _ := s.Host.Keys().Lookup(keymap.InTranscript, msg.String()); action == keymap.Requests {
		return s.Back()
	}
	return s.Screen.Key(msg)
}

// Narrow implements [rowscreen.Table].
func (s *stepScreen) Narrow() tea.Cmd {
	if s.step == nil {
		return nil
	}

	all := s.step.Files
	path := func(i int) string { return strings.ToLower(all[i].Path) }
	order := list.Narrowed(s.List.Input.Text(), list.All(len(all)), path)

	if !s.byPath {
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(all[b].Gone.Count(), all[a].Gone.Count()),
				cmp.Compare(all[b].New.Count(), all[a].New.Count()))
		})
	}

	s.List.Show(order)
	return nil
}

// Sort orders the files by their paths, or by how many lines are gone or new.
func (s *stepScreen) Sort() tea.Cmd {
	s.byPath = !s.byPath
	s.Host.Say(s.order())
	return s.Narrow()
}

// order says in which order the files are.
func (s *stepScreen) order() string {
	if s.byPath {
		return "by path"
	}
	return "gone first, then new"
}

// lastCall is the last call whose result the request had and that concerns a file, by its path; any file for "". It is
// 0 without one.
func (s *stepScreen) lastCall(path string) int {
	view := s.files.known()
	for _, n := range slices.Backward(s.step.Calls) {
		if n > len(view.Calls) {
			continue
		}

		if path == "" || slices.ContainsFunc(view.Calls[n-1].Files, func(f int32) bool {
			return view.Coverage.Files[f].Path == path
		}) {
			return n
		}
	}

	return 0
}

// Open opens the selected file at the last call whose result the request had.
func (s *stepScreen) Open() tea.Cmd {
	i, ok := s.List.Selected()
	if !ok {
		return nil
	}
	path := s.step.Files[i].Path
	return s.files.openFile(path, s.lastCall(path), false)
}

// Calls shows all calls, with the last one selected whose result the request had.
func (s *stepScreen) Calls() tea.Cmd {
	if s.step == nil {
		return nil
	}
	return s.files.ShowCall(s.lastCall(""), "")
}

// Footer implements [screens.Screen].
func (s *stepScreen) Footer() bar.Footer {
	running := ""
	if s.step == nil && s.failed == "" {
		running = "looking what was in it…"
	}
	if len(s.List.Order) == 0 {
		return s.FooterOf(running)
	}
	return s.FooterOf(running, s.Hint(keymap.TakeItem, "open"), s.Hint(keymap.Timeline, "calls"),
		s.Hint(keymap.SortRows, "sort"))
}

// Notes implements [rowscreen.Table]: what the request was.
func (s *stepScreen) Notes(height int) []string {
	if s.step == nil || height < roomForNote {
		return nil
	}
	var out []string
	for _, sentence := range s.step.Words() {
		out = append(out, s.Canvas().Paragraph(themes.Dim, sentence)...)
	}
	return out[:min(len(out), height/2)]
}

// Title implements [rowscreen.Table].
func (s *stepScreen) Title() string {
	against := s.pair.Against
	if s.step != nil {
		against = s.step.Against
	}

	beside := ""
	if against > 0 {
		beside = fmt.Sprintf(" beside request %d", against)
	}

	left := []bar.Part{
		{Text: fmt.Sprintf("request %d", s.pair.Number), Role: themes.Title, Keep: bar.Kept},
		{Text: beside, Role: themes.TitleDim, Keep: bar.LostLast},
	}
	role := themes.TitleAccent
	if s.step != nil && slices.ContainsFunc(s.step.Files, func(f runsteps.File) bool { return len(f.Gone) > 0 }) {
		role = themes.TitleWarn
	}

	return s.Canvas().Bar(left, []bar.Part{
		{Text: s.sums[0], Role: role, Keep: bar.Kept},
		{Text: s.sums[1], Role: themes.TitleAccent, Keep: bar.LostFifth},
	}, themes.TitleDim)
}

// sums says how many lines are gone from a request and new in it, where that is known, and how many it had.
func sums(step *runsteps.Step) (said [2]string) {
	lines := int64(0)
	fresh := int64(0)
	gone := int64(0)
	for _, f := range step.Files {
		lines += f.Lines.Count() + f.Older.Count()
		fresh += f.New.Count()
		gone += f.Gone.Count()
	}

	said[1] = humanize.Count(lines, "line")
	if step.Compared {
		said[0] = fmt.Sprintf("%s gone · %s new", humanize.Group(gone), humanize.Group(fresh))
		said[1] = " · " + said[1] + " in it"
	}
	return said
}

// Noun implements [rowscreen.Table].
func (s *stepScreen) Noun() (noun, hint string) {
	return "files", s.order() + " · type a part of a path"
}

// EmptyText implements [rowscreen.Table].
func (s *stepScreen) EmptyText() string {
	switch {
	case s.failed != "":
		return "it cannot be told: " + s.failed
	case s.step == nil:
		return "looking what was in it…"
	case !s.step.Known:
		return "what it had is not known: nothing in the record proves it"
	case len(s.step.Files) == 0:
		return "no line of a file that a call names was in it"
	case len(s.List.Order) == 0:
		return "no file matches"
	}

	return ""
}

// roomForRanges is from how many cells of a screen on it is said which lines are new and gone, not only how many.
const roomForRanges = 64

// The columns of a file of a step, the one that takes the rest of the row first. A narrow screen has all but the last.
const (
	stepPath = iota
	stepGone
	stepNew
	stepLines
	stepRanges
)

// Columns implements [rowscreen.Table].
func (s *stepScreen) Columns(row int) []draw.Cell {
	if s.Canvas().Width < roomForRanges {
		return s.counts(row)
	}

	width := max(s.Canvas().Width*3/16-1, 12)
	inIt := s.Canvas().Width / 4
	out := []draw.Cell{
		stepPath:   {Text: "file", Role: themes.Dim},
		stepGone:   {Text: "gone", Width: width, Role: themes.Dim, Keep: 9},
		stepNew:    {Text: "new", Width: width, Role: themes.Dim, Keep: 8},
		stepLines:  {Text: "lines", Width: 6, Right: true, Role: themes.Dim, Keep: 7},
		stepRanges: {Text: "in it (lines of now)", Width: inIt, Role: themes.Dim, Keep: 5},
	}
	out = s.Canvas().Fit(out, min(18, s.Canvas().Width/2))
	if row < 0 {
		return out
	}

	f := &s.step.Files[row]
	out[stepPath] = draw.PathCell(out[stepPath], cells.SanitizeFirst(f.Path, longestPath), s.IsSelected(row))
	out[stepGone].Text = rangeText(f.Gone)
	out[stepGone].Role = themes.ModelLineWarn
	out[stepNew].Text = rangeText(f.New)
	out[stepNew].Role = themes.Text
	out[stepLines].Text = humanize.Dashed(f.Lines.Count() + f.Older.Count())
	out[stepLines].Role = themes.ModelLineValue
	out[stepRanges].Text = rangeText(f.Lines)
	out[stepRanges].Role = themes.Dim
	if len(f.Older) > 0 {
		older := f.Older.Words() + " as it was"
		if f.Older.Count() > 1 {
			older = f.Older.Words() + " as they were"
		}
		out[stepRanges].Text = strings.TrimPrefix(out[stepRanges].Text+"; "+older, "; ")
	}
	return out
}

// counts are the columns of a narrow screen: of a file how many lines are in the request, new and gone.
func (s *stepScreen) counts(row int) []draw.Cell {
	out := []draw.Cell{
		stepPath:  {Text: "file", Role: themes.Dim},
		stepGone:  {Text: "gone", Width: 5, Right: true, Role: themes.Dim, Keep: 9},
		stepNew:   {Text: "new", Width: 5, Right: true, Role: themes.Dim, Keep: 8},
		stepLines: {Text: "lines", Width: 6, Right: true, Role: themes.Dim, Keep: 7},
	}
	out = s.Canvas().Fit(out, min(14, s.Canvas().Width/2))
	if row < 0 {
		return out
	}

	f := &s.step.Files[row]
	for column, n := range map[int]int64{
		stepGone: f.Gone.Count(), stepNew: f.New.Count(), stepLines: f.Lines.Count() + f.Older.Count(),
	} {
		out[column].Text = humanize.Dashed(n)
		out[column].Role = themes.Text
	}

	if len(f.Gone) > 0 {
		out[stepGone].Role = themes.ModelLineWarn
	}

	out[stepPath] = draw.PathCell(out[stepPath], cells.SanitizeFirst(f.Path, longestPath), s.IsSelected(row))
	return out
}

// rangeText is ranges in a few words; "" for none.
func rangeText(r record.Ranges) string {
	if len(r) == 0 {
		return ""
	}
	return r.Words()
}
