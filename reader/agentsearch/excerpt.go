package agentsearch

import "unicode/utf8"

// Excerpt is a part of a matching line, around its first match.
type Excerpt struct {
	Number int64 // of the line, from 1
	// Text is the part, without the line end: UTF-8 if the line is, and decoded if the file is decoded.
	Text string
	// From and To are the half-open range of the match in Text, in bytes from 0. It is empty where the place of the
	// match is not known.
	From, To int
	// CutBefore and CutAfter report whether the line has more before or after the text.
	CutBefore, CutAfter bool
}

// The most bytes that an excerpt has before the beginning of the match, and from there on.
const (
	excerptBefore = 80
	excerptFrom   = 240
)

// Excerpts returns parts of the first lines of Matches, at most as many as the request asked for.
func (r *Row) Excerpts() []Excerpt { return r.scan.excerpts }

// excerpt makes the excerpt of a line that matches.
func (s *scanner) excerpt(m Match, line []byte) Excerpt {
	from, to := s.firstMatch(m, line)
	begin := runeStart(line, max(from-excerptBefore, 0))
	end := runeStart(line, min(from+excerptFrom, len(line)))
	return Excerpt{
		Number: m.Number, Text: string(line[begin:end]), From: from - begin, To: max(min(to, end), from) - begin,
		CutBefore: begin > 0, CutAfter: end < len(line),
	}
}

// firstMatch returns the half-open range of the first match of a line, in bytes from 0; an empty one if its place is
// not known. Engines may differ; the first of those that match the line is asked.
func (s *scanner) firstMatch(m Match, line []byte) (from, to int) {
	for i, matcher := range s.matchers {
		if m.mask>>i&1 == 0 {
			continue
		}
		if from, to, ok := matcher.First(line); ok {
			return from, to
		}
	}
	return 0, 0
}

// runeStart is at, or a few bytes less where that is within a character of UTF-8.
func runeStart(line []byte, at int) int {
	for back := range utf8.UTFMax {
		if at == len(line) || at-back <= 0 || utf8.RuneStart(line[at-back]) {
			return max(at-back, 0)
		}
	}
	return at // the line is not UTF-8
}
