// Package transcripts has the screens that list what agents recorded of their runs: the transcripts of the agents'
// usual places, to choose one from; the files of one, with what was sent of each; and all its calls, in their order.
//
// They know nothing of the program but its [screens.Host] and the [Services] that they are made with, and hand out what
// a person opens as a value, an [Item].
package transcripts

import (
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/document"
	"eyeline/tui/draw"
	"eyeline/tui/humanize"
	"eyeline/tui/jobs"
	"eyeline/tui/recorded"
	"eyeline/tui/screens"
	"eyeline/tui/textfield"
)

// Services are what the screens need of the program besides the host, and how they are set.
type Services struct {
	// Root is the folder that the files of a transcript are in; "" is its recorded working folder.
	Root string
	// Follow: what is recorded from now on is shown, too.
	Follow bool
	// Poll is how often a transcript that is followed is looked at where the system is not to be asked for change
	// notifications; 0 where it is.
	Poll time.Duration
	// Limit bounds what is kept of a text that is opened, in bytes; 0: no limit.
	Limit int64
	// Open shows what was opened in front of the lists.
	Open func(Item) tea.Cmd
	// Grown tells what is now known of a transcript that is followed, and what was known before.
	Grown func(was, now *recorded.View) tea.Cmd
}

// Item is a file of a transcript, or the result of a call, that a person has opened. Who gets it closes the document.
type Item struct {
	Doc  *document.Document
	File *recorded.File
	// Typed are keys that were typed while it was being opened: they are for it.
	Typed []tea.KeyMsg
}

// CallList is a screen that shows all calls of a transcript, or leads to them.
type CallList interface {
	screens.Screen
	// ShowCall shows all calls, with one selected by its number, from 1. By 0, the one selected before is.
	ShowCall(number int) tea.Cmd
}

// Free closes what is no longer wanted.
func (o Item) Free() {
	if o.Doc != nil {
		o.Doc.Close()
	}
}

// table is what the rows of one screen say, and what its keys do.
type table interface {
	// title is the row above all others.
	title() string
	// notes are the rows below the title, on a screen of so many rows.
	notes(height int) []string
	// noun says what is listed, and hint what can be typed.
	noun() (noun, hint string)
	// columns are those of a row, or, below 0, their headings.
	columns(row int) []draw.Cell
	// emptyText says why there are no rows; "" when there are.
	emptyText() string
	// narrow looks for the rows that match what is typed.
	narrow() tea.Cmd
	// open opens the selected row, sort changes the order of the rows, and calls shows those of the transcript. leave goes
	// back.
	open() tea.Cmd
	sort() tea.Cmd
	calls() tea.Cmd
	leave() tea.Cmd
	// reveal reads what is not known yet of the rows that have come onto the screen.
	reveal() tea.Cmd
}

// listScreen is what every screen that is a list of rows has.
type listScreen struct {
	jobs     *jobs.Set
	table    table
	host     screens.Host
	services Services
	list     rowList
}

func newListScreen(h screens.Host, s Services) listScreen {
	return listScreen{jobs: jobs.NewSet(owner{}), host: h, services: s, list: rowList{input: textfield.New("")}}
}

// owner is of jobs that are about no document.
type owner struct{}

func (owner) Side(jobs.Bytes) uint64    { return 0 }
func (owner) Progress(jobs.Kind) string { return "" }

// Update implements [screens.Screen].
func (l *listScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return l.table.reveal()
	case tea.MouseMsg:
		if l.list.mouse(msg, l.firstRow()) {
			return l.table.open()
		}
		return l.table.reveal()
	}
	return nil
}

// Key implements [screens.Screen].
func (l *listScreen) Key(msg tea.KeyMsg) tea.Cmd {
	action, typed := l.list.key(l.host.Keys(), msg)
	switch {
	case typed:
		return l.table.narrow()
	case action == keymap.LeaveList:
		return l.table.leave()
	case action == keymap.TakeItem:
		return l.table.open()
	case action == keymap.SortRows:
		return l.table.sort()
	case action == keymap.Timeline:
		return l.table.calls()
	case action == keymap.RecordHelp:
		return l.host.Help()
	}
	return l.table.reveal()
}

// leave goes back to the screen behind this one.
func (l *listScreen) leave() tea.Cmd { return l.host.Leave() }

// From how many rows of a screen on each of the rows above the list is drawn.
const (
	roomForField = 3
	roomForTitle = 4
	roomForHeads = 6
)

// above are the rows above the list on a screen of so many rows.
func (l *listScreen) above(height int) []string {
	var rows []string
	if height >= roomForTitle {
		rows = append(rows, l.table.title())
	}
	rows = append(rows, l.table.notes(height)...)
	if height >= roomForField {
		noun, hint := l.table.noun()
		rows = append(rows, l.canvas().Field(noun+": ", &l.list.input, "", hint))
	}
	if height >= roomForHeads {
		rows = append(rows, l.canvas().Columns(false, l.table.columns(-1)))
	}
	return rows
}

// Rows implements [screens.Screen].
func (l *listScreen) Rows(height int) []string {
	rows := l.above(height)
	if text := l.table.emptyText(); text != "" {
		return append(rows, l.canvas().Line(themes.Dim, "  "+text))
	}
	from, to := l.list.visible(height - len(rows))
	for k := from; k < to; k++ {
		rows = append(rows, l.canvas().Columns(k == l.list.at, l.table.columns(l.list.order[k])))
	}
	return rows
}

// firstRow is the row of the screen that the first row of the list is in.
func (l *listScreen) firstRow() int {
	height := l.host.Height()
	rows := len(l.table.notes(height))
	for _, least := range []int{roomForTitle, roomForField, roomForHeads} {
		if height >= least {
			rows++
		}
	}
	return rows
}

// room is how many rows of the list there is room for.
func (l *listScreen) room() int { return max(l.host.Height()-l.firstRow(), 0) }

// Settle implements [screens.Screen].
func (l *listScreen) Settle() { l.list.place(l.room()) }

func (l *listScreen) canvas() draw.Canvas { return l.host.Canvas() }

// keyName is an action's first key for a person.
func (l *listScreen) keyName(a keymap.Action) string { return screens.KeyName(l.host.Keys(), a) }

// hint is a key of an action with a word for the footer.
func (l *listScreen) hint(a keymap.Action, word string) bar.Hint {
	return screens.Hint(l.host.Keys(), a, word)
}

// footer is the footer of a list of rows: its keys, and which row is selected.
func (l *listScreen) footer(running string, hints ...bar.Hint) bar.Footer {
	hints = append(hints, l.hint(keymap.LeaveList, "leave"), l.hint(keymap.RecordHelp, "help"))
	f := bar.Footer{Running: running, Keys: hints}
	if len(l.list.order) > 0 {
		f.Lines = humanize.Group(int64(l.list.at+1)) + " of " + humanize.Group(int64(len(l.list.order)))
	}
	return f
}

// stoppable adds to a footer that the key that leaves the list stops what runs.
func (l *listScreen) stoppable(f bar.Footer) bar.Footer {
	if f.Running != "" {
		f.Stop = l.keyName(keymap.LeaveList)
	}
	return f
}

// rowList is rows to choose from that fill the screen: which of them match what is typed, in which order, which one is
// selected and which are shown.
type rowList struct {
	input textfield.Field
	order []int // the rows that match
	at    int   // the selected one: an index into order
	top   int   // the first that is shown: likewise
	room  int   // how many were shown
}

// selected is the selected row; false when there is none.
func (l *rowList) selected() (int, bool) {
	if l.at < 0 || l.at >= len(l.order) {
		return 0, false
	}
	return l.order[l.at], true
}

// words are what is typed, in lower case: a row matches when it contains all of them.
func (l *rowList) words() []string { return strings.Fields(strings.ToLower(l.input.Text())) }

// matchesAll reports whether a text in lower case contains all words.
func matchesAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// show takes the rows that match. The selected row stays selected if it is among them.
func (l *rowList) show(order []int) {
	was, ok := l.selected()
	l.order = order
	if i := slices.Index(order, was); ok && i >= 0 {
		l.at = i
	}
	l.at = max(min(l.at, len(order)-1), 0)
}

func (l *rowList) move(n int) { l.at = max(min(l.at+n, len(l.order)-1), 0) }

// key does what a key means to every list of rows. It returns the action of a key that means something else, and
// whether what is typed has changed.
func (l *rowList) key(keys *keymap.Map, msg tea.KeyMsg) (rest keymap.Action, typed bool) {
	action, _ := keys.Lookup(keymap.InTranscript, msg.String())
	if n, ok := draw.Steps(action, max(l.room, 1)); ok {
		l.move(n)
		return "", false
	}
	switch action {
	case keymap.MarkItem, keymap.CompareMarked: // there is nothing to mark
	case keymap.LeaveList:
		if l.input.Text() == "" || msg.String() == "ctrl+c" {
			return action, false
		}
		l.input.Set("")
		return "", true
	case keymap.TakeItem, keymap.SortRows, keymap.Timeline, keymap.RecordHelp:
		return action, false
	default:
		text := l.input.Text()
		l.input.Key(action, msg)
		return "", l.input.Text() != text
	}
	return "", false
}

// mouse scrolls and selects. It reports a click on the selected row.
func (l *rowList) mouse(msg tea.MouseMsg, first int) (take bool) {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		l.move(screens.WheelRows)
	case msg.Button == tea.MouseButtonWheelUp:
		l.move(-screens.WheelRows)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		at := l.top + msg.Y - first
		if msg.Y < first || at >= len(l.order) {
			return false
		}
		if at == l.at {
			return true
		}
		l.at = at
	}
	return false
}

// visible is the half-open range of order to draw in a room of so many, with the selected row in it.
func (l *rowList) visible(room int) (from, to int) {
	from = draw.Scrolled(l.top, l.at, max(room, 1), len(l.order))
	return from, min(from+max(room, 0), len(l.order))
}

// shown are the rows that are drawn in a room of so many, with as many before and after them as more says.
func (l *rowList) shown(room, more int) []int {
	room = max(room, 1)
	from, _ := l.visible(room)
	return l.order[max(from-more*room, 0):min(from+(more+1)*room, len(l.order))]
}

// place keeps what visible shows: scrolling begins there, and clicks are counted from there.
func (l *rowList) place(room int) {
	l.room = max(room, 0)
	l.top, _ = l.visible(room)
}
