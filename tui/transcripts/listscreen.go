package transcripts

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/draw"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
	"eyeline/tui/textfield"
	"eyeline/tui/words"
)

// table is what the rows of one screen say.
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
	// open opens the selected row.
	open() tea.Cmd
	// describe reads what is not known yet of the rows on the screen.
	describe() tea.Cmd
}

// listScreen is what every screen that is a list of rows has.
type listScreen struct {
	tasks
	table    table
	host     screens.Host
	services Services
	list     rowList
}

func newListScreen(h screens.Host, s Services) listScreen {
	return listScreen{tasks: newTasks(), host: h, services: s, list: rowList{input: textfield.New("")}}
}

// Current implements [screens.Screen].
func (l *listScreen) Current(x stamp.Stamp) bool { return l.wanted(x) }

// updateList does what a new size and the mouse mean to every list of rows.
func (l *listScreen) updateList(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return l.table.describe()
	case tea.MouseMsg:
		if l.list.mouse(msg, l.firstRow()) {
			return l.table.open()
		}
		return l.table.describe()
	}
	return nil
}

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
		f.Lines = words.Group(int64(l.list.at+1)) + " of " + words.Group(int64(len(l.list.order)))
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
