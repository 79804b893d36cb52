package file

import (
	"strconv"
	"strings"

	"eyeline/themes"
	"eyeline/tui/coverage"
	"eyeline/tui/pane"
)

// digits is the width of the line numbers: enough for the whole file once it is counted, and for an estimate before.
func (r *Rows) digits() int {
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
func (r *Rows) numberCell(b *strings.Builder, l pane.Row, width int) {
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
