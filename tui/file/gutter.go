package file

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/file/blockreasons"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/cells"
)

// columns are the widths of what stands left of a row, in the order in which [rows.gutter] draws them; 0 is a column
// that is not there. While no tool is on, only number and found are drawn, and the hex view has a branch of its own.
//
// As a pane gets narrower, why goes below whyPane, edge below edgePane, and all but the signs below tinyPane.
type columns struct {
	signs  int // the window's bar, the cursor's mark
	number int // of the line, or the offset of the row, with what is blank behind it
	sent   int // what was sent of the line, in a transcript's file
	found  int // how many agents find the line, in a file of a search
	why    int // why the line is in a block
	edge   int // between all of this and the text
}

func (c columns) width() int { return c.signs + c.number + c.sent + c.found + c.why + c.edge }

// whyWidth is the width of the column that says why a line is in a block, its space included.
const whyWidth = 11

// whyPane is the width of a pane from which it has room for that column.
const whyPane = 50

// tinyPane is below how many cells a pane has no room for numbers of lines, and edgePane from how many on it has some
// for an edge between these and the text.
const (
	tinyPane = 16
	edgePane = 40
)

// columnsFor returns the columns that fit into a file pane of this width.
func (p *panes) columnsFor(paneWidth int) (c columns) {
	found := 0
	if m := p.foundMarks(); m != nil {
		found = m.MarkWidth()
	}

	switch {
	case paneWidth < tinyPane:
		return columns{signs: min(2, paneWidth/2)}
	case p.Text.Hex:
		return columns{signs: 2, number: p.Text.OffsetDigits() + 2}
	case p.Text.ToolOff:
		if p.opts.Gutter.Numbers {
			c.number = p.digits() + 1
		}

		c.found = found
		return c
	}

	c = columns{signs: 2, number: p.digits() + 1, found: found}
	if p.Preview.IsRecorded() {
		c.sent = 1
	}
	if paneWidth >= edgePane {
		c.edge = 2
	}
	if p.showsWhy() && paneWidth >= whyPane {
		c.why = whyWidth
	}

	return c
}

func (p *panes) showsWhy() bool {
	return p.opts.Gutter.Why && p.Preview.Request.Mode() == tools.ModeBlock
}

// noRoomForWhy says why the column of reasons is not on the screen although a person has asked for it; "" when it is.
func (p *panes) noRoomForWhy() string {
	if w := p.Text.File.Width; p.showsWhy() && w > 0 && w < whyPane {
		return fmt.Sprintf("the reasons need a pane %d cells wide; this one has %d", whyPane, w)
	}
	return ""
}

// rightIn returns a number at the right end of width cells. A number with more digits is left out: a part of it would
// be another number.
func rightIn(number string, width int) string {
	n := utf8.RuneCountInString(number)
	if n > width {
		number = ""
		n = 0
	}
	return strings.Repeat(" ", max(width-n, 0)) + number
}

// gutterMarks are what is known of a line that the gutter shows.
type gutterMarks struct {
	barred bool // it has the window's bar
	unsent bool // the model does not get it
	cut    bool // the tool cuts it
}

// signs draws the window's bar or, in a line that the model does not get, a dot, and the cursor's mark, as far as there
// is room. It returns the role of the number after them. A cursor that was only carried along looks like that number,
// where the gutter is tinted.
func (r *rows) signs(b *strings.Builder, l pane.Row, of gutterMarks, width int) themes.Role {
	number, cursor := themes.LineNumber, themes.Cursor
	if of.barred {
		number = themes.LineNumberWindow
	}
	if l.Carried && r.program.Theme().Style(themes.CursorLine) != "" {
		cursor = number
	}

	window := themes.WindowBar
	bar := "▌"
	if r.recordedLines.Changing() {
		window = themes.Added
		bar = "+"
	}

	if of.unsent && !of.barred {
		window, bar = themes.LineNumber, "·"
	}

	if width > 0 {
		r.sign(b, of.barred || of.unsent, window, bar)
	}
	if width > 1 {
		r.sign(b, l.Cursor && l.Row == 0, cursor, "▸")
	}

	return number
}

// sign draws a sign of one cell, or a blank in its place.
func (r *rows) sign(b *strings.Builder, on bool, role themes.Role, text string) {
	if on {
		r.program.Put(b, role, text)
	} else {
		b.WriteByte(' ')
	}
}

// number returns the number of a row's line; "" in a row that does not begin a line, and a dot where the number is not
// known.
func (r *rows) number(l pane.Row) string {
	switch {
	case l.Row > 0 || l.Continued:
		return ""
	case l.Number <= 0:
		return "·"
	case r.Preview.IsRecorded():
		return r.Preview.RecordedFile.Number(l.Number)
	}
	return strconv.FormatInt(l.Number, 10)
}

// gutter draws what stands left of a row.
func (r *rows) gutter(b *strings.Builder, l pane.Row, of gutterMarks) {
	c := r.panes.gutter
	if r.Text.ToolOff {
		r.numberCell(b, l, c.signs+c.number)
		r.foundCell(b, l, c.found)
		return
	}

	role := r.signs(b, l, of, c.signs)
	if c.number == 0 {
		return
	}

	r.Text.Changes.MarkedNumber(b, role, rightIn(r.number(l), c.number-1), l)
	if c.sent > 0 {
		r.recordedLines.Cell(b, l)
	}

	r.foundCell(b, l, c.found)
	if c.why > 0 {
		r.whyCell(b, l)
	}

	if c.edge > 0 {
		switch {
		case of.cut:
			r.program.Put(b, themes.CutMark, "┤")
		case r.Text.File.Left > 0:
			r.program.Put(b, themes.Border, "‹")
		default:
			r.program.Put(b, role, "│") // no change of the look between the number and it
		}

		b.WriteByte(' ')
	}
}

// foundCell draws how many agents find a line, in width cells.
func (r *rows) foundCell(b *strings.Builder, l pane.Row, width int) {
	if width == 0 {
		return
	}
	text := ""
	role := themes.LineNumber
	if m := r.foundMarks(); m != nil && l.Row == 0 && !l.Continued && l.Number > 0 {
		text, role = m.Mark(l.Number)
	}
	r.program.Put(b, role, rightIn(text, width-1)+" ")
}

// digits returns the width of the line numbers: wide enough for the whole file once its lines are counted, and for an
// estimate before. Offsets in the hex view have [textview.Text.OffsetDigits], which are hexadecimal.
func (p *panes) digits() int {
	n := int64(9999)
	if p.Preview.IsRecorded() {
		n = max(n, p.Preview.RecordedFile.LastLine())
	}

	if d := p.Text.Doc; d != nil {
		if total, known := d.Shown().TotalLines(); known {
			n = max(n, total)
		} else if covered := d.Shown().Lines().Covered(); covered > 0 {
			n = max(n, int64(float64(d.Shown().Lines().Newlines())*float64(d.Shown().Size())/float64(covered)))
		} else if k := len(p.Text.File.Lines()); k > 0 {
			first := p.Text.File.Lines()[0].Off
			end := p.Text.File.Lines()[k-1]
			last := max(end.End, end.Off+1)
			n = max(n, int64(float64(k)*float64(d.Shown().Size())/float64(last-first)))
		}

		if k := len(p.Text.File.Lines()); k > 0 {
			n = max(n, p.Text.File.Lines()[k-1].Number)
		}
	}

	return len(strconv.FormatInt(n, 10))
}

// numberCell draws what stands left of a row while no tool is on: the number, or nothing.
func (r *rows) numberCell(b *strings.Builder, l pane.Row, width int) {
	if width < 2 {
		b.WriteString(strings.Repeat(" ", width))
		return
	}
	r.Text.Changes.MarkedNumber(b, themes.LineNumber, rightIn(r.number(l), width-1), l)
}

// whyCell says why a line is in the block, or at its ends why it stopped.
func (r *rows) whyCell(b *strings.Builder, l pane.Row) {
	read := r.Preview.Reading
	text := ""
	role := themes.ReasonStop
	if read.HasOutput() && l.Row == 0 && !l.Continued {
		text, role = blockreasons.Why(read.Window, l.Number)
	}
	r.program.Put(b, role, cells.Pad(cells.Truncate(text, whyWidth-1, ""), whyWidth))
}
