package roocode

import (
	"fmt"
	"math"
	"slices"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// indentRules: what JavaScript trims is white space, one column wide but for tabs.
var indentRules = &window.Rules{Space: textfile.IsJSSpace, Other: 1, Comments: []string{"#", "//", "--", "/*", "*", "'''", `"""`}}

// readBlock reads an indentation block (CONTRACT-roo_code, Indentation).
func readBlock(o *tools.File, a arguments, explain bool) (*page, error) {
	anchor := or(a.anchor, or(a.offset, 1))
	found := o.Scan(textfile.Search{First: js.ClampFloat(anchor), Count: 1, Total: true})
	total := found.Phantom()
	g := &growth{arguments: a, total: total, explain: explain, limit: min(a.limit, or(a.most, a.limit), float64(total))}
	p := &page{window: window.Window{Kind: window.Block, TotalLines: found.Lines, Start: o.Size(), End: o.Size(), Anchor: js.ClampFloat(anchor), Cap: js.ClampFloat(g.limit)}}
	switch {
	case anchor > float64(total):
		p.head = fmt.Sprintf("Error: anchor_line %s is out of range (1-%d)", js.NumberText(anchor), total)
		return p, nil
	case anchor != math.Trunc(anchor): // there is no such line in the agent's list
		property := "isBlank"
		if g.limit == 1 {
			property = "lineNumber"
		}
		return nil, tools.Refuse("File: " + a.path + "\nError: Cannot read properties of undefined (reading '" + property + "')")
	}
	around, line, err := window.LinesAround(o.Context(), o, o.Index, found.Start, indentRules)
	if err != nil {
		return nil, err
	}
	if err := g.grow(around, line, js.ClampFloat(anchor)); err != nil {
		return nil, err
	}
	w := &p.window
	w.Indent, w.Floor = line.Effective, js.ClampFloat(4*g.floor)
	if g.first == 0 {
		return p, nil
	}
	w.Start, w.End, w.First, w.Last, w.Top, w.Bottom = g.start, g.end, g.first, min(g.last, found.Lines), g.stop[0], g.stop[1]
	if w.Last < w.First { // the empty line at the end of the file
		w.First, w.Last = 0, 0
	} else {
		if explain {
			w.Reasons = g.reasons[g.first-g.top : w.Last-g.top+1]
		}
		w.TrimmedTop, w.TrimmedBottom = g.first-g.top, g.bottom-g.last
	}
	p.show(o.Tool.Lines, g.start, g.end, g.first, g.last, total)
	if g.truncated() {
		p.banner(float64(g.first), float64(g.last), total, a.limit)
	} else {
		p.tail = fmt.Sprintf("\n\nIncluded ranges: %d-%d (total: %d lines)", g.first, g.last, total)
	}
	return p, nil
}

// growth is a block while it grows.
type growth struct {
	arguments
	total   int64
	limit   float64 // lines at most
	floor   float64 // in levels; lines below it end the block
	explain bool

	up, down   int64 // the next line each way, 0-based; -1 and total once nothing more is taken there
	atFloor    [2]int64
	lines      int64 // taken
	top        int64 // numbers of the lines taken
	bottom     int64
	first      int64 // the same without the blank lines at both ends; 0 when all are blank
	last       int64
	start, end int64 // offsets of those
	stop       [2]window.Stop
	why        [2][]window.Reason
	reasons    []window.Reason // of the lines from top on, where they are asked for
}

// truncated reports whether the answer says that lines are left out.
func (g *growth) truncated() bool {
	n := g.last - g.first + 1
	return (float64(n) >= g.limit || g.up >= 0 || g.down < g.total) && n < g.total
}

// levelOf is the level of an indent in columns.
func levelOf(columns int64) float64 { return float64(columns / 4) }

// grow takes lines in turn above and below the anchor until none can be taken in a round.
func (g *growth) grow(around *window.Around, anchor window.Line, number int64) error {
	if g.levels != 0 {
		g.floor = max(0, levelOf(anchor.Effective)-g.levels)
	}
	g.up, g.down = number-2, number
	g.take(anchor, number)
	if g.top, g.bottom = number, number; g.limit == 1 { // an anchor that is its own block may be blank
		g.first, g.last, g.start, g.end = number, number, anchor.Start, anchor.End
	}
	for progressed := true; progressed && float64(g.lines) < g.limit; {
		progressed = false
		if g.up >= 0 {
			line, _, err := around.Up()
			if err != nil {
				return err
			}
			if g.admits(0, line) {
				progressed = true
				g.top = g.up + 1
				g.take(line, g.top)
				g.up--
			} else {
				g.up = -1
			}
		}
		if float64(g.lines) >= g.limit {
			break
		}
		if g.down < g.total {
			line, _, err := around.Down() // past the last one is the empty line at the end of the file
			if err != nil {
				return err
			}
			if g.admits(1, line) {
				progressed = true
				g.down++
				g.bottom = g.down
				g.take(line, g.bottom)
			} else {
				// A further line at the floor ends the growth above, too, whatever was taken there in this round.
				progressed = progressed && g.stop[1] != window.StopSibling
				g.down = g.total
			}
		}
	}
	g.finish(anchor)
	return nil
}

// admits decides on a line above (0) or below (1).
func (g *growth) admits(dir int, l window.Line) bool {
	level, why := levelOf(l.Effective), window.ReasonLevel
	if level < g.floor {
		g.stop[dir] = window.StopLevel
		return false
	}
	if level == g.floor {
		why = window.ReasonSibling
		if !g.siblings {
			header := dir == 0 && g.header && l.Comment
			if g.atFloor[dir] > 0 && !header {
				g.stop[dir] = window.StopSibling
				return false
			}
			g.atFloor[dir]++
			if why = window.ReasonFirstAtFloor; header {
				why = window.ReasonHeaderComment
			}
		}
	}
	if l.Blank {
		why = window.ReasonBlank
	}
	if g.explain {
		g.why[dir] = append(g.why[dir], window.Reason{Kind: why, Indent: l.Effective})
	}
	return true
}

// take adds a line to the block.
func (g *growth) take(l window.Line, number int64) {
	g.lines++
	if l.Blank {
		return
	}
	if g.first == 0 || number < g.first {
		g.first, g.start = number, l.Start
	}
	if number > g.last {
		g.last, g.end = number, l.End
	}
}

// finish says why the block ends where it does.
func (g *growth) finish(anchor window.Line) {
	for dir, closed := range []bool{g.up < 0, g.down >= g.total} {
		switch {
		case g.stop[dir] != window.StopNone:
		case closed:
			g.stop[dir] = window.StopFile
		case float64(g.lines) >= g.limit:
			g.stop[dir] = window.StopCap
		default:
			g.stop[dir] = window.StopSibling
		}
	}
	if g.explain {
		slices.Reverse(g.why[0])
		g.reasons = slices.Concat(g.why[0], []window.Reason{{Kind: window.ReasonAnchor, Indent: anchor.Effective}}, g.why[1])
	}
}
