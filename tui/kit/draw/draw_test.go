package draw

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/sgr"
	"eyeline/tui/kit/textfield"
)

// canvas is one without colours.
func canvas(t *testing.T, width int) Canvas {
	t.Helper()
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}
	return Canvas{Theme: theme, Width: width}
}

// TestColumns draws a table in each width: rows are as wide as the screen, and columns go in the order of Keep.
func TestColumns(t *testing.T) {
	for width := range 60 {
		c := canvas(t, width)
		row := c.Fit([]Cell{
			{Text: "a long name of something"},
			{Text: "12", Width: 5, Right: true, Keep: 9},
			{Width: 4, Keep: 1, Pieces: []Piece{{Text: "██", Role: themes.Added}, {Text: "···", Role: themes.Dim}}},
		}, 10)
		for _, selected := range []bool{false, true} {
			got := ansi.Strip(c.Columns(selected, row))
			if w := ansi.StringWidth(got); w != width {
				t.Fatalf("%q is %d cells wide of %d", got, w, width)
			}
			if number, bar := strings.Contains(got, "12"), strings.Contains(got, "██"); number != (width >= 2+10+1+5) ||
				bar != (width >= 2+10+1+5+1+4) {
				t.Errorf("%d cells: %q", width, got)
			}
			if strings.Contains(got, "▸") != (selected && width > 0) {
				t.Errorf("selected is %t: %q", selected, got)
			}
		}
	}
	c := canvas(t, 40)
	c.ASCII = true
	row := []Cell{
		{Text: "name", Width: 9},
		{Text: "x", Width: 0},
		{Pieces: []Piece{{Text: "######", Role: themes.Added}}, Width: 3},
		{Text: "longer than it", Width: 6},
	}
	if got, want := ansi.Strip(c.Columns(true, row)), "> name      ### longe…"; strings.TrimRight(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestField shows what is typed next to its cursor, and the hint while nothing is.
func TestField(t *testing.T) {
	empty, typed := textfield.New(""), textfield.New("some text that is long")
	for _, one := range []struct {
		in        *textfield.Field
		bad, hint string
		want      string
	}{
		{&empty, "", "a hint", " find: ▏                 a hint "},
		{&empty, "not so", "a hint", " find: ▏                 not so "},
		{&typed, "", "a hint", " find: some text that is long▏  "},
		{&typed, "not so", "", " find: …t that is long▏  not so "},
	} {
		if got := ansi.Strip(canvas(t, 32).Field("find: ", one.in, one.bad, one.hint)); got != one.want {
			t.Errorf("%q, want %q", got, one.want)
		}
	}
	// What is typed is not cut for a long message.
	short := textfield.New("lim 50")
	for width := 16; width <= 120; width++ {
		field := canvas(t, width).Field(":", &short, strings.Repeat("no place ", 20), "")
		footer := canvas(t, width).Footer(":", &short, strings.Repeat("no place ", 20), "", nil)
		for _, row := range []string{field, footer.Row(canvas(t, width).Theme, width)} {
			got := ansi.Strip(row)
			if !strings.HasPrefix(got, " :lim 50▏") || ansi.StringWidth(got) != width {
				t.Errorf("%d cells: %q", width, got)
			}
		}
	}
	if got, want := ansi.Strip(canvas(t, 8).Line(themes.Dim, "some text")), "some te…"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestScrolled: the selected row is always shown, no room is left empty while there are rows, and what may stay does.
func TestScrolled(t *testing.T) {
	for n := range 8 {
		for room := 1; room < 9; room++ {
			for top := range n + 1 {
				for selected := range n {
					got := Scrolled(top, selected, room, n)
					if got < 0 || got > selected || selected >= got+room || got > max(n-room, 0) {
						t.Fatalf("top %d, selected %d, room %d of %d: %d", top, selected, room, n, got)
					}
					if top <= selected && selected < top+room && top <= max(n-room, 0) && got != top {
						t.Fatalf("top %d, selected %d, room %d of %d: scrolled to %d", top, selected, room, n, got)
					}
				}
			}
		}
	}
}

// TestSteps are those of the actions of lists alone.
func TestSteps(t *testing.T) {
	for a, want := range map[keymap.Action]int{
		keymap.NextItem: 1, keymap.PrevItem: -1, keymap.ItemsDown: 7, keymap.ItemsUp: -7, keymap.FirstItem: -Farthest,
		keymap.LastItem: Farthest,
	} {
		if n, ok := Steps(a, 7); !ok || n != want {
			t.Errorf("%s: %d, %t", a, n, ok)
		}
	}
	if _, ok := Steps(keymap.TakeItem, 7); ok {
		t.Error("an action that moves nothing moves")
	}
}

// TestLineWith draws the same text as Line in every width, and the part in its style as far as it is shown.
func TestLineWith(t *testing.T) {
	text := "call 1  日本 cut  more"
	part := Part{Start: strings.Index(text, "日"), End: strings.Index(text, "  more"), Role: themes.ModelLineWarn}
	for width := range 30 {
		c := canvas(t, width)
		line := c.LineWith(themes.HelpText, text, part)
		if got, want := ansi.Strip(line), ansi.Strip(c.Line(themes.HelpText, text)); got != want {
			t.Errorf("%d cells: %q, not %q", width, got, want)
		}
		var of strings.Builder
		c.Put(&of, themes.ModelLineWarn, "日本 cut")
		if has := strings.Contains(line, of.String()); has != (width >= 17) {
			t.Errorf("%d cells: the part is in its style: %v\n%q", width, has, line)
		}
	}
}

// TestPanelTitle: a title that is too long ends at a word, with a sign that something is left out.
func TestPanelTitle(t *testing.T) {
	const title = "3 calls · after call 3: 2,500 lines cut"
	for width, want := range map[int]string{
		46: "── " + title + " ───",
		43: "── " + title + " ",
		42: "── 3 calls · after call 3: 2,500 lines… ──",
		30: "── 3 calls · after call 3:… ──",
		16: "── 3 calls… ────",
		9:  "── 3… ───",
	} {
		if got := ansi.Strip(canvas(t, width).PanelTitle(title, "")); strings.TrimRight(got, "─ ") != strings.TrimRight(want, "─ ") ||
			ansi.StringWidth(got) != width {
			t.Errorf("%d cells: %q, not %q", width, got, want)
		}
	}
	for width := range 9 {
		if got := ansi.Strip(canvas(t, width).PanelTitle(title, "")); ansi.StringWidth(got) != width {
			t.Errorf("%d cells: %q", width, got)
		}
	}
}

// TestSelectedRowHasNoHoles: every part of a selected row has the background of the selection, bars too, in every number
// of colours; where the background is a colour, a bar keeps its own colours on it.
func TestSelectedRowHasNoHoles(t *testing.T) {
	row := []Cell{
		{Text: "name", Width: 10, Role: themes.HelpText},
		{Text: "12", Width: 5, Right: true, Role: themes.ModelLineWarn},
		{Width: 6, Pieces: []Piece{{Text: "███", Role: themes.Added}, {Text: "···", Role: themes.ModelLineWarn}}},
	}
	for _, name := range []string{themes.DefaultDark, themes.DefaultLight} {
		for profile := themes.None; profile <= themes.TrueColor; profile++ {
			theme, err := themes.New(name, profile)
			if err != nil {
				t.Fatal(err)
			}
			var selection sgr.Style
			selection.Take(theme.Style(themes.OptionSelected))
			c := Canvas{Theme: theme, Width: 40}
			var short strings.Builder
			c.PutColumns(&short, true, row, 40)
			for _, drawn := range []string{c.Columns(true, row), short.String()} {
				for part := range strings.SplitSeq(strings.TrimSuffix(drawn, themes.Reset), themes.Reset) {
					var has sgr.Style
					for {
						n, params := sgr.Read(part)
						if n == 0 {
							break
						}
						has.Apply(params)
						part = part[n:]
					}
					isHole := has.Background() == (sgr.Style{}) && has != selection
					if isHole || has.Background() != selection.Background() {
						t.Errorf("%s in %d colours: %q has a hole", name, profile, part)
					}
				}
			}
			coloured := strings.Contains(c.Columns(true, row), theme.Style(themes.Added))
			if coloured != (selection.Background() != sgr.Style{}) {
				t.Errorf("%s in %d colours: the bar has its colour: %t", name, profile, coloured)
			}
		}
	}
}

// TestAMatchInASelectedRow: a match keeps its own background, on which its text can be read.
func TestAMatchInASelectedRow(t *testing.T) {
	theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
	if err != nil {
		t.Fatal(err)
	}
	c := Canvas{Theme: theme, Width: 20}
	got := c.Columns(true, []Cell{{Width: 10, Pieces: []Piece{{Text: "a ", Role: themes.Text}, {Text: "match", Role: themes.Match}}}})
	if want := theme.Style(themes.Match) + "match" + themes.Reset; !strings.Contains(got, want) {
		t.Errorf("%q, want %q in it", got, want)
	}
}
