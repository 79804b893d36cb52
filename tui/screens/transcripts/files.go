package transcripts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
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
	"eyeline/tui/screens/calldetails"
	"eyeline/tui/screens/recordedrun"
	"eyeline/tui/screens/transcripts/costs"
	"eyeline/tui/screens/transcripts/coveragebar"
)

// filesScreen is the list of the files of a transcript, with what was sent of each.
type filesScreen struct {
	rowscreen.Screen
	services Services
	path     string
	run      *recordedrun.Run      // nil until it is open
	view     *recordedrun.Snapshot // of the run, as of the last look
	failed   string                // why it could not be opened
	opening  *transcript.Progress
	stopped  bool // the opening was stopped
	order    fileOrder
	timeline *timelineScreen // nil until it was shown
	edits    *editsScreen    // likewise
	requests *requestsScreen // likewise
	columns  fileColumns
	typed    []tea.KeyMsg // while a file is being opened: they are for the file
}

// fileOrder is the order of the files.
type fileOrder uint8

const (
	byWorst fileOrder = iota // see gravity
	byPath
	byTime // the file of the last call first
	byMissing
	fileOrders
)

func (o fileOrder) String() string {
	return [...]string{"the worst first", "by path", "the last call first", "what is missing first"}[o]
}

// runFiles is what the other lists of a run, those of its changes, its requests and its costs, ask of the list of
// files, which has the run open.
type runFiles interface {
	// known is what is known of the transcript now.
	known() *recordedrun.Snapshot
	handleSharedKey(msg tea.KeyMsg, own keymap.Action) (cmd tea.Cmd, handled bool)
	openFile(path string, call int, then bool) tea.Cmd
	ShowCall(call int, path string) tea.Cmd
	// calls is what the texts of calls are read from.
	calls() calldetails.Source
	step(ctx context.Context, pair runsteps.Pair, c *coverage.Coverage) (runsteps.Step, error)
}

var (
	_ CallList = (*filesScreen)(nil)
	_ runFiles = (*filesScreen)(nil)
)

// NewFiles is a list of the files of the transcript at a path, with what was sent of each. In front of it comes what
// the model changed, where it changed anything.
func NewFiles(h screens.Host, s Services, path string) *filesScreen {
	f := &filesScreen{Screen: rowscreen.New(h), services: s, path: path, opening: &transcript.Progress{}}
	f.Table = f
	return f
}

// Begin implements [screens.Screen].
func (f *filesScreen) Begin() tea.Cmd { return f.load() }

// Leave implements [screens.Screen]: the command closes the transcript.
func (f *filesScreen) Leave() tea.Cmd {
	f.Jobs.Close()
	if f.timeline != nil {
		f.timeline.Jobs.Close()
	}
	was := opened{run: f.run}
	return func() tea.Msg {
		was.Free()
		return nil
	}
}

// Key implements [screens.Screen].
func (f *filesScreen) Key(msg tea.KeyMsg) tea.Cmd {
	if cmd, handled := f.handleSharedKey(msg, ""); handled {
		return cmd
	}
	return f.Screen.Key(msg)
}

// handleSharedKey handles the keys that all lists of a run share: those of what the model changed, of the requests and
// of what the run cost. While a file is being opened it keeps every key. The key of the list that asks, own, is left to
// that list, where it leads back.
func (f *filesScreen) handleSharedKey(msg tea.KeyMsg, own keymap.Action) (cmd tea.Cmd, handled bool) {
	if f.keeps(msg) {
		return nil, true
	}

	action, _ := f.Host.Keys().Lookup(keymap.InTranscript, msg.String())
	switch {
	case f.view == nil || action == own: // no run is open yet, or the list leads back
		return nil, false
	case action == keymap.Edits:
		return f.showEdits(), true
	case action == keymap.Requests:
		return f.showRequests(), true
	case action == keymap.Costs:
		return f.showCosts(), true
	}

	return nil, false
}

// showRequests shows the requests to the model.
func (f *filesScreen) showRequests() tea.Cmd {
	if len(f.view.Requests) == 0 {
		text := "no requests are recorded: eyeline tap records them"
		if f.view.Spent != nil { // of which the sums are told
			text = "sums are recorded, single requests are not: eyeline tap records them"
		}

		return f.Host.Say(text)
	}

	if f.requests == nil {
		f.requests = newRequests(f.Host, f)
	}

	return f.Host.Enter(f.requests)
}

// showCosts shows what the run cost.
func (f *filesScreen) showCosts() tea.Cmd {
	return f.Host.Enter(costs.New(f.Host, costs.Services{
		Count:     f.run.Cost,
		SharedKey: func(msg tea.KeyMsg) (tea.Cmd, bool) { return f.handleSharedKey(msg, keymap.Costs) },
		OpenFile:  func(path string) tea.Cmd { return f.openFile(path, 0, false) },
		ShowCalls: func() tea.Cmd { return f.ShowCall(0, "") },
		Note:      func() string { return f.view.Note },
		Words:     costWords,
	}))
}

// step looks what a request had, beside another one.
func (f *filesScreen) step(ctx context.Context, pair runsteps.Pair, c *coverage.Coverage) (runsteps.Step, error) {
	return f.run.Step(ctx, c, pair)
}

func (f *filesScreen) calls() calldetails.Source { return f.run }

// showEdits shows what the model changed.
func (f *filesScreen) showEdits() tea.Cmd {
	if f.edits == nil {
		f.edits = newEdits(f.Host, f)
	}
	return f.Host.Enter(f.edits)
}

// Back stops the reading of the transcript, or goes back.
func (f *filesScreen) Back() tea.Cmd {
	if !f.Jobs.Runs(jobs.Transcripts) {
		return f.Host.Leave()
	}
	f.Jobs.End(jobs.Transcripts)
	f.stopped = true
	return nil
}

func (f *filesScreen) Sort() tea.Cmd {
	f.order = (f.order + 1) % fileOrders
	f.Host.Say(f.order.String())
	return f.Narrow()
}

func (f *filesScreen) Calls() tea.Cmd { return f.ShowCall(0, "") }

// maxTyped is how many keys are kept while a file is being opened.
const maxTyped = 64

// known is what is known of the transcript now.
func (f *filesScreen) known() *recordedrun.Snapshot { return f.view }

// keeps keeps a key for the file that is being opened; the key that leaves the list stops that instead.
func (f *filesScreen) keeps(msg tea.KeyMsg) bool {
	if !f.isOpening() {
		return false
	}

	if action, _ := f.Host.Keys().Lookup(keymap.InTranscript, msg.String()); action == keymap.LeaveList {
		f.Jobs.End(jobs.Open)
		f.typed = nil
	} else if len(f.typed) < maxTyped {
		f.typed = append(f.typed, msg)
	}

	return true
}

// ShowCall implements [CallList].
func (f *filesScreen) ShowCall(call int, path string) tea.Cmd {
	if f.view == nil {
		return nil
	}
	if f.timeline == nil {
		f.timeline = newTimeline(f)
	}
	f.timeline.lost = "" // what could not be read before is tried again
	f.timeline.selectCall(call, path)
	return f.Host.Enter(f.timeline)
}

// Open opens the selected file, or the transcript again whose reading was stopped.
func (f *filesScreen) Open() tea.Cmd {
	if f.stopped {
		return f.load()
	}
	i, ok := f.List.Selected()
	if !ok || f.view == nil {
		return nil
	}
	return f.openFile(f.view.Coverage.Files[i].Path, 0, false)
}

// openFile opens a file at a call, or, where the call is 0, at the first one of it or, while following, the last;
// beforeCall: with what had been sent of it before the call.
func (f *filesScreen) openFile(path string, call int, beforeCall bool) tea.Cmd {
	file := f.view.Coverage.File(path)
	if file == nil {
		return f.Host.Say("no call names the file any more")
	}

	atEnd := call > 0 && !beforeCall
	if call == 0 {
		call = f.opensAt(file)
	}

	run := f.run
	limit := f.services.Limit
	return f.handOut(func(ctx context.Context) (o Item, err error) {
		o.Doc, o.File, err = run.OpenFile(ctx, path, call, beforeCall, limit)
		if err == nil && atEnd {
			o.File.OpenedFromACall()
		}
		return o, err
	})
}

// opensAt is the call that a file opens at by itself: the first one or, while following, the last; 0 where none names
// it.
func (f *filesScreen) opensAt(file *coverage.File) int {
	switch last := len(file.Calls) - 1; {
	case last < 0:
		return 0
	case f.services.Follow:
		return int(file.Calls[last])
	}
	return int(file.Calls[0])
}

// openWord says what Enter does: at which call the selected file opens, where there is room for that.
func (f *filesScreen) openWord() string {
	i, ok := f.List.Selected()
	if ok && f.Canvas().Width >= narrow {
		if call := f.opensAt(&f.view.Coverage.Files[i]); call > 0 {
			return fmt.Sprintf("call %d", call)
		}
	}
	return "open"
}

// openResult opens what a call gave.
func (f *filesScreen) openResult(call int) tea.Cmd {
	run := f.run
	limit := f.services.Limit
	return f.handOut(func(ctx context.Context) (o Item, err error) {
		o.Doc, o.File, err = run.OpenResult(ctx, call, limit)
		return o, err
	})
}

// handOut gives to the program what is opened.
func (f *filesScreen) handOut(open func(context.Context) (Item, error)) tea.Cmd {
	return jobs.Try(f.Jobs, jobs.Open, open, func(o Item, err error) tea.Cmd {
		o.Typed = f.typed
		f.typed = nil
		if err != nil {
			return f.Host.Warn("cannot open: " + cells.Sanitize(err.Error()))
		}
		o.File.RereadBy(f.again)
		return f.services.Open(o)
	})
}

// again reads the transcript again, with what belongs to it.
func (f *filesScreen) again() tea.Cmd {
	return jobs.Try(f.Jobs, jobs.Recorded, f.run.Reread, f.show)
}

func (f *filesScreen) isOpening() bool { return f.Jobs.Runs(jobs.Open) }

// wordsWidth is the width of a column that has all words.
const wordsWidth = 34

// Footer implements [screens.Screen].
func (f *filesScreen) Footer() bar.Footer {
	running := ""
	switch {
	case f.Jobs.Runs(jobs.Transcripts):
		foot := f.Stoppable(f.FooterOf(f.openingText()))
		foot.Keys = nil
		return foot
	case f.stopped:
		return f.FooterOf("", f.Hint(keymap.TakeItem, "read it again"))
	case f.isOpening():
		running = "opening…"
	}

	if f.failed != "" {
		return f.FooterOf("")
	}

	hints := []bar.Hint{
		f.Hint(keymap.TakeItem, f.openWord()), f.Hint(keymap.Edits, "edits"), f.Hint(keymap.Timeline, "calls"),
	}
	if f.view != nil && len(f.view.Requests) > 0 {
		hints = append(hints, f.Hint(keymap.Requests, "requests"))
	}

	hints = append(hints, f.Hint(keymap.Costs, "cost"), f.Hint(keymap.SortRows, "sort"))
	foot := f.Stoppable(f.FooterOf(running, hints...))
	i, ok := f.List.Selected()
	if !ok || f.marksWidth() >= f.columns.widest {
		return foot
	}

	file := &f.view.Coverage.Files[i]
	words, _ := fileMarks(file, wordsWidth, f.view.AllGone)
	switch {
	case words == "":
	case f.Canvas().Width < narrow: // beside them there is room for one key and that of the help
		const besideKeys = 14
		short, _ := fileMarks(file, besideKeys+1, f.view.AllGone)
		foot.Lines = cmp.Or(strings.TrimSuffix(short, "…"), foot.Lines)
	default:
		foot.Lines += ": " + words
	}

	return foot
}

// Narrow makes the rows of the files that match what is typed, in their order.
func (f *filesScreen) Narrow() tea.Cmd {
	if f.view == nil {
		return nil
	}

	files := f.view.Coverage.Files
	path := func(i int) string { return f.view.Lower[i] }
	order := list.Narrowed(f.List.Input.Text(), list.All(len(files)), path)
	switch f.order {
	case byWorst:
		worst := f.view.Worst()
		slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(worst[b], worst[a]) })
	case byTime:
		last := func(i int) int32 {
			if calls := files[i].Calls; len(calls) > 0 {
				return calls[len(calls)-1]
			}
			return 0
		}

		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(last(b), last(a)) })
	case byMissing:
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.view.Missing[b], f.view.Missing[a]) })
	}

	f.List.Show(order)
	return nil
}

// opened is a transcript that was opened.
type opened struct {
	run  *recordedrun.Run
	view *recordedrun.Snapshot
}

// Free closes one that is no longer wanted.
func (o opened) Free() {
	if o.run != nil {
		o.run.Close()
	}
}

// load opens the transcript.
func (f *filesScreen) load() tea.Cmd {
	path := f.path
	services := f.services
	progress := &transcript.Progress{}
	f.opening = progress
	f.stopped = false
	f.failed = ""
	open := jobs.Try(f.Jobs, jobs.Transcripts, func(ctx context.Context) (o opened, err error) {
		o.run, o.view, err = recordedrun.Open(ctx, path, services.Root, services.Wire, progress)
		return o, err
	}, func(o opened, err error) tea.Cmd {
		if err != nil {
			f.failed = cells.Sanitize(err.Error())
			return nil
		}

		f.run = o.run
		f.view = o.view
		f.columns = columnsOf(o.view)
		shown := tea.Batch(f.Narrow(), f.wait())
		if !f.services.FilesFirst && len(f.view.Coverage.Edits(false)) > 0 {
			shown = tea.Batch(shown, f.showEdits())
		}

		return shown
	})
	return tea.Batch(open, f.Tick(jobs.Transcripts))
}

// openingText says how far the opening of the transcript has come.
func (f *filesScreen) openingText() string {
	done, all, results := f.opening.Bytes()
	text := "reading the " + humanize.Either(results, "results", "transcript")
	if all == 0 {
		return text + "…"
	}
	return text + ": " + humanize.Size(done) + " of " + humanize.Size(all) + "…"
}

// show shows what is known of the transcript by now.
func (f *filesScreen) show(view *recordedrun.Snapshot, err error) tea.Cmd {
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			f.Host.Warn("cannot read the transcript again: " + cells.Sanitize(err.Error()))
		}
		return f.wait()
	}

	was := f.view
	selected := ""
	if i, ok := f.List.Selected(); ok { // the places of files change as others come
		selected = f.view.Coverage.Files[i].Path
	}

	f.view = view
	f.columns = columnsOf(view)
	if view.Replaced {
		f.Host.Say("the transcript was replaced: read again from its beginning")
	}

	f.Narrow()
	at := slices.IndexFunc(f.List.Order, func(i int) bool { return view.Coverage.Files[i].Path == selected })
	if at >= 0 {
		f.List.Select(at)
	}

	cmds := []tea.Cmd{f.wait(), f.services.Grown(was, f.view)}
	if f.timeline != nil {
		cmds = append(cmds, f.timeline.grown(f.view))
	}
	if f.edits != nil {
		f.edits.Narrow()
	}
	if f.requests != nil {
		f.requests.Narrow()
	}

	return tea.Batch(cmds...)
}

// wait waits for what is recorded next, while the transcript is followed.
func (f *filesScreen) wait() tea.Cmd {
	if !f.services.Follow || f.run == nil {
		return nil
	}
	return jobs.Try(f.Jobs, jobs.Recorded, f.run.Next, f.show)
}

var _ rowscreen.Table = (*filesScreen)(nil)

func (f *filesScreen) Noun() (noun, hint string) {
	return "files", f.order.String() + " · type a part of a path"
}

// roomForNote is from how many rows of a list on its transcript's note is shown.
const roomForNote = 14

// runNotes say, below the title, what the run cost, and what the record has other than was sent. A list of few rows is
// not made shorter by them.
func (f *filesScreen) runNotes(height int) (rows []string) {
	if f.view == nil || height < roomForNote {
		return nil
	}
	if cost := f.costText(); cost != "" {
		rows = append(rows, f.Canvas().Line(themes.ModelLine, " "+cost))
	}
	note := f.note(height)
	if note == "" {
		return rows
	}

	need := len(cells.WrapWords(cells.Sanitize(note), f.Canvas().Width-2))
	return append(rows, f.Canvas().Note(themes.Dim, note, min(need, max(height/8, 2)))...)
}

// note says what the record has other than was sent, on a screen of height rows: on a low one only that it has no end,
// the rest stands beside what the run cost. The end of one that is followed may be being written.
func (f *filesScreen) note(height int) string {
	const roomForAll = 30
	note := ""
	if height >= roomForAll {
		note = f.view.Note
	}
	if !f.view.Coverage.Unfinished || f.services.Follow {
		return note
	}

	ends := strings.ToUpper(record.UnfinishedWords[:1]) + record.UnfinishedWords[1:] + "."
	return strings.TrimSpace(ends + " " + note)
}

// costText says what the model counted, or what is counted here of the results, and which key tells more.
func (f *filesScreen) costText() string {
	key := f.KeyName(keymap.Costs)
	if spent := f.view.Spent; spent != nil {
		text := humanize.Count(int64(spent.Answers), "request") + ": the model counted " +
			humanize.Count(spent.Input, "token") + " read, " + humanize.Group(spent.Output) + " written"
		return text + humanize.When(key != "", " · "+key+" results")
	}
	if key != "" {
		return "what the model counted is not recorded · " + key + " counts the results by file"
	}
	return ""
}

// Title names the run.
func (f *filesScreen) Title() string {
	if f.view == nil {
		name := bar.Part{Text: cells.Sanitize(filepath.Base(f.path)), Role: themes.Title, Keep: bar.Kept}
		return f.Canvas().Bar([]bar.Part{name}, nil, themes.TitleDim)
	}

	c := f.view.Coverage
	left := []bar.Part{
		{Text: cells.Sanitize(f.view.Title()), Role: themes.Title, Keep: bar.LostLast},
		{Text: "  " + cells.Sanitize(c.Dir), Role: themes.TitleDim, Keep: bar.LostFifth},
	}
	if !c.Started.IsZero() {
		left = append(left, bar.Part{
			Text: "  " + c.Started.Local().Format(minutes), Role: themes.TitleDim, Keep: bar.LostFourth,
		})
	}

	found := f.view.Findings()
	right := []bar.Part{
		{Text: found, Role: themes.TitleWarn, Keep: bar.Kept},
		{Text: humanize.When(found != "", " · "), Role: themes.TitleDim, Keep: bar.Kept},
		{Text: humanize.Count(int64(len(c.Files)), "file"), Role: themes.TitleAccent, Keep: bar.Kept},
		{Text: " · " + humanize.Count(int64(c.Calls), "call"), Role: themes.TitleAccent, Keep: bar.LostFifth},
	}
	if f.services.Follow {
		right = append(right, bar.Part{Text: " · following", Role: themes.TitleAccent, Keep: bar.LostLast})
	}
	if len(c.Elsewhere) > 0 {
		right = append(right, bar.Part{Text: " · not all recorded", Role: themes.TitleWarn, Keep: bar.LostLast})
	}

	if n := len(c.Unread); n > 0 {
		text := " · " + humanize.Count(int64(n), "file") + " of the run not opened"
		right = append(right, bar.Part{Text: text, Role: themes.TitleWarn, Keep: bar.LostLast})
	}

	for _, one := range []struct {
		n    int
		text string
	}{{len(c.Compactions), "compaction"}, {len(c.BadLines), "malformed line"}, {c.Unknown, "unknown record"}} {
		if one.n > 0 {
			text := " · " + humanize.Count(int64(one.n), one.text)
			right = append(right, bar.Part{Text: text, Role: themes.TitleDim, Keep: bar.LostSecond})
		}
	}

	return f.Canvas().Bar(left, right, themes.TitleDim)
}

func (f *filesScreen) EmptyText() string {
	switch {
	case f.stopped:
		return "the reading of the transcript was stopped; " + f.KeyName(keymap.TakeItem) + " reads it again"
	case f.failed != "":
		return "cannot open the transcript: " + f.failed
	case f.view == nil:
		return f.openingText()
	case len(f.view.Coverage.Files) == 0:
		return "no call gave or changed lines of a file"
	case len(f.List.Order) == 0:
		return "no file matches"
	}

	return ""
}

// longestPath is how many cells of a path are looked at, from which its middle is left out.
const longestPath = 400

// The widths of columns, in cells.
const (
	leastBar     = 6 // the bar of what was sent takes a sixth of the screen, within these bounds
	maxBar       = 24
	countWidth   = 5 // "reads", "edits"
	shortestPath = 12
)

// The columns of a file, the one that takes the rest of the row first.
const (
	filePath = iota
	fileBar
	fileUnsent
	fileReads
	fileEdits
	fileLookAt
)

func (f *filesScreen) Columns(row int) []draw.Cell {
	var file *coverage.File
	if row >= 0 {
		file = &f.view.Coverage.Files[row]
	}

	barWidth := max(min(f.Canvas().Width/6, maxBar), leastBar)
	out := []draw.Cell{
		filePath:   {Text: f.fileHead(), Role: themes.Dim},
		fileBar:    {Text: "sent", Width: barWidth, Role: themes.Dim, Keep: 6},
		fileUnsent: {Text: "not sent", Width: f.columns.unsent, Right: true, Role: themes.Dim, Keep: 9},
		fileReads:  {Text: "reads", Width: countWidth, Right: true, Role: themes.Dim, Keep: 3},
		fileEdits:  {Text: "edits", Width: countWidth, Right: true, Role: themes.Dim, Keep: 2},
		fileLookAt: {Text: "look at", Width: f.marksWidth(), Role: themes.Dim, Keep: 5},
	}
	if file != nil {
		out[fileBar].Text = "" // drawn below
		out[fileUnsent].Text = unsentText(file)
		out[fileUnsent].Role = themes.ModelLineValue
		if len(file.Never) > 0 {
			out[fileUnsent].Role = themes.ModelLineWarn
		}
		out[fileReads].Text = humanize.Dashed(int64(file.Reads))
		out[fileReads].Role = themes.Text
		out[fileEdits].Text = humanize.Dashed(int64(len(file.Changes)))
		out[fileEdits].Role = themes.Text
		var warns bool
		out[fileLookAt].Text, warns = fileMarks(file, out[fileLookAt].Width, f.view.AllGone)
		if warns {
			out[fileLookAt].Role = themes.ModelLineWarn
		}
	}

	out = f.Canvas().Fit(out, min(leastPath, f.Canvas().Width/2))
	if f.view != nil { // paths take what they need, the bar some of what is left
		spare := max(out[filePath].Width-max(f.view.Widest, shortestPath), 0)
		out[filePath].Width -= spare
		if out[fileBar].Width > 0 {
			out[fileBar].Width += min(spare, 2*barWidth)
		}
	}

	switch {
	case file == nil || out[fileBar].Width == 0:
	case !coveragebar.Has(file):
		out[fileBar].Text = humanize.When(!file.Exists, "none known")
	default:
		out[fileBar].Pieces = coveragebar.Pieces(file, out[fileBar].Width, f.Canvas().ASCII)
	}

	if file != nil {
		path := cells.SanitizeFirst(file.Path[len(f.view.Below):], longestPath)
		out[filePath] = draw.PathCell(out[filePath], path, f.IsSelected(row))
	}

	return out
}

// fileHead is over the files: the folder that all of them are in.
func (f *filesScreen) fileHead() string {
	if f.view == nil || f.view.Below == "" {
		return "file"
	}
	return "file below " + cells.SanitizeFirst(f.view.Below, f.Canvas().Width)
}

// On a screen of at least wideScreen cells the marks have all their words, and from middleScreen cells on they have
// shortWordsWidth cells.
const (
	wideScreen      = 100
	middleScreen    = 72
	shortWordsWidth = 20
)

// marksWidth is the width of the marks, which are words, at most that of the longest; on a narrow screen the footer has
// those of the selected file.
func (f *filesScreen) marksWidth() int {
	width := f.Canvas().Width
	switch {
	case width >= wideScreen:
		return f.columns.widest
	case width >= middleScreen:
		return min(f.columns.widest, shortWordsWidth)
	}
	return 0
}

// fileColumns are the widths of the columns that go by what the files of a view have, in cells; 0 of one that would say
// nothing of any file.
type fileColumns struct{ unsent, widest int }

// columnsOf measures the columns of the files of a view.
func columnsOf(view *recordedrun.Snapshot) (of fileColumns) {
	for i := range view.Coverage.Files {
		file := &view.Coverage.Files[i]
		if unsentText(file) != "?" {
			of.unsent = len("not sent")
		}
		if words, _ := fileMarks(file, wordsWidth, view.AllGone); words != "" {
			of.widest = max(of.widest, cells.Width(words), len("look at"))
		}
	}
	return of
}

// unsentText is how much of a file was not sent, in hundredths of its lines, or why that cannot be said. What the model
// wrote itself, and what it has as it was before, is no part of it.
func unsentText(f *coverage.File) string {
	never := f.Never.Count()
	switch {
	case f.Media > 0 && f.Share() <= 0:
		return "picture"
	case f.Share() < 0 && f.Exists: // it is empty
		return "-"
	case f.Share() < 0:
		return "?"
	case never == 0 && len(f.Unsure) > 0: // any of that may have been sent
		return "?"
	case never == 0 && f.Written.Count() == f.Lines: // 0 % not sent would say that it was sent
		return "written"
	case never > 0 && never*100 < f.Lines:
		return "<1%"
	}

	return fmt.Sprintf("%d%%", never*100/f.Lines)
}

// whereabouts says what has become of a file of which there is no share: it is not there, or not looked at.
func whereabouts(f *coverage.File) string {
	switch {
	case f.Share() >= 0 || f.Media > 0:
		return ""
	case f.Outside:
		return "outside the folder"
	case f.NotRead != "":
		return "not read"
	case f.Exists:
		return "empty"
	}

	return "not there"
}

// isGone reports whether a file is not there any more.
func isGone(f *coverage.File) bool {
	return f.Share() < 0 && f.Media == 0 && !f.Outside && f.NotRead == "" && !f.Exists
}

// fileMarks are the marks of a file: what a person should look at, the gravest first, as many words as there is room
// for, and then what has become of the file, unless that is said of all files together. warns reports whether there is
// something to look at.
func fileMarks(f *coverage.File, width int, goneSaid bool) (said string, warns bool) {
	var marks []string
	for _, one := range []struct {
		n    int64
		word string
	}{
		{f.BlindLines(), humanize.Either(f.BlindLines() == 1, "line blind", "lines blind")},
		{f.RefusedEdits(), humanize.Either(f.RefusedEdits() == 1, "edit refused", "edits refused")},
		{f.Cut.Count(), "cut"},
		{int64(f.Refused), "refused"},
		{f.Changed.Count(), "changed since"},
		{int64(f.Unknown - f.Unrecorded), "not understood"},
		{int64(f.Unrecorded), "not recorded"},
		{int64(f.Disagree), "in doubt"},
	} {
		if one.n > 0 {
			marks = append(marks, humanize.Group(one.n)+" "+one.word)
		}
	}
	warns = len(marks) > 0
	if n := f.Compacted.Count(); n > 0 { // beside "0%" not sent nobody would see that the model has it no more
		all := n == f.Sent.Count()+f.Cut.Count()+f.Written.Count()
		marks = append(marks, humanize.When(!all, humanize.Group(n)+" ")+"left the context")
	}
	if where := whereabouts(f); where != "" && !(goneSaid && isGone(f)) {
		marks = append(marks, where)
	}

	for n := len(marks); n > 0; n-- {
		said = strings.Join(marks[:n], ", ")
		said += humanize.When(n < len(marks), "…")
		if cells.Width(said) <= width {
			return said, warns
		}
	}

	return humanize.When(len(marks) > 0 && width > 0, "…"), warns
}
