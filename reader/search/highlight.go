package search

// MaxHighlights bounds what MatchesInPart returns.
const MaxHighlights = 4096

// MatchesInPart returns the matches in a line, or in a part of one too long to be shown whole, given without its
// terminator, as half-open byte offsets into it: the first MaxHighlights of them. Empty matches are left out, since
// nothing of them can be shown, but count toward that. atStart says that the part begins where the line does, atEnd
// that it ends where the line does. A match that lies across an end of the part is not found as such. Of an inverted
// pattern nothing is returned: most of the text would be highlighted.
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
