package coverage

import (
	"strings"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// linesWrittenBy returns the lines of the file, 1-based, that a change wrote which does not say where it put its texts.
// change is its 0-based index. A line counts as written if all of it stands in such a text, or if the agent had been
// sent the rest of it. A line of which only a part stands in such a text is noted as perhaps sent.
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
			isWhole := func(n int64) bool { return now.TrimmedHashes()[n-1] == h.TrimmedText(put[n-first]) }
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

// hadReplaced reports whether the lines first and last, into which a hunk put its only text, were known with the text
// that it replaced. Lines between them have nothing but the new text.
func (f *fileState) hadReplaced(
	h heldlines.Hasher, now *heldlines.Current, hunk record.Hunk, text string, first, last int64,
) bool {
	if len(hunk.Added()) != 1 || !now.HasTexts() {
		return false
	}
	lines := now.Before(first, last, text, strings.Join(hunk.Removed(), "\n"))
	return f.picture.HasText(lines[0], h) && f.picture.HasText(lines[len(lines)-1], h)
}
