package search

// MaxHighlights is how many matches MatchesInPart returns at most.
const MaxHighlights = 4096

// MatchesInPart returns the first MaxHighlights matches in a line, or in a part of a long one, without line end, as
// half-open offsets. Empty matches count, but are omitted, since they cannot be shown. atStart: the part begins at the
// start of the line; atEnd: it ends at its end. A match across an end of the part is not found. For an inverted pattern
// it returns nothing: most of the text would be highlighted.
func (p *Pattern) MatchesInPart(part []byte, atStart, atEnd bool) [][2]int {
	if p.invert {
		return nil
	}

	var out [][2]int
	n := 0
	s := scan{
		p: p, in: stretch{data: part, cutLeft: !atStart, cutRight: !atEnd}, hi: len(part),
		stop: func() bool { return false },
		yield: func(h hit) bool {
			if h.end > h.start {
				out = append(out, [2]int{h.start, h.end})
			}
			n++
			return n < MaxHighlights
		},
	}
	s.run()
	return out
}
