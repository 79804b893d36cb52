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
	// Open opens a file in front of the report, with the block that a set gives at a line, and a note of what it gives.
	Open func(of *jobs.Set, path string, set blocks.Set, anchor int64, note string) tea.Cmd
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

	widestFile, widestLines int // how wide the widest path and the widest lines of a function are, in cells
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
	r.widestFile = len("file")
	r.widestLines = len("lines")
	for i := range r.result.Functions {
		f := &r.result.Functions[i]
		r.widestFile = max(r.widestFile, cells.Width(r.fileOf(f)))
		r.widestLines = max(r.widestLines, cells.Width(humanize.Lines(f.Lines[0], f.Lines[1])))
	}
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

	// The anchor may lie in a function within this one, which is then what the file's own rows speak of.
	note := cells.SanitizeFirst(f.Name, r.Canvas().Width) + " " + humanize.Lines(f.Lines[0], f.Lines[1]) + ": " +
		cells.Sanitize(f.Reads[worst].Words())
	if len(f.Reads) > 1 {
		note = fmt.Sprintf("set %d, %s", worst+1, note)
	}

	return r.services.Open(r.Jobs, f.File(), r.options.Sets[worst], f.Anchor, note)
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
			given = " " + number
			if !low {
				given = "   at its L" + humanize.Group(r.result.Functions[i].Anchor) + ": "
			}
			given += cells.Sanitize(read.Words())
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
	beyond := humanize.Count(s.Beyond, "line") + " beyond"
	head := s.Percent(s.WithoutHead) + " without head, "
	end := s.Percent(s.WithoutEnd) + " without end, "
	above := humanize.When(s.WithoutAbove > 0, s.Percent(s.WithoutAbove)+" without decorator or comment, ")
	lacks := above + humanize.When(s.WithoutHead > 0, head) + humanize.When(s.WithoutEnd > 0, end)
	said := ""
	for _, said = range []string{
		": " + above + head + end + beyond,
		": " + lacks + beyond, // what is 0 says less than a share that is not
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

// countWidth is the width of a column of a number, in cells.
const countWidth = 7

// The columns of a function, the one that takes the rest of the row first. Those of the sets come after them.
const (
	columnName = iota
	columnFile
	columnLines
	firstSet
)

// Columns implements [rowscreen.Table]: for each set how many lines of the function are missing, and how many it gives
// beyond it; the function's lines, its name and its file.
func (r *report) Columns(row int) []draw.Cell {
	width := r.Canvas().Width
	out := []draw.Cell{
		columnName:  {Text: "function, " + r.order(), Role: themes.Dim},
		columnFile:  {Text: "file", Width: min(width*3/10, r.widestFile), Role: themes.Dim, Keep: 3},
		columnLines: {Text: "lines", Width: r.widestLines, Right: true, Role: themes.Dim, Keep: 2},
	}
	var f *blocks.Function
	if row >= 0 {
		f = &r.result.Functions[row]
		out[columnName].Role = themes.Text
		out[columnLines].Text = humanize.Lines(f.Lines[0], f.Lines[1])
	}

	for k := range r.options.Sets {
		mark := ""
		if len(r.options.Sets) > 1 {
			mark = " " + humanize.Group(int64(k+1))
		}

		lacks := draw.Cell{Text: "lacks" + mark, Width: countWidth, Right: true, Role: themes.Dim, Keep: 9 - k}
		beyond := draw.Cell{Text: "beyond" + mark, Width: countWidth + 1, Right: true, Role: themes.Dim, Keep: 5 - k}
		if f != nil {
			lacks.Text = humanize.Dashed(f.Reads[k].Lost)
			beyond.Text = humanize.Dashed(f.Reads[k].Beyond)
			lacks.Role = themes.Dim
			if f.Reads[k].Lost > 0 || f.Reads[k].Refused != "" {
				lacks.Role = themes.ModelLineWarn
			}

			if f.Reads[k].Refused != "" {
				lacks.Text = "refused"
			}
		}

		out = append(out, lacks, beyond)
	}

	out = r.Canvas().Fit(out, min(24, width/2))
	if f != nil {
		// Methods have the name of their class, files that of their folder: what is long is cut at its beginning.
		out[columnName].Text = cells.TruncateLeft(cells.SanitizeFirst(f.Name, width), out[columnName].Width, "…")
		out[columnFile].Text = cells.TruncateLeft(r.fileOf(f), out[columnFile].Width, "…")
	}

	// What is lost comes first.
	return slices.Concat(out[firstSet:], out[columnLines:firstSet], out[columnName:columnLines])
}

// fileOf is the path of a function's file below what is measured, or the name of the one file that is.
func (r *report) fileOf(f *blocks.Function) string {
	where := f.Path
	if rel, err := filepath.Rel(r.where, f.File()); err == nil && filepath.IsLocal(rel) && rel != "." {
		where = filepath.ToSlash(rel)
	}
	return cells.Sanitize(where)
}
