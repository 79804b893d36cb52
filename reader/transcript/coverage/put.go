package coverage

import (
	"strings"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// linesWrittenBy are the lines of the file that a change wrote, by its index, which put texts in and does not say
// where: lines that stand whole in such a text, or which had been sent but for what was replaced in them. Where only a
// part of a line is such a text, it is taken for possibly sent: the agent may know the rest. Nothing else may be known
// of it.
func (f *fileState) linesWrittenBy(
	s *transcript.Session, change int, now *heldlines.Current, states []heldlines.State, found []foundLine,
) (lines []int64) {
	h := hasher(s)
	for _, hunk := range f.Changes[change].put {
		for _, text := range hunk.Added() {
			first, last, ok := now.Find(text)
			if !ok {
				continue
			}

			put := strings.Split(text, "\n")
			isWhole := func(n int64) bool { return now.Loose()[n-1] == h.LooseText(put[n-first]) }
			isHeld := (!isWhole(first) || !isWhole(last)) && f.hadReplaced(h, now, hunk, text, first, last)
			for n := first; n <= last; n++ {
				state := states[n-1]
				if state != heldlines.Never && state != heldlines.Changed { // a call gave it or wrote it
					continue
				}
				if isWhole(n) || isHeld {
					lines = append(lines, n)
				} else if found[n-1].known == heldlines.No {
					found[n-1].known = heldlines.Perhaps
				}
			}
		}
	}
	return lines
}

// hadReplaced reports whether the first and the last of some lines of the file, in which a hunk put its only text, are
// known as they were before. Those between them are of that text alone.
func (f *fileState) hadReplaced(
	h heldlines.Hasher, now *heldlines.Current, hunk record.Hunk, text string, first, last int64,
) bool {
	if len(hunk.Added()) != 1 || !now.HasTexts() {
		return false
	}
	lines := now.Before(first, last, text, strings.Join(hunk.Removed(), "\n"))
	return f.picture.HasText(lines[0], h) && f.picture.HasText(lines[len(lines)-1], h)
}
