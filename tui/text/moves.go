package text

import (
	"context"

	"eyeline/reader/lineindex"
	"eyeline/tui/pane"
)

// ToLine is a move to a line, counted in the background as far as the index does not reach.
func (t *Text) ToLine(line int64, w pane.Where) pane.Move {
	view, lines := t.doc.Shown().Bytes(), t.doc.Shown().Lines()
	return pane.ToFound(func(ctx context.Context) (int64, error) {
		off, _, found, err := lineindex.FindLine(ctx, view, lines, line)
		if err == nil && !found {
			off = max(view.Size()-1, 0)
		}
		return off, err
	}, w)
}
