package roocode

import (
	"fmt"
	"math"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// indentRules: white space is what JavaScript trims; except for tabs, it is one column wide.
var indentRules = &window.Rules{
	Space: textfile.IsJSSpace, Other: 1, Comments: []string{"#", "//", "--", "/*", "*", "'''", `"""`},
}

// readBlock returns an indentation block (CONTRACT-roo_code, Indentation).
func readBlock(o *tools.File, a readArgs, explain bool) (*shownPart, error) {
	anchor := or(a.anchor, or(a.offset, 1))
	found := o.Scan(textfile.Search{First: js.ClampFloat(anchor), Count: 1, Total: true})
	total := found.Phantom()
	join := window.JoinRule{Siblings: a.siblings, Header: a.header, Levels: true, Explain: explain}
	g := &growth{JoinRule: join, readArgs: a, total: total, limit: min(a.limit, or(a.most, a.limit), float64(total))}
	p := &shownPart{
		window: window.Window{
			Kind: window.Block, TotalLines: found.Lines, Start: o.Size(), End: o.Size(), Anchor: js.ClampFloat(anchor),
			Cap: js.ClampFloat(g.limit),
		},
	}
	switch {
	case anchor > float64(total):
		p.head = fmt.Sprintf("Error: anchor_line %s is out of range (1-%d)", js.NumberText(anchor), total)
		return p, nil
	case anchor != math.Trunc(anchor): // the agent's list has no such line
		property := "isBlank"
		if g.limit == 1 {
			property = "lineNumber"
		}

		return nil, tools.Refuse(
			"File: " + a.path + "\nError: Cannot read properties of undefined (reading '" + property + "')",
		)
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
	w.Start, w.End = g.start, g.end
	w.First, w.Last = g.first, min(g.last, found.Lines)
	w.Top, w.Bottom = g.stop(0), g.stop(1)
	if w.Last < w.First { // the empty line at the end of the file
		w.First, w.Last = 0, 0
	} else {
		if explain {
			w.Reasons = g.Reasons(w.Indent)[g.first-g.top : w.Last-g.top+1]
		}
		w.TrimmedTop, w.TrimmedBottom = g.first-g.top, g.bottom-g.last
	}

	p.show(o.Tool.Lines, g.start, g.end, g.first, g.last, total)
	if g.truncated() {
		p.banner(float64(g.first), float64(g.last), total, a.limit)
	} else {
		p.tail = included.Fill(g.first, g.last, total)
	}

	return p, nil
}

// growth is a block that is growing.
type growth struct {
	window.JoinRule
	readArgs
	total int64
	limit float64 // limit of lines
	floor float64 // in levels; a line below ends the block

	top, bottom int64 // first and last line of the block
	first, last int64 // the same after trimming blank lines; 0 if all are blank
	start, end  int64 // offsets of these
}

// goesOn reports whether the block may grow above (0) or below (1).
func (g *growth) goesOn(dir int) bool {
	return g.Stop[dir] == window.StopNone && [2]bool{g.top > 1, g.bottom < g.total}[dir]
}

// full reports whether the limit of lines is reached.
func (g *growth) full() bool { return float64(g.bottom-g.top+1) >= g.limit }

// truncated reports whether the answer says that lines are missing.
func (g *growth) truncated() bool {
	n := g.last - g.first + 1
	return (float64(n) >= g.limit || g.goesOn(0) || g.goesOn(1)) && n < g.total
}

// grow adds lines above and below the anchor in turn until none is added in a round.
func (g *growth) grow(around *window.LineWalker, anchor window.Line, number int64) error {
	if g.levels != 0 {
		g.floor = max(0, float64(anchor.Effective/4)-g.levels)
	}

	whole := math.Floor(g.floor)
	g.Floor = js.ClampFloat(4 * whole)
	if whole != g.floor {
		g.Floor += 2 // between two levels
	}

	g.top = number
	g.bottom = number
	g.add(anchor, number)
	if g.limit == 1 { // a block of the anchor alone may be blank
		g.first = number
		g.last = number
		g.start = anchor.Start
		g.end = anchor.End
	}

	for progressed := true; progressed; {
		progressed = false
		for dir, look := range []func() (window.Line, bool, error){around.Up, around.Down} {
			if g.full() || !g.goesOn(dir) {
				continue
			}

			line, _, err := look() // after the last one is the empty line at the end of the file
			if err != nil {
				return err
			}

			joins := g.Admit(dir, line.Facts, line.Effective)

			// Another line at the floor also ends the growth above, whatever was added there in this round.
			progressed = joins || progressed && g.Stop[1] != window.StopSibling
			switch {
			case !joins: // the line does not join
			case dir == 0:
				g.top--
				g.add(line, g.top)
			default:
				g.bottom++
				g.add(line, g.bottom)
			}
		}
	}

	return nil
}

// add extends the block by a line, unless that is blank.
func (g *growth) add(l window.Line, number int64) {
	if l.Blank {
		return
	}
	if g.first == 0 || number < g.first {
		g.first = number
		g.start = l.Start
	}
	if number > g.last {
		g.last = number
		g.end = l.End
	}
}

// stop returns why the block ends where it does.
func (g *growth) stop(dir int) window.Stop {
	switch {
	case g.Stop[dir] != window.StopNone:
		return g.Stop[dir]
	case !g.goesOn(dir):
		return window.StopFile
	case g.full():
		return window.StopCap
	}
	return window.StopSibling
}
