package window

import (
	"context"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

// siblingReach is how far the next block is searched, in bytes from the current one.
const siblingReach = 64 << 20

// NextSiblingAnchor returns the anchor of the next block (dir > 0) or the previous one (dir < 0) at w's outermost
// level, which is the least effective indent of its lines, or of the anchor if w is empty. It is the nearest line
// beyond w with that indent. If w's anchor is indented deeper, so is the new one if possible: it is the first deeper
// line from there on, before a blank line. The search ends after 64 MiB. The line number is 1-based; ok is false if
// nothing is found. The error is ctx's or that of reading; io.ErrUnexpectedEOF if the file is shorter than its size.
func NextSiblingAnchor(
	ctx context.Context, b source.Bytes, index Index, w Window, dir int,
) (line int64, ok bool, err error) {
	start, _, found, err := lineindex.FindLine(ctx, b, index, w.Anchor)
	if err == nil && !found {
		err = untruncated(ctx, b)
	}
	if err != nil || !found {
		return 0, false, err
	}

	s := sibling{w: w, anchor: start}
	anchorIndent, err := effectiveIndent(ctx, b, index, start)
	s.indent = anchorIndent
	if err == nil && w.First > 0 {
		s.indent, err = outermost(ctx, b, index, w, anchorIndent)
	}
	if err != nil {
		return 0, false, err
	}

	s.inner = anchorIndent > s.indent
	return s.search(ctx, b, index, dir)
}

// sibling is a search for the block next to w.
type sibling struct {
	w      Window
	anchor int64 // start of w's anchor line
	indent int64 // the outermost level, in columns
	inner  bool  // the anchor is to be deeper than that

	first int64 // number of the first line met that has that indent; 0 before that
}

// look checks the next line of the search. done: anchor is the result.
func (s *sibling) look(f Facts, line int64) (anchor int64, done bool) {
	switch {
	case s.first == 0 && !f.Blank && f.Indent == s.indent:
		s.first = line
		return line, !s.inner
	case s.first == 0:
		return 0, false
	case f.Blank || f.Indent < s.indent:
		return s.first, true
	case f.Indent > s.indent:
		return line, true
	}

	return 0, false
}

// effectiveIndent returns the effective indent of the line at the offset start (CONTRACTS.md §1 Indentation).
func effectiveIndent(ctx context.Context, b source.Bytes, index Index, start int64) (int64, error) {
	f, err := FactsOf(ctx, b, start)
	if err != nil {
		return 0, err
	}
	return new(blankRun).effective(newBackward(ctx, b, index, start), f)
}

// outermost returns the least indent of the block's lines that are not blank, or indent if that is less. No line is
// below the floor, so the search ends there.
func outermost(ctx context.Context, b source.Bytes, index Index, w Window, indent int64) (int64, error) {
	for r := newForward(ctx, b, index, w.Start); r.at < w.End && r.at-w.Start < siblingReach && indent > w.Floor; {
		f, err := r.line()
		if err != nil {
			return 0, err
		}
		if !f.Blank {
			indent = min(indent, f.Indent)
		}
	}

	return indent, nil
}

// search checks the lines beyond the window, down (dir > 0) or up.
func (s *sibling) search(ctx context.Context, b source.Bytes, index Index, dir int) (int64, bool, error) {
	at := s.anchor
	line := s.w.Anchor
	switch {
	case s.w.First == 0: // the window is empty: start at the anchor
	case dir > 0 && s.w.Last >= line:
		at = s.w.End
		line = s.w.Last + 1
	case dir < 0 && s.w.First <= line:
		at = s.w.Start
		line = s.w.First
	}

	around, l, err := LinesAround(ctx, b, index, at, nil)
	next := around.Down
	ok := l.End > l.Start
	step := int64(1)
	if dir < 0 {
		step = -1
		if err == nil {
			l, ok, err = around.Up()
		}
		next = around.Up
		line--
	}

	for ; err == nil && ok && max(l.Start-at, at-l.Start) < siblingReach; l, ok, err = next() {
		if line != s.w.Anchor {
			if anchor, done := s.look(l.Facts, line); done {
				return anchor, true, nil
			}
		}
		line += step
	}

	return s.first, s.first > 0 && err == nil, err
}
