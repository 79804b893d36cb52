package toollist

import (
	"cmp"
	"math"
	"slices"

	"eyeline/reader/tools"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// NoToolName names the row that turns the tool off.
const NoToolName = "none"

// order is how the list of all tools is sorted.
type order uint8

const (
	agentsFirst   order = iota // the tools of an agent together
	leastFirst                 // refusals, then the tool that gives least of the file
	cheapestFirst              // the tools that give the whole file, for the fewest tokens first
	orders                     // how many orders there are
)

func (o order) String() string {
	return [...]string{"by agent", "worst first", "cheapest first"}[o]
}

// Table is the open list of all tools. It keeps what is known of each tool beside the item that shows it, to sort by.
type Table struct {
	Shown Rows

	panel *overlay.ListPanel
	rows  map[string]Row // keyed by the name of the tool
	order order
	width int // of the screen, in cells, when the title was made
	first int // how many items that are no tools come first
}

// NoTool is the item that turns the tool off by take.
func NoTool(take list.Do) list.Item {
	off := Row{gets: "as text", why: "no tool is on: the file is paged as text"}
	return off.item(list.Item{Name: NoToolName, More: off.why, Uncounted: true, Take: take}, "")
}

// Open fills a panel that has no items yet, on a screen that is width cells wide: with the items of first, which are no
// tools, and with what item makes of each tool. The columns of tools are added here; only those of [Rows.Blank] are
// known so far.
func Open(
	panel *overlay.ListPanel, shown Rows, width int, first []list.Item, item func(*tools.Tool) list.Item,
) *Table {
	t := &Table{Shown: shown, panel: panel, rows: map[string]Row{}, first: len(first)}
	items := slices.Clone(first)
	for _, tool := range shown.Tools() {
		row := shown.Blank(tool)
		t.rows[tool.Name] = row
		one := item(tool)
		one.Uncounted = tool.OtherVersion()
		items = append(items, row.item(one, describe(tool)))
	}

	panel.Offer(items)
	t.retitle(width)
	return t
}

// Next sorts the tools in the next order, names that in the title, and selects the first tool.
func (t *Table) Next(width int) {
	t.order = (t.order + 1) % orders
	t.retitle(width)
	t.sort()
	t.panel.Select(t.first)
}

// Fill puts what is now known of a tool into its row.
func (t *Table) Fill(tool *tools.Tool, row Row) {
	t.rows[tool.Name] = row
	at := slices.IndexFunc(t.panel.Items, func(i list.Item) bool { return i.Name == tool.Name })
	t.panel.Put(at, row.item(t.panel.Items[at], describe(tool)))
	t.retitle(t.width)
	if t.order != agentsFirst {
		t.sort()
	}
}

// retitle names the order in the title, and how many tools give less than all. The key of the next order says which
// one that is.
func (t *Table) retitle(width int) {
	t.width = width
	t.panel.Retitle(t.Shown.title(width, t.less(), t.running(), t.order))
	t.panel.NameOrder(((t.order + 1) % orders).String())
}

// less counts the tools of which it is known by now that they give less than the whole file, or than the whole
// declaration around an anchor.
func (t *Table) less() int {
	n := 0
	for _, row := range t.rows {
		if row.standing == standsPart || row.standing == standsRefused {
			n++
		}
	}
	return n
}

// running counts the tools that are not read yet.
func (t *Table) running() int {
	n := 0
	for _, row := range t.rows {
		if !row.known && row.why == "" {
			n++
		}
	}
	return n
}

// sort sorts the items: those that are no tools come first, tools without the mode come last.
func (t *Table) sort() {
	items := slices.Clone(t.panel.Items)
	byAgents := t.Shown.Tools()
	place := func(name string) int {
		return slices.IndexFunc(byAgents, func(one *tools.Tool) bool { return one.Name == name })
	}
	slices.SortStableFunc(items, func(a, b list.Item) int {
		x := t.rows[a.Name]
		y := t.rows[b.Name]
		return cmp.Or(cmp.Compare(t.rank(a.Name, &x), t.rank(b.Name, &y)), cmp.Compare(place(a.Name), place(b.Name)))
	})
	t.panel.Reorder(items)
}

// rank is lower for a row that comes first.
func (t *Table) rank(name string, row *Row) float64 {
	_, isTool := t.rows[name]
	switch {
	case !isTool:
		return math.Inf(-1)
	case !row.known && row.why != "": // it has no such mode
		return math.Inf(1)
	case t.order == agentsFirst:
		return 0
	case !row.known:
		return math.MaxFloat64
	case t.order == leastFirst:
		return row.given()
	}

	return row.price(t.Shown.Mode)
}

// price is lower for a tool that gives the whole file for fewer tokens. After those come the tools that lack something
// after all calls, and last those whose price is not known. In a mode that reads no whole file it is what the one call
// costs.
func (t *Row) price(mode tools.Mode) float64 {
	const lacking = 1e15 // more tokens than any file has
	tokens := float64(t.total)
	switch {
	case (mode != tools.ModeSlice || t.beside) && t.cost > 0:
		return float64(t.cost)
	case mode != tools.ModeSlice, t.total == 0:
		return math.MaxFloat64 / 2
	case t.lack != "" || t.calls == "1" && t.part < 1:
		return lacking + tokens
	}

	return tokens
}

// given is how good a row is: below 0 for a refusal, then by the part of the file that it gives; of two that give all,
// the one that is cut or silent is worse.
func (t *Row) given() float64 {
	const refused, whole = -1, 2
	switch {
	case t.standing == standsRefused:
		return refused
	case t.standing == standsWhole:
		return whole
	}
	return t.part
}
