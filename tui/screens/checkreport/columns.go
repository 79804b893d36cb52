package checkreport

import (
	"math"
	"slices"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// The widths of columns, in cells: of the bar of one tool below its head, of how much is lost, and whose loss that is.
const (
	barWidth  = 8
	lostWidth = 4
	byWidth   = 16
)

// layout is which columns there are, and how wide they are in cells; 0 leaves one out.
type layout struct {
	words    int // what was found, in a few words
	lost     int // how much the tool loses that loses most
	by       int // whose loss that is: only where not every tool has a column that shows it
	sentence int // what was found
	tool     int // the bar of each tool; its column is wider where its name is, in the two rows of the head
}

// layout is the widest one in which every tool has a column, or, where none has room for all, one with as many as fit.
func (r *report) layout() layout {
	const short, long = 12, 16 // cells of words
	if r.result == nil {
		return layout{words: long, lost: lostWidth} // nothing is known of the tools
	}
	longest := slices.Max(lists.Map(r.fullNames(), cells.Width))
	sentence := r.sentenceWidth()
	for _, one := range []layout{
		{long, lostWidth, 0, sentence, longest},
		{long, lostWidth, 0, sentence, barWidth},
		{long, lostWidth, 0, 0, barWidth},
		{long, lostWidth, 0, 0, barWidth - 2},
		{short, lostWidth, 0, 0, barWidth - 2},
		{short, 0, 0, 0, barWidth - 2},
	} {
		if r.pathRoom(one) >= r.pathWidth() {
			return one
		}
	}

	const narrow = 60
	words := long
	if r.Canvas().Width < narrow {
		words = short
	}
	return layout{words, lostWidth, byWidth, sentence, barWidth}
}

// pathRoom is what a layout in which every tool has a column leaves for the path.
func (r *report) pathRoom(l layout) int {
	room := r.Canvas().Width - 2
	for k := range r.result.Agents {
		room -= r.toolWidth(k, l) + 1
	}
	for _, width := range []int{l.words, l.lost, l.by, l.sentence} {
		if width > 0 {
			room -= width + 1
		}
	}
	return room
}

// fullNames are the names of the tools in the order of the agents.
func (r *report) fullNames() (names []string) {
	for i := range r.result.Agents {
		names = append(names, r.result.Agents[i].Name)
	}
	return names
}

// toolWidth is the width of the column of a tool in cells: its bar and its name have room.
func (r *report) toolWidth(tool int, l layout) int {
	upper, lower := headOf(r.result.Agents[tool].Name, l.tool)
	return max(l.tool, cells.Width(upper), cells.Width(lower))
}

// headOf is the name of a tool in a head of two rows: all of it in the lower one where that has room in width cells,
// else it is parted between two of its words where the longer part is shortest.
func headOf(name string, width int) (upper, lower string) {
	if cells.Width(name) <= width {
		return "", name
	}

	lower = name
	for i, c := range name {
		if c != '_' && c != '@' {
			continue
		}
		before, after := name[:i], name[i:]
		if c == '_' {
			after = after[1:]
		}
		if max(len(before), len(after)) < max(len(upper), len(lower)) {
			upper = before
			lower = after
		}
	}

	return upper, lower
}

// UpperHeads are the columns of the row above the heads: the first words of names that their columns have no room for.
func (r *report) UpperHeads() []draw.Cell {
	if r.onlyTool >= 0 || r.result == nil {
		return nil
	}

	l := r.layout()
	out := r.emptyColumns(l)
	parted := false
	for i, k := range r.order {
		out[firstTool+i].Text, _ = headOf(r.result.Agents[k].Name, l.tool)
		parted = parted || out[firstTool+i].Width > 0 && out[firstTool+i].Text != ""
	}
	if !parted {
		return nil
	}
	return out
}

// The columns of a file, the one that takes the rest of the row first. Those of the tools come last.
const (
	columnPath = iota
	columnFinding
	columnLost
	columnBy
	columnWords
	firstTool
)

// Columns implements [rowscreen.Table].
func (r *report) Columns(row int) []draw.Cell {
	if r.onlyTool >= 0 {
		return r.columnsOfAgent(row)
	}

	l := r.layout()
	out := r.emptyColumns(l)
	if row < 0 {
		out[columnPath].Text = r.fileHead()
		out[columnFinding].Text = "finding"
		out[columnLost].Text = "lost"
		out[columnBy].Text = "by"
		out[columnWords].Text = "what is found"
		for i, k := range r.order {
			_, out[firstTool+i].Text = headOf(r.result.Agents[k].Name, l.tool)
		}
		return out
	}

	f := &r.files[row]
	out[columnPath] = draw.PathCell(out[columnPath], r.shown(f), r.IsSelected(row))
	out[columnFinding].Text, out[columnFinding].Role = wordsOf(f.found, out[columnFinding].Width)
	out[columnLost].Text, out[columnBy].Text = r.lost(row)
	out[columnLost].Role = themes.ModelLineValue
	if len(f.found) > 0 {
		out[columnWords].Text = cells.SanitizeFirst(f.found[r.current(row)].Brief(), out[columnWords].Width)
	}
	for i, k := range r.order {
		switch {
		case len(f.sent.Tools) <= k: // the tool is not asked yet
		case f.sent.Tools[k] < 0:
			out[firstTool+i].Text = "not known"
		default:
			bar := r.drawBar(f.sent.Tools[k], f.sent.Size, l.tool)
			beside := strings.Repeat(" ", max(out[firstTool+i].Width-l.tool, 0))
			out[firstTool+i].Pieces = append(bar, draw.Piece{Text: beside, Role: themes.Text})
		}
	}

	return out
}

// Sums are the row of sums of the table: how much of all files the first reads of each tool lose.
func (r *report) Sums() []draw.Cell {
	if r.onlyTool >= 0 || r.result == nil || len(r.files) == 0 || r.result.InSums() == 0 {
		return nil
	}
	out := r.emptyColumns(r.layout())
	if len(out) == firstTool || out[firstTool].Width == 0 {
		return nil
	}
	out[columnPath].Text = "all " + humanize.Count(r.result.InSums(), "file") + ": lost"
	for i, k := range r.order {
		out[firstTool+i].Text = r.lostOfAll(k)
	}
	return out
}

// emptyColumns are the columns of a row, with nothing in them.
func (r *report) emptyColumns(l layout) []draw.Cell {
	out := []draw.Cell{
		columnPath:    {Role: themes.Dim},
		columnFinding: {Width: l.words, Role: themes.Dim, Keep: 9},
		columnLost:    {Width: l.lost, Right: true, Role: themes.Dim, Keep: 10},
		columnBy:      {Width: l.by, Role: themes.Dim, Keep: 8},
		columnWords:   {Width: l.sentence, Role: themes.Dim, Keep: 7},
	}
	for i, k := range r.order {
		out = append(out, draw.Cell{Width: r.toolWidth(k, l), Role: themes.Dim, Keep: len(r.order) - i - 100})
	}

	out = r.Canvas().Fit(out, min(r.pathWidth(), r.Canvas().Width/3))
	if tools := out[firstTool:]; len(tools) > 1 && tools[0].Width > 0 && tools[1].Width == 0 {
		out[columnPath].Width += tools[0].Width + 1 // one tool of many says less than a path
		tools[0].Width = 0
	}

	most := max(r.widest, 24) // beside what is said of it
	if over := out[columnPath].Width - most; over > 0 && out[columnWords].Width > 0 {
		out[columnWords].Width += over
	}
	out[columnPath].Width = min(out[columnPath].Width, most)
	return out
}

// fileHead is the head of the column of the paths.
func (r *report) fileHead() string {
	head := "file, " + humanize.Either(r.byPath, "by path", lossesFirst)
	if r.commonFolder != "" {
		head += ", below " + cells.SanitizeFirst(r.commonFolder, r.Canvas().Width)
	}
	return head
}

// pathWidth is how many cells a path has at least where the row has some for it: a name says more than one tool more.
func (r *report) pathWidth() int {
	const least = 18
	return max(least, min(r.Canvas().Width*3/10, r.widest))
}

// sentenceWidth is how many cells what is found has in a row: 0 on a screen that is not wide.
func (r *report) sentenceWidth() int {
	const wide = 150
	if width := r.Canvas().Width; width >= wide {
		return width / 4
	}
	return 0
}

// unshown says how many tools have no column, and which key shows them; "" where all have one.
func (r *report) unshown() string {
	n := 0
	for _, cell := range r.emptyColumns(r.layout())[firstTool:] {
		if cell.Width == 0 {
			n++
		}
	}
	if n == 0 {
		return ""
	}

	return "+" + humanize.Count(int64(n), "tool") + ": " + r.KeyName(keymap.Timeline) + " · "
}

// lostOfAll is how much of all files the first reads of a tool lose; "" without a file.
func (r *report) lostOfAll(k int) string {
	a := &r.result.Agents[k]
	if a.Bytes == 0 {
		return ""
	}
	return shareOf(a.Bytes-a.BytesSent, a.Bytes)
}

// drawBar is how much of a file is sent, in width cells. It is full and empty only where all and nothing is.
func (r *report) drawBar(sent, size int64, width int) []draw.Piece {
	full := width
	if sent < size {
		full = max(min(int(int64(width)*sent/size), width-1), min(int(min(sent, math.MaxInt32)), 1))
	}
	pieces := []draw.Piece{{Text: strings.Repeat("·", width-full), Role: themes.ModelLineWarn}}
	if full > 0 {
		pieces = slices.Insert(pieces, 0, draw.Piece{Text: strings.Repeat("▄", full), Role: themes.Added})
	}
	return pieces
}
