package file

import (
	"fmt"
	"strconv"
	"strings"

	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/coverage"
	"eyeline/tui/pane"
)

// digits is the width of the line numbers: enough for the whole file once it is counted, and for an estimate before.
func (r *rows) digits() int {
	n := int64(9999)
	if r.screen.preview.Sent() != nil {
		n = max(n, coverage.LastLine(&r.screen.preview.Sent().Coverage))
	}
	if d := r.screen.text.Doc(); d != nil {
		if total, known := d.Shown().TotalLines(); known {
			n = max(n, total)
		} else if covered := d.Shown().Lines().Covered(); covered > 0 {
			n = max(n, int64(float64(d.Shown().Lines().Newlines())*float64(d.Shown().Size())/float64(covered)))
		} else if k := len(r.screen.text.File().Lines()); k > 0 {
			first, last := r.screen.text.File().Lines()[0].Off, max(r.screen.text.File().Lines()[k-1].End, r.screen.text.File().Lines()[k-1].Off+1)
			n = max(n, int64(float64(k)*float64(d.Shown().Size())/float64(last-first)))
		}
		if k := len(r.screen.text.File().Lines()); k > 0 {
			n = max(n, r.screen.text.File().Lines()[k-1].Number)
		}
	}
	w := 0
	for ; n > 0; n /= 10 {
		w++
	}
	return w
}

// numberCell draws what is left of a row while no tool is on: its number, or nothing.
func (r *rows) numberCell(b *strings.Builder, l pane.Row, width int) {
	if width < 2 {
		b.WriteString(strings.Repeat(" ", width))
		return
	}
	number := ""
	switch {
	case l.Row > 0 || l.Continued:
	case l.Number > 0:
		number = strconv.FormatInt(l.Number, 10)
	default:
		number = "·"
	}
	r.screen.text.Changes().MarkedNumber(b, themes.LineNumber, rightIn(number, width-1), l)
}

// whyCell says why a line is in the block, or at its ends why it stopped.
func (rows *rows) whyCell(b *strings.Builder, l pane.Row) {
	r := rows.screen.preview.Reading()
	text, role := "", themes.ReasonStop
	if r != nil && r.Out != nil && r.Win.Kind == window.Block && l.Row == 0 && !l.Continued && l.Number > 0 {
		w := r.Win
		switch k := l.Number - w.First; {
		case w.First == 0:
		case k >= 0 && k < int64(len(w.Reasons)):
			text, role = reasonText(w.Reasons[k], anchorIndent(w))
		case l.Number == w.First-1:
			text = "■ " + stopWord(w.Top, w.TrimmedTop)
		case l.Number == w.Last+1:
			text = "■ " + stopWord(w.Bottom, w.TrimmedBottom)
		}
	}
	rows.screen.desk.Put(b, role, cells.Pad(cells.Truncate(text, whyWidth-1, ""), whyWidth))
}

func stopWord(s window.Stop, trimmed int64) string {
	if trimmed > 0 {
		return "trimmed"
	}
	switch s {
	case window.StopLevel:
		return "level"
	case window.StopSibling:
		return "sibling"
	case window.StopCap:
		return "cap"
	}
	return "end"
}

// anchorIndent is the effective indent of a block's anchor.
func anchorIndent(w window.Window) int64 {
	if k := w.Anchor - w.First; w.Indent < 0 && k >= 0 && k < int64(len(w.Reasons)) {
		return w.Reasons[k].Indent
	}
	return max(w.Indent, 0)
}

// reasonText is why a line is in a block. Levels are counted as the argument for them counts: how many it takes to go from
// the anchor's indent out to the line's. A line may be deeper than the anchor.
func reasonText(r window.Reason, anchor int64) (string, themes.Role) {
	switch r.Kind {
	case window.ReasonAnchor:
		return "anchor", themes.ReasonAnchor
	case window.ReasonLevel:
		if r.Indent > anchor {
			return "deeper", themes.ReasonLevel
		}
		return fmt.Sprintf("level %d", (anchor-r.Indent+3)/4), themes.ReasonLevel
	case window.ReasonFirstAtFloor:
		return "at floor", themes.ReasonFloor
	case window.ReasonHeaderComment:
		return "header", themes.ReasonHeader
	case window.ReasonSibling:
		return "sibling", themes.ReasonSibling
	case window.ReasonBlank:
		return "blank", themes.ReasonBlank
	}
	return "", themes.ReasonStop
}
