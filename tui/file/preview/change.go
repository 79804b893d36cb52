package preview

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/file/linediff"
	"eyeline/tui/kit/cells"
)

// styleChange styles a line of a recorded change: what was added and what was removed each in its colour, with the
// words in which it differs from the line on the other side, and what is around it dim.
func styleChange(theme *themes.Theme, st cells.Style, line []byte, numbers int, words []linediff.Bytes) cells.Style {
	numbers = min(numbers, len(line))
	if numbers > 0 {
		st.Over = append(st.Over, cells.Span{Start: 0, End: numbers, Open: theme.Style(themes.LineNumber)})
	}

	line = line[numbers:]
	text := themes.Dim
	word := themes.Dim
	switch {
	case strings.HasPrefix(string(line), "+"):
		text = themes.Added
		word = themes.AddedWords
	case strings.HasPrefix(string(line), "-"):
		text = themes.Lost
		word = themes.LostWords
	case strings.HasPrefix(string(line), "@"):
		text = themes.Border
	}

	st.Base = theme.Style(text)
	for _, w := range words {
		open := theme.Style(word)
		span := cells.Span{Start: numbers + min(w.Start, len(line)), End: numbers + min(w.End, len(line)), Open: open}
		st.Over = append(st.Over, span)
	}

	return st
}
