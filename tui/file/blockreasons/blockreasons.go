// Package blockreasons, which changes without notice, says in a word or two why a line is in a block, and why the block
// ends where it does.
package blockreasons

import (
	"fmt"

	"eyeline/reader/outline"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/kit/humanize"
)

// Why says of a line of the file, from 1, why it is in a block or, just outside of it, why the block ends there. It is
// "" for any other line, and for a window that is no block.
func Why(w window.Window, line int64) (text string, role themes.Role) {
	if w.Kind != window.Block || w.First == 0 || line <= 0 {
		return "", themes.ReasonStop
	}

	k := line - w.First
	switch {
	case k >= 0 && k < int64(len(w.Reasons)):
		return reasonText(w.Reasons[k], anchorIndent(w))
	case line == w.First-1:
		text = "■ " + stopWord(w.Top, w.TrimmedTop)
	case line == w.Last+1:
		text = "■ " + stopWord(w.Bottom, w.TrimmedBottom)
	}

	return text, themes.ReasonStop
}

// Lacks says in a column what a block lacks of the declaration around its anchor.
func Lacks(m outline.Missing) string {
	switch {
	case m.Whole():
		return "whole"
	case m.Head && m.End:
		return "a part"
	case m.Head:
		return "no head"
	case m.End:
		return "no end"
	}

	return "cut above"
}

// Verdict says in a sentence what a block of the lines [first, last] has of a declaration, and how many extra lines
// around it. What is missing above it is named by its lines.
func Verdict(d *outline.Declaration, first, last int64) string {
	m := d.Without(first, last)
	text := Lacks(m)
	if m == (outline.Missing{Above: true}) {
		text = "all but " + humanize.Lines(d.First, min(first, d.Begins)-1)
	}
	if n := beyond(d, first, last); n > 0 {
		text += ", " + humanize.Count(n, "extra line")
	}
	return text
}

// Short is [Verdict] in a column.
func Short(d *outline.Declaration, first, last int64) string {
	text := Lacks(d.Without(first, last))
	if n := beyond(d, first, last); n > 0 {
		text += ", " + humanize.Group(n) + " extra"
	}
	return text
}

// beyond is how many of the lines [first, last] stand before or after a declaration.
func beyond(d *outline.Declaration, first, last int64) int64 {
	return max(min(last, d.First-1)-first+1, 0) + max(last-max(first, d.Last+1)+1, 0)
}

// stopWord says why a block ends; trimmed is how many blank lines were taken off there.
func stopWord(s window.Stop, trimmed int64) string {
	if trimmed > 0 {
		return "trimmed"
	}

	switch s {
	case window.StopLevel:
		return "outside"
	case window.StopSibling:
		return "sibling"
	case window.StopCap:
		return "cap"
	}

	return "end"
}

// anchorIndent is the effective indent of a block's anchor.
func anchorIndent(w window.Window) int64 {
	k := w.Anchor - w.First
	if w.Indent < 0 && k >= 0 && k < int64(len(w.Reasons)) {
		return w.Reasons[k].Indent
	}
	return max(w.Indent, 0)
}

// reasonText is why a line is in a block. Levels are counted as the argument for them counts: how many it takes to go
// from the anchor's indent out to the line's. A line may be deeper than the anchor.
func reasonText(r window.Reason, anchor int64) (string, themes.Role) {
	switch r.Kind {
	case window.ReasonAnchor:
		return "anchor", themes.ReasonAnchor
	case window.ReasonFirstAtFloor:
		return "outermost", themes.ReasonFloor
	case window.ReasonHeaderComment:
		return "header", themes.ReasonHeader
	case window.ReasonSibling:
		return "sibling", themes.ReasonSibling
	case window.ReasonBlank:
		return "blank", themes.ReasonBlank
	}

	levels := (anchor - r.Indent + 3) / 4
	switch {
	case r.Indent > anchor:
		return "deeper", themes.ReasonLevel
	case levels == 0:
		return "same level", themes.ReasonLevel
	default:
		return fmt.Sprintf("level %d", levels), themes.ReasonLevel
	}
}
