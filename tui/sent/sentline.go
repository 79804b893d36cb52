package sent

import (
	"fmt"

	"eyeline/keymap"
	"eyeline/reader/transcript/record"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/coverage"
	"eyeline/tui/words"
)

// What the rows above and below the panes say of a transcript's file.

// Title is the title of a transcript's file.
func (v *View) Title(t *bar.Title) {
	s := v.preview.Sent()
	f := &s.Coverage
	t.Name, t.Of, t.Agent = cells.Sanitize(s.Path), 0, cells.Sanitize(s.Title)
	said := []string{"what was sent"}
	switch share := coverage.Share(f); {
	case s.Rebuilt != nil:
		said = []string{"put together from what was sent"}
	case share >= 0:
		said = append(said, fmt.Sprintf("%d%%", share))
	}
	for _, one := range []struct {
		n    int64
		text string
	}{{f.Never.Count(), "never"}, {f.Cut.Count(), "cut"}, {f.Changed.Count(), "changed"}} {
		if one.n > 0 && s.Rebuilt == nil {
			said = append(said, words.Group(one.n)+" "+one.text)
		}
	}
	t.Request = said
}

// ModelLine is the model line of a transcript's file: which call is shown, what it was asked for and what it gave.
func (v *View) ModelLine() string {
	s, r := v.preview.Sent(), v.preview.Reading()
	left := []bar.Part{{Text: fmt.Sprintf("call %s", words.Group(int64(s.Call))), Role: themes.ModelLineValue, Keep: 9}}
	if at, n := s.Place(); n > 0 {
		left = append(left, bar.Part{Text: fmt.Sprintf(" (%d of %d)", at, n), Role: themes.ModelLineValue, Keep: 5})
	}
	add := func(text string, role themes.Role, keep int) {
		if text != "" {
			left = append(left, bar.Part{Text: " · ", Role: themes.ModelLine, Keep: keep},
				bar.Part{Text: text, Role: role, Keep: keep})
		}
	}
	switch {
	case r == nil || r.Recorded == nil && r.Failed == nil:
		add("reading…", themes.ModelLine, 5)
		return v.desk.Canvas().Bar(left, nil, themes.ModelLine)
	case r.Failed != nil:
		add(cells.Sanitize(r.Failed.Error()), themes.ModelError, 9)
		return v.desk.Canvas().Bar(left, nil, themes.ModelLine)
	}
	rc := r.Recorded
	if !rc.Info.Time.IsZero() {
		add(rc.Info.Time.Local().Format("15:04:05"), themes.ModelLine, 4)
	}
	add(cells.Sanitize(rc.Gave()), themes.ModelLineValue, 8)
	if number, _ := bar.Tokens(r.Tokens); number != "" {
		add(number, themes.ModelLineValue, 6)
	} else {
		add(words.Size(rc.Info.Bytes), themes.ModelLine, 6)
	}
	text, by, warn := rc.SameText(s.Version)
	role := themes.ModelLine
	if warn {
		role = themes.ModelLineWarn
	}
	add(cells.Sanitize(text), role, 7)
	if by != "" {
		left = append(left, bar.Part{Text: " by " + cells.Sanitize(by), Role: themes.ModelLine, Keep: 3})
	}
	if rc.Compacted {
		add("sent before a compaction", themes.ModelLineWarn, 3)
	}
	if rc.Info.Fidelity == record.Recorded.String() {
		add("as recorded", themes.ModelLineWarn, 3)
	}
	if rc.Placed.Disagreement != "" {
		add(cells.Sanitize(rc.Placed.Disagreement), themes.ModelLineWarn, 2)
	}
	add(cells.Sanitize(rc.Info.Tool+" "+rc.Args), themes.ModelLine, 1)
	return v.desk.Canvas().Bar(left, nil, themes.ModelLine)
}

// Fact is what the facts say of the cursor's line: which call sent it last.
func (v *View) Fact() string {
	here, ok := v.text.File().CursorLine()
	if !ok || here.Number == 0 {
		return ""
	}
	state, known := v.State(here)
	if !known {
		return ""
	}
	text := "line " + words.Group(here.Number) + ": " + state.String()
	if s := v.preview.Sent(); int64(len(s.Lines)) >= here.Number {
		if l := s.Lines[here.Number-1]; l.Call > 0 {
			text += fmt.Sprintf(", last by call %d", l.Call)
			if l.Times > 1 {
				text += fmt.Sprintf(", %d times", l.Times)
			}
		}
	}
	return text
}

// Hints are the keys that the footer names while a transcript's file is shown.
func (v *View) Hints() []bar.Hint {
	pair := func(a, b keymap.Action, word string) bar.Hint {
		return bar.Hint{Key: v.desk.KeyName(a) + " " + v.desk.KeyName(b), Word: word}
	}
	return []bar.Hint{
		pair(keymap.PrevCall, keymap.NextCall, "calls"), pair(keymap.PrevUnsent, keymap.NextUnsent, "never sent"),
		v.desk.Hint(keymap.NextCut, "cut"), v.desk.Hint(keymap.NextWritten, "changes"),
		v.desk.Hint(keymap.AllCalls, "all calls"),
		v.desk.Hint(keymap.NextPane, "panes"), v.desk.Hint(keymap.Quit, "back"), v.desk.Hint(keymap.Help, "help"),
	}
}
