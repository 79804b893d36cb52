package textview

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/overlay"
)

// SearchWord searches for the word of the match found last, while its line is the cursor's, or else for the first word
// of the line, as a whole word.
func (s *searchPart) SearchWord(dir search.Direction, n int64) tea.Cmd {
	word, why := s.wordHere()
	if why != "" {
		return s.view.program.Say(why)
	}

	pattern := regexp.QuoteMeta(word)
	if len(word) == utf8.RuneCountInString(word) {
		pattern = `\b` + pattern + `\b` // bookmarks that are not ASCII have no boundaries in Go's expressions
	}

	p, err := s.view.Compile(pattern)
	if err != nil {
		return s.view.program.Say(cells.Sanitize(err.Error()))
	}

	s.view.overlays.Remember(overlay.PromptSearch, pattern)
	from := s.view.File.Cursor
	if l, ok := s.view.File.CursorLine(); ok && dir == search.Forward {
		if at := p.MatchesInPart(l.Head, l.Skip == 0 && !l.Continued, l.Whole && !l.More); len(at) > 0 {
			from = l.Off + l.Skip + int64(at[0][0]) + 1 // not the word itself
		}
	}

	if s.Found && s.sameLine(s.Match) {
		from = s.pastMatch(dir)
	}

	s.bookmarks.KeepPlace()
	s.SetPattern(p, dir)
	return tea.Batch(s.Find(from, dir, n), s.CountMatches())
}

// wordHere is the word that is meant, or why no word is.
func (s *searchPart) wordHere() (word, why string) {
	l, ok := s.view.File.CursorLine()
	if !ok || s.view.Hex {
		return "", "there is no line with a word"
	}

	bare := func(s string) string { return s }
	if s.view.File.Options.Colours {
		bare = cells.Uncoloured
	}

	text := string(l.Head)
	if s.Found && s.Highlighting() && s.sameLine(s.Match) {
		if at := s.Match.Start - l.Off - l.Skip; at >= 0 && at < int64(len(text)) {
			before := bare(text[:at])
			after := text[at:] // apart: a sequence between them has letters
			begin := strings.LastIndexFunc(before, notWord) + 1
			text = before[begin:] + after
		}
	}

	for word := range strings.FieldsFuncSeq(bare(text), notWord) {
		return word, ""
	}

	return "", "there is no word in the line"
}

// notWord reports whether r is no letter, digit or underscore.
func notWord(r rune) bool {
	return r != '_' && (r == unicode.ReplacementChar || !unicode.IsLetter(r) && !unicode.IsDigit(r))
}

// ToggleHighlights hides the highlights of the search, or shows them again.
func (s *searchPart) ToggleHighlights(int64, bool) tea.Cmd {
	s.Hidden = !s.Hidden
	return nil
}
