// Package toollist, which changes without notice, makes the rows of the list of all tools: what each tool gives of the
// file on the screen, in columns, and the order in which the tools are listed.
package toollist

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/outline"
	"eyeline/reader/source"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/tui/file/blockreasons"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/humanize"
)

// Rows says what the rows of the list are about: in slice mode what the first call of each tool gives, in another mode
// what each tool gives at the place of the current window.
type Rows struct {
	Mode  tools.Mode
	About string       // the first words of the title
	Hint  string       // what can be typed to find rows
	Name  string       // of the file; with File only in block mode, where the rows compare blocks with declarations
	File  source.Bytes // the bytes in which declarations are looked for
	// Beside is the tool that those of the list are compared with: the rows say which lines each shares with that. It
	// is "" in a list that compares with no tool.
	Beside string
	// Only says of a tool whether it is listed; nil where all are.
	Only func(*tools.Tool) bool
}

// Tools returns the tools of the list in the order in which it opens: those that have the mode first, those of an agent
// next to each other.
func (w Rows) Tools() []*tools.Tool {
	all := byAgent(tools.AllVersions())
	if w.Only != nil {
		all = slices.DeleteFunc(all, func(t *tools.Tool) bool { return !w.Only(t) })
	}
	return w.modeFirst(all)
}

// modeFirst puts the tools that have the mode before the others.
func (w Rows) modeFirst(all []*tools.Tool) []*tools.Tool {
	has := slices.DeleteFunc(slices.Clone(all), w.LacksMode)
	return append(has, slices.DeleteFunc(all, func(t *tools.Tool) bool { return !w.LacksMode(t) })...)
}

// LacksMode reports whether a tool gives nothing in the mode of the rows.
func (w Rows) LacksMode(t *tools.Tool) bool {
	return w.Mode != tools.ModeSlice && !toolrequest.HasMode(t, w.Mode)
}

// Blank returns the row of a tool that is not read yet. A tool without the mode is never read: its row says so.
func (w Rows) Blank(t *tools.Tool) Row {
	row := Row{mode: w.Mode, agent: t.Origin.Agent, modes: modesOf(t), lacksMode: w.LacksMode(t)}
	row.beside = w.Beside != ""
	if row.lacksMode {
		row.gets = "no " + w.Mode.String()
		row.why = "has no " + w.Mode.String() + " mode"
	}
	return row
}

// Read returns the row of a tool whose call read r. In block mode it looks for the declaration around the anchor, to
// say how much of that the block has.
func (w Rows) Read(ctx context.Context, r *preview.Reading, t *tools.Tool) (Row, error) {
	row := ofReading(r)
	row.mode = w.Mode
	row.agent = t.Origin.Agent
	row.modes = modesOf(t)
	if w.Mode != tools.ModeBlock || row.why != "" {
		return row, nil
	}

	row.standing = standsWhole
	row.block = none
	row.gets = none
	if r.Window.First == 0 {
		row.lines = 0
		return row, nil
	}

	d, _, err := outline.Around(ctx, w.Name, w.File, r.Window.Anchor)
	if err != nil {
		return Row{}, err
	}

	if d != nil {
		m := d.Without(r.Window.First, r.Window.Last)
		row.gets = blockreasons.Lacks(m)
		if !m.Whole() {
			row.standing = standsPart
		}
	}

	row.lines = r.Window.Lines()
	row.block = humanize.Lines(r.Window.First, r.Window.Last)
	return row, nil
}

// modesOf are the modes of a tool besides that of lines, which all have, in words.
func modesOf(t *tools.Tool) string {
	var words []string
	for _, mode := range []tools.Mode{tools.ModeBlock, tools.ModeBytes} {
		if toolrequest.HasMode(t, mode) {
			words = append(words, mode.String())
		}
	}
	return strings.Join(words, " ")
}

// NotRead returns the row of a tool whose reading failed: not of a call that the tool refuses.
func (w Rows) NotRead(t *tools.Tool, err error) Row {
	row := w.Blank(t)
	row.gets = "not read"
	row.why = "cannot be read: " + err.Error()
	return row
}

// title returns the list's title for a width in cells. less is the number of tools known to give less than the whole
// file, running the number of those not read yet. Both, and the order of the tools, come before what the columns show,
// since a narrow screen cuts the end off.
func (w Rows) title(width, less, running int, order order) string {
	const roomForWhat, roomForAll, roomForCalls = 60, 76, 90 // cells
	if width < roomForWhat {
		return "tools, " + order.String()
	}

	title := w.About
	if less > 0 && width < roomForAll {
		title = "tools"
	}
	if less > 0 {
		title += fmt.Sprintf(" · %d %s", less, humanize.Either(less == 1, "gives less", "give less"))
		if width >= roomForCalls {
			title += " than " + w.all()
		}
		title += humanize.When(running > 0, " so far")
	}
	if running > 0 {
		title += fmt.Sprintf(" · %d running", running)
	}

	title += " · " + order.String()
	if width < roomForCalls {
		return title
	}

	title += " · tokens by " + tokens.Vocabulary
	if w.Mode == tools.ModeSlice && w.Beside == "" {
		title += " · calls to the end"
	}

	return title
}

// all is what a tool gives that gives no less than all.
func (w Rows) all() string {
	switch {
	case w.Beside != "":
		return w.Beside
	case w.Mode == tools.ModeBlock:
		return "the whole function"
	}
	return "the whole file"
}

// Legend says what the columns mean.
func (w Rows) Legend() []string {
	switch {
	case w.Beside != "":
		return w.besideLegend()
	case w.Mode == tools.ModeSlice:
		return []string{
			"not sent by call 1: the share of the bytes left out · lines: those sent",
			"calls: how many read to its end · never sent: what none of them gives",
			"1st tokens: what the first call costs · all tokens: what all these calls do",
		}
	case w.Mode == tools.ModeBlock:
		return []string{
			"function: what the block lacks of the one around the anchor · lines: its own",
			"not sent: the share of the file that the block leaves out · tokens: its cost",
		}
	}

	return nil
}

// describe returns a line about a tool: its agent, how the tool was checked against that, its limits, and whether it
// keeps quiet about them.
func describe(t *tools.Tool) string {
	s := t.Origin
	about := s.Agent + " " + s.ShortVersion() + " (" + string(s.How) + ") · " + t.Limits()
	if t.Silence != tools.AlwaysTells {
		about += " · " + t.Silence.String()
	}
	return about
}

// byAgent puts the tools of an agent next to each other, in the order in which the agents come first.
func byAgent(all []*tools.Tool) []*tools.Tool {
	first := func(t *tools.Tool) int {
		return slices.IndexFunc(all, func(other *tools.Tool) bool { return other.Origin.Agent == t.Origin.Agent })
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b *tools.Tool) int { return first(a) - first(b) })
	return sorted
}
