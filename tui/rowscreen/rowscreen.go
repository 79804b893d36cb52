// Package rowscreen is what screens have in common that list rows to choose from: the field that narrows them,
// moving, the mouse, and what is drawn where.
package rowscreen

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/draw"
	"eyeline/tui/humanize"
	"eyeline/tui/jobs"
	"eyeline/tui/screens"
	"eyeline/tui/textfield"
)

// Table is what the rows of one screen say, and what its keys do.
type Table interface {
	// Title is the row above all others.
	Title() string
	// Notes are the rows below the title, on a screen of so many rows.
	Notes(height int) []string
	// Noun says what is listed, and hint what can be typed.
	Noun() (noun, hint string)
	// Columns are those of a row, or, below 0, their headings.
	Columns(row int) []draw.Cell
	// EmptyText says why there are no rows; "" when there are.
	EmptyText() string
	// Narrow looks for the rows that match what is typed.
	Narrow() tea.Cmd
	// Open opens the selected row, sort changes the order of the rows, and calls shows those of the transcript.
	// leave goes back.
	Open() tea.Cmd
	Sort() tea.Cmd
	Calls() tea.Cmd
	Back() tea.Cmd
	// Reveal reads what is not known yet of the rows that have come onto the screen.
	Reveal() tea.Cmd
}

// Screen is what every screen that is a list of rows has. Its Table is the screen that it is a part of.
type Screen struct {
	Jobs  *jobs.Set
	Host  screens.Host
	List  rows
	Table Table
}

// New is a screen without rows. Its Table is to be set.
func New(h screens.Host) Screen {
	return Screen{Jobs: jobs.NewSet(owner{}), Host: h, List: rows{Input: textfield.New("")}}
}

// owner is of jobs that are about no document.
type owner struct{}

func (owner) Side(jobs.Bytes) uint64    { return 0 }
func (owner) Progress(jobs.Kind) string { return "" }

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

// Back goes back to the screen behind this one.
func (l *Screen) Back() tea.Cmd { return l.Host.Leave() }

// From how many rows of a screen on each of the rows above the list is drawn.
const (
	roomForField = 3
	roomForTitle = 4
	roomForHeads = 6
)

// above are the rows above the list on a screen of so many rows.
func (l *Screen) above(height int) []string {
	var rows []string
	if height >= roomForTitle {
		rows = append(rows, l.Table.Title())
	}
	rows = append(rows, l.Table.Notes(height)...)
	if height >= roomForField {
		noun, hint := l.Table.Noun()
		rows = append(rows, l.Canvas().Field(noun+": ", &l.List.Input, "", hint))
	}
	if height >= roomForHeads {
		rows = append(rows, l.Canvas().Columns(false, l.Table.Columns(-1)))
	}
	return rows
}

// Rows implements [screens.Screen].
func (l *Screen) Rows(height int) []string {
	rows := l.above(height)
	if text := l.Table.EmptyText(); text != "" {
		return append(rows, l.Canvas().Line(themes.Dim, "  "+text))
	}
	from, to := l.List.visible(height - len(rows))
	for k := from; k < to; k++ {
		rows = append(rows, l.Canvas().Columns(k == l.List.At, l.Table.Columns(l.List.Order[k])))
	}
	return rows
}

// FirstRow is the row of the screen that the first row of the list is in.
func (l *Screen) FirstRow() int {
	height := l.Host.Height()
	rows := len(l.Table.Notes(height))
	for _, least := range []int{roomForTitle, roomForField, roomForHeads} {
		if height >= least {
			rows++
		}
	}
	return rows
}

// Room is how many rows of the list there is room for.
func (l *Screen) Room() int { return max(l.Host.Height()-l.FirstRow(), 0) }

// Settle implements [screens.Screen].
func (l *Screen) Settle() { l.List.place(l.Room()) }

func (l *Screen) Canvas() draw.Canvas { return l.Host.Canvas() }

// KeyName is an action's first key for a person.
func (l *Screen) KeyName(a keymap.Action) string { return screens.KeyName(l.Host.Keys(), a) }

// Hint is a key of an action with a word for the footer.
func (l *Screen) Hint(a keymap.Action, word string) bar.Hint {
	return screens.Hint(l.Host.Keys(), a, word)
}

// FooterOf is the footer of a list of rows: its keys, and which row is selected.
func (l *Screen) FooterOf(running string, hints ...bar.Hint) bar.Footer {
	hints = append(hints, l.Hint(keymap.LeaveList, "leave"), l.Hint(keymap.RecordHelp, "help"))
	f := bar.Footer{Running: running, Keys: hints}
	if len(l.List.Order) > 0 {
		f.Lines = humanize.Group(int64(l.List.At+1)) + " of " + humanize.Group(int64(len(l.List.Order)))
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
