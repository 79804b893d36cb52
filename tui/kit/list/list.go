// Package list, which changes without notice, is a panel of items to choose from, which what is typed narrows. It knows
// nothing of the program: what is done with an item, the item says itself, and whether the list is over then, its
// methods.
package list

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/textfield"
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
	// Past says until when the item was in use, and lets it match after those that are; "" when it is in use.
	Past string
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
	// Aside: the list does not count the item, such as one that chooses nothing.
	Aside bool
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

// List is a panel of items. What is typed narrows it to the items that contain all the typed words or, after these, to
// those whose names have all its letters in their order. What it says of itself must be safe to draw, see
// [cells.Sanitize].
type List struct {
	Cursor // among the items that match

	Noun  string // what an item is: "preset"
	Title string
	Hint  string // what may be typed, shown while nothing is
	Items []Item
	// Below are more items, behind the others, that are listed only while something is typed.
	Below []Item
	// Typed is called when what is typed has changed; nil for nothing.
	Typed func(text string) tea.Cmd
	// Head are the heads of the columns of the items; nil for none.
	Head func(width int) []draw.Cell
	// Context is where keys are looked up; 0 is InList.
	Context keymap.Context
	// Wide: the names say more than the texts, which are short.
	Wide bool
	// Counted: the title says how many items there are.
	Counted bool
	// ByParts: of a text that does not fit, whole parts are left out, which " · " stands between; else it is cut.
	ByParts bool
	// Columns: on a wide screen the items are in two columns.
	Columns bool
	// Lenience says which items match where none has all the typed words.
	Lenience Lenience
	// Missing is why no items are listed, where the list is not simply empty.
	Missing string
	// Bad is why something was refused, shown until the next key.
	Bad string
	// Extra makes items of the typed text, such as to save something under a new name; nil without one.
	Extra func(text string) []Item
	// Compare is done with the names of the items that are marked; nil where none can be.
	Compare func(names []string) (tea.Cmd, error)
	// Up is done by the key that deletes to the left where nothing is typed; nil: it leaves the list.
	Up Do
	// Sort brings the items into their next order; nil without one.
	Sort func()
	// Legend says what the columns of the items mean, a line each.
	Legend []string
	// Favour makes the item of a name a favourite, or no longer; nil without one.
	Favour func(name string) (tea.Cmd, error)

	nextOrder string // names the order that Sort brings; "" where it is not named

	Input  textfield.Field // what is typed; Begin makes it
	marked map[string]bool // the names of the items that are marked
	drawn  grid
	found  *matches // nil where they are to be looked for
}

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
	texts int  // of their widest text
}

// mostMeasured is of how many items that match the names are measured: more than anybody looks at.
const mostMeasured = 1000

// End says whether a list is over.
type End uint8

const (
	Open End = iota // it is not
	Left            // it was left without choosing
	done            // something was chosen
)

// wideText is how many cells the texts get at least beside names that say more.
const wideText = 18

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
	l.Counted = true
}

// SetMissing says why there is nothing to list.
func (l *List) SetMissing(why string) { l.Missing = why }

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
		if l.Lenience == Exact {
			found.items = ranked(all, text)
		} else {
			found.items, found.near = likely(all, text, l.Lenience == Loose)
		}
	}
	if l.Extra != nil {
		found.items = append(slices.Clip(found.items), l.Extra(typed)...)
	}

	for _, i := range slices.Concat(l.Items, found.items[:min(len(found.items), mostMeasured)]) {
		found.width = max(found.width, i.width())
		found.texts = max(found.texts, cells.Width(i.Text))
	}

	l.found = found
	return found
}

// Key takes a key; page is how many items are shown at a time.
func (l *List) Key(keys *keymap.Map, msg tea.KeyMsg, page int) (tea.Cmd, End) {
	action, _ := keys.Lookup(cmp.Or(l.Context, keymap.InList), msg.String())
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
		if l.Up != nil {
			return l.do(l.Up)
		}
		return nil, Left
	}

	l.Input.Key(action, msg)
	if l.Input.Text() == text {
		return nil, Open
	}

	l.Select(0)
	if l.Typed != nil {
		return l.Typed(l.Input.Text()), Open
	}
	return nil, Open
}

// takeSelected chooses the selected item.
func (l *List) takeSelected() (tea.Cmd, End) {
	i, ok := l.Selected()
	if !ok {
		l.Bad = "no " + l.Noun + " matches"
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
	l.Bad = humanize.Either(by > 0, "all below are sent whole", "all above are sent whole")
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
	if l.Compare == nil || !ok {
		l.Bad = "nothing can be marked here"
		return
	}
	l.marked[i.Name] = !l.marked[i.Name]
	l.Move(1)
}

// sortNext brings the items into their next order, where there is one.
func (l *List) sortNext() {
	if l.Sort == nil {
		l.Bad = "nothing is sorted here"
		return
	}
	l.Sort()
}

// favouriteSign follows the name of a favourite.
const favouriteSign = " +"

// shown is the name as it is drawn.
func (i *Item) shown() string {
	name := strings.TrimSuffix(cells.Sanitize(i.Name+" "+i.Past), " ")
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

// favouriteWord is what narrows a list to the favourites.
const favouriteWord = "favourite"

// favourSelected makes the selected item a favourite, or no longer.
func (l *List) favourSelected() tea.Cmd {
	i, ok := l.Selected()
	if l.Favour == nil || !ok {
		l.Bad = "nothing can be a favourite here"
		return nil
	}

	cmd, err := l.Favour(i.Name)
	if err != nil {
		l.Bad = cells.Sanitize(err.Error())
	}

	return cmd
}

// compareMarked compares the marked items, which ends the list unless it is refused.
func (l *List) compareMarked() (tea.Cmd, End) {
	if l.Compare == nil {
		l.Bad = "nothing can be compared here"
		return nil, Open
	}

	var names []string
	for _, i := range l.Items {
		if l.marked[i.Name] {
			names = append(names, i.Name)
		}
	}

	return l.do(func() (tea.Cmd, error) { return l.Compare(names) })
}

// TakeNamed chooses the item of a name, as if it had been typed.
func (l *List) TakeNamed(name string) (tea.Cmd, End) {
	l.Input.Set(name)
	items := l.Matching()
	at := slices.IndexFunc(items, func(i Item) bool { return i.Name == name })
	if at < 0 && l.Extra != nil {
		if more := l.Extra(name); len(more) > 0 {
			return l.choose(more[0])
		}
	}
	if at < 0 {
		l.Bad = strings.TrimSuffix(fmt.Sprintf("no %s is called %q; %s", l.Noun, cells.Sanitize(name), l.Hint), "; ")
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

// leastRows is how many rows a panel may take of any body: of a low one all, since there is something to choose.
const leastRows = 8

// Height is how many rows the panel takes of a body of body rows: one for the title and one for each item, but no more
// than two thirds of the body, or leastRows.
func (l *List) Height(body int) int {
	want := l.above() + max(len(l.Items), 1)
	if l.Extra != nil {
		want++
	}
	return min(want, max(body*2/3, min(body, leastRows)))
}

// above is how many rows are above the items: the title and the heads of columns.
func (l *List) above() int {
	if l.Head != nil {
		return 2
	}
	return 1
}

// twoColumns is the width, in cells, from which there are two columns of items where a list has columns: in fewer most
// of what is said of an item would be cut.
const twoColumns = 150

// columnCount is how many columns of items a screen of that width, in cells, and that many rows has: one, with the
// whole width, where one holds all items.
func (l *List) columnCount(width, rows int) int {
	if l.Columns && width >= twoColumns && len(l.Matching()) > rows {
		return 2
	}
	return 1
}

// Room is how many items are shown at a time when the panel is drawn in height rows on a screen so wide.
func (l *List) Room(width, height int) int {
	rows := max(height-l.above(), 1)
	return rows * l.columnCount(width, rows)
}

// Scroll brings the selected item into the part that is shown when the panel is drawn in height rows on a screen so
// wide.
func (l *List) Scroll(width, height int) {
	n := len(l.Matching())
	l.drawn = grid{rows: max(height-l.above(), 0)}
	columns := l.columnCount(width, l.drawn.rows)
	if columns > 1 {
		l.drawn.column = width / columns
	}
	l.ScrollOf(n, l.drawn.rows*columns)
}

// Rows draws the panel in at most height rows. The items go on in the second column, where there is one.
func (l *List) Rows(c draw.Canvas, height int) []string {
	items := l.Matching()
	room := max(height-l.above(), 0)
	at := l.AtOf(len(items))
	columns := l.columnCount(c.Width, room)
	top, _ := l.ShownOf(len(items), room*columns)
	rows := []string{c.PanelTitle(l.Title, l.matchWords(at, len(items)))}
	if len(items) == 0 {
		return append(rows, c.Line(themes.Dim, "   "+l.emptyText()))
	}

	column := c
	rest := c.Width % columns
	column.Width /= columns
	groupWidth := l.groupWidth(column.Width)
	column.Width -= groupWidth
	nameWidth := l.nameWidth(column.Width)
	if l.Head != nil {
		var b strings.Builder
		c.Put(&b, themes.Dim, strings.Repeat(" ", nameWidth))
		c.PutColumns(&b, l.Head(max(c.Width-nameWidth-1, 0)), max(c.Width-nameWidth, 0))
		rows = append(rows, b.String())
	}

	for k := top; k < min(top+room, len(items)); k++ {
		row := ""
		for i := k; i < k+columns*room; i += room {
			if i < len(items) {
				if groupWidth > 0 {
					begins := k == top || items[i-1].Group != items[i].Group
					row += groupCell(c, humanize.When(begins, items[i].Group), groupWidth)
				}
				row += l.itemRow(column, items[i], nameWidth, i == at, l.marked[items[i].Name])
			} else {
				row += strings.Repeat(" ", groupWidth+column.Width)
			}
		}

		rows = append(rows, row+strings.Repeat(" ", rest))
	}

	return rows
}

// groupWidth is how many cells of a column the groups get: 0 where there is little room, and while something is typed:
// the best match comes first then, so that a group would stand there several times.
func (l *List) groupWidth(column int) int {
	const least = 60 // cells of a column that has room for them
	if strings.TrimSpace(l.Input.Text()) != "" {
		return 0
	}

	widest := 0
	for _, i := range l.Items {
		widest = max(widest, cells.Width(i.Group))
	}
	if widest == 0 || column < least {
		return 0
	}

	return widest + 2
}

// groupCell is a group in width cells.
func groupCell(c draw.Canvas, group string, width int) string {
	var b strings.Builder
	c.Put(&b, themes.HelpHeading, " "+group)
	b.WriteString(strings.Repeat(" ", max(width-1-cells.Width(group), 0)))
	return b.String()
}

// matchWords say which of the items that match is selected, counted from 0, and how many do. Where the title has said
// how many there are and all do, it is the place alone.
func (l *List) matchWords(at, matching int) string {
	place, aside := l.placeWords(at)
	matching -= aside
	if l.Counted && matching+aside == len(l.Items) {
		return place + humanize.Group(int64(matching))
	}

	count := place + humanize.Count(int64(matching), l.Noun)
	if l.match().near {
		return "none is called so · spelled nearly so: " + count
	}
	return count + humanize.When(l.Counted, " listed")
}

// placeWords say which of the items that match is selected, counted from 0 without those that are counted by no list,
// and how many of these there are.
func (l *List) placeWords(at int) (place string, aside int) {
	before := 0
	items := l.Matching()
	for i, one := range items {
		if one.Aside {
			aside++
			if i < at {
				before++
			}
		}
	}

	switch {
	case aside == len(items):
	case items[at].Aside:
		place = "beside "
	default:
		place = humanize.Group(int64(at-before+1)) + " of "
	}
	return place, aside
}

// nameWidth is how many cells the names get of a column.
func (l *List) nameWidth(column int) int {
	most := column * 2 / 5
	if l.Wide {
		most = column - min(max(wideText, l.match().texts+2), column/2)
	}
	return min(l.match().width+3, max(most, 8), column)
}

// emptyText says why no item is shown.
func (l *List) emptyText() string {
	if len(l.Items) > 0 {
		return "no " + l.Noun + " matches"
	}
	return cmp.Or(l.Missing, strings.TrimSuffix("there is no "+l.Noun+"; "+l.Hint, "; "))
}

func (l *List) itemRow(c draw.Canvas, i Item, nameWidth int, selected, marked bool) string {
	var b strings.Builder
	role := themes.HelpKey
	sign := "   "
	textRole := themes.HelpText
	text := i.Text
	if i.Dim || i.Off != "" {
		role = themes.Dim
		textRole = themes.Dim
	}
	if selected {
		role = themes.OptionSelected
		sign = " ▸ "
	}
	if marked {
		sign = sign[:len(sign)-1] + "*"
	}

	room := max(c.Width-nameWidth, 0)
	if i.Sign != "" && nameWidth > cells.Width(sign+i.Sign) {
		signRole := i.SignRole
		if selected {
			signRole = role
		}

		c.Put(&b, role, sign)
		c.Put(&b, signRole, i.Sign)
		nameWidth -= cells.Width(sign + i.Sign)
		sign = " "
	}

	c.Put(&b, role, cells.Pad(cells.Truncate(sign+i.shown(), nameWidth, "…"), nameWidth))
	if i.Columns != nil && i.Off == "" {
		c.PutColumns(&b, i.Columns(max(room-1, 0)), room)
		return b.String()
	}

	text = "  " + cells.Sanitize(text)
	why := cells.Sanitize(" – now not: " + i.Off)
	if i.Off != "" && cells.Width(text+why) <= room {
		text += why
	}

	switch {
	case l.ByParts:
		text = partsIn(text, room)
	case l.Columns:
		text = clausesIn(text, room-1)
	}

	c.Put(&b, textRole, cells.Pad(cells.Truncate(text, room, "…"), room))
	return b.String()
}

// partSign stands between the parts of a text.
const partSign = " · "

// partsIn are the first parts of a text that fit into width cells, at least one.
func partsIn(text string, width int) string {
	for cells.Width(text) > width {
		end := strings.LastIndex(text, partSign)
		if end < 0 {
			break
		}
		text = text[:end]
	}
	return text
}

// clausesIn are the first clauses of a text that fit into width cells where that is much of them, else its first words,
// with a sign that more follow.
func clausesIn(text string, width int) string {
	if cells.Width(text) <= width || width < 2 {
		return cells.Truncate(text, max(width, 0), "…")
	}

	fits := cells.Truncate(text, width-1, "")
	for _, end := range []string{";", ":", ","} {
		if at := strings.LastIndex(fits, end+" "); at > 0 && 2*cells.Width(fits[:at]) >= width {
			return fits[:at] + "…"
		}
	}
	if at := strings.LastIndexByte(fits, ' '); at > 0 {
		return strings.TrimRight(fits[:at], " ") + "…"
	}

	return cells.Truncate(text, width, "…")
}

// Footer is the row in which is typed behind a sign, with the keys of the list.
func (l *List) Footer(c draw.Canvas, sign string, keys []bar.Hint) bar.Footer {
	return c.Footer(sign, &l.Input, l.Bad, l.Hint, keys)
}

// First reports whether the first item is selected, as it is until a person selects another.
func (l *List) First() bool { return l.At() == 0 }
