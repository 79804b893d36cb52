package list

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
)

// Do is what is done with an item. With an error it was refused: the list stays, and says why.
type Do func() (tea.Cmd, error)

// Item is something to choose. Its texts may be any: they are made safe to draw.
type Item struct {
	Name string
	Text string // about it, in a line
	More string // about it, where there is room for more than its line; "" for the text
	Off  string // why it cannot be chosen now; "" when it can
	Path string // of the file or the folder that the item stands for; "" for none
	// Words are other words that the item is found by, in lower case, the most telling first; "" for none.
	Words string
	Take  Do
	// Retired says of an item that is no longer in use until when it was, as "until 2.1.3"; "" for one in use. Items in
	// use match before it.
	Retired string
	// Columns, where it is set, stand in the place of the text, in width cells. What is typed is still looked for in
	// the text.
	Columns func(width int) []draw.Cell
	// Favourite: the item is one of those that a person has chosen to have at hand.
	Favourite bool
	// Sign is one cell before the name that says something of the item, in a role's look; "" for none.
	Sign     string
	SignRole themes.Role
	// Dim: the item matters less than others. It can be chosen.
	Dim bool
	// Uncounted: the list does not count the item, such as one that chooses nothing.
	Uncounted bool
	// Lacks: something of the item is missing. Keys of the list's own context go from one such item to the next.
	Lacks bool
	// Group is what the item belongs to, in a word or two: it stands before the first item of each group, where there
	// is room. "" for none.
	Group string
	// Fill is what completing types in the place of what was typed; "" for nothing.
	Fill string
	// Also is what the keys of the list's own context do with the item; nil where it has none.
	Also map[keymap.Action]Do
}

// favouriteSign follows the name of a favourite.
const favouriteSign = " +"

// shown is the name as it is drawn.
func (i *Item) shown() string {
	name := strings.TrimSuffix(cells.Sanitize(i.Name+" "+i.Retired), " ")
	if i.Favourite {
		name += favouriteSign
	}
	return name
}

// width is how many cells the name takes, with the sign before it.
func (i *Item) width() int {
	width := cells.Width(i.shown())
	if i.Sign != "" {
		width += cells.Width(i.Sign + " ")
	}
	return width
}
