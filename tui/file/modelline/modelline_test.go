package modelline

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/loss"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
)

func theme(t *testing.T, p themes.Profile) *themes.Theme {
	t.Helper()
	th, err := themes.New(themes.DefaultDark, p)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// lines are one of each kind.
func lines() map[string]Line {
	given := &Given{
		Window: window.Window{
			Kind:   window.Slice,
			Start:  0,
			End:    100,
			First:  1,
			Last:   9,
			Top:    window.StopAsked,
			Bottom: window.StopLimit,
		},
		Stats: tools.Stats{
			Bytes:    4096,
			Lines:    9,
			Cut:      2,
			Replaced: 3,
			Altered:  tools.Altered{tools.DroppedCR: 4},
		}, First: 1,
	}
	return map[string]Line{
		"model line": {
			Given:   given,
			Tokens:  tokens.Estimate{Count: 540, Vocabulary: "o200k"},
			Reading: true,
		},
		"long refusal": {Refused: "a tool's text" + strings.Repeat(" that goes on and on and on", 9)},
		"refusal":      {Refused: "offset exceeds file length"},
	}
}

// TestEveryLineIsExactlyAsWideAsAsked draws each line at all widths.
func TestEveryLineIsExactlyAsWideAsAsked(t *testing.T) {
	for _, p := range []themes.Profile{themes.None, themes.TrueColor} {
		th := theme(t, p)
		for name, line := range lines() {
			for width := 1; width <= 220; width++ {
				if got := line.Row(th, width); ansi.StringWidth(got) != width {
					t.Errorf("%s at %d is %d cells: %q", name, width, ansi.StringWidth(got), got)
				}
			}
		}
	}
}

// TestWhatMattersStaysLongest narrows lines and sees what is left.
func TestWhatMattersStaysLongest(t *testing.T) {
	th := theme(t, themes.None)
	for _, c := range []struct {
		line        string
		width       int
		has, hasNot []string
	}{
		{"model line", 160, []string{" 2 lines cut · 3 places → U+FFFD · 4 \\r dropped · ≈540 tokens (o200k) · L1–L9 · 9 lines · 4.0 KiB · ends: limit reached", "reading…"}, nil},
		{"model line", 70, []string{" 2 lines cut · 3 places → U+FFFD · 4 \\r dropped · ≈540 tokens "}, []string{"ends:", "(o200k)", "KiB", "reading"}},
		{"model line", 40, []string{" 2 lines cut · 3 places → U+FFFD "}, []string{"KiB", "model gets", "\\r"}},
		{"refusal", 60, []string{" refused: offset exceeds file length "}, nil},
		{"long refusal", 60, []string{" refused: a tool's text that goes on and on and on that go… "}, nil},
		{"long refusal", 40, []string{" refused: a tool's text that goes on a… "}, []string{"error"}},
	} {
		got := ansi.Strip(lines()[c.line].Row(th, c.width))
		for _, s := range c.has {
			if !strings.Contains(got, s) {
				t.Errorf("%s at %d lacks %q: %q", c.line, c.width, s, got)
			}
		}
		for _, s := range c.hasNot {
			if strings.Contains(got, s) {
				t.Errorf("%s at %d has %q: %q", c.line, c.width, s, got)
			}
		}
	}
}

// TestFieldsStandInTheOrderOfTheirPriorities: the list of fields has them in the order in which they stay.
func TestFieldsStandInTheOrderOfTheirPriorities(t *testing.T) {
	for name, line := range lines() {
		if line.Given == nil {
			continue
		}
		fields := line.fields(SilentWords)
		for i := 1; i < len(fields); i++ {
			if at, before := fields[i].keep, fields[i-1].keep; at >= before {
				t.Errorf("%s: field %d has keep %d, behind %d", name, i, at, before)
			}
		}
	}
}

// TestARefusalThatMayStillChangeSaysSo: also where the tool's text has no room, as while much arrives.
func TestARefusalThatMayStillChangeSaysSo(t *testing.T) {
	l := Line{
		Refused:  "Error: File too large to read: 1040080896 bytes. Use offset and limit parameters to read a part.",
		Arriving: true,
	}
	for _, width := range []int{50, 80, 100, 200} {
		if got := l.Row(theme(t, themes.None), width); !strings.Contains(got, "so far: ") ||
			!strings.Contains(got, "refused: ") {
			t.Errorf("%d cells: %q", width, got)
		}
	}
}

// TestARefusalSaysItsReason: before all else, without tags and without the folders of the file.
func TestARefusalSaysItsReason(t *testing.T) {
	for refused, want := range map[string]string{
		"<tool_use_error>This tool cannot read binary files.</tool_use_error>": "This tool cannot read binary files.",
		"Error: File not found: /a/b/c.go":                                     "File not found: c.go",
		"File path '/x/y/c.go' is ignored":                                     "File path 'c.go' is ignored",
		"Error: ":                                                              "Error:",
		"a < b":                                                                "a < b",
	} {
		if got := Reason(refused, "/a/b/c.go"); got != want {
			t.Errorf("%q: %q, not %q", refused, got, want)
		}
	}
}

// TestWhatNoCallGivesIsSaid: also on a narrow row, also where the answer has nothing of the file; the call before the
// tokens.
func TestWhatNoCallGivesIsSaid(t *testing.T) {
	th := theme(t, themes.None)
	unsent := loss.Unsent{Bytes: 9000, OfBytes: 9000, Lines: 40, OfLines: 40, Follows: true, Never: 417}
	notice := Given{Window: window.Window{Kind: window.Notice}, Unsent: unsent}
	text := Given{Window: window.Window{Start: 0, End: 10}, Unsent: unsent, Stats: tools.Stats{Cut: 2, CutBytes: 9}}
	tokens := tokens.Estimate{Count: 34, Vocabulary: tokens.Vocabulary}
	for _, c := range []struct {
		given Given
		width int
		want  string
	}{
		{notice, 90, " nothing sent, a notice instead · 417 B never sent · call 1 of 13 · ≈34 tokens "},
		{notice, 40, " a notice instead, 417 B never "},
		{text, 90, " 40 of 40 lines not sent yet · 417 B never sent · 2 lines cut so far · call 1 of 13 "},
		{text, 40, " 40 lines not sent yet, 417 B never "},
	} {
		l := Line{Given: &c.given, Tokens: tokens, Walk: Walk{Call: 1, Calls: 13}}
		if got := ansi.Strip(l.Row(th, c.width)); !strings.HasPrefix(got, c.want) {
			t.Errorf("%d cells: %q, not %q", c.width, got, c.want)
		}
	}
}

func TestRangeAndEnd(t *testing.T) {
	for _, c := range []struct {
		given       Given
		range_, end string
	}{
		{Given{Window: window.Window{Kind: window.Notice, End: 9}}, "a notice, not the content", ""},
		{Given{Window: window.Window{Kind: window.Outline, End: 9}}, "an outline", ""},
		{Given{Window: window.Window{Kind: window.Slice}}, "nothing", ""},
		{Given{Window: window.Window{Kind: window.Slice, End: 9, First: 7, Last: 7, Bottom: window.StopFile}, First: 7}, "L7", "ends: end of file"},
		{Given{Window: window.Window{Start: 5, End: 4096, Bottom: window.StopBytes}, Mode: tools.ModeBytes, Size: "length"}, "@5–4,096", "ends: length reached"},
		{Given{Window: window.Window{Start: 5, End: 9, Bottom: window.StopBytes}, Stats: tools.Stats{Lines: 3}, Mode: tools.ModeBytes, First: 2}, "@5–9 · L2–L4", "ends: size reached"},
		{Given{Window: window.Window{Start: 5, End: 9, Partial: true, Bottom: window.StopHard}, Mode: tools.ModeBytes}, "bytes 5–9 inside one line", "ends: hard cap of 256 KiB"},
		{Given{Window: window.Window{Kind: window.Block, End: 9, First: 1, Last: 3, Top: window.StopLevel, Bottom: window.StopLevel}, Mode: tools.ModeBlock, First: 1}, "L1–L3", "ends at a line further out"},
		{Given{Window: window.Window{Kind: window.Block, End: 9, First: 2, Last: 3, Top: window.StopSibling, Bottom: window.StopLevel}, Mode: tools.ModeBlock, First: 2}, "L2–L3", "above: the next block, below: a line further out"},
		{Given{Window: window.Window{Kind: window.Block, End: 9, First: 1, Last: 3, Top: window.StopFile, Bottom: window.StopCap, Cap: 2000}, Mode: tools.ModeBlock, First: 1}, "L1–L3", "ends: cap of 2,000 reached"},
	} {
		if got := c.given.Range(); got != c.range_ {
			t.Errorf("the range is %q, not %q", got, c.range_)
		}
		if got := c.given.Ends(); got != c.end {
			t.Errorf("the end is %q, not %q", got, c.end)
		}
	}
}

// TestAWholeDeclarationComesBeforeTheTokens, which take its place where it has no room.
func TestAWholeDeclarationComesBeforeTheTokens(t *testing.T) {
	l := Line{
		Given:    &Given{Window: window.Window{Kind: window.Block, Start: 10, End: 100, First: 2, Last: 9}, First: 2},
		Tokens:   tokens.Estimate{Count: 540, Vocabulary: "o200k"},
		Declared: Declared{Text: "func List.total: whole"},
	}
	l.Given.Unsent = loss.Unsent{Lines: 41, OfLines: 59, Bytes: 410, OfBytes: 590}
	for width, want := range map[int]string{
		80: " 41 of 59 lines not sent · func List.total: whole · ≈540 tokens",
		60: " 41 of 59 lines not sent · func List.total: whole",
		40: " 41 of 59 lines not sent · ≈540 tokens",
	} {
		if row := ansi.Strip(l.Row(theme(t, themes.None), width)); !strings.HasPrefix(row, want) {
			t.Errorf("%d cells: %q", width, row)
		}
	}
}
