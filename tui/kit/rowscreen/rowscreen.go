// Package rowscreen, which changes without notice, is what screens have in common that list rows to choose from: the
// field that narrows them, moving, the mouse, and what is drawn where.
package rowscreen

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/wait"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/screens"
	"eyeline/tui/kit/textfield"
)

// Table is what the rows of one screen say, and what its keys do.
type Table interface {
	// Title is the row above all others.
	Title() string
	// Notes are the rows below the title, on a screen of height rows.
	Notes(height int) []string
	// Noun says what is listed, and hint what can be typed.
	Noun() (noun, hint string)
	// Columns are those of a row, or, below 0, their headings.
	Columns(row int) []draw.Cell
	// Details are rows about the selected one, below the list, at most height of them.
	Details(height int) []string
	// EmptyText says why there are no rows, in its further lines what was looked for and what comes next; "" when there
	// are.
	EmptyText() string
	// Narrow looks for the rows that match what is typed.
	Narrow() tea.Cmd
	// Open opens the selected row.
	Open() tea.Cmd
	// Sort switches to the next order of the rows.
	Sort() tea.Cmd
	// Calls shows the calls of the transcript.
	Calls() tea.Cmd
	// Back closes the screen.
	Back() tea.Cmd
	// Reveal reads what is not known yet of the rows that have come onto the screen.
	Reveal() tea.Cmd
}

// summed is a [Table] with a row of sums between the headings and the first row.
type summed interface {
	// Sums are the columns of that row; nil leaves it out.
	Sums() []draw.Cell
}

// headed is a [Table] whose headings may need two rows.
type headed interface {
	// UpperHeads are the columns of the row above the headings; nil leaves it out.
	UpperHeads() []draw.Cell
}

// Screen is what every screen that is a list of rows has. Its Table is the screen that it is a part of.
type Screen struct {
	Jobs  *jobs.Set
	Host  screens.Host
	List  rows
	Table Table
	// DetailRows is how many rows a tall screen keeps for the details below a list that would fill it.
	DetailRows int
}

// New is a screen without rows. Its Table is to be set.
func New(h screens.Host) Screen {
	return Screen{Jobs: jobs.NewSet(jobs.NoDocument{}), Host: h, List: rows{Input: textfield.New("")}}
}

// Update implements [screens.Screen].
func (l *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return l.Table.Reveal()
	case tea.MouseMsg:
		if l.List.mouse(msg, l.FirstRow()) {
			return l.Table.Open()
		}

		return l.Table.Reveal()
	}

	return nil
}

// Key implements [screens.Screen].
func (l *Screen) Key(msg tea.KeyMsg) tea.Cmd {
	action, typed := l.List.key(l.Host.Keys(), msg)
	switch {
	case typed:
		return l.Table.Narrow()
	case action == keymap.LeaveList:
		return l.Table.Back()
	case action == keymap.TakeItem:
		return l.Table.Open()
	case action == keymap.SortRows:
		return l.Table.Sort()
	case action == keymap.Timeline:
		return l.Table.Calls()
	case action == keymap.RecordHelp:
		return l.Host.Help()
	}

	return l.Table.Reveal()
}

// Word implements [screens.ActionDescriber]: there is nothing to mark in rows.
func (l *Screen) Word(a keymap.Action, help string) string {
	switch a {
	case keymap.MarkItem, keymap.CompareMarked, keymap.Favourite, keymap.AllFolders, keymap.NextFinding,
		keymap.PrevFinding, keymap.NextOfAgent, keymap.PrevOfAgent:
		return ""
	case keymap.LeaveList:
		return "clear what is typed, or leave"
	}
	return help
}

// ReportWord is [Screen.Word] of a report: rows by what is worst or by their paths, and the whole as a text.
func (l *Screen) ReportWord(a keymap.Action, help string) string {
	switch a {
	case keymap.Timeline:
		return "the report as a text"
	case keymap.SortRows:
		return "sort by path, or what is worst first"
	case keymap.Edits, keymap.Requests, keymap.Costs:
		return ""
	}
	return l.Word(a, help)
}

// Leave implements [screens.Screen].
func (l *Screen) Leave() tea.Cmd {
	l.Jobs.Close()
	return nil
}

// tickPause is how often it is shown how far a job has come.
const tickPause = 200 * time.Millisecond

// Tick has the screen drawn now and then while a job runs.
func (l *Screen) Tick(k jobs.Kind) tea.Cmd {
	return jobs.Step(l.Jobs, k, func(ctx context.Context) error {
		return wait.For(ctx, tickPause)
	}, func(error) tea.Cmd { return l.Tick(k) })
}

// Reveal does nothing: all is known that the rows say.
func (l *Screen) Reveal() tea.Cmd { return nil }

// Notes implements [Table]; it returns no rows.
func (l *Screen) Notes(int) []string { return nil }

// Details implements [Table]; it returns no rows.
func (l *Screen) Details(int) []string { return nil }

// Back goes back to the screen behind this one.
func (l *Screen) Back() tea.Cmd { return l.Host.Leave() }

// From how many rows of a screen on each of the rows above the list is drawn. The field is drawn from typedRoom rows on
// where something is typed in it.
const (
	typedRoom    = 3
	roomForTitle = 4
	roomForHeads = 6
	roomForField = 10
	roomForSums  = 12
)

// above are the rows above the list on a screen of height rows.
func (l *Screen) above(height int) []string {
	var rows []string
	if height >= roomForTitle {
		rows = append(rows, l.Table.Title())
	}

	rows = append(rows, l.Table.Notes(height)...)
	if height >= roomForField || height >= typedRoom && l.List.Input.Text() != "" {
		noun, hint := l.Table.Noun()
		rows = append(rows, l.Canvas().Field(noun+": ", &l.List.Input, "", hint))
	}
	if height >= roomForHeads {
		if table, ok := l.Table.(headed); ok {
			if heads := table.UpperHeads(); heads != nil {
				rows = append(rows, l.Canvas().Columns(false, heads))
			}
		}
		rows = append(rows, l.Canvas().Columns(false, l.Table.Columns(-1)))
	}
	if table, ok := l.Table.(summed); ok && height >= roomForSums {
		if sums := table.Sums(); sums != nil {
			rows = append(rows, l.Canvas().Columns(false, sums))
		}
	}

	return rows
}

// Rows implements [screens.Screen].
func (l *Screen) Rows(height int) []string {
	rows := l.above(height)
	if text := l.Table.EmptyText(); text != "" {
		return append(rows, l.Canvas().Told(text, height-len(rows))...)
	}
	from, to := l.List.ShownOf(len(l.List.Order), l.listed(height-len(rows)))
	for k := from; k < to; k++ {
		rows = append(rows, l.Canvas().Columns(k == l.List.At(), l.Table.Columns(l.List.Order[k])))
	}
	return append(rows, l.Table.Details(height-len(rows))...)
}

// listed is how many of free rows the list gets: all but those that a tall screen keeps for the details.
func (l *Screen) listed(free int) int {
	const (
		least = 8  // rows of a list that leaves room for details
		width = 30 // cells of a screen on which they say something
	)
	if l.DetailRows == 0 || free < least+l.DetailRows || l.Canvas().Width < width {
		return free
	}
	return free - l.DetailRows
}

// IsSelected reports whether a row is the selected one.
func (l *Screen) IsSelected(row int) bool {
	at, ok := l.List.Selected()
	return ok && at == row
}

// FirstRow is the row of the screen that the first row of the list is in.
func (l *Screen) FirstRow() int { return len(l.above(l.Host.Height())) }

// Room is how many rows of the list there is room for.
func (l *Screen) Room() int { return l.listed(max(l.Host.Height()-l.FirstRow(), 0)) }

// Settle implements [screens.Screen].
func (l *Screen) Settle() { l.List.ScrollOf(len(l.List.Order), l.Room()) }

func (l *Screen) Canvas() draw.Canvas { return l.Host.Canvas() }

// KeyName is an action's first key for a person.
func (l *Screen) KeyName(a keymap.Action) string { return screens.KeyName(l.Host.Keys(), a) }

// Hint is a key of an action with a word for the footer.
func (l *Screen) Hint(a keymap.Action, word string) bar.Hint {
	return screens.Hint(l.Host.Keys(), a, word)
}

// ReportFooter is [Screen.FooterOf] of a report, which names its place shortly on a narrow screen. On one with room for
// two keys the second is its own, and the key that leaves comes after it.
func (l *Screen) ReportFooter(hints ...bar.Hint) bar.Footer {
	f := l.FooterOf("", hints...)
	const narrow, narrowest = 100, 60
	if l.Canvas().Width < narrow {
		f.Lines = strings.Replace(f.Lines, " of ", "/", 1)
	}
	if l.Canvas().Width < narrowest && len(hints) > 1 {
		f.Keys[1], f.Keys[2] = f.Keys[2], f.Keys[1]
	}
	return f
}

// FooterOf is the footer of a list of rows: its keys, and which row is selected. The key that leaves comes after the
// first one, so that the others go before it where there is little room.
func (l *Screen) FooterOf(running string, hints ...bar.Hint) bar.Footer {
	hints = slices.Insert(hints, min(1, len(hints)), l.Hint(keymap.LeaveList, "leave"))
	hints = append(hints, l.Hint(keymap.RecordHelp, "help"))
	f := bar.Footer{Running: running, Keys: hints}
	if len(l.List.Order) > 0 {
		f.Lines = humanize.Group(int64(l.List.At()+1)) + " of " + humanize.Group(int64(len(l.List.Order)))
	}
	return f
}

// Stoppable adds to a footer that the key that leaves the list stops what runs.
func (l *Screen) Stoppable(f bar.Footer) bar.Footer {
	if f.Running != "" {
		f.Stop = l.KeyName(keymap.LeaveList)
	}
	return f
}

// rows are rows to choose from that fill the screen: which of them match what is typed, in which order, which one is
// selected and which are shown.
type rows struct {
	list.Cursor // an index into Order
	Input       textfield.Field
	Order       []int // the rows that match
}

// Selected is the selected row; false without one.
func (l *rows) Selected() (int, bool) {
	if l.At() >= len(l.Order) {
		return 0, false
	}
	return l.Order[l.At()], true
}

// Show takes the rows that match. The selected row stays selected if it is among them.
func (l *rows) Show(order []int) {
	was, ok := l.Selected()
	l.Order = order
	if i := slices.Index(order, was); ok && i >= 0 {
		l.Select(i)
	}
	l.Select(l.AtOf(len(order)))
}

// Move selects the row n further down, or up where n is negative, as far as there is one.
func (l *rows) Move(n int) { l.MoveOf(n, len(l.Order)) }

// key does what a key means to every list of rows. It returns the action of a key that means something else, and
// whether what is typed has changed.
func (l *rows) key(keys *keymap.Map, msg tea.KeyMsg) (rest keymap.Action, typed bool) {
	action, _ := keys.Lookup(keymap.InTranscript, msg.String())
	if n, ok := draw.Steps(action, max(l.Room(), 1)); ok {
		l.Move(n)
		return "", false
	}

	switch action {
	case keymap.MarkItem, keymap.CompareMarked, keymap.SortItems, // there is nothing to mark
		keymap.NextOfAgent, keymap.PrevOfAgent: // nor an agent to choose
	case keymap.LeaveList:
		if l.Input.Text() == "" || msg.String() == "ctrl+c" {
			return action, false
		}
		l.Input.Set("")
		return "", true
	case keymap.TakeItem, keymap.SortRows, keymap.Timeline, keymap.RecordHelp:
		return action, false
	default:
		text := l.Input.Text()
		l.Input.Key(action, msg)
		return "", l.Input.Text() != text
	}

	return "", false
}

// mouse scrolls and selects. It reports a click on the selected row.
func (l *rows) mouse(msg tea.MouseMsg, first int) (take bool) {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		l.Move(screens.WheelRows)
	case msg.Button == tea.MouseButtonWheelUp:
		l.Move(-screens.WheelRows)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		at, ok := l.Point(msg.Y-first, len(l.Order))
		if !ok || at == l.At() {
			return ok
		}

		l.Select(at)
	}

	return false
}

// Shown are the rows that are drawn in room rows, with more times as many before and after them.
func (l *rows) Shown(room, more int) []int {
	room = max(room, 1)
	from, _ := l.ShownOf(len(l.Order), room)
	return l.Order[max(from-more*room, 0):min(from+(more+1)*room, len(l.Order))]
}
