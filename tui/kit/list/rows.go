package list

import (
	"cmp"
	"strings"

	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// leastRows is how many rows a panel may take of any body: of a low one all, since there is something to choose.
const leastRows = 8

// Height is how many rows the panel takes of a body of body rows: one for the title and one for each item, but no more
// than two thirds of the body, or leastRows.
func (l *List) Height(body int) int {
	want := l.above() + max(len(l.Items), 1)
	if l.Config.Extra != nil {
		want++
	}
	return min(want, max(body*2/3, min(body, leastRows)))
}

// above is how many rows are above the items: the title and the heads of columns.
func (l *List) above() int {
	if l.Config.Head != nil {
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
	if l.Config.Columns && width >= twoColumns && len(l.Matching()) > rows {
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
	if l.Config.Head != nil {
		var b strings.Builder
		c.Put(&b, themes.Dim, strings.Repeat(" ", nameWidth))
		c.PutColumns(&b, false, l.Config.Head(max(c.Width-nameWidth-1, 0)), max(c.Width-nameWidth, 0))
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
	if l.counted && matching+aside == len(l.Items) {
		return place + humanize.Group(int64(matching))
	}

	count := place + humanize.Count(int64(matching), l.Config.Noun)
	if l.match().near {
		return "none is called so · spelled nearly so: " + count
	}
	return count + humanize.When(l.counted, " listed")
}

// placeWords say which of the items that match is selected, counted from 0 without those that are counted by no list,
// and how many of these there are.
func (l *List) placeWords(at int) (place string, aside int) {
	before := 0
	items := l.Matching()
	for i, one := range items {
		if one.Uncounted {
			aside++
			if i < at {
				before++
			}
		}
	}

	switch {
	case aside == len(items):
	case items[at].Uncounted:
		place = "beside "
	default:
		place = humanize.Group(int64(at-before+1)) + " of "
	}
	return place, aside
}

// wideText is how many cells the texts get at least beside names that say more.
const wideText = 18

// nameWidth is how many cells the names get of a column.
func (l *List) nameWidth(column int) int {
	most := column * 2 / 5
	if l.Config.Wide {
		most = column - min(max(wideText, l.match().texts+2), column/2)
	}
	return min(l.match().width+3, max(most, 8), column)
}

// emptyText says why no item is shown.
func (l *List) emptyText() string {
	if len(l.Items) > 0 {
		return "no " + l.Config.Noun + " matches"
	}
	return cmp.Or(l.missing, strings.TrimSuffix("there is no "+l.Config.Noun+"; "+l.Config.Hint, "; "))
}

// selectedRole is how the text of the item is drawn while it is selected.
func (i Item) selectedRole() themes.Role {
	if i.Off != "" {
		return themes.OptionOff
	}
	return themes.OptionSelected
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
		textRole = i.selectedRole()
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
		c.PutColumns(&b, selected, i.Columns(max(room-1, 0)), room)
		return b.String()
	}

	text = "  " + cells.Sanitize(text)
	why := cells.Sanitize(" – now not: " + i.Off)
	if i.Off != "" && cells.Width(text+why) <= room {
		text += why
	}

	switch {
	case l.Config.ByParts:
		text = partsIn(text, room)
	case l.Config.Columns:
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
	return c.Footer(sign, &l.Input, l.Bad, l.Config.Hint, keys)
}

// First reports whether the first item is selected, as it is until a person selects another.
func (l *List) First() bool { return l.At() == 0 }
