package formats

import (
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/clinetext"
	"eyeline/reader/transcript/record"
)

// LineLayout is how an agent's read tool writes lines, for agents whose tool is not imitated here yet. The zero
// form is guessed from the text.
type LineLayout struct {
	// seps are between a line's number and its text, in each of the agent's versions; none when lines are not numbered.
	seps   []string
	older  []string // the same of versions of a tool that does not number lines now
	every  int64    // only each line whose number is a multiple has one, and the first
	Always bool     // all lines are numbered, so that a text without numbers shows none
	Base0  bool     // the argument "offset" counts from 0
	open   []string // what comes before the lines, the first that is there
	headed bool     // a head may come before the lines, as clinetext.Head has it
	status string   // what comes before "a-b of N"
	ends   []string
	// notices are the beginnings of answers that show no lines.
	notices []string
}

// IsNotice reports whether a text shows no lines. A file may begin like a notice: the text must be one line.
func (f LineLayout) IsNotice(text string) bool {
	if f.headed {
		_, text, _ = clinetext.Head(text)
	}
	return !strings.Contains(strings.TrimSuffix(text, "\n"), "\n") &&
		slices.ContainsFunc(f.notices, func(notice string) bool { return strings.HasPrefix(text, notice) })
}

// IsPlain reports whether a text has lines without numbers though the tool may number them: those of older versions
// come after a head.
func (f LineLayout) IsPlain(text string) bool {
	_, _, isHead := clinetext.Head(text)
	return f.headed && isHead
}

// Span is a run of lines as one way of knowing has it; To is 0 when its end is not known.
type Span struct {
	From, To int64
	OK       bool
}

func (s Span) String() string { return fmt.Sprintf("%d-%d", s.From, s.To) }

// Body is the part of a text with a file's lines.
type Body struct {
	Span  Span  // which lines the text says it shows
	Total int64 // lines of the file as the text says, 0 when it does not

	start, end int
	cut        bool // the last line may have been cut at the end
}

// Body finds the lines in the text of a result.
func (f LineLayout) Body(text string) Body {
	b := Body{end: len(text)}
	if f.status != "" {
		const truncated = "\nIMPORTANT: The file content has been truncated.\n"
		if !strings.HasPrefix(strings.TrimPrefix(text, truncated), f.status) {
			return b
		}
		i := strings.Index(text, f.status) + len(f.status)
		b.Span, b.Total = statusSpan(text[i:])
	}

	for _, open := range f.open {
		if i := strings.Index(text, open); i >= 0 {
			b.start = i + len(open)
			break
		}
	}

	if len(f.open) > 0 && b.start == 0 {
		return b
	}

	if f.headed {
		if _, rest, isHead := clinetext.Head(text); isHead {
			b.start = len(text) - len(rest)
		}
		b.end, b.cut = clinetext.End(text)
	}

	f.notice(&b, text)
	return b
}

// notice leaves out of a body what the tool says at its end.
func (f LineLayout) notice(b *Body, text string) {
	if len(f.seps) == 0 {
		if at := moreNotice().FindStringIndex(text); at != nil {
			b.end = at[0]
		}
	}

	for _, end := range f.ends {
		i := strings.LastIndex(text, end)
		if i < 0 || !strings.HasSuffix(text, "]") {
			continue
		}

		// A notice begins after an empty line.
		i = strings.LastIndex(text[:i+min(len(end), 3)], "\n\n[")
		if i >= 0 && !strings.Contains(text[i+2:], "\n") {
			b.end = i
			b.cut = strings.Contains(end, "truncated")
		}
	}
}

// moreNotice is a last line, after an empty one, that says how to read on.
var moreNotice = lazy.Regexp(`\n\n(?:\.\.\. )?[\[(][^\n]* more lines[^\n]* offset=\d+[^\n]*[\])]\n?$`)

// statusSpan reads "a-b of N".
func statusSpan(s string) (span Span, total int64) {
	s = strings.Replace(s[:min(len(s), 80)], " of at least ", " of ", 1)
	numbers, all, found := strings.Cut(s, " of ")
	n, _ := fmt.Sscanf(numbers, "%d-%d", &span.From, &span.To)
	if n < 2 || !found || span.From < 1 ||
		span.From > record.MaxLine || strings.TrimLeft(numbers, "0123456789-") != "" {
		return Span{}, 0
	}

	_, _ = fmt.Sscanf(all, "%d", &total) // it need not be a number
	span.OK = true
	return span, total
}

// Numbered reads numbered lines: each begins with the number after the one before it.
func (f LineLayout) Numbered(text string, b Body) []record.Line {
	separators := f.seps
	if len(f.seps) == 0 {
		if f.status != "" || len(f.ends) > 0 || f.Base0 {
			return nil // the tool does not number
		}

		separators = []string{"\t", "→", ": ", " | ", "|"}
	}

	for _, sep := range separators {
		if lines := numberedBy(text, b, sep, max(f.every, 1)); len(lines) > 0 {
			return lines
		}
	}

	return nil
}

// Older reads lines as they were numbered by older versions of a tool that does not number them now. A file may look
// like that: all lines must be numbered, from the one on that was asked for.
func (f LineLayout) Older(text string, b Body, from int64) []record.Line {
	for _, sep := range f.older {
		lines := numberedBy(text, b, sep, 1)
		if len(lines) > 0 && lines[0].Number == from && len(lines) == len(b.Plain(text, from)) {
			return lines
		}
	}
	return nil
}

// Within drops the lines that come after the body: a notice of the agent's.
func (b Body) Within(lines []record.Line) []record.Line {
	return slices.DeleteFunc(lines, func(l record.Line) bool { return l.Start > b.end })
}

func numberedBy(text string, b Body, sep string, every int64) []record.Line {
	split := record.SplitLines(text[b.start:b.end])
	lines := split[:0] // of what was split, no more is taken than was looked at
	for _, l := range split {
		l.Start += b.start
		l.End += b.start
		number, after, ok := record.NumberBefore(text[l.Start:l.End], sep)
		switch {
		case len(lines) == 0 && !ok:
			continue // something that comes before the lines
		case len(lines) > 0:
			next := lines[len(lines)-1].Number + 1
			switch needs := next%every == 0; {
			case needs && (!ok || number != next):
				return lines
			case !needs && every > 1 && l.Start == len(text):
				return lines // the text ends with a line's end
			case !needs:
				after = 0
			}

			number = next
		}

		l.Number = number
		l.Start += after
		l = cutMark(text, l)
		l.Cut = l.Cut || b.cut && l.End == b.end
		lines = append(lines, l)
	}

	return lines
}

// cutMark takes off the mark that a tool leaves at the end of a line that it cut.
func cutMark(text string, l record.Line) record.Line {
	for _, mark := range []string{
		"... [truncated]", "... (line truncated to 2000 chars)", "…[truncated]", " [line truncated]",
	} {
		if strings.HasSuffix(text[l.Start:l.End], mark) {
			l.End -= len(mark)
			l.Cut = true
			break
		}
	}

	return l
}

// Plain splits a body without numbers; its first line has the number from. A final line end ends a line and begins
// none.
func (b Body) Plain(text string, from int64) []record.Line {
	lines := record.SplitLines(text[b.start:b.end])
	if n := len(lines); n > 0 && lines[n-1].Start == b.end-b.start {
		lines = lines[:n-1]
	}

	for i, l := range lines {
		l.Number = from + int64(i)
		l.Start += b.start
		l.End += b.start
		lines[i] = cutMark(text, l)
		lines[i].Cut = lines[i].Cut || b.cut && l.End == b.end
	}

	return lines
}
