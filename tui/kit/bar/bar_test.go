package bar

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

// rows are one of each kind, with everything that they can say.
func rows() map[string]func(*themes.Theme, int) string {
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
	at := Position{Shown: true, Matches: "match 3 of 1,000+", Filter: "&日本: 29+ lines", Percent: 37}
	return map[string]func(*themes.Theme, int) string{
		"title": Title{
			Name: "a/path/to/日本語.go", Place: 2, Of: 3, Language: "Go", Form: "UTF-16LE", Size: 1 << 30, Lines: -1, Counted: 5, Total: 10,
			Incomplete: true, Arriving: true, Request: []string{"codex", "slice", "from 1", "limit 2000"},
		}.Row,
		"no file": Title{NoFile: true}.Row,
		"model line": ModelLine{
			Given:   given,
			Tokens:  tokens.Estimate{Count: 540, Vocabulary: "o200k"},
			Reading: true,
		}.Row,
		"long refusal": ModelLine{Refused: "a tool's text" + strings.Repeat(" that goes on and on and on", 9)}.Row,
		"refusal":      ModelLine{Refused: "offset exceeds file length"}.Row,
		"footer": Footer{
			Keys: []Hint{
				{Key: "tab", Word: "mode"},
				{Key: "?", Word: "help", Always: true},
				{Key: "q", Word: "quit"},
			},
			Position: at,
		}.Row,
		"message": Footer{Note: strings.Repeat("a long message ", 20), Bad: true, Position: at}.Row,
		"running": Footer{Running: "searching 12%…", Stop: "Esc", Position: at}.Row,
	}
}

// TestEveryRowIsExactlyAsWideAsAsked draws each row at all widths.
func TestEveryRowIsExactlyAsWideAsAsked(t *testing.T) {
	for _, p := range []themes.Profile{themes.None, themes.TrueColor} {
		th := theme(t, p)
		for name, row := range rows() {
			for width := 1; width <= 220; width++ {
				if got := row(th, width); ansi.StringWidth(got) != width {
					t.Errorf("%s at %d is %d cells: %q", name, width, ansi.StringWidth(got), got)
				}
			}
		}
	}
}

// TestWhatMattersStaysLongest narrows rows and sees what is left.
func TestWhatMattersStaysLongest(t *testing.T) {
	th := theme(t, themes.None)
	for _, c := range []struct {
		row         string
		width       int
		has, hasNot []string
	}{
		{"title", 200, []string{"a/path/to/日本語.go (2 of 3)  Go  UTF-16LE  1.0 GiB  counting lines  incomplete  arriving", "codex · slice · from 1 · limit 2000 "}, nil},
		{"title", 40, []string{"日本語.go", "codex · slice"}, []string{"path", "Go ", "GiB", "limit"}},
		{"model line", 160, []string{" 2 lines cut · 3 places → U+FFFD · 4 \\r dropped · ≈540 tokens (o200k) · L1–L9 · 9 lines · 4.0 KiB · ends: limit reached", "reading…"}, nil},
		{"model line", 70, []string{" 2 lines cut · 3 places → U+FFFD · 4 \\r dropped · ≈540 tokens "}, []string{"ends:", "(o200k)", "KiB", "reading"}},
		{"model line", 40, []string{" 2 lines cut · 3 places → U+FFFD "}, []string{"KiB", "model gets", "\\r"}},
		{"refusal", 60, []string{" refused: offset exceeds file length "}, nil},
		{"long refusal", 60, []string{" refused: a tool's text that goes on and on and on that go… "}, nil},
		{"long refusal", 40, []string{" refused: a tool's text that goes on a… "}, []string{"error"}},
		{"footer", 80, []string{" tab mode", "? help", "q quit", "match 3 of 1,000+", "29+ lines  37% "}, nil},
		{"footer", 16, []string{"? help", "37%"}, []string{"mode", "quit", "match"}},
		{"running", 80, []string{"searching 12%…  Esc stops"}, []string{"help"}},
	} {
		got := ansi.Strip(rows()[c.row](th, c.width))
		for _, s := range c.has {
			if !strings.Contains(got, s) {
				t.Errorf("%s at %d lacks %q: %q", c.row, c.width, s, got)
			}
		}
		for _, s := range c.hasNot {
			if strings.Contains(got, s) {
				t.Errorf("%s at %d has %q: %q", c.row, c.width, s, got)
			}
		}
	}
}

// TestCountingIsNotSaidToBeDone looks at the title while lines are being counted: all of what there is has been
// counted, but the count is not known yet.
func TestCountingIsNotSaidToBeDone(t *testing.T) {
	th := theme(t, themes.None)
	for _, arriving := range []bool{false, true} {
		got := Title{Name: "f", Of: 1, Lines: -1, Counted: 10, Total: 10, Arriving: arriving}.Row(th, 100)
		if strings.Contains(got, "100%") || !strings.Contains(got, "counting lines") {
			t.Errorf("arriving %v: %q", arriving, got)
		}
	}
}

// TestARefusalThatMayStillChangeSaysSo: also where the tool's text has no room, as while much arrives.
func TestARefusalThatMayStillChangeSaysSo(t *testing.T) {
	l := ModelLine{
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
		l := ModelLine{Given: &c.given, Tokens: tokens, Walk: Walk{Call: 1, Calls: 13}}
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

// Of a message that begins with a long path the end is shown too, which says what is with it.
func TestLongPath(t *testing.T) {
	path := "/" + strings.Repeat("folder/", 20) + "name.txt"
	row := ansi.Strip(Footer{Note: path + ": no such file"}.Row(theme(t, themes.None), 60))
	if !strings.HasPrefix(row, " /folder/fold") || !strings.Contains(row, "…") || !strings.HasSuffix(strings.TrimSpace(row), "/name.txt: no such file") || ansi.StringWidth(row) != 60 {
		t.Errorf("%q", row)
	}
}

// TestAMessageIsShortenedAtAnyWidth: wherever the cut comes in a text with wide characters and with marks that take no
// cell, the text gets narrower, down to the least.
func TestAMessageIsShortenedAtAnyWidth(t *testing.T) {
	texts := []string{
		"日本語日本語日本語.txt: no such file", "a日b本c語d", "e\u0301日e\u0301日e\u0301日", strings.Repeat("日", 30),
		"🇩🇪🇫🇷🇩🇪🇫🇷👩‍👩‍👧",
	}
	for _, text := range texts {
		for over := range ansi.StringWidth(text) {
			for _, keep := range []int{longest, Ends} {
				cut, _ := shorten([]Part{{Text: text, Keep: keep}}, over)
				if got, want := ansi.StringWidth(cut[0].Text), max(ansi.StringWidth(text)-over, 4); got > want {
					t.Errorf("%q less %d is %q, of %d cells", text, over, cut[0].Text, got)
				}
			}
		}
	}
}

// TestANarrowRowLosesTheLastClausesOfAMessage before it loses the key of the help, and cuts only the first clause.
func TestANarrowRowLosesTheLastClausesOfAMessage(t *testing.T) {
	keys := []Hint{{Key: "+ -", Word: "size"}, {Key: "?", Word: "help", Always: true}}
	for note, want := range map[string]string{
		"no tool; Ctrl-T turns it on":                         " no tool; Ctrl-T turns it on  ? help    ",
		"largest by levels · s adds siblings · I lists all":   " largest by levels  ? help          37% ",
		"claude_code: no block mode; now codex_grok":          " claude_code: no block mode  ? help     ",
		"a message of one clause that is longer than the row": " a message of one clause tha…  ? help   ",
	} {
		f := Footer{Note: note, Keys: keys, Position: Position{Shown: true, Percent: 37}}
		if row := ansi.Strip(f.Row(theme(t, themes.None), 40)); row != want {
			t.Errorf("%q is %q, not %q", note, row, want)
		}
	}
}

// TestKeysStayBesideAMessage: whatever a message says, the key of the help stands behind it, and on a wide row the most
// important one; the place gives way, and that key where the message is whole without it.
func TestKeysStayBesideAMessage(t *testing.T) {
	keys := []Hint{
		{Key: "+ -", Word: "size"}, {Key: "I", Word: "blocks"}, {Key: "c", Word: "docs"}, {Key: "?", Word: "help", Always: true},
	}
	for _, note := range []string{"done", strings.Repeat("a long message ", 3), strings.Repeat("a long message ", 9)} {
		for width := 40; width < 200; width++ {
			f := Footer{Note: note, Keys: keys, Position: Position{Shown: true, Percent: 37}}
			row := ansi.Strip(f.Row(theme(t, themes.None), width))
			whole := strings.Contains(row, note) && strings.Contains(row, "? help")
			if width >= 60 && !strings.Contains(row, "+ - size") && !whole || !strings.Contains(row, "? help") || ansi.StringWidth(row) != width {
				t.Errorf("%d cells: %q", width, row)
			}
			if !strings.HasPrefix(row, " "+note[:4]) || len(note) < 30 && !strings.Contains(row, "37%") {
				t.Errorf("%d cells: %q", width, row)
			}
		}
	}
}

// TestAWholeDeclarationComesBeforeTheTokens, which take its place where it has no room.
func TestAWholeDeclarationComesBeforeTheTokens(t *testing.T) {
	l := ModelLine{
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

// TestATitleKeepsTheNameAndTheFirstCount: with what was sent of a file in the title, the file's name stays whole at 80
// columns, and what it lacks is said before all else.
func TestATitleKeepsTheNameAndTheFirstCount(t *testing.T) {
	title := Title{
		Name: "a_file_with_a_rather_long_name.go", Size: 940, Lines: 24, Agent: "Claude Code 2.1.332", Least: 1,
		Request: []string{"24 not sent", "12 left the context", "2 cut", "95% sent", "before call 1,250"},
	}
	for width, want := range map[int]string{
		80: " a_file_with_a_rather_long_name.go    24 not sent · 12 left the context · 2 cut",
		52: " a_file_with_a_rather_long_name.go      24 not sent",
	} {
		if got := title.Row(&themes.Theme{}, width); !strings.HasPrefix(got, want) {
			t.Errorf("%d columns: %q", width, got)
		}
	}
}

// TestALegendLeavesRoomForTheNextKey: what is left out of a legend is not left out in silence.
func TestALegendLeavesRoomForTheNextKey(t *testing.T) {
	f := Footer{
		Legend:   []string{"· not sent", "w written", "+ this call"},
		Keys:     []Hint{{Key: "[ ]", Word: "next unsent"}, {Key: "q", Word: "back"}, {Key: "?", Word: "help", Always: true}},
		Position: Position{Shown: true, Percent: 53},
	}
	for width, want := range map[int]string{
		80: " marks: · not sent w written + this call │ [ ] next unsent  ? help  53% ",
		60: " marks: · not sent … │ [ ] next unsent  ? help  53% ",
		40: " · not sent … │ [ ] next unsent  ? help",
	} {
		got := strings.Join(strings.Fields(f.Row(&themes.Theme{}, width)), " ")
		if want := strings.Join(strings.Fields(want), " "); got != want {
			t.Errorf("%d columns: %q, not %q", width, got, want)
		}
	}
}
