package file

import (
	"strings"
	"testing"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/coverage"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/textview"
	"eyeline/tui/options"
	"eyeline/tui/screens/recordedrun"
)

// TestEveryWidthAndHeight: whatever the size of the terminal, rows are exactly as wide and no more than there is room
// for, of a text with wide characters, tabs and control characters.
func TestEveryWidthAndHeight(t *testing.T) {
	text := "package p\n\n\t日本語 e\u0301 \x1b[31mred\x00\n" + strings.Repeat("long ", 60) + "\n" + numbered(5)
	for _, size := range [][2]int{{1, 1}, {2, 2}, {3, 3}, {9, 4}, {15, 5}, {16, 5}, {39, 8}, {49, 9}, {120, 20}} {
		for _, change := range []func(*options.Options){nil, pager, func(o *options.Options) {
			o.Gutter.Why, o.Request = true, o.Request.WithMode(tools.ModeBlock)
		}} {
			onText(t, text, size[0], size[1], change, func(b *bench) {
				for _, key := range []string{"j", "G", "w", "H", "H", "p", "p"} {
					b.keys(key)
					b.drawn()
				}
			})
		}
	}
}

// TestGutter has the number of a line, the bar of the window and the cursor, as far as there is room.
func TestGutter(t *testing.T) {
	onText(t, numbered(120), 60, 14, func(o *options.Options) { o.Request = o.Request.Sized(2) }, func(b *bench) {
		b.has("▌▸   1 │ line 1", "▌    2 │ line 2", "·    3 │ line 3")
	})
	onText(t, numbered(12), 60, 14, pager, func(b *bench) {
		if got := b.drawn()[0]; got != "line 1" {
			t.Errorf("without a tool the first row is %q", got)
		}
		b.opts.Gutter.Numbers = true
		b.keys("j")
		b.has(" 2 line 2")
	})
	for width, want := range map[int]string{9: "        9", 2: " 9", 1: "9", 0: ""} {
		if got := rightIn("9", width); got != want {
			t.Errorf("in %d cells: %q", width, got)
		}
	}
	if got := rightIn("120", 2); got != "  " {
		t.Errorf("a part of a number is drawn: %q", got)
	}
}

// TestWhyNothingIsShownHasNoControlCharacters: why a file of a run could not be opened may have its name in it.
func TestWhyNothingIsShownHasNoControlCharacters(t *testing.T) {
	onText(t, "", 90, 14, nil, func(b *bench) {
		b.Preview.RecordedFile = &recordedrun.File{Rebuilt: []coverage.Segment{}, Why: "open a\x1b]0;b\x07: no"}
		rows := strings.Join(b.Screen.rows.emptyRows(b.Text.File), "")
		if !strings.Contains(rows, "no line of it") || strings.ContainsAny(rows, "\x07") || strings.Contains(rows, "\x1b]") {
			t.Errorf("%q", rows)
		}
	})
}

// TestInWindow: a unit is in it that touches one of its runs, also one whose end is not known.
func TestInWindow(t *testing.T) {
	onText(t, numbered(30), 60, 14, func(o *options.Options) { o.Request = o.Request.At(3).Sized(2) }, func(b *bench) {
		r := b.Preview.Reading
		for off, want := range map[int64]bool{0: false, 7: false, 14: true, 21: true, 28: false} {
			if got := inWindow(r, filepages.Unit{Off: off, End: off + 7}); got != want {
				t.Errorf("the line at %d: %v", off, got)
			}
		}
		if !inWindow(r, filepages.Unit{Off: 0, End: -1}) {
			t.Error("a line without a known end")
		}
	})
	if inWindow(nil, filepages.Unit{End: 9}) || inWindow(&preview.Reading{}, filepages.Unit{End: 9}) {
		t.Error("there is a window before anything is read, or of a refusal")
	}
}

// TestBytesOfARow are as many as fit: three cells and one for each, a gap and the bars.
func TestBytesOfARow(t *testing.T) {
	for width, want := range map[int]int{200: 16, 68: 16, 67: 8, 36: 8, 35: 4, 20: 4, 19: 2, 1: 2, 0: 2} {
		if got := textview.StrideFor(width); got != want {
			t.Errorf("in %d cells: %d, not %d", width, got, want)
		}
	}
}

// TestModes: keys, panes and wrapping differ while no tool is on.
func TestModes(t *testing.T) {
	onText(t, numbered(30), 60, 14, nil, func(b *bench) {
		if b.Modes.KeyContext() != keymap.InFile || !b.Modes.Applies(keymap.InFile) || b.Preview.IsRecorded() {
			t.Error("a file is not one")
		}
		b.keys("p")
		if !b.Modes.MovesOutput() || !b.Modes.ShowsOutput() || b.Modes.Active() != b.Preview.Output() {
			t.Error("the keys do not move the output")
		}
		b.has("L1: line 1")
		b.keys("j", "ctrl+t")
		if b.Modes.KeyContext() != keymap.InPager || b.Modes.ShowsOutput() || b.Modes.Active() != b.Text.File {
			t.Error("without a tool the output is shown")
		}
		b.lacks("L1: line 1")
		b.keys("ctrl+t")
		b.has("L1: line 1")
	})
}

// TestWhyNothingCanBeDone names the key that helps; what can be done has no reason.
func TestWhyNothingCanBeDone(t *testing.T) {
	onText(t, numbered(30), 60, 14, nil, func(b *bench) {
		for action, want := range map[keymap.Action]string{
			keymap.Undo:      "nothing to undo",
			keymap.Redo:      "nothing to redo; Z again quits",
			keymap.NextMatch: "no pattern yet; / searches",
			keymap.Siblings:  "in block mode only; Tab changes the mode",
			keymap.Quit:      "",
			keymap.LineDown:  "",
			keymap.NextTool:  "",
		} {
			if got := b.Disabled(action); got != want {
				t.Errorf("%s: %q, not %q", action, got, want)
			}
		}
		b.keys("z")
		b.Says("nothing to undo")
		b.keys("Z", "Z")
		if b.quit != 1 {
			t.Errorf("ZZ quits %d times", b.quit)
		}
		b.keys("ctrl+t")
		if got := b.Disabled(keymap.NextWindow); !strings.HasPrefix(got, "no tool is on; ") {
			t.Errorf("%q", got)
		}
	})
	onText(t, numbered(3), 60, 14, func(o *options.Options) { o.Secure = true }, func(b *bench) {
		b.ReadOnly = true
		for _, action := range []keymap.Action{keymap.Files, keymap.Edit, keymap.Write} {
			if got := b.Disabled(action); !strings.Contains(got, "--secure") {
				t.Errorf("%s: %q", action, got)
			}
		}
	})
}

// TestEscapeUndoesOneThing each time, from what runs to the highlights and the filter.
func TestEscapeUndoesOneThing(t *testing.T) {
	onText(t, numbered(60), 60, 14, nil, func(b *bench) {
		b.keys("/", "type:line 5", "enter", "&", "type:5", "enter", "V", "j")
		for _, step := range []struct {
			gone func() bool
			what string
		}{
			{func() bool { return !b.Text.Marking.On }, "the marked lines"},
			{func() bool { return !b.Text.Search.Highlighting() }, "the highlights"},
			{func() bool { return b.Text.Filter.Filter == nil }, "the filter"},
		} {
			if step.gone() {
				t.Errorf("%s: gone before their turn", step.what)
			}
			if b.keys("esc"); !step.gone() {
				t.Errorf("Esc leaves %s", step.what)
			}
		}
		if b.keys("esc"); b.quit+b.Left > 0 {
			t.Error("Esc leaves the screen")
		}
		if b.keys("ctrl+c"); b.quit != 1 {
			t.Error("Ctrl-C does not quit where nothing runs")
		}
	})
}

// TestFactsOfAFile name it, count it, and say where the cursor is.
func TestFactsOfAFile(t *testing.T) {
	onText(t, numbered(30), 60, 14, nil, func(b *bench) {
		b.keys("2", "j")
		facts := map[string]string{}
		for _, f := range b.Facts() {
			facts[f.Name] = f.Value
		}
		for name, want := range map[string]string{
			"size": "231 bytes (231 B)", "lines": "30", "cursor line": "3", "cursor byte": "14 (0xe)",
		} {
			if facts[name] != want {
				t.Errorf("%s: %q, not %q", name, facts[name], want)
			}
		}
		if !strings.HasPrefix(facts["read"], "L1–L30") && !strings.Contains(facts["read"], "30 lines") {
			t.Errorf("read: %q", facts["read"])
		}
	})
}
