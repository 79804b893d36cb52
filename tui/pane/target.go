package pane

import (
	"bytes"
	"context"
	"io"

	"eyeline/tui/cells"
	"eyeline/tui/page"
)

// target is what a move shows of the line that it goes to, when the line is longer than the screen.
type target uint8

const (
	noBytes   target = iota
	someBytes        // the bytes [off, end)
	lineStart
	lineEnd
)

// LineStart is a move to the start of the cursor's line.
func (p *Pane) LineStart() Move { return p.toLineEdge(lineStart) }

// LineEnd is a move to the end of the cursor's line. Where there is no cursor and lines are chopped, it is to the end of the
// longest line on the screen, as in less.
func (p *Pane) LineEnd() Move {
	if p.cursorless && !p.wrap && p.stride == 0 {
		return p.toLongestEnd()
	}
	return p.toLineEdge(lineEnd)
}

// toLongestEnd is a move to the end of the line on the screen that takes the most columns. Lines of which more than exactColumns
// bytes would have to be laid out are measured in bytes, as they are shown.
func (p *Pane) toLongestEnd() Move {
	b, numbers, options := p.text.Bytes, p.text.Numbers, p.options
	var units []int64
	for i := max(p.find(p.top), 0); i < len(p.page.Lines) && len(units) < p.height; i++ {
		units = append(units, p.page.Lines[i].Off)
	}
	return Move{kind: toOffset, where: Near, show: lineEnd, find: func(ctx context.Context) (int64, error) {
		longest, to := int64(-1), int64(0)
		for _, off := range units {
			start, end, err := page.LineBounds(ctx, b, numbers, off)
			if err != nil {
				return 0, err
			}
			columns := end - start
			if columns <= exactColumns {
				text := make([]byte, columns)
				if _, err := io.ReadFull(io.NewSectionReader(b, start, columns), text); err != nil {
					return 0, err
				}
				columns = int64(cells.Layout(bytes.TrimRight(text, "\r\n"), options).Width())
			}
			if columns > longest {
				longest, to = columns, max(end-1, start)
			}
		}
		return to, nil
	}}
}

func (p *Pane) toLineEdge(t target) Move {
	b, numbers, cursor := p.text.Bytes, p.text.Numbers, p.cursor
	return Move{kind: toOffset, where: Near, show: t, find: func(ctx context.Context) (int64, error) {
		start, end, err := page.LineBounds(ctx, b, numbers, cursor)
		if t == lineStart {
			return start, err
		}
		return max(end-1, start), err
	}}
}

// showTarget brings onto the screen what a move shows of the cursor's line. It reports false when the page does not have
// what is to be shown and another one is needed.
func (p *Pane) showTarget(m Move) bool {
	i := p.find(p.cursor)
	switch {
	case i < 0 || m.show == noBytes || p.stride > 0:
		return true
	case p.wrap:
		p.showRow(i, m)
		return true
	case m.show == lineStart:
		return p.showColumn(0)
	case m.show == lineEnd:
		return p.showEnd(i, m)
	}
	return p.showBytes(i, m)
}

// showRow scrolls wrapped lines so that the row of unit i with the byte at m.off is on the screen.
func (p *Pane) showRow(i int, m Move) {
	l := p.page.Lines[i]
	row := p.laid(i).RowOf(int(min(max(m.off-l.Off-l.Skip, 0), int64(len(l.Head)))), p.TextWidth())
	above := -1 // rows of the screen above it
	if t := p.find(p.top); t >= 0 && t <= i {
		above = p.rowsBetween(t, i) - p.topRow + row
	}
	if above >= 0 && above < p.height {
		return
	}
	up := 0
	switch {
	case m.where == Middle:
		up = p.height / 2
	case m.where == Bottom, m.where == Near && above > 0:
		up = p.height - 1
	}
	was := p.Position()
	p.top, p.topRow = l.Off, row
	if !p.walkTop(-int64(up)) {
		p.topRow = row // the page begins below: show the row at the top
	}
	if !p.clampTop() && p.find(p.top) < 0 {
		p.top, p.topRow = was.Top, was.TopRow
	}
}

// showBytes scrolls chopped lines sideways so that the bytes [m.off, m.end) of unit i are on the screen.
func (p *Pane) showBytes(i int, m Move) bool {
	l, laid := p.page.Lines[i], p.laid(i)
	width := p.TextWidth() - 1 // the last cell may have the mark that the line goes on
	cells := int(min(m.end-m.off, int64(width)/2))
	off := int(m.off - l.Off)
	if head := off - int(l.Skip); l.Skip > 0 && head >= 0 && head < len(l.Head) {
		col := laid.Column(head) // from the left edge
		if col+cells <= width {
			return true
		}
		return p.showColumn(p.left + laid.Offset(max(col-width/2, 0)))
	}
	col := off
	if l.Skip == 0 && off < len(l.Head) {
		col = laid.Column(off)
	}
	switch {
	case col >= p.left && col+cells <= p.left+width:
		return true
	case col+cells <= width:
		return p.showColumn(0)
	}
	return p.showColumn(max(col-width/2, 0))
}

// showEnd scrolls chopped lines sideways so that the end of unit i, whose last byte is at m.off, is on the screen.
func (p *Pane) showEnd(i int, m Move) bool {
	l, laid := p.page.Lines[i], p.laid(i)
	width := max(p.TextWidth()-1, 1)
	switch bytes := m.off - l.Off + 1; {
	case l.Whole && l.Skip == 0 && laid.Width() <= width+exactColumns:
		w := laid.Width()
		if w > p.left && w <= p.left+width {
			return true
		}
		return p.showColumn(max(w-width, 0))
	case l.Whole && l.Skip > 0 && laid.Width() > 0:
		w := laid.Width()
		if w <= width {
			return true
		}
		off := laid.Offset(w - width)
		for laid.Column(off) < w-width { // the first one that is shown whole
			off++
		}
		return p.showColumn(p.left + off)
	case bytes <= exactColumns:
		return p.showColumn(int(bytes)) // so much of it is loaded then
	default:
		return p.showColumn(int(max(bytes-int64(width), exactColumns+1)))
	}
}

// showColumn makes left the first column shown. It reports false when the page does not have what is shown then.
func (p *Pane) showColumn(left int) bool {
	if left == p.left {
		return true
	}
	skip := p.skip()
	p.left = left
	return p.skip() == skip && !p.cutShort()
}
