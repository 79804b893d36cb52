package tui

import (
	"fmt"

	"eyeline/keymap"
	"eyeline/reader/transcript/record"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/coverage"
)

// What the rows above and below the panes say of a transcript's file.

// sentTitle is the title of a transcript's file.
func (m *Model) sentTitle(t *bar.Title) {
	s := m.sent
	f := &s.Coverage
	t.Name, t.Of, t.Agent = plain(s.Path), 0, plain(s.Title)
	words := []string{"what was sent"}
	switch share := coverage.Share(f); {
	case s.Rebuilt != nil:
		words = []string{"put together from what was sent"}
	case share >= 0:
		words = append(words, fmt.Sprintf("%d%%", share))
	}
	for _, one := range []struct {
		n    int64
		text string
	}{{f.Never.Count(), "never"}, {f.Cut.Count(), "cut"}, {f.Changed.Count(), "changed"}} {
		if one.n > 0 && s.Rebuilt == nil {
			words = append(words, group(one.n)+" "+one.text)
		}
	}
	t.Request = words
}

// sentLine is the model line of a transcript's file: which call is shown, what it was asked for and what it gave.
func (m *Model) sentLine() string {
	s, r := m.sent, m.reading
	left := []bar.Part{{Text: fmt.Sprintf("call %s", group(int64(s.Call))), Role: themes.ModelLineValue, Keep: 9}}
	if at, n := s.Place(); n > 0 {
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
	if !rc.Info.Time.IsZero() {
		add(rc.Info.Time.Local().Format("15:04:05"), themes.ModelLine, 4)
	}
	add(plain(rc.Gave()), themes.ModelLineValue, 8)
	if number, _ := bar.Tokens(r.tokens); number != "" {
		add(number, themes.ModelLineValue, 6)
	} else {
		add(size(rc.Info.Bytes), themes.ModelLine, 6)
	}
	text, by, warn := rc.SameText(s.Version)
	role := themes.ModelLine
	if warn {
		role = themes.ModelLineWarn
	}
	add(plain(text), role, 7)
	if by != "" {
		left = append(left, bar.Part{Text: " by " + plain(by), Role: themes.ModelLine, Keep: 3})
	}
	if rc.Compacted {
		add("sent before a compaction", themes.ModelLineWarn, 3)
	}
	if rc.Info.Fidelity == record.Recorded.String() {
		add("as recorded", themes.ModelLineWarn, 3)
	}
	if rc.Placed.Disagreement != "" {
		add(plain(rc.Placed.Disagreement), themes.ModelLineWarn, 2)
	}
	add(plain(rc.Info.Tool+" "+rc.Args), themes.ModelLine, 1)
	return m.canvas().Bar(left, nil, themes.ModelLine)
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
	if s := m.sent; int64(len(s.Lines)) >= here.Number {
		if l := s.Lines[here.Number-1]; l.Call > 0 {
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
