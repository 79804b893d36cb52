// Package blockreport, which changes without notice, is the screen that shows how much of each function of a tree a
// block by indentation gives. The functions that lose most come first. It knows the program only as its [screens.Host]
// and the [Services] that it is made with.
package blockreport

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/check"
	"eyeline/reader/check/blocks"
	"eyeline/reader/lists"
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

// Services are what the screen needs of the program besides the host.
type Services struct {
	// Open opens a file in front of the report, with the block that a set gives at a line.
	Open func(of *jobs.Set, path string, set blocks.Set, anchor int64) tea.Cmd
	// Page shows a text in front of the report.
	Page func(name string, text []byte) tea.Cmd
}

// report is the screen.
type report struct {
	rowscreen.Screen
	services Services
	options  blocks.Options
	where    string // what is measured, in words
	stop     context.CancelFunc
	progress *check.Progress // of a measurement under way
	result   *blocks.Result  // nil until it has been measured
	failed   string
	words    []string // of each function: the text by which it is found
	byPath   bool
}

// New returns a screen that measures blocks and then shows the result. where describes what is measured.
func New(h screens.Host, s Services, o blocks.Options, where string) screens.Screen {
	r := &report{Screen: rowscreen.New(h), services: s, options: o, where: where}
	r.Table = r
	return r
}

// measured is a result, with the text by which each of its functions is found.
type measured struct {
	*blocks.Result
	words []string
}

// Begin implements [screens.Screen].
func (r *report) Begin() tea.Cmd {
	if r.result != nil || r.Jobs.Runs(jobs.Check) {
		return nil
	}

	stopped, stop := context.WithCancel(context.Background())
	r.stop = stop
	r.progress = new(check.Progress)
	o := r.options
	o.Tree.Progress = r.progress
	run := jobs.Try(r.Jobs, jobs.Check, func(ctx context.Context) (*measured, error) {
		defer stop()
		defer context.AfterFunc(ctx, stop)()
		found, err := blocks.Run(stopped, o)
		if err != nil {
			return nil, err
		}

		return &measured{found, lists.Map(found.Functions, func(f blocks.Function) string {
			return strings.ToLower(f.Path + " " + f.Name)
		})}, nil
	}, r.show)
	return tea.Batch(run, r.Tick(jobs.Check))
}

// show shows what was measured, or why that failed.
func (r *report) show(found *measured, err error) tea.Cmd {
	if err != nil {
		r.failed = cells.Sanitize(err.Error())
		return nil
	}
	r.result = found.Result
	r.words = found.words
	return r.Narrow()
}

// Back stops a measurement under way, which then shows what it knows; else it leaves the screen.
func (r *report) Back() tea.Cmd {
	if r.Jobs.Runs(jobs.Check) {
		r.stop()
		return nil
	}
	return r.Host.Leave()
}

// Open opens the selected function, with the set that gives less of it.
func (r *report) Open() tea.Cmd {
	i, ok := r.List.Selected()
	if !ok {
		return nil
	}

	f := &r.result.Functions[i]
	worst := 0
	for k, read := range f.Reads {
		if read.Lost > f.Reads[worst].Lost {
			worst = k
		}
	}

	return r.services.Open(r.Jobs, f.File(), r.options.Sets[worst], f.Anchor)
}

// Sort switches the order of the functions between by path and by what is missing of them.
func (r *report) Sort() tea.Cmd {
	r.byPath = !r.byPath
	r.Host.Say(r.order())
	return r.Narrow()
}

// order says how the functions are sorted.
func (r *report) order() string {
	lacks := r.result == nil ||
		slices.ContainsFunc(r.result.Sums, func(s blocks.Sums) bool { return s.Whole < s.Functions })
	return humanize.Either(r.byPath, "by path", humanize.Either(lacks, "the worst first", "most lines beyond first"))
}

// Calls shows the report as a text.
func (r *report) Calls() tea.Cmd {
	if r.result == nil {
		return nil
	}

	found := r.result
	page := r.services.Page
	return jobs.Ask(r.Jobs, jobs.Open, func(context.Context) []byte {
		var text bytes.Buffer
		_ = blocks.WriteTable(&text, found) // a buffer takes everything
		return text.Bytes()
	}, func(text []byte) tea.Cmd { return page("eyeline check --block "+r.where, text) })
}

// Narrow makes the rows of those functions that match the typed text.
func (r *report) Narrow() tea.Cmd {
	rows := list.All(len(r.words))
	if r.byPath {
		slices.SortStableFunc(rows, func(a, b int) int { return strings.Compare(r.words[a], r.words[b]) })
	}
	r.List.Show(list.Narrowed(r.List.Input.Text(), rows, func(i int) string { return r.words[i] }))
	return nil
}

// Word implements [screens.ActionDescriber].
func (r *report) Word(a keymap.Action, help string) string {
	if a == keymap.TakeItem {
		return "open the function with its block, of two the one that gives less of it"
	}
	return r.ReportWord(a, help)
}

// Heading implements [screens.OwnHeading].
func (r *report) Heading() string { return "report" }

// Footer implements [screens.Screen].
func (r *report) Footer() bar.Footer {
	if r.Jobs.Runs(jobs.Check) {
		f := r.Stoppable(r.FooterOf(r.progress.String() + "…"))
		f.Keys = nil
		return f
	}
	if len(r.List.Order) == 0 {
		return r.ReportFooter(r.Hint(keymap.Timeline, "report"))
	}

	return r.ReportFooter(r.Hint(keymap.TakeItem, "open"), r.Hint(keymap.Timeline, "report"),
		r.Hint(keymap.SortRows, "sort"))
}

// Title implements [rowscreen.Table].
func (r *report) Title() string {
	left := []bar.Part{
		{Text: "blocks", Role: themes.Title, Keep: bar.Kept},
		{Text: " of functions", Role: themes.TitleDim, Keep: bar.LostLast},
		{Text: "  " + cells.Sanitize(r.where), Role: themes.TitleDim, Keep: bar.LostFifth},
	}
	if r.result == nil {
		return r.Canvas().Bar(left, nil, themes.TitleDim)
	}

	var lacking []string // of each set how many, of several behind the number that its columns have
	role := themes.TitleAccent
	for k, s := range r.result.Sums {
		n := humanize.Group(s.Functions - s.Whole)
		if len(r.result.Sums) > 1 {
			n = fmt.Sprintf("%d: %s", k+1, n)
		}
		lacking = append(lacking, n)
		if s.Whole < s.Functions {
			role = themes.TitleWarn
		}
	}

	all := humanize.Count(r.result.Sums[0].Functions, "function")
	text := "not whole " + strings.Join(lacking, " · ") + ", of " + all
	if len(lacking) == 1 {
		text = lacking[0] + " of " + all + " not whole"
	}
	if role == themes.TitleAccent && r.result.Sums[0].Functions > 0 {
		text = "all " + all + " whole"
	}
	if r.result.Interrupted {
		text += " · interrupted"
	}

	return r.Canvas().Bar(left, []bar.Part{{Text: text, Role: role, Keep: bar.Kept}}, themes.TitleDim)
}

// roomForNotes is the number of rows from which the sums, and what is given of the selected function, are shown.
const roomForNotes = 7

// roomForSums is the number of rows from which rows of sums are shown, too.
const roomForSums = 14

// Notes implements [rowscreen.Table]: for each set its name, its sums, and what it gives of the selected function.
func (r *report) Notes(height int) []string {
	if r.result == nil || height < roomForNotes {
		return nil
	}

	var rows []string
	i, chosen := r.List.Selected()
	low := height < roomForSums
	for k, name := range r.result.Sets {
		s := r.result.Sums[k]
		number := ""
		if len(r.result.Sets) > 1 {
			number = fmt.Sprintf("%d ", k+1)
		}
		if !low {
			text := sumOf(number, cells.Sanitize(name), s, r.Canvas().Width)
			rows = append(rows, r.Canvas().Line(themes.ModelLine, text))
		}

		given := ""
		role := themes.Dim
		if chosen {
			read := &r.result.Functions[i].Reads[k]
			given = humanize.Either(low, " "+number, "   "+humanize.When(read.Refused == "", "of the selected: ")) +
				cells.Sanitize(read.Words())
			if !read.Whole() {
				role = themes.ModelLineWarn
			}
		}

		rows = append(rows, r.Canvas().Line(role, given))
	}

	return rows
}

// sumOf says in width cells what a set gives, behind its number. On a narrow screen it has fewer words and the end of
// the set's name, since that has the options.
func sumOf(number, name string, s blocks.Sums, width int) string {
	own := s.Percent(s.WithoutHead) + " without head, " + s.Percent(s.WithoutEnd) + " without end, " +
		humanize.Count(s.Beyond, "line") + " beyond"
	above := s.Percent(s.WithoutAbove) + " without decorator or comment, "
	said := ""
	for _, said = range []string{
		": " + humanize.When(s.WithoutAbove > 0, above) + own,
		": " + own,
		": no head " + s.Percent(s.WithoutHead) + ", end " + s.Percent(s.WithoutEnd) + ", beyond " +
			humanize.Group(s.Beyond),
	} {
		if cells.Width(number+name+said) < width {
			break
		}
	}

	return " " + number + cells.TruncateLeft(name, max(width-1-cells.Width(number+said), 1), "…") + said
}

// Noun implements [rowscreen.Table]. Where there is room the hint says what the columns count.
func (r *report) Noun() (noun, hint string) {
	const (
		typed  = "type a part of a path or a name"
		counts = "lacks: its lines not sent · beyond: other lines sent"
		others = 16 // cells beside the hint
	)
	for _, hint = range []string{counts + " · " + typed, counts} {
		if cells.Width(hint)+others <= r.Canvas().Width {
			return "functions", hint
		}
	}

	return "functions", typed
}

// EmptyText implements [rowscreen.Table].
func (r *report) EmptyText() string {
	switch {
	case len(r.List.Order) > 0:
		return ""
	case r.failed != "":
		return "cannot read: " + r.failed
	case r.result == nil:
		return "reading each function as the tool does…"
	case len(r.words) > 0:
		return "no function matches"
	}

	return "no functions in these files"
}

// The widths of columns, in cells.
const (
	linesWidth = 15
	countWidth = 7
)

// Columns implements [rowscreen.Table]: the function and its place, its lines, and for each set how many of them are
// missing, and how many lines it gives beyond the function.
func (r *report) Columns(row int) []draw.Cell {
	out := []draw.Cell{
		{Text: "function, " + r.order(), Role: themes.Dim},
		{Text: "its lines", Width: linesWidth, Right: true, Role: themes.Dim, Keep: 2},
	}
	var f *blocks.Function
	if row >= 0 {
		f = &r.result.Functions[row]
		out[0].Role = themes.Text
		out[1].Text = humanize.Lines(f.Lines[0], f.Lines[1])
	}

	for k := range r.options.Sets {
		mark := ""
		if len(r.options.Sets) > 1 {
			mark = " " + humanize.Group(int64(k+1))
		}

		lacks := draw.Cell{Text: "lacks" + mark, Width: countWidth, Right: true, Role: themes.Dim, Keep: 9 - k}
		beyond := draw.Cell{Text: "beyond" + mark, Width: countWidth + 1, Right: true, Role: themes.Dim, Keep: 5 - k}
		if f != nil {
			lacks.Text = countOrNone(f.Reads[k].Lost)
			beyond.Text = countOrNone(f.Reads[k].Beyond)
			lacks.Role = themes.Dim
			if f.Reads[k].Lost > 0 || f.Reads[k].Refused != "" {
				lacks.Role = themes.ModelLineWarn
			}

			beyond.Role = themes.ModelLineValue
			if f.Reads[k].Refused != "" {
				lacks.Text = "refused"
			}
		}

		out = append(out, lacks, beyond)
	}

	out = r.Canvas().Fit(out, min(24, r.Canvas().Width/2))
	if f != nil {
		out[0].Text = r.shown(f, out[0].Width, out[1].Width > 0)
	}
	return slices.Concat(out[2:], out[1:2], out[:1]) // what is lost comes first
}

func countOrNone(n int64) string {
	if n == 0 {
		return "-"
	}
	return humanize.Group(n)
}

// shown is a function's name and place, in width cells. What is long of both is cut at its beginning: methods have that
// of their class, files that of their folder. hasLines says that a column has the function's lines.
func (r *report) shown(f *blocks.Function, width int, hasLines bool) string {
	where := f.Path
	if rel, err := filepath.Rel(r.where, f.File()); err == nil && filepath.IsLocal(rel) {
		where = filepath.ToSlash(rel)
	}

	const between = "  "
	where = cells.Sanitize(where) + humanize.When(!hasLines, ":"+humanize.Group(f.Lines[0]))
	name := cells.SanitizeFirst(f.Name, r.Canvas().Width)
	room := max(width-cells.Width(between), 0)
	where = cells.TruncateLeft(where, max(room/2, room-cells.Width(name)), "…")
	return cells.TruncateLeft(name, room-cells.Width(where), "…") + between + where
}
