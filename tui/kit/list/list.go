// Package list, which changes without notice, is a panel of items to choose from, which what is typed narrows. It does
// not know what its items stand for: what is done with one says the item, what is done with several the [Config].
package list

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/textfield"
)

// Config says what a list is, for as long as it is open.
type Config struct {
	Noun string // what an item is: "preset"
	Hint string // what may be typed, shown while nothing is
	// Context is where keys are looked up; 0 is InList.
	Context keymap.Context
	// Lenience says which items match where none has all the typed words.
	Lenience Lenience

	// Head are the heads of the columns of the items; nil for none.
	Head func(width int) []draw.Cell
	// Legend says what the columns of the items mean, a line each.
	Legend []string
	// Wide: the names say more than the texts, which are short.
	Wide bool
	// ByParts: of a text that does not fit, whole parts are left out, which " · " stands between; else it is cut.
	ByParts bool
	// Columns: on a wide screen the items are in two columns.
	Columns bool

	// Typed is called when what is typed has changed; nil for nothing.
	Typed func(text string) tea.Cmd
	// Extra makes items of the typed text, such as to save something under a new name; nil without one. They stand
	// behind the items that match or, with ExtraFirst, before them.
	Extra      func(text string) []Item
	ExtraFirst bool
	// Compare is done with the names of the items that are marked; nil where none can be.
	Compare func(names []string) (tea.Cmd, error)
	// Up is done by the key that deletes to the left where nothing is typed; nil: it leaves the list.
	Up Do
	// Sort brings the items into their next order; nil without one.
	Sort func()
	// Favour makes the item of a name a favourite, or no longer; nil without one.
	Favour func(name string) (tea.Cmd, error)
	// Whole says of items that they lack nothing: "sent whole".
	Whole string
}

// List is a panel of items. What is typed narrows it to the items that contain all the typed words or, after these, to
// those whose names have all its letters in their order. What it says of itself must be safe to draw, see
// [cells.Sanitize].
type List struct {
	Cursor // among the items that match
	Config Config

	Title string
	Items []Item
	Below []Item          // more items, behind the others, that are listed only while something is typed
	Input textfield.Field // what is typed; Begin makes it
	Bad   string          // why something was refused, shown until the next key

	counted   bool   // the title says how many items there are
	missing   string // why no items are listed, where the list is not simply empty
	nextOrder string // names the order that Config.Sort brings; "" where it is not named

	marked map[string]bool // the names of the items that are marked
	drawn  grid
	found  *matches // nil where they are to be looked for
}

// New is a list without items.
func New(title string, config Config) List { return List{Title: title, Config: config} }

// grid is how the items that are shown lie on the screen.
type grid struct {
	rows   int // how many rows of items there are
	column int // where the second column of items begins, in cells; 0 when there is one column
}

// at is which of the items that are shown lies in a row, counted from 0, and at a column of the screen. It is false
// below the items.
func (g grid) at(x, row int) (k int, ok bool) {
	if row < 0 || row >= g.rows {
		return 0, false
	}
	if g.column > 0 && x >= g.column {
		row += g.rows
	}
	return row, true
}

// matches are the items that match what is typed.
type matches struct {
	text  string // what was typed
	of    int    // how many items there were, with those below
	items []Item
	near  bool // they only have words that are spelled nearly as what was typed
	width int  // of the widest name of all items, in cells: the column stays where it is while a person types
	texts int  // of the widest text of those that match
}

// maxMeasured is of how many items that match the names are measured: more than anybody looks at.
const maxMeasured = 1000

// End says whether a list is over.
type End uint8

const (
	Open End = iota // it is not
	Left            // it was left without choosing
	done            // something was chosen
)

// Begin begins with nothing typed, and with the item of a name selected where there is one.
func (l *List) Begin(name string) {
	l.Input = textfield.New("")
	l.marked = map[string]bool{}
	l.Select(slices.IndexFunc(l.Items, func(i Item) bool { return i.Name == name }))
}

// Selected is the selected item; false when none matches.
func (l *List) Selected() (Item, bool) {
	items := l.Matching()
	if len(items) == 0 {
		return Item{}, false
	}
	return items[l.AtOf(len(items))], true
}

// Offer lists other items.
func (l *List) Offer(items []Item) {
	l.found = nil
	l.Items = items
}

// Reorder lists the items in another order. The selected one stays selected.
func (l *List) Reorder(items []Item) {
	was, ok := l.Selected()
	l.Offer(items)
	if ok {
		l.Select(slices.IndexFunc(l.Matching(), func(i Item) bool { return i.Name == was.Name }))
	}
}

// OfferBelow lists more items behind the others, while something is typed.
func (l *List) OfferBelow(items []Item) {
	l.found = nil
	l.Below = items
}

// Put puts an item in the place of one, by its index.
func (l *List) Put(at int, item Item) {
	l.found = nil
	l.Items[at] = item
}

// AddToTitle says one thing more in the title.
func (l *List) AddToTitle(text string) { l.Title += " · " + text }

// Retitle gives the list another title.
func (l *List) Retitle(title string) { l.Title = title }

// NameOrder names the order into which the items are brought next.
func (l *List) NameOrder(next string) { l.nextOrder = next }

// NextOrder names the order into which the items are brought next; "" where it is not named.
func (l *List) NextOrder() string { return l.nextOrder }

// SetCount says in the title how many items there are.
func (l *List) SetCount(title string) {
	l.Title = title
	l.counted = true
}

// SetMissing says why there is nothing to list.
func (l *List) SetMissing(why string) { l.missing = why }

// Refuse says until the next key why something was refused.
func (l *List) Refuse(why string) { l.Bad = why }

// Matching lists the items that match what is typed, the best first; see [ranked].
func (l *List) Matching() []Item { return l.match().items }

// match finds the items that match what is typed. Each key and each draw asks several times; they are looked for once.
func (l *List) match() *matches {
	typed := l.Input.Text()
	of := len(l.Items) + len(l.Below)
	if l.found != nil && l.found.text == typed && l.found.of == of {
		return l.found
	}

	found := &matches{text: typed, of: of, items: l.Items}
	if text := strings.TrimSpace(typed); text != "" {
		all := slices.Concat(l.Items, l.Below)
		if l.Config.Lenience == exact {
			found.items = ranked(all, text)
		} else {
			found.items, found.near = likely(all, text, l.Config.Lenience == SomeWords)
		}
	}
	if l.Config.Extra != nil {
		extra := l.Config.Extra(typed)
		if l.Config.ExtraFirst {
			found.items = slices.Concat(extra, found.items)
		} else {
			found.items = slices.Concat(found.items, extra)
		}
	}

	matching := found.items[:min(len(found.items), maxMeasured)]
	for _, i := range slices.Concat(l.Items, matching) {
		found.width = max(found.width, i.width())
	}
	for _, i := range matching {
		found.texts = max(found.texts, cells.Width(i.Text))
	}

	l.found = found
	return found
}

// Key takes a key; page is how many items are shown at a time.
func (l *List) Key(keys *keymap.Map, msg tea.KeyMsg, page int) (tea.Cmd, End) {
	action, _ := keys.Lookup(cmp.Or(l.Config.Context, keymap.InList), msg.String())
	l.Bad = ""
	if i, ok := l.Selected(); ok && i.Also[action] != nil {
		return l.do(i.Also[action])
	}

	if n, ok := draw.Steps(action, max(page+1-l.above(), 1)); ok {
		l.Move(n)
		return nil, Open
	}

	switch action {
	case keymap.LeaveList:
		return nil, Left
	case keymap.TakeItem:
		return l.takeSelected()
	case keymap.NextLacking:
		l.toLacking(1)
	case keymap.PrevLacking:
		l.toLacking(-1)
	case keymap.MarkItem:
		l.mark()
	case keymap.SortItems:
		l.sortNext()
	case keymap.Favourite:
		return l.favourSelected(), Open
	case keymap.CompareMarked:
		return l.compareMarked()
	default:
		return l.typeKey(action, msg)
	}

	return nil, Open
}

// typeKey takes a key of the text that narrows the list. To delete in an empty one goes up or leaves the list.
func (l *List) typeKey(action keymap.Action, msg tea.KeyMsg) (tea.Cmd, End) {
	text := l.Input.Text()
	if text == "" && action == keymap.DeleteLeft {
		if l.Config.Up != nil {
			return l.do(l.Config.Up)
		}
		return nil, Left
	}

	l.Input.Key(action, msg)
	if l.Input.Text() == text {
		return nil, Open
	}

	l.Select(0)
	if l.Config.Typed != nil {
		return l.Config.Typed(l.Input.Text()), Open
	}
	return nil, Open
}

// takeSelected chooses the selected item.
func (l *List) takeSelected() (tea.Cmd, End) {
	i, ok := l.Selected()
	if !ok {
		l.Bad = "no " + l.Config.Noun + " matches"
		return nil, Open
	}
	return l.choose(i)
}

// toLacking selects the next item below (by 1) or above (by -1) that lacks something.
func (l *List) toLacking(by int) {
	items := l.Matching()
	for at := l.AtOf(len(items)) + by; at >= 0 && at < len(items); at += by {
		if items[at].Lacks {
			l.Select(at)
			return
		}
	}
	l.Bad = "all " + humanize.Either(by > 0, "below", "above") + " are " + l.Config.Whole
}

func (l *List) choose(i Item) (tea.Cmd, End) {
	if i.Off != "" {
		l.Bad = cells.Sanitize(i.Off)
		return nil, Open
	}
	return l.do(i.Take)
}

// do does something with an item, which ends the list unless it is refused.
func (l *List) do(what Do) (tea.Cmd, End) {
	cmd, err := what()
	if err != nil {
		l.Bad = cells.Sanitize(err.Error())
		return nil, Open
	}
	return cmd, done
}

// mark marks the selected item, or takes its mark away, and goes on to the next one.
func (l *List) mark() {
	i, ok := l.Selected()
	if l.Config.Compare == nil || !ok {
		l.Bad = "nothing can be marked here"
		return
	}
	l.marked[i.Name] = !l.marked[i.Name]
	l.Move(1)
}

// sortNext brings the items into their next order, where there is one.
func (l *List) sortNext() {
	if l.Config.Sort == nil {
		l.Bad = "nothing is sorted here"
		return
	}
	l.Config.Sort()
}

// favouriteWord is what narrows a list to the favourites.
const favouriteWord = "favourite"

// favourSelected makes the selected item a favourite, or no longer.
func (l *List) favourSelected() tea.Cmd {
	i, ok := l.Selected()
	if l.Config.Favour == nil || !ok {
		l.Bad = "nothing can be a favourite here"
		return nil
	}

	cmd, err := l.Config.Favour(i.Name)
	if err != nil {
		l.Bad = cells.Sanitize(err.Error())
	}

	return cmd
}

// compareMarked compares the marked items, which ends the list unless it is refused.
func (l *List) compareMarked() (tea.Cmd, End) {
	if l.Config.Compare == nil {
		l.Bad = "nothing can be compared here"
		return nil, Open
	}

	var names []string
	for _, i := range l.Items {
		if l.marked[i.Name] {
			names = append(names, i.Name)
		}
	}

	return l.do(func() (tea.Cmd, error) { return l.Config.Compare(names) })
}

// TakeNamed chooses the item of a name, as if it had been typed.
func (l *List) TakeNamed(name string) (tea.Cmd, End) {
	l.Input.Set(name)
	items := l.Matching()
	at := slices.IndexFunc(items, func(i Item) bool { return i.Name == name })
	if at < 0 && l.Config.Extra != nil {
		if more := l.Config.Extra(name); len(more) > 0 {
			return l.choose(more[0])
		}
	}
	if at < 0 {
		why := fmt.Sprintf("no %s is called %q", l.Config.Noun, cells.Sanitize(name))
		l.Bad = strings.TrimSuffix(why+"; "+l.Config.Hint, "; ")
		return nil, Open
	}

	return l.choose(items[at])
}

// Move selects the item n further down, or up where n is negative, as far as there is one.
func (l *List) Move(n int) {
	l.MoveOf(n, len(l.Matching()))
}

// Click takes a click on a row of the panel, counted from 0 at the title, and a column of the screen: it selects an
// item, and chooses one that is selected.
func (l *List) Click(x, row int) (tea.Cmd, End) {
	k, ok := l.drawn.at(x, row-l.above())
	if !ok {
		return nil, Open
	}

	n := len(l.Matching())
	at, ok := l.Point(k, n)
	switch {
	case !ok:
		return nil, Open
	case at != l.AtOf(n):
		l.Select(at)
		return nil, Open
	}

	return l.takeSelected()
}
