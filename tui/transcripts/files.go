package transcripts

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/transcript"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/recorded"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
)

// filesScreen is the list of the files of a transcript, with what was sent of each.
type filesScreen struct {
	listScreen
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

var _ CallList = (*filesScreen)(nil)

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

// NewFiles is a list of the files of the transcript at a path, with what was sent of each.
func NewFiles(h screens.Host, s Services, path string) screens.Screen { return newFiles(h, s, path) }

func newFiles(h screens.Host, s Services, path string) *filesScreen {
	f := &filesScreen{listScreen: newListScreen(h, s), path: path, opening: &transcript.Progress{}}
	f.table = f
	return f
}

// Begin implements [screens.Screen].
func (f *filesScreen) Begin() tea.Cmd { return f.load() }

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

// Current implements [screens.Screen]. What the list of calls waits for is wanted also while another screen is in its
// place.
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
	return f.updateList(msg)
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

// describe does nothing: all is known that the rows say.
func (f *filesScreen) describe() tea.Cmd { return nil }

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
	file := f.view.Coverage.File(path)
	if file == nil {
		f.host.Say("no call names the file any more")
		return nil
	}
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
		return openedMsg{x, Item{Doc: doc, File: sent}, err}
	}
}

// Footer implements [screens.Screen].
func (f *filesScreen) Footer() bar.Footer {
	running := ""
	switch {
	case f.runs(taskLoad):
		foot := f.stoppable(f.footer(f.openingText()))
		foot.Keys = nil
		return foot
	case f.stopped:
		return f.footer("", f.hint(keymap.TakeItem, "read it again"))
	case f.runs(taskOpen):
		running = "opening…"
	}
	foot := f.stoppable(f.footer(running,
		f.hint(keymap.TakeItem, "open"), f.hint(keymap.Timeline, "calls"), f.hint(keymap.SortRows, "sort")))
	if i, ok := f.list.selected(); ok && f.marksWidth() < wordsWidth {
		if words := fileMarks(&f.view.Coverage.Files[i], wordsWidth); words != "" { // the letters of its row
			foot.Lines += ": " + words
		}
	}
	return foot
}
