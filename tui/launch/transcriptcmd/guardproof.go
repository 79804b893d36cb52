package transcriptcmd

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/unclear"
)

// maxProofs is how many lines are looked for in the whole transcript before an edit of them is refused: one that
// stands nowhere in it is enough.
const maxProofs = 4

// proven are those of some lines of a file which certainly were not sent: their text stands in no result of the
// transcript, also in pieces, and the model did not write it. The longest lines are looked for; of the others nothing
// is said.
func (w *watch) proven(ctx context.Context, missing record.Ranges) (record.Ranges, error) {
	proven := record.Ranges{}
	for _, line := range longestOf(w.content, missing) {
		s, isKnown, err := w.all.OfLine(ctx, line.text)
		if err != nil {
			return nil, err
		}
		if !isKnown {
			continue
		}
		if _, given := s.FirstCallWithLine(line.text); !given && !w.all.MayEnd(ctx, line.text) {
			proven = append(proven, record.Range{line.number, line.number})
		}
	}

	proven.Sort()
	return proven, nil
}

// doubt is why the agent may know lines of the file that no text of the transcript gave; nil where it cannot.
func (w *watch) doubt(ctx context.Context, f *coverage.AskedFile) error {
	switch {
	case w.all.MayLack():
		return errors.New("a line of the transcript is malformed: the lines may have stood in it")
	case w.lacksResult(ctx):
		return errUnanswered
	case f.IsUnclear || w.mayBeMade(ctx, f.Whole):
		return errors.New("a command that is not understood may have made the lines")
	}
	return nil
}

// errUnanswered says that the agent may know the lines from a call whose result is missing.
var errUnanswered = errors.New("the transcript has no result of a call that may have given or made the lines")

// lacksResult reports whether the transcript has a call without a result, other than the one that is asked about, which
// may have given the lines: a run that was stopped, and taken up again. It may where such calls cannot be told.
func (w *watch) lacksResult(ctx context.Context) bool {
	all, ok := w.all.Open(ctx)
	return !ok || slices.ContainsFunc(all, func(one transcript.LaterCalls) bool {
		return coverage.IsUnanswered(one, w.file, w.id())
	})
}

// mayBeMade reports whether something that is not understood may have made lines of the file since a call gave or wrote
// all of it, nil where none did: then the agent may know what became of them. Any agent of the run may have made them.
func (w *watch) mayBeMade(ctx context.Context, whole *record.Call) bool {
	all, ok := w.all.Later(ctx, whole)
	return !ok || slices.ContainsFunc(all, func(one transcript.LaterCalls) bool {
		return unclear.MayHaveMade(ctx, one.Session, w.Dir, w.file, one.Calls)
	})
}

// numberedLine is a line of a file.
type numberedLine struct {
	number int64 // 1-based
	text   string
}

// lineTexts are the texts of lines.
func lineTexts(lines []numberedLine) []string {
	return lists.Map(lines, func(l numberedLine) string { return l.text })
}

// longestOf are the longest of some lines of a file.
func longestOf(content string, lines record.Ranges) (longest []numberedLine) {
	number := int64(0)
	for text := range strings.SplitSeq(content, "\n") {
		number++
		if lines.Has(number) && strings.TrimSpace(text) != "" {
			longest = append(longest, numberedLine{number, strings.TrimSpace(text)})
		}
	}
	slices.SortStableFunc(longest, func(a, b numberedLine) int { return cmp.Compare(len(b.text), len(a.text)) })
	return longest[:min(len(longest), maxProofs)]
}
