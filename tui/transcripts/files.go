package transcripts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/transcript"
	sent "eyeline/reader/transcript/coverage"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/coverage"
	"eyeline/tui/draw"
	"eyeline/tui/recorded"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
	"eyeline/tui/words"
)

// filesScreen is the list of the files of a transcript, with what was sent of each.
type filesScreen struct {
	listing
	path     string
	run      *recorded.Run  // nil until it is open
	view     *recorded.View // of the run, as of the last look
	failed   string         // why it could not be opened
	opening  *transcript.Progress
	stopped  bool // the opening was stopped
	sort     fileOrder
	watcher  *source.Watcher // while it is followed
	timeline *timelineScreen // nil until it was shown
	typed    []tea.KeyMsg    // while a file is being opened: they are for the file
}

var (
	_ rowsScreen = (*filesScreen)(nil)
	_ CallList   = (*filesScreen)(nil)
)

// fileOrder is the order of the files.
type fileOrder uint8

const (
	byPath fileOrder = iota
	byTime           // the file of the last call first
	byMissing
	fileOrders
)

func (o fileOrder) String() string {
	return [...]string{"by path", "by time", "by what is missing"}[o]
}

// runMsg brings a transcript that was opened or looked at again.
type runMsg struct {
	stamp.Stamp
	run  *recorded.Run
	view *recorded.View
	err  error
}

func (r runMsg) Free() {
	if r.run != nil {
		r.run.Close()
	}
}

// NewFiles is a list of the files of the transcript at a path, with what was sent of each.
func NewFiles(h screens.Host, s Services, path string) screens.Screen { return newFiles(h, s, path) }

func newFiles(h screens.Host, s Services, path string) *filesScreen {
	return &filesScreen{listing: newListing(h, s), path: path, opening: &transcript.Progress{}}
}

// Begin implements [screens.Screen].
func (f *filesScreen) Begin() tea.Cmd { return f.load() }

// load opens the transcript.
func (f *filesScreen) load() tea.Cmd {
	ctx, x := f.start(taskLoad)
	path, root, progress := f.path, f.services.Root, &transcript.Progress{}
	f.opening, f.stopped, f.failed = progress, false, ""
	return tea.Batch(func() tea.Msg {
		run, view, err := recorded.Open(ctx, path, root, progress)
		return runMsg{x, run, view, err}
	}, openingTick(ctx, x))
}

// openingMsg says that it is time to show how far the opening of a transcript has come.
type openingMsg struct{ stamp.Stamp }

// openingPause is how often that is shown.
const openingPause = 200 * time.Millisecond

// openingTick waits for the next time, or the end of the opening.
func openingTick(ctx context.Context, x stamp.Stamp) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-time.After(openingPause):
			return openingMsg{x}
		case <-ctx.Done():
			return nil
		}
	}
}

// openingText says how far the opening of the transcript has come.
func (f *filesScreen) openingText() string {
	done, all, results := f.opening.Bytes()
	text := "reading the transcript"
	if results {
		text = "reading the results"
	}
	if all == 0 {
		return text + "…"
	}
	return text + ": " + words.Size(done) + " of " + words.Size(all) + "…"
}

// Leave implements [screens.Screen]: the command closes the transcript.
func (f *filesScreen) Leave() tea.Cmd {
	f.endAll()
	if f.watcher != nil {
		f.watcher.Close()
	}
	if f.timeline != nil {
		f.timeline.endAll()
	}
	r := f.run
	return func() tea.Msg {
		if r != nil {
			r.Close()
		}
		return nil
	}
}

// Current implements [screens.Screen]. What the list of calls waits for is wanted also while another screen is in its place.
func (f *filesScreen) Current(x stamp.Stamp) bool {
	return f.wanted(x) || f.timeline != nil && f.timeline.wanted(x)
}

// Update implements [screens.Screen].
func (f *filesScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case infosMsg, narrowedMsg:
		if f.timeline != nil {
			return f.timeline.Update(msg) // which takes it once, whether it is shown or not
		}
		return nil
	case runMsg:
		return f.take(msg)
	case openingMsg:
		if f.answers(taskLoad, msg.Stamp) {
			return openingTick(f.now[taskLoad].ctx, msg.Stamp)
		}
	case openedMsg:
		if f.answers(taskOpen, msg.Stamp) {
			return f.show(msg)
		}
		return nil
	}
	return f.updateRows(f, msg)
}

// show gives what was opened to the program.
func (f *filesScreen) show(msg openedMsg) tea.Cmd {
	f.end(taskOpen)
	msg.opened.Typed, f.typed = f.typed, nil
	if msg.err != nil {
		f.host.Warn("cannot open: " + cells.Sanitize(msg.err.Error()))
		return nil
	}
	return f.services.Open(msg.opened)
}

// describe implements rowsScreen: all is known that the rows say.
func (f *filesScreen) describe() tea.Cmd { return nil }

// take shows what is known of the transcript by now.
func (f *filesScreen) take(msg runMsg) tea.Cmd {
	switch {
	case f.answers(taskLoad, msg.Stamp):
		f.end(taskLoad)
		if msg.err != nil {
			f.failed = cells.Sanitize(msg.err.Error())
			return nil
		}
		f.run, f.view = msg.run, msg.view
		f.narrow()
		return f.wait()
	case !f.answers(taskFollow, msg.Stamp):
		return nil
	}
	f.end(taskFollow)
	if msg.err != nil {
		if !errors.Is(msg.err, context.Canceled) {
			f.host.Warn("cannot follow the transcript: " + cells.Sanitize(msg.err.Error()))
		}
		return f.wait()
	}
	was, selected := f.view, f.selectedPath()
	f.view = msg.view
	if msg.view.Replaced {
		f.host.Say("the transcript was replaced: read again from its beginning")
	}
	f.narrow()
	f.selectPath(selected)
	cmds := []tea.Cmd{f.wait(), f.services.Grown(was, f.view)}
	if f.timeline != nil {
		cmds = append(cmds, f.timeline.grown(f.view))
	}
	return tea.Batch(cmds...)
}

// selectedPath is the path of the selected file, "" for none. The places of files change as others come.
func (f *filesScreen) selectedPath() string {
	if i, ok := f.list.selected(); ok {
		return f.view.Coverage.Files[i].Path
	}
	return ""
}

// selectPath selects the file of a path, where it is in the list.
func (f *filesScreen) selectPath(path string) {
	at := slices.IndexFunc(f.list.order, func(i int) bool { return f.view.Coverage.Files[i].Path == path })
	if at >= 0 {
		f.list.at = at
	}
}

// followPause is how often a transcript is looked at where the system sends no change notifications, and where files
// beside it may have been written.
const followPause = 50 * time.Millisecond

// wait waits for what is recorded next, while the transcript is followed.
func (f *filesScreen) wait() tea.Cmd {
	if !f.services.Follow || f.run == nil {
		return nil
	}
	if f.watcher == nil {
		polls := f.services.Poll > 0
		pause := followPause
		if polls {
			pause = f.services.Poll
		}
		f.watcher = source.Watch(f.path, source.WatchOptions{Fast: pause, Slow: 10 * followPause, Poll: polls})
	}
	ctx, x := f.start(taskFollow)
	run, changed := f.run, f.watcher.C()
	return func() tea.Msg {
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		}
		view, err := run.Look(ctx)
		return runMsg{Stamp: x, view: view, err: err}
	}
}

// narrow makes the rows of the files that match what is typed, in their order.
func (f *filesScreen) narrow() {
	if f.view == nil {
		return
	}
	words := f.list.words()
	files := f.view.Coverage.Files
	var order []int
	for i := range files {
		if matchesAll(f.view.Lower[i], words) {
			order = append(order, i)
		}
	}
	last := func(i int) int32 {
		if calls := files[i].Calls; len(calls) > 0 {
			return calls[len(calls)-1]
		}
		return 0
	}
	switch f.sort {
	case byTime:
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(last(b), last(a)) })
	case byMissing:
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.view.Missing[b], f.view.Missing[a]) })
	}
	f.list.show(order)
}

// Key implements [screens.Screen].
func (f *filesScreen) Key(msg tea.KeyMsg) tea.Cmd {
	if f.keeps(msg) {
		return nil
	}
	action, typed := f.list.key(f.host.Keys(), msg)
	if typed {
		f.narrow()
	}
	switch action {
	case keymap.LeaveList:
		if f.runs(taskLoad) {
			f.end(taskLoad)
			f.stopped = true
			return nil
		}
		return f.host.Leave()
	case keymap.TakeItem:
		if f.stopped {
			return f.load()
		}
		return f.open()
	case keymap.SortRows:
		f.sort = (f.sort + 1) % fileOrders
		f.narrow()
		f.host.Say("sorted " + f.sort.String())
	case keymap.Timeline:
		return f.ShowCall(0)
	case keymap.RecordHelp:
		return f.host.Help()
	}
	return nil
}

// mostTyped is how many keys are kept while a file is being opened.
const mostTyped = 64

// keeps keeps a key for the file that is being opened; the key that leaves the list stops that instead.
func (f *filesScreen) keeps(msg tea.KeyMsg) bool {
	if !f.runs(taskOpen) {
		return false
	}
	if action, _ := f.host.Keys().Lookup(keymap.InTranscript, msg.String()); action == keymap.LeaveList {
		f.end(taskOpen)
		f.typed = nil
	} else if len(f.typed) < mostTyped {
		f.typed = append(f.typed, msg)
	}
	return true
}

// ShowCall implements [CallList].
func (f *filesScreen) ShowCall(call int) tea.Cmd {
	if f.view == nil {
		return nil
	}
	if f.timeline == nil {
		f.timeline = newTimeline(f)
	}
	f.timeline.lost = "" // what could not be read before is tried again
	f.timeline.selectCall(call)
	return f.host.Enter(f.timeline)
}

// open opens the selected file.
func (f *filesScreen) open() tea.Cmd {
	i, ok := f.list.selected()
	if !ok || f.view == nil {
		return nil
	}
	return f.openFile(f.view.Coverage.Files[i].Path, 0)
}

// openFile opens a file at a call, or, where the call is 0, at the first one of it or, while following, the last.
func (f *filesScreen) openFile(path string, call int) tea.Cmd {
	i := f.view.File(path)
	if i < 0 {
		f.host.Say("no call names the file any more")
		return nil
	}
	file := &f.view.Coverage.Files[i]
	if call == 0 && len(file.Calls) > 0 {
		call = int(file.Calls[0])
		if f.services.Follow {
			call = int(file.Calls[len(file.Calls)-1])
		}
	}
	ctx, x := f.start(taskOpen)
	run, limit := f.run, f.services.Limit
	return func() tea.Msg {
		doc, sent, err := run.OpenFile(ctx, path, call, limit)
		return openedMsg{x, Opened{Doc: doc, File: sent}, err}
	}
}

// Footer implements [screens.Screen].
func (f *filesScreen) Footer() bar.Footer {
	running := ""
	switch {
	case f.runs(taskLoad):
		foot := f.footer(f.openingText())
		foot.Stop = f.keyName(keymap.LeaveList)
		return foot
	case f.stopped:
		return f.footer("", f.hint(keymap.TakeItem, "read it again"), f.hint(keymap.LeaveList, "leave"), f.hint(keymap.RecordHelp, "help"))
	case f.runs(taskOpen):
		running = "opening…"
	}
	foot := f.footer(running,
		f.hint(keymap.TakeItem, "open"), f.hint(keymap.Timeline, "calls"), f.hint(keymap.SortRows, "sort"),
		f.hint(keymap.LeaveList, "leave"), f.hint(keymap.RecordHelp, "help"))
	if running != "" {
		foot.Stop = f.keyName(keymap.LeaveList)
	}
	if i, ok := f.list.selected(); ok && f.marksWidth() < wordsWidth {
		if words := fileMarks(&f.view.Coverage.Files[i], wordsWidth); words != "" { // the letters of its row
			foot.Lines += ": " + words
		}
	}
	return foot
}

// firstRow implements rowsScreen.
func (f *filesScreen) firstRow() int {
	height := f.host.Height()
	title, field, heads := listParts(height)
	return title + len(f.noteRows(height)) + field + heads
}

// Settle implements [screens.Screen].
func (f *filesScreen) Settle() { f.list.place(f.room(f.firstRow())) }

// listParts says which rows a list of so many rows has above its rows: a title, the typed text, headings.
func listParts(height int) (title, field, heads int) {
	on := func(least int) int {
		if height >= least {
			return 1
		}
		return 0
	}
	return on(4), on(3), on(6)
}

// rowsAbove are the rows above the list.
func (f *filesScreen) rowsAbove(height int) []string {
	title, field, heads := listParts(height)
	var out []string
	if title > 0 {
		out = append(out, f.titleRow())
	}
	out = append(out, f.noteRows(height)...)
	if field > 0 {
		out = append(out, f.list.field(f.canvas(), "files", "type a part of a path"))
	}
	if heads > 0 {
		out = append(out, f.canvas().Columns(false, f.columns(nil)))
	}
	return out
}

// noteRows say, below the title, what the record has other than was sent. A list of few rows is not made shorter by them, and none by
// more than a third.
func (f *filesScreen) noteRows(height int) []string {
	if f.view == nil || f.view.Note == "" || height < roomForNote {
		return nil
	}
	var out []string
	for _, text := range cells.WrapWords(cells.Sanitize(f.view.Note), f.canvas().Width-2) {
		out = append(out, f.canvas().Line(themes.Dim, " "+text))
	}
	if len(out) > height/3 {
		return nil
	}
	return out
}

// roomForNote is from how many rows of a list on its transcript's note is shown.
const roomForNote = 14

// titleRow names the run.
func (f *filesScreen) titleRow() string {
	if f.view == nil {
		return f.canvas().Bar([]bar.Part{{Text: cells.Sanitize(filepath.Base(f.path)), Role: themes.Title, Keep: 9}}, nil, themes.TitleDim)
	}
	c := f.view.Coverage
	left := []bar.Part{
		{Text: cells.Sanitize(f.view.Title()), Role: themes.Title, Keep: 9},
		{Text: "  " + cells.Sanitize(c.Dir), Role: themes.TitleDim, Keep: 5},
	}
	if !c.Started.IsZero() {
		left = append(left, bar.Part{Text: "  " + c.Started.Local().Format("2006-01-02 15:04"), Role: themes.TitleDim, Keep: 4})
	}
	right := []bar.Part{{Text: words.Count(int64(len(c.Files)), "file") + " · " + words.Count(int64(c.Calls), "call"), Role: themes.TitleAccent, Keep: 8}}
	if f.services.Follow {
		right = append(right, bar.Part{Text: " · following", Role: themes.TitleAccent, Keep: 6})
	}
	for _, one := range []struct {
		n    int
		text string
	}{{len(c.Compactions), "compaction"}, {len(c.BadLines), "malformed line"}, {c.Unknown, "unknown record"}} {
		if one.n > 0 {
			right = append(right, bar.Part{Text: " · " + words.Count(int64(one.n), one.text), Role: themes.TitleDim, Keep: 2})
		}
	}
	return f.canvas().Bar(left, right, themes.TitleDim)
}

// rowsOf is the list itself.
func (f *filesScreen) rowsOf(height int) []string {
	if text := f.emptyText(); text != "" {
		return []string{f.canvas().Line(themes.Dim, "  "+text)}
	}
	var out []string
	from, to := f.list.visible(height)
	for k := from; k < to; k++ {
		file := &f.view.Coverage.Files[f.list.order[k]]
		out = append(out, f.canvas().Columns(k == f.list.at, f.columns(file)))
	}
	return out
}

func (f *filesScreen) emptyText() string {
	switch {
	case f.stopped:
		return "the reading of the transcript was stopped; " + f.keyName(keymap.TakeItem) + " reads it again"
	case f.failed != "":
		return "cannot open the transcript: " + f.failed
	case f.view == nil:
		return f.openingText()
	case len(f.view.Coverage.Files) == 0:
		return "no call gave or changed lines of a file"
	case len(f.list.order) == 0:
		return "no file matches"
	}
	return ""
}

// Rows implements [screens.Screen].
func (f *filesScreen) Rows(height int) []string {
	above := f.rowsAbove(height)
	return append(above, f.rowsOf(height-len(above))...)
}

// columns are the columns of a file, or, for nil, their headings.
func (f *filesScreen) columns(file *sent.File) []draw.Cell {
	barWidth := max(min(f.canvas().Width/6, 24), 6)
	row := []draw.Cell{
		{Text: "file", Role: themes.Dim},
		{Text: "sent", Width: barWidth, Role: themes.Dim, Keep: 6},
		{Text: "%", Width: 7, Right: true, Role: themes.Dim, Keep: 9},
		{Text: "reads", Width: 5, Right: true, Role: themes.Dim, Keep: 3},
		{Text: "changes", Width: 7, Right: true, Role: themes.Dim, Keep: 2},
		{Text: "", Width: f.marksWidth(), Role: themes.Dim, Keep: 5},
	}
	if file != nil {
		row[0].Text, row[0].Role = cells.Sanitize(file.Path), themes.Text
		row[1].Text = "" // drawn below
		row[2].Text, row[2].Role = shareText(file), themes.ModelLineValue
		row[3].Text, row[3].Role = dashed(int64(file.Reads)), themes.Text
		row[4].Text, row[4].Role = dashed(int64(len(file.Changes))), themes.Text
		row[5].Text, row[5].Role = fileMarks(file, row[5].Width), themes.ModelLineWarn
	}
	row = f.canvas().Fit(row, min(18, f.canvas().Width/2))
	if f.view != nil { // paths take what they need, the bar some of what is left
		spare := max(row[0].Width-max(f.view.Widest, 12), 0)
		row[0].Width -= spare
		if row[1].Width > 0 {
			row[1].Width += min(spare, 2*barWidth)
		}
	}
	if file != nil && row[1].Width > 0 {
		row[1].Pieces = coveragePieces(coverage.Bar(file, row[1].Width), f.canvas().ASCII)
	}
	return row
}

// coveragePieces are the states of a bar as they are drawn.
func coveragePieces(states []coverage.State, ascii bool) []draw.Piece {
	pieces := []draw.Piece{}
	for i := 0; i < len(states); {
		n := 1
		for i+n < len(states) && states[i+n] == states[i] {
			n++
		}
		pieces = append(pieces, draw.Piece{Text: strings.Repeat(states[i].Sign(ascii), n), Role: states[i].Role()})
		i += n
	}
	return pieces
}

// marksWidth is the width of the marks: of words from 100 columns on, else of letters.
func (f *filesScreen) marksWidth() int {
	if f.canvas().Width >= 100 {
		return wordsWidth
	}
	return 6
}

// wordsWidth is the width of a column in which marks are words.
const wordsWidth = 34

// shareText is how much of a file was sent, or why that cannot be said.
func shareText(f *sent.File) string {
	switch share := coverage.Share(f); {
	case share >= 0:
		return fmt.Sprintf("%d%%", share)
	case f.Outside:
		return "outside"
	}
	return "gone"
}

// fileMarks are the marks of a file: what a person should look at. In a narrow column they are letters.
func fileMarks(f *sent.File, width int) string {
	var words []string
	letters := ""
	for _, one := range []struct {
		n      int64
		letter string
		word   string
	}{
		{f.Cut.Count(), "c", "cut"},
		{int64(f.Refused), "r", "refused"},
		{coverage.Blind(f), "b", "changed blind"},
		{f.Changed.Count(), "~", "changed since"},
		{int64(f.Unknown), "?", "unknown"},
		{int64(f.Disagree), "!", "disagree"},
	} {
		if one.n > 0 {
			words = append(words, fmt.Sprintf("%s %d", one.word, one.n))
			letters += one.letter
		}
	}
	if width < 10 {
		return letters
	}
	return strings.Join(words, ", ")
}

// dashed is a number, with a dash for none.
func dashed(n int64) string {
	if n == 0 {
		return "-"
	}
	return words.Group(n)
}
