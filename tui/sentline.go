package tui

import (
	"fmt"

	"eyeline/keymap"
	"eyeline/reader/transcript"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/coverage"
)

// What the rows above and below the panes say of a transcript's file.

// sentTitle is the title of a transcript's file.
func (m *Model) sentTitle(t *bar.Title) {
	s := m.sent
	f := &s.file
	t.Name, t.Of, t.Agent = plain(s.path), 0, plain(s.title)
	words := []string{"what was sent"}
	switch share := coverage.Share(f); {
	case s.rebuilt != nil:
		words = []string{"put together from what was sent"}
	case share >= 0:
		words = append(words, fmt.Sprintf("%d%%", share))
	}
	for _, one := range []struct {
		n    int64
		text string
	}{{transcript.Count(f.Never), "never"}, {transcript.Count(f.Cut), "cut"}, {transcript.Count(f.Changed), "changed"}} {
		if one.n > 0 && s.rebuilt == nil {
			words = append(words, group(one.n)+" "+one.text)
		}
	}
	t.Request = words
}

// sentLine is the model line of a transcript's file: which call is shown, what it was asked for and what it gave.
func (m *Model) sentLine() string {
	s, r := m.sent, m.reading
	left := []bar.Part{{Text: fmt.Sprintf("call %s", group(int64(s.call))), Role: themes.ModelLineValue, Keep: 9}}
	if at, n := s.place(); n > 0 {
		left = append(left, bar.Part{Text: fmt.Sprintf(" (%d of %d)", at, n), Role: themes.ModelLineValue, Keep: 5})
	}
	add := func(text string, role themes.Role, keep int) {
		if text != "" {
			left = append(left, bar.Part{Text: " · ", Role: themes.ModelLine, Keep: keep}, bar.Part{Text: text, Role: role, Keep: keep})
		}
	}
	switch {
	case r == nil || r.recorded == nil && r.failed == nil:
		add("reading…", themes.ModelLine, 5)
		return m.canvas().Bar(left, nil, themes.ModelLine)
	case r.failed != nil:
		add(plain(r.failed.Error()), themes.ModelError, 9)
		return m.canvas().Bar(left, nil, themes.ModelLine)
	}
	rc := r.recorded
	if !rc.info.Time.IsZero() {
		add(rc.info.Time.Local().Format("15:04:05"), themes.ModelLine, 4)
	}
	add(plain(rc.gave()), themes.ModelLineValue, 8)
	if number, _ := bar.Tokens(r.tokens); number != "" {
		add(number, themes.ModelLineValue, 6)
	} else {
		add(size(rc.info.Bytes), themes.ModelLine, 6)
	}
	text, by, warn := rc.sameText(s.version)
	role := themes.ModelLine
	if warn {
		role = themes.ModelLineWarn
	}
	add(plain(text), role, 7)
	if by != "" {
		left = append(left, bar.Part{Text: " by " + plain(by), Role: themes.ModelLine, Keep: 3})
	}
	if rc.before {
		add("sent before a compaction", themes.ModelLineWarn, 3)
	}
	if rc.info.Fidelity == transcript.Recorded.String() {
		add("as recorded", themes.ModelLineWarn, 3)
	}
	if rc.placed.Disagreement != "" {
		add(plain(rc.placed.Disagreement), themes.ModelLineWarn, 2)
	}
	add(plain(rc.info.Tool+" "+rc.args), themes.ModelLine, 1)
	return m.canvas().Bar(left, nil, themes.ModelLine)
}

// place is which of the file's calls is shown, 1-based, and of how many.
func (s *sentFile) place() (at, of int) {
	for i, n := range s.file.Calls {
		if int(n) == s.call {
			return i + 1, len(s.file.Calls)
		}
	}
	return 0, 0
}

// gave is what a call gave of the file, in words.
func (rc *recordedCall) gave() string {
	info := &rc.info
	switch {
	case !info.Answered:
		return "no result so far"
	case info.Refused:
		return info.Tool + " was refused"
	case info.Kind == transcript.Change.String():
		for _, f := range info.Files {
			if f.Path == rc.file.Path && len(f.Lines) > 0 {
				return info.Tool + " changed " + coverage.Lines(f.Lines)
			}
		}
		if len(rc.marked) > 0 {
			return info.Tool + " wrote " + coverage.Lines(rc.marked)
		}
		return info.Tool + " changed the file"
	case len(rc.placed.Then) == 0:
		return info.Tool + " gave no line that is known"
	}
	text := info.Tool + " gave " + coverage.Lines(rc.placed.Then)
	if then, now := transcript.Count(rc.placed.Then), transcript.Count(rc.placed.Now); rc.lines != nil && now < then {
		text += fmt.Sprintf(", of which %s are there now", group(now))
	} else if rc.lines != nil && coverage.Lines(rc.placed.Now) != coverage.Lines(rc.placed.Then) {
		text += ", now " + coverage.Lines(rc.placed.Now)
	}
	return text
}

// sameText says whether the call gives the same now, and by which tool; warn says that it does not.
func (rc *recordedCall) sameText(version string) (text, by string, warn bool) {
	same := &rc.same
	if same.Tool == nil {
		return "", "", false
	}
	if same.Unknown != "" {
		return same.Words(nil), "", false
	}
	return same.Words(rc.lineAt), same.By(version), !same.Same
}

// lineAt is the file's own line on a 1-based line of the result; 0 where there is none.
func (rc *recordedCall) lineAt(result int64) int64 {
	for _, l := range rc.placed.Lines {
		if l.Content == result-1 {
			return l.Number
		}
	}
	return 0
}

// sentFact is what the facts say of the cursor's line: which call sent it last.
func (m *Model) sentFact() string {
	here, ok := m.file.CursorLine()
	if !ok || here.Number == 0 {
		return ""
	}
	state, known := m.sentState(here)
	if !known {
		return ""
	}
	text := "line " + group(here.Number) + ": " + state.String()
	if s := m.sent; int64(len(s.lines)) >= here.Number {
		if l := s.lines[here.Number-1]; l.Call > 0 {
			text += fmt.Sprintf(", last by call %d", l.Call)
			if l.Times > 1 {
				text += fmt.Sprintf(", %d times", l.Times)
			}
		}
	}
	return text
}

// sentHints are the keys that the footer names while a transcript's file is shown.
func (m *Model) sentHints() []bar.Hint {
	pair := func(a, b keymap.Action, word string) bar.Hint {
		return bar.Hint{Key: m.keyName(a) + " " + m.keyName(b), Word: word}
	}
	return []bar.Hint{
		pair(keymap.PrevCall, keymap.NextCall, "calls"), pair(keymap.PrevUnsent, keymap.NextUnsent, "never sent"),
		m.hint(keymap.NextCut, "cut"), m.hint(keymap.NextWritten, "changes"), m.hint(keymap.AllCalls, "all calls"),
		m.hint(keymap.NextPane, "panes"), m.hint(keymap.Quit, "back"), m.hint(keymap.Help, "help"),
	}
}
