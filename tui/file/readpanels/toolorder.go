package readpanels

import (
	"cmp"
	"math"
	"slices"

	"eyeline/reader/tools"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// toolOrder is the order of the list of all tools.
type toolOrder uint8

const (
	toolsByAgent toolOrder = iota // those of an agent together
	leastFirst                    // what gives least of the file, refusals before that
	cheapestFirst
	toolOrders
)

func (o toolOrder) String() string {
	return [...]string{"by agent", "the worst first", "the fewest tokens first"}[o]
}

// toolTable is the open list of all tools: its panel, its rows by the names of the tools, and their order.
type toolTable struct {
	panel *overlay.ListPanel
	shown toolRows
	rows  map[string]toolRow
	order toolOrder
}

// next brings the tools into the next order, and says in the title which one that is.
func (t *toolTable) next(width int) {
	t.order = (t.order + 1) % toolOrders
	t.panel.Retitle(t.shown.titleIn(width, t.order))
	t.sort()
	t.panel.Select(1) // the first tool
}

// put fills in the row of a tool.
func (t *toolTable) put(name string, row toolRow, about string) {
	t.rows[name] = row
	at := slices.IndexFunc(t.panel.Items, func(i list.Item) bool { return i.Name == name })
	t.panel.Put(at, row.item(t.panel.Items[at], about))
	if t.order != toolsByAgent {
		t.sort()
	}
}

// sort brings the items into their order: that no tool is on comes first, and tools without the mode last.
func (t *toolTable) sort() {
	items := slices.Clone(t.panel.Items)
	byAgents := t.shown.order(byAgent(tools.Every()))
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
func (t *toolTable) rank(name string, row *toolRow) float64 {
	switch {
	case name == noToolName:
		return math.Inf(-1)
	case !row.known && row.why != "": // it has no such mode
		return math.Inf(1)
	case t.order == toolsByAgent:
		return 0
	case !row.known:
		return math.MaxFloat64
	case t.order == leastFirst:
		return row.given()
	case row.cost == 0: // it is not known what it costs, or it gives nothing
		return math.MaxFloat64 / 2
	}
	return float64(row.cost)
}

// given is how good a row is: below 0 for a refusal, then by the part of the file that it gives; of two that give all,
// the one that is cut or silent is worse.
func (t *toolRow) given() float64 {
	const refused, whole = -1, 2
	switch {
	case t.standing == standsRefused:
		return refused
	case t.standing == standsWhole:
		return whole
	}
	return t.part
}
