package bar

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

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
	at := Position{Shown: true, Matches: "match 3 of 1,000+", Filter: "&日本: 29+ lines", Percent: 37}
	return map[string]func(*themes.Theme, int) string{
		"title": Title{
			Name: "a/path/to/日本語.go", Place: 2, Of: 3, Language: "Go", Form: "UTF-16LE", Size: 1 << 30, Lines: -1, Counted: 5, Total: 10,
			Incomplete: true, Arriving: true, Request: []string{"codex", "slice", "from 1", "limit 2000"},
		}.Row,
		"no file": Title{NoFile: true}.Row,
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
			for _, keep := range []Level{Kept, KeptEnds} {
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
