package pane

import (
	"bytes"
	"context"
	"io"

	"eyeline/tui/file/filepages"
	"eyeline/tui/kit/cells"
)

// LineStart is a move to the start of the cursor's line.
func (c *cursorView) LineStart() Move { return c.toLineEdge(lineStart) }

// LineEnd is a move to the end of the cursor's line. Where there is no cursor and lines are chopped, it is to the end
// of the longest line on the screen, as in less.
func (c *cursorView) LineEnd() Move {
	if c.cursorless && !c.Wrap && c.Stride == 0 {
		return c.toLongestEnd()
	}
	return c.toLineEdge(lineEnd)
}

func (c *cursorView) toLineEdge(t target) Move {
	b := c.Text.Bytes
	numbers := c.Text.Numbers
	cursor := c.Cursor
	return Move{kind: toOffset, where: Near, show: t, find: func(ctx context.Context) (int64, error) {
		start, end, err := filepages.LineBounds(ctx, b, numbers, cursor)
		if t == lineStart {
			return start, err
		}

		return max(end-1, start), err
	}}
}

// toLongestEnd is a move to the end of the line on the screen that takes the most columns. Lines with more than
// exactColumns bytes to lay out are measured in bytes, as they are shown.
func (c *cursorView) toLongestEnd() Move {
	b := c.Text.Bytes
	numbers := c.Text.Numbers
	options := c.Options
	units := c.chopped()
	return Move{kind: toOffset, where: Near, show: lineEnd, find: func(ctx context.Context) (int64, error) {
		longest := int64(-1)
		to := int64(0)
		for _, u := range units {
			start, end, err := filepages.LineBounds(ctx, b, numbers, u.Off)
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
				longest = columns
				to = max(end-1, start)
			}
		}

		return to, nil
	}}
}
