package window

import (
	"context"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

// siblingReach bounds the search for the next block, in bytes from the current one.
const siblingReach = 64 << 20

// NextSiblingAnchor finds the anchor of the next block (dir > 0) or the previous one (dir < 0) at the level of w's
// anchor: the nearest non-blank line beyond the block, and beyond the anchor, whose indent is the anchor's effective
// indent. It looks at most 64 MiB far. The line number is 1-based; ok is false when there is none. Errors are ctx's and
// those of reading; a file that ends before its size is io.ErrUnexpectedEOF.
func NextSiblingAnchor(ctx context.Context, b source.Bytes, index Index, w Window, dir int) (line int64, ok bool, err error) {
	start, _, found, err := lineindex.FindLine(ctx, b, seeker(index), w.Anchor)
	if err == nil && !found {
		err = untruncated(ctx, b)
	}
	if err != nil || !found {
		return 0, false, err
	}
	skip := skipperOf(index)
	indent, err := effectiveIndent(ctx, b, skip, start)
	if err != nil {
		return 0, false, err
	}
	if dir > 0 {
		return siblingBelow(ctx, b, skip, w, start, indent)
	}
	return siblingAbove(ctx, b, skip, w, start, indent)
}

// effectiveIndent is the effective indent of the line at start (CONTRACTS.md §1 Indentation).
func effectiveIndent(ctx context.Context, b source.Bytes, skip lineSkipper, start int64) (int64, error) {
	f, err := FactsOf(ctx, b, start)
	for r := newBackward(ctx, b, skip, start); err == nil && f.Blank; {
		var ok bool
		if f, ok, err = r.up(); !ok {
			return 0, err
		}
	}
	return f.Indent, err
}

func siblingBelow(ctx context.Context, b source.Bytes, skip lineSkipper, w Window, anchor, indent int64) (int64, bool, error) {
	at, line := anchor, w.Anchor
	if w.Last >= line && w.First > 0 {
		at, line = w.End, w.Last+1
	}
	for r := newForward(ctx, b, skip, at); r.at < b.Size() && r.at-at < siblingReach; line++ {
		f, err := factsFrom(r)
		if err != nil {
			return 0, false, err
		}
		if !f.Blank && f.Indent == indent && line > w.Anchor {
			return line, true, nil
		}
		if err := r.endLine(); err != nil {
			return 0, false, err
		}
	}
	return 0, false, nil
}

func siblingAbove(ctx context.Context, b source.Bytes, skip lineSkipper, w Window, anchor, indent int64) (int64, bool, error) {
	at, line := anchor, w.Anchor
	if w.First > 0 && w.First <= line {
		at, line = w.Start, w.First
	}
	for r := newBackward(ctx, b, skip, at); r.at > 0 && at-r.at < siblingReach; {
		f, ok, err := r.up()
		if err != nil || !ok {
			return 0, false, err
		}
		line--
		if !f.Blank && f.Indent == indent {
			return line, true, nil
		}
	}
	return 0, false, nil
}
