package tui

import (
	"errors"
	"regexp"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/cells"
)

// searchWord searches for the word of the match found last, while its line is the cursor's, or else for the first word of
// the line, as a whole word.
func (m *Model) searchWord(dir search.Direction, n int64) tea.Cmd {
	word, err := m.wordHere()
	if err == nil {
		pattern := regexp.QuoteMeta(word)
		if isASCII(word) {
			pattern = `\b` + pattern + `\b` // other letters have no boundaries in Go's expressions
		}
		var cmd tea.Cmd
		if cmd, err = m.searchWordFor(pattern, dir, n); err == nil {
			m.remember(promptSearch, pattern)
			return cmd
		}
	}
	m.say(plain(err.Error()))
	return nil
}

// searchWordFor goes to the n-th match of a pattern behind the current word.
func (m *Model) searchWordFor(pattern string, dir search.Direction, n int64) (tea.Cmd, error) {
	p, err := m.compile(pattern)
	if err != nil {
		return nil, err
	}
	from := m.file.Cursor()
	if l, ok := m.file.CursorLine(); ok && dir == search.Forward {
		if at := p.MatchesInPart(l.Head, l.Skip == 0 && !l.Continued, l.Whole && !l.More); len(at) > 0 {
			from = l.Off + l.Skip + int64(at[0][0]) + 1 // not the word itself
		}
	}
	if s := &m.search; s.found && m.sameLine(s.match) {
		from = s.match.Start
		if dir == search.Forward {
			from++
		}
	}
	m.keepPlace()
	m.setPattern(p, dir)
	return tea.Batch(m.find(from, dir, n), m.countMatches()), nil
}

// wordHere is the word that is meant.
func (m *Model) wordHere() (string, error) {
	l, ok := m.file.CursorLine()
	if !ok || m.hex {
		return "", errors.New("there is no line with a word")
	}
	bare := func(s string) string { return s }
	if m.file.Options().Colours {
		bare = cells.Uncoloured
	}
	text := string(l.Head)
	if s := &m.search; s.found && s.highlighting() && m.sameLine(s.match) {
		if at := s.match.Start - l.Off - l.Skip; at >= 0 && at < int64(len(text)) {
			before, after := bare(text[:at]), text[at:] // apart: a sequence between them has letters
			begin := strings.LastIndexFunc(before, func(r rune) bool { return !isWord(r) }) + 1
			text = before[begin:] + after
		}
	}
	if word := firstWord(bare(text)); word != "" {
		return word, nil
	}
	return "", errors.New("there is no word in the line")
}

// firstWord is the first run of letters, digits and underscores of s.
func firstWord(s string) string {
	start := strings.IndexFunc(s, isWord)
	if start < 0 {
		return ""
	}
	s = s[start:]
	if end := strings.IndexFunc(s, func(r rune) bool { return !isWord(r) }); end >= 0 {
		s = s[:end]
	}
	return s
}

func isWord(r rune) bool {
	return r == '_' || r != unicode.ReplacementChar && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// toggleHighlights hides the highlights of the search, or shows them again.
func (m *Model) toggleHighlights(int64, bool) tea.Cmd {
	m.search.hidden = !m.search.hidden
	m.invalidateRows()
	return nil
}
