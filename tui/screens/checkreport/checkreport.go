// Package checkreport, which changes without notice, is the report of a check as a screen: the files with findings,
// with what the first read of each tool gives of them. It knows nothing of the program but its [screens.Host] and the
// [Services] that it is made with.
package checkreport

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/check"
	"eyeline/reader/check/garbage"
	"eyeline/reader/contextfiles"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/rowscreen"
	"eyeline/tui/kit/screens"
)

// Services are what the screen needs of the program besides the host.
type Services struct {
	// Open opens a file and shows it as a tool reads it that works in the folder root, "" for that of the viewer, at a
	// line from 1, 0 where none is named, in front of the report, with a note of what was found.
	Open func(set *jobs.Set, path, root, tool string, line int64, note string) tea.Cmd
	// Page shows a text in front of the report.
	Page func(name string, text []byte) tea.Cmd
	// Done is told what was found, once that is known.
	Done func(*check.Result, error)
	// Left is called when the report has been left.
	Left func()
}

// file is a row: a file with its findings, the gravest first.
type file struct {
	path  string
	name  string // the path without the folder that is checked, as it is shown and looked for
	found []check.Finding
	sent  check.Sent
	calls []int64 // of each tool, that read it on to the end; see [check.LossyFile]
}

// worstShare is what the tool or agent loses by a finding that loses most, of several the first.
func worstShare(f *check.Finding) check.Share {
	return slices.MaxFunc(f.Shares, func(a, b check.Share) int { return cmp.Compare(a.Lost, b.Lost) })
}

// loses reports whether something of the file is lost by a finding.
func loses(f *check.Finding) bool { return len(f.Shares) > 0 }

// report is the screen.
type report struct {
	rowscreen.Screen
	services     Services
	options      check.Options
	where        string // what is checked
	stop         context.CancelFunc
	progress     *check.Progress // of the check that runs
	result       *check.Result   // nil while the check runs
	failed       string
	files        []file           // those with findings, and then those without one that a tool does not get whole
	withFindings int              // how many of files have findings, which come first
	onlyTool     int              // an index into order: the tool whose losses are shown; -1 for those of all
	places       []folderFindings // where in the tree the findings are
	order        []int            // of the columns of the tools
	widest       int              // how wide the widest path is when it is drawn, in cells, as far as a screen is
	commonFolder string           // the folder that all files are in, with its slash; "" for none
	byPath       bool
	chosen       chosen
	// remove takes the tool that shows what an agent gets of a file off the list of tools.
	remove func()
}

// chosen is a finding that a person has gone to: of the file of a row, counted from 0. Of any other row it is the
// first.
type chosen struct{ row, finding int }

// New is a screen that checks files, and then shows what was found. where says in words what is checked.
func New(h screens.Host, s Services, o check.Options, where string) screens.Screen {
	r := &report{Screen: rowscreen.New(h), services: s, options: o, where: where, onlyTool: -1, remove: func() {}}
	r.Table = r
	return r
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
	o.Progress = r.progress
	run := jobs.Try(r.Jobs, jobs.Check, func(ctx context.Context) (*check.Result, error) {
		defer stop()
		defer context.AfterFunc(ctx, stop)()
		defer garbage.Tune()()
		return check.Run(stopped, o)
	}, r.show)
	return tea.Batch(run, r.Tick(jobs.Check))
}

// show shows what was found, or why that failed.
func (r *report) show(found *check.Result, err error) tea.Cmd {
	r.services.Done(found, err)
	if err != nil {
		r.failed = cells.Sanitize(err.Error())
		return nil
	}

	r.result = found
	at := map[string]int{}
	for _, f := range r.result.Findings {
		i, known := at[f.Path]
		if !known {
			i = len(r.files)
			at[f.Path] = i
			r.add(f.Path, r.result.Sent[f.Path])
		}

		r.files[i].found = append(r.files[i].found, f)
	}

	r.sortByLoss()
	r.withFindings = len(r.files)
	r.places = placesOf(r.files)
	r.addNotWhole()
	r.commonFolder = belowAll(r.files)
	r.order = worstFirst(r.result.Agents)
	if n := len(r.options.Tools); n > 0 && n <= maxNamed && len(r.files) > 0 {
		r.onlyTool = 0
	}
	for i := range r.files {
		r.widest = max(r.widest, cells.Width(r.shown(&r.files[i])))
	}

	return r.Narrow()
}

// maxNamed is how many tools a person may have named for the report to begin with what the first of them does not get:
// the files of each are what is asked for then.
const maxNamed = 3

// sortByLoss puts the findings of each file in the order of what is lost by them, most first, and the files in that of
// how grave their losses are. What loses nothing comes last.
func (r *report) sortByLoss() {
	for i := range r.files {
		slices.SortStableFunc(r.files[i].found, func(a, b check.Finding) int {
			return cmp.Or(cmp.Compare(b.LostBytes, a.LostBytes), cmp.Compare(levelOf(a.Level), levelOf(b.Level)))
		})
	}
	slices.SortStableFunc(r.files, func(a, b file) int {
		return cmp.Or(
			cmp.Compare(a.gravestLoss(), b.gravestLoss()),
			cmp.Compare(b.found[0].LostBytes, a.found[0].LostBytes))
	})
}

// gravestLoss is the gravest level, as an index into levels, of the findings by which something is lost; of a file
// without one it is after all levels.
func (f *file) gravestLoss() int {
	gravest := len(levels)
	for i := range f.found {
		if loses(&f.found[i]) {
			gravest = min(gravest, levelOf(f.found[i].Level))
		}
	}
	return gravest
}

// belowAll is the folder that all of several files are in, with its slash; "" for none.
func belowAll(files []file) string {
	if len(files) < 2 {
		return ""
	}

	below := filepath.ToSlash(files[0].name)
	for i := range files {
		name := filepath.ToSlash(files[i].name)
		for !strings.HasPrefix(name, below) || !strings.HasSuffix(below, "/") {
			below = strings.TrimSuffix(below, "/")
			below = below[:strings.LastIndexByte(below, '/')+1]
			if below == "" {
				return ""
			}
		}
	}

	return below
}

// add adds a row for a file without findings.
func (r *report) add(path string, sent check.Sent) {
	one := file{path: path, name: path, sent: sent}
	if rel, err := filepath.Rel(r.where, path); err == nil && !strings.HasPrefix(rel, "..") {
		one.name = rel
	}
	r.files = append(r.files, one)
}

// Key implements [screens.Screen].
func (r *report) Key(msg tea.KeyMsg) tea.Cmd {
	switch action, _ := r.Host.Keys().Lookup(keymap.InTranscript, msg.String()); action {
	case keymap.NextFinding:
		return r.step(1)
	case keymap.PrevFinding:
		return r.step(-1)
	case keymap.NextOfAgent:
		return r.turn(1)
	case keymap.PrevOfAgent:
		return r.turn(-1)
	}

	return r.Screen.Key(msg)
}

// current is which finding of the file of a row is the current one, counted from 0.
func (r *report) current(row int) int {
	if r.chosen.row != row {
		return 0
	}
	return r.chosen.finding
}

// step goes to the next finding, or with -1 to the one before: of the selected file, and then of another one.
func (r *report) step(n int) tea.Cmd {
	row, ok := r.List.Selected()
	if !ok {
		return nil
	}

	to := r.current(row) + n
	if to >= 0 && to < len(r.found(row)) {
		r.chosen = chosen{row, to}
		return nil
	}

	was := r.List.At()
	r.List.Move(n)
	if r.List.At() == was {
		return r.Host.Say(humanize.Either(n > 0, "this is the last finding", "this is the first finding"))
	}

	row, _ = r.List.Selected()
	r.chosen = chosen{row, 0}
	if n < 0 {
		r.chosen.finding = max(len(r.found(row))-1, 0)
	}

	return nil
}

// Leave implements [screens.Screen].
func (r *report) Leave() tea.Cmd {
	r.remove()
	r.Jobs.Close()
	return nil
}

// Back stops the check, which then shows what it knows, or goes back.
func (r *report) Back() tea.Cmd {
	if r.Jobs.Runs(jobs.Check) {
		r.stop()
		return nil
	}
	cmd := r.Host.Leave()
	r.services.Left()
	return cmd
}

// Open opens the selected file at its current finding, that of a file of instructions with what the agent gets of it
// that starts in its folder; without a finding, as the tool that loses most of it reads it.
func (r *report) Open() tea.Cmd {
	i, ok := r.List.Selected()
	if !ok {
		return nil
	}

	f := &r.files[i]
	found := r.found(i)
	if len(found) == 0 {
		return r.services.Open(r.Jobs, f.path, "", r.reader(f), 0, "")
	}

	const keys = 44 // cells of the way back and the keys behind it
	at := r.current(i)
	tool, line, note := r.opened(found, at, r.Canvas().Width-keys)
	if found[at].Rule != check.Instructions {
		return r.services.Open(r.Jobs, f.path, "", tool, line, note)
	}

	of := contextfiles.Request{Env: tools.Env{Root: filepath.Dir(f.path)}}
	path := filepath.Join(of.Env.Dir(), filepath.Base(f.path))
	return r.services.Open(r.Jobs, path, of.Env.Dir(), r.contextTool(tool, of), line, note)
}

// contextTool adds the tool that reads what an agent gets of files at its start to the list of tools, in the place of
// the one before, and returns its name.
func (r *report) contextTool(agent string, of contextfiles.Request) string {
	all := contextfiles.All()
	at := slices.IndexFunc(all, func(p *contextfiles.Profile) bool { return p.Tool.Origin.Agent == agent })
	if at < 0 {
		return "" // a finding names none but these
	}

	t := all[at].FileTool(of)
	r.remove()
	for _, taken := tools.Lookup(t.Name); taken; _, taken = tools.Lookup(t.Name) {
		t.Name += "_here" // a screen behind this one shows what the agent gets in another folder
	}

	r.remove = tools.Register(t)
	return t.Name
}

// worst is which tool's first read loses most of the file; -1 where no tool was asked for it. One of which that is not
// known is not it, where another one is.
func (f *file) worst() int {
	sent := slices.Clone(f.sent.Tools)
	if len(sent) == 0 {
		return -1
	}
	for k, n := range sent {
		if n < 0 {
			sent[k] = math.MaxInt64
		}
	}
	return slices.Index(sent, slices.Min(sent))
}

// lossesFirst says in which order the files are.
const lossesFirst = "losses first"

// Sort orders the files by their paths, or by what is lost of them.
func (r *report) Sort() tea.Cmd {
	r.byPath = !r.byPath
	r.Host.Say(humanize.Either(r.byPath, "sorted by path", lossesFirst))
	return r.Narrow()
}

// Calls shows the report as a text.
func (r *report) Calls() tea.Cmd {
	if r.result == nil {
		return r.Host.Say("the report comes when all files are read")
	}

	found := r.result
	page := r.services.Page
	width := r.Canvas().Width
	return jobs.Ask(r.Jobs, jobs.Open, func(context.Context) []byte {
		var text bytes.Buffer
		_ = check.WriteTable(&text, found, width) // a buffer takes everything
		return text.Bytes()
	}, func(text []byte) tea.Cmd { return page("eyeline check "+r.where, text) })
}

// Narrow makes the rows of the files that match what is typed.
func (r *report) Narrow() tea.Cmd {
	rows := r.candidates()
	if r.byPath {
		slices.SortFunc(rows, func(a, b int) int { return strings.Compare(r.files[a].path, r.files[b].path) })
	}
	name := func(i int) string { return strings.ToLower(r.files[i].name) }
	r.List.Show(list.Narrowed(r.List.Input.Text(), rows, name))
	return nil
}

// Word implements [screens.ActionDescriber].
func (r *report) Word(a keymap.Action, help string) string {
	switch a {
	case keymap.NextFinding:
		return "the next finding, of this file or of the next one"
	case keymap.PrevFinding:
		return "the previous finding"
	case keymap.TakeItem:
		return "open the file at the finding, as the tool or agent gets it that loses most by it"
	case keymap.NextOfAgent:
		return "the files that the next agent does not get whole, and after the last the findings of all"
	case keymap.PrevOfAgent:
		return "the same with the previous agent"
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
		keys := []bar.Hint{r.Hint(keymap.Timeline, "report")}
		if r.result != nil && len(r.files) > 0 {
			keys = append(keys, r.Hint(keymap.NextOfAgent, "agent"))
		}

		return r.ReportFooter(keys...)
	}

	return r.ReportFooter(r.Hint(keymap.TakeItem, "open"),
		r.Hint(keymap.NextOfAgent, "agent"), r.Hint(keymap.NextFinding, "next"),
		r.Hint(keymap.Timeline, "report"), r.Hint(keymap.SortRows, "sort"))
}

// Title implements [rowscreen.Table].
func (r *report) Title() string {
	title := "what agents miss"
	found, files, out := r.counted()
	if r.onlyTool >= 0 {
		title = "what " + r.agent().Name + " misses"
		found, files, out = r.countedOfAgent()
	}

	const gaps, least = 6, 8 // cells: at the ends of the row and between its parts; of a path that is cut
	path := cells.Sanitize(r.where)
	room := 0 // for it
	plain := found
	if r.onlyTool < 0 && r.result != nil && len(r.result.Findings) > 1 && r.result.Errors() > 0 {
		found = humanize.Count(r.result.Errors(), "error") + " in " + found
	}

	for _, one := range []struct {
		right []string
		least int
	}{
		{[]string{found, files, out}, least},
		{[]string{found, files, out}, 0},
		{[]string{found, files}, least},
		{[]string{found, files}, 0},
		{[]string{found}, least},
		{[]string{found}, 0},
		{[]string{plain}, 0},
	} {
		said := append(one.right, "", "")
		found, files, out = said[0], said[1], said[2]
		room = r.Canvas().Width - cells.Width(title+found+files+out) - gaps
		if room >= min(one.least, cells.Width(path)) {
			break
		}
	}

	left := []bar.Part{{Text: title, Role: themes.Title, Keep: bar.Kept}}
	if room >= min(least, cells.Width(path)) {
		path = "  " + cells.TruncateLeft(path, room, "…")
		left = append(left, bar.Part{Text: path, Role: themes.TitleDim, Keep: bar.LostFourth})
	}

	return r.Canvas().Bar(left, []bar.Part{
		{Text: found, Role: themes.TitleAccent, Keep: bar.Kept},
		{Text: files, Role: themes.TitleAccent, Keep: bar.LostLast},
		{Text: out, Role: themes.TitleDim, Keep: bar.LostFifth},
	}, themes.TitleDim)
}

// counted says how much was found, in how many files, and what was left out; "" while the check runs.
func (r *report) counted() (found, files, out string) {
	if r.result == nil {
		return "", "", ""
	}

	found = humanize.Count(int64(len(r.result.Findings))+r.result.More, "finding")
	files = " in " + humanize.Count(int64(r.withFindings), "file") + " of " + humanize.Group(r.result.InSums())
	if len(r.result.Findings) == 0 {
		found = "no findings"
		files = " in " + humanize.Count(r.result.InSums(), "file")
		if n := len(r.files); n > 0 {
			found += " · "
			files = fmt.Sprintf("%s of %s not whole",
				humanize.Group(int64(n)+r.result.MoreNotWhole), humanize.Count(r.result.InSums(), "file"))
		}
	}
	if r.result.Interrupted {
		found = "interrupted · " + found
	}

	out = r.result.LeftOut()
	if out != "" {
		out = " · left out: " + out
	}

	return found, files, out
}

// Noun implements [rowscreen.Table]. Where there is room the hint says what the bars and the heads of the columns are,
// and how many tools have no column.
func (r *report) Noun() (noun, hint string) {
	const (
		typed  = "type a part of a path"
		shares = "bars: ▄ sent, · lost" // of the columns below
		others = 12                     // cells beside the hint
	)

	if r.result == nil {
		return "files", typed
	}

	if r.onlyTool >= 0 {
		return "files", fmt.Sprintf("agent %d of %d · %s", r.onlyTool+1, len(r.order), typed)
	}

	more := r.unshown()
	for _, hint = range []string{
		shares + " · " + more + typed, strings.TrimSuffix(shares+" · "+more, " · "), shares, more + typed,
	} {
		if cells.Width(hint)+others <= r.Canvas().Width {
			return "files", hint
		}
	}

	return "files", typed
}

// EmptyText implements [rowscreen.Table].
func (r *report) EmptyText() string {
	switch {
	case len(r.List.Order) > 0:
		return ""
	case r.failed != "":
		return "cannot check: " + r.failed
	case r.result == nil:
		return "reading the files as agents do…"
	case r.onlyTool >= 0 && r.List.Input.Text() == "":
		return r.wholeText()
	case len(r.files) > 0:
		return "no file matches"
	}

	return r.noneText()
}

// noneText says that nothing was found, what was looked for, and in the first reads of which tools.
func (r *report) noneText() string {
	text := "no findings in " + humanize.Count(r.result.Files, "file") + "; " + r.KeyName(keymap.Timeline) +
		" shows the sums\n\nin the first reads of " +
		strings.Join(lists.Map(r.result.Agents, func(a check.Agent) string { return a.Agent }), ", ") +
		"\n\nlooked for:"
	for _, rule := range check.Rules() {
		if len(r.options.Rules) == 0 || slices.Contains(r.options.Rules, rule.Name) {
			text += "\n  " + rule.Name + ": " + rule.Text
		}
	}

	return text
}

// lost says how much of the file of a row the tool or agent loses that loses most, who that is, and how many others
// lose something: as the bars of the tools say it, or a finding by which more is lost.
func (r *report) lost(row int) (share, by string) {
	f := &r.files[row]
	most := check.Share{}
	if worst := f.worst(); worst >= 0 {
		most = check.Share{Tool: r.result.Agents[worst].Name, Lost: f.lost(worst)}
	}

	losers := 0
	for k := range f.sent.Tools {
		if f.loses(k) {
			losers++
		}
	}
	for i := range f.found {
		if loses(&f.found[i]) && worstShare(&f.found[i]).Lost > most.Lost {
			most = worstShare(&f.found[i])
			losers = len(f.found[i].Shares)
		}
	}

	if most.Lost == 0 {
		return "–", ""
	}
	return shareOf(most.Lost, f.sent.Size), byWhom(most.Tool, losers-1)
}

// byWhom is the name of a tool or agent, as far as its column has room, and how many others there are.
func byWhom(name string, others int) string {
	more := ""
	if others > 0 {
		more = fmt.Sprintf(" +%d", others)
	}
	return cells.Truncate(name, byWidth-len(more), "…") + more
}

// shareOf is a part of a whole in percent: one that rounds to nothing is less than a hundredth, and only the whole is
// all of it.
func shareOf(part, whole int64) string {
	switch {
	case part == 0:
		return "0%"
	case part >= whole:
		return "100%"
	case part*100 < whole:
		return "<1%"
	}
	return fmt.Sprintf("%d%%", part*100/whole)
}

// worstFirst is the order of the columns of tools: first those whose first reads give least of all files, since there
// is not always room for all.
func worstFirst(agents []check.Agent) []int {
	share := func(i int) float64 {
		if agents[i].Bytes == 0 {
			return 1
		}
		return float64(agents[i].BytesSent) / float64(agents[i].Bytes)
	}
	order := list.All(len(agents))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share(a), share(b)) })
	return order
}

// wordsOf names the rules of findings, the gravest first, and says how that is drawn. Where width cells have no room
// for all, it is the first rule of the gravest finding, and how many other findings there are.
func wordsOf(found []check.Finding, width int) (text string, role themes.Role) {
	if len(found) == 0 {
		return "", themes.Dim
	}

	order := slices.Clone(found)
	slices.SortStableFunc(order, func(a, b check.Finding) int {
		return cmp.Compare(levelOf(a.Level), levelOf(b.Level))
	})
	var words []string
	for i := range order {
		for _, word := range strings.Split(order[i].Word(), ", ") {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}

	text = strings.Join(words, ", ")
	switch others := len(order) - 1; {
	case cells.Width(text) <= width:
	case others > 0:
		text = words[0] + " +" + humanize.Group(int64(others))
	default:
		text = words[0] + ", …"
	}
	return text, roleOf(order[0].Level)
}

// shown is the name of a file, as far as it fits.
func (r *report) shown(f *file) string {
	return cells.SanitizeFirst(f.name[len(r.commonFolder):], r.Canvas().Width)
}
