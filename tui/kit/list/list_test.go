package list

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/keypress"
)

// canvas is one without colours.
func canvas(t testing.TB, width int) draw.Canvas {
	t.Helper()
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}
	return draw.Canvas{Theme: theme, Width: width}
}

// footer is the last row of a list.
func footer(t *testing.T, l *List, width int) string {
	t.Helper()
	c := canvas(t, width)
	return l.Footer(c, "thing: ", []bar.Hint{{Key: "Enter", Word: "choose"}}).Row(c.Theme, width)
}

// begun is a list of things that notes what is taken.
func begun(taken *[]string, names ...string) *List {
	l := &List{Title: "things", Config: Config{Noun: "thing", Hint: "a name"}}
	for _, name := range names {
		l.Items = append(l.Items, Item{Name: name, Text: "about " + name, Take: func() (tea.Cmd, error) {
			*taken = append(*taken, name)
			return nil, nil
		}})
	}
	l.Begin("")
	return l
}

// typed types keys one after the other, and returns what the last one ended. A text after "type:" is typed rune by
// rune.
func typed(l *List, names ...string) (end End) {
	for _, name := range names {
		keys := []tea.KeyMsg{}
		if text, ok := strings.CutPrefix(name, "type:"); ok {
			for _, r := range text {
				keys = append(keys, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
			}
		} else {
			keys = append(keys, keypress.Of(name))
		}
		for _, k := range keys {
			_, end = l.Key(keymap.Default(), k, 5)
		}
	}
	return end
}

func namesOf(items []Item) (names []string) {
	for _, i := range items {
		names = append(names, i.Name)
	}
	return names
}

// TestMatching: what is typed may be in the name or the text, names that begin with it come first, and what is made of
// the text last.
func TestMatching(t *testing.T) {
	var taken []string
	l := begun(&taken, "Atwo", "two", "three", "four")
	l.Items[3].Favourite = true
	l.Config.Extra = func(text string) []Item {
		if text != "tw" {
			return nil
		}
		return []Item{{Name: "new " + text}}
	}
	for text, want := range map[string][]string{
		"":          {"Atwo", "two", "three", "four"},
		"tw":        {"two", "Atwo", "new tw"},
		"TWO":       {"two", "Atwo"},
		"r about":   {"three", "four"},
		"favourite": {"four"},
		"nothing":   nil,
	} {
		l.Input.Set(text)
		if got := namesOf(l.Matching()); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestEnds: which keys end the list, and what is done with the item then.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		keys  []string
		end   End
		taken []string
	}{
		{[]string{"enter"}, done, []string{"one"}},
		{[]string{"down", "enter"}, done, []string{"two"}},
		{[]string{"end", "enter"}, done, []string{"three"}},
		{[]string{"type:thr", "enter"}, done, []string{"three"}},
		{[]string{"type:no such thing", "enter"}, Open, nil},
		{[]string{"end", "up"}, Open, nil},
		{[]string{"esc"}, Left, nil},
		{[]string{"type:x", "backspace"}, Open, nil},
		{[]string{"type:x", "backspace", "backspace"}, Left, nil},
	} {
		var taken []string
		l := begun(&taken, "one", "two", "three")
		if end := typed(l, c.keys...); end != c.end || !slices.Equal(taken, c.taken) {
			t.Errorf("%q: end %d with %q, want %d with %q", c.keys, end, taken, c.end, c.taken)
		}
	}
}

// TestRefusals: what is refused leaves the list open and is said until the next key.
func TestRefusals(t *testing.T) {
	var taken []string
	l := begun(&taken, "off", "refused\x1b[2J", "other")
	l.Items[0].Off = "not now"
	l.Items[1].Take = func() (tea.Cmd, error) { return nil, errors.New("why\x1b[2J") }
	refuses := func(want string, keys ...string) {
		t.Helper()
		if end := typed(l, keys...); end != Open || !strings.Contains(l.Bad, want) || strings.Contains(l.Bad, "\x1b") {
			t.Errorf("%q: end %d, says %q, want %q", keys, end, l.Bad, want)
		}
		if foot := ansi.Strip(footer(t, l, 80)); !strings.Contains(foot, l.Bad) {
			t.Errorf("the footer lacks it: %q", foot)
		}
	}
	refuses("not now", "enter")
	refuses("why", "down", "enter")
	keys := keymap.Default()
	mark, favour, compare := keys.Key(keymap.MarkItem), keys.Key(keymap.Favourite), keys.Key(keymap.CompareMarked)
	refuses("nothing can be marked", keymap.Parse(mark))
	refuses("nothing can be a favourite", keymap.Parse(favour))
	refuses("nothing can be compared", keymap.Parse(compare))
	refuses("no thing matches", "type:zz", "enter")
	if typed(l, "down"); l.Bad != "" {
		t.Errorf("it still says %q", l.Bad)
	}
	if _, end := l.TakeNamed("oth"); end != Open || !strings.Contains(l.Bad, `no thing is called "oth"`) {
		t.Errorf("a part of a name is taken, or %q", l.Bad)
	}
	if _, end := l.TakeNamed("other"); end != done || !slices.Equal(taken, []string{"other"}) {
		t.Errorf("end %d with %q", end, taken)
	}
}

// TestMarked: the names of what is marked are compared in the order of the list, and marking goes on to the next item.
func TestMarked(t *testing.T) {
	var taken, compared []string
	l := begun(&taken, "one", "two", "three")
	l.Config.Compare = func(names []string) (tea.Cmd, error) {
		compared = names
		return nil, nil
	}
	keys := keymap.Default()
	mark, compare := keymap.Parse(keys.Key(keymap.MarkItem)), keymap.Parse(keys.Key(keymap.CompareMarked))
	typed(l, mark, mark, mark, "up", mark) // the second one's mark goes again
	if rows := ansi.Strip(strings.Join(l.Rows(canvas(t, 40), 9), "\n")); strings.Count(rows, "*") != 2 {
		t.Errorf("not two are marked:\n%s", rows)
	}
	if end := typed(l, compare); end != done || !slices.Equal(compared, []string{"one", "three"}) {
		t.Errorf("end %d, %q are compared", end, compared)
	}
}

// TestOwnKeys: the keys of a list's own context do with an item what the item says.
func TestOwnKeys(t *testing.T) {
	var taken []string
	l := begun(&taken, "one", "two")
	l.Config.Context = keymap.InSymbols
	for i := range l.Items {
		l.Items[i].Also = map[keymap.Action]Do{keymap.TakeSymbol: func() (tea.Cmd, error) {
			taken = append(taken, "the lines of "+l.Items[i].Name)
			return nil, nil
		}}
	}
	if end := typed(l, "down", keymap.Parse(keymap.Default().Key(keymap.TakeSymbol))); end != done ||
		!slices.Equal(taken, []string{"the lines of two"}) {
		t.Errorf("end %d with %q", end, taken)
	}
}

// TestScroll: the selected item is among those drawn, drawing changes nothing, and a click meets what was drawn.
func TestScroll(t *testing.T) {
	var names, taken []string
	for i := range 30 {
		names = append(names, fmt.Sprintf("item%02d", i))
	}
	l := begun(&taken, names...)
	const height = 7
	for _, keys := range [][]string{{}, {"end"}, {"up", "up"}, {"pgup"}, {"home"}, {"pgdown", "down", "down"}} {
		typed(l, keys...)
		l.Scroll(80, height)
		before := *l
		rows := l.Rows(canvas(t, 40), height)
		if l.top != before.top || l.at != before.at {
			t.Errorf("drawing after %q changed the list", keys)
		}
		if len(rows) != height || !strings.Contains(strings.Join(rows, "\n"), "▸ "+names[l.at]) {
			t.Errorf("after %q:\n%s", keys, strings.Join(rows, "\n"))
		}
		for row := 1; row < height; row++ {
			if l.at == l.top+row-1 {
				continue
			}
			if _, end := l.Click(0, row); end != Open || !strings.Contains(rows[row], names[l.at]) {
				t.Errorf("a click on %q selects %s, end %d", rows[row], names[l.at], end)
			}
		}
	}
	typed(l, "end")
	l.Scroll(80, height)
	top := l.top
	typed(l, "up", "up")
	if l.Scroll(80, height); l.top != top {
		t.Errorf("row %d is at the top, though what is selected was shown below %d", l.top, top)
	}
	if _, end := l.Click(0, 0); end != Open || taken != nil {
		t.Error("a click on the title takes something")
	}
	if _, end := l.Click(0, l.at-l.top+1); end != done || !slices.Equal(taken, []string{names[l.at]}) {
		t.Errorf("a click on the selected item: end %d with %q", end, taken)
	}
}

// TestFavourite: the sign of a favourite has room after the longest name.
func TestFavourite(t *testing.T) {
	var taken []string
	l := begun(&taken, "one", "three")
	l.Items[1].Favourite = true
	rows := ansi.Strip(strings.Join(l.Rows(canvas(t, 60), 9), "\n"))
	if !strings.Contains(rows, "   three +  about three") {
		t.Error(rows)
	}
}

// TestManyItems: a key and what it draws cost no more with many items than with few, unless it changes what is typed.
func TestManyItems(t *testing.T) {
	var allocs [2]float64
	for k, n := range []int{100, 20_000} {
		l := &List{Title: "things", Config: Config{Noun: "thing"}}
		for i := range n {
			l.Items = append(l.Items, Item{Name: fmt.Sprintf("name %06d", i), Text: "about it"})
		}
		l.Begin("")
		c := canvas(t, 60)
		typed(l, "type:name")
		allocs[k] = testing.AllocsPerRun(10, func() {
			l.Move(1)
			l.Scroll(60, 20)
			l.Rows(c, 20)
		})
		if got := len(l.Matching()); got != n {
			t.Errorf("%d of %d match", got, n)
		}
		if i, _ := l.Selected(); i.Name != "name 000011" {
			t.Errorf("%s is selected", i.Name)
		}
		another := l.Items[5]
		another.Name = "another"
		l.Put(5, another)
		if got := len(l.Matching()); got != n-1 {
			t.Errorf("after one has changed, %d of %d match", got, n)
		}
	}
	if allocs[1] > allocs[0]*1.5 {
		t.Errorf("%.0f allocations with many items, %.0f with few", allocs[1], allocs[0])
	}
}

// TestSelectedIsDrawn: where fewer items match than before, the one that is drawn as selected is the one that is taken,
// and the one that moving begins at.
func TestSelectedIsDrawn(t *testing.T) {
	for _, c := range []struct{ key, want string }{{"enter", "two"}, {"up", "one"}} {
		var taken []string
		l := begun(&taken, "one", "two", "three")
		for i := range l.Items {
			l.Items[i].Favourite = true
		}
		l.Config.Favour = func(string) (tea.Cmd, error) {
			one := l.Items[2]
			one.Favourite = false
			l.Put(2, one)
			return nil, nil
		}
		typed(l, "type:favourite", "end", keymap.Parse(keymap.Default().Key(keymap.Favourite)))
		l.Scroll(80, 9)
		if rows := ansi.Strip(strings.Join(l.Rows(canvas(t, 60), 9), "\n")); !strings.Contains(rows, "▸ two") {
			t.Errorf("two is not drawn as selected:\n%s", rows)
		}
		typed(l, c.key, "enter")
		if taken[0] != c.want {
			t.Errorf("%q, not %s is taken after %s", taken, c.want, c.key)
		}
	}
}

// TestRowsFit: rows are as wide as the screen, and what is in them cannot control the terminal.
func TestRowsFit(t *testing.T) {
	var taken []string
	l := begun(&taken, "a\x1b[2J\u202e", strings.Repeat("日本語", 30), "")
	l.Items[0].Off, l.Items[1].Favourite = "\x9bnot\nnow", true
	for width := 1; width < 90; width++ {
		for _, wide := range []bool{false, true} {
			l.Config.Wide = wide
			for _, text := range []string{"", "none"} {
				l.Input.Set(text)
				for _, row := range append(l.Rows(canvas(t, width), 9), footer(t, l, width)) {
					bare := ansi.Strip(row)
					if w := ansi.StringWidth(bare); w != width || strings.ContainsAny(bare, "\x1b\n\u202e\u009b") {
						t.Fatalf("%q is %d cells wide of %d", row, w, width)
					}
				}
			}
		}
	}
}

// TestFuzzy: what is contained comes first, then names that have all letters in their order; other words find an item.
func TestFuzzy(t *testing.T) {
	var taken []string
	l := begun(&taken, "claude_code", "codex", "code", "gemini")
	l.Items[3].Words = "google bard"
	for text, want := range map[string][]string{
		"code": {"code", "codex", "claude_code"},
		"cdx":  {"codex"},
		"bard": {"gemini"},
		"ggl":  {"gemini"},
		"zz":   nil,
	} {
		l.Input.Set(text)
		if got := namesOf(l.Matching()); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestTwoColumns draws items in two columns, and takes a click on the second.
func TestTwoColumns(t *testing.T) {
	var taken []string
	l := begun(&taken, "one", "two", "three", "four", "five")
	l.Config.Columns = true
	l.Scroll(149, 4)
	if row := ansi.Strip(l.Rows(canvas(t, 149), 4)[1]); strings.Contains(row, "four") {
		t.Errorf("in 149 cells the first row is %q", row)
	}
	l.Scroll(150, 4)
	rows := l.Rows(canvas(t, 150), 4)
	if row := ansi.Strip(rows[1]); !strings.Contains(row, "one") || !strings.Contains(row, "four") {
		t.Errorf("the first row is %q", row)
	}
	l.Click(80, 2)
	if _, end := l.Click(80, 2); end != done || !slices.Equal(taken, []string{"five"}) {
		t.Errorf("took %q", taken)
	}
}

// TestBelow: items below the others are listed only while something is typed, and a list hears what is typed.
func TestBelow(t *testing.T) {
	var heard []string
	l := List{
		Items: []Item{{Name: "one"}, {Name: "two"}}, Below: []Item{{Name: "a/one"}, {Name: "b/three"}},
		Config: Config{
			Noun: "file", Typed: func(text string) tea.Cmd { heard = append(heard, text); return nil },
		},
	}
	l.Begin("")
	names := func() (all []string) {
		for _, i := range l.Matching() {
			all = append(all, i.Name)
		}
		return all
	}
	if got := names(); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("with nothing typed it lists %q", got)
	}
	keys, _ := keymap.New(nil)
	for _, k := range []string{"o", "left", "n"} {
		l.Key(keys, keypress.Of(k), 5)
	}
	l.Input.Set("one")
	if got := names(); !slices.Equal(got, []string{"one", "a/one"}) {
		t.Errorf("with a word typed it lists %q", got)
	}
	if !slices.Equal(heard, []string{"o", "no"}) {
		t.Errorf("it heard %q", heard)
	}
	l.Below = append(l.Below, Item{Name: "c/one"})
	if got := names(); len(got) != 3 {
		t.Errorf("with more below it lists %q", got)
	}
}

// TestWhatIsBesideTheItemsIsNotCounted: an item that is none of what a list counts moves no place and adds to no number.
func TestWhatIsBesideTheItemsIsNotCounted(t *testing.T) {
	l := List{
		Config: Config{Noun: "tool"},
		Items:  []Item{{Name: "none", Uncounted: true}, {Name: "a"}, {Name: "a@1", Uncounted: true}, {Name: "b"}},
	}
	l.Begin("")
	for at, want := range []string{"beside 2 tools", "1 of 2 tools", "beside 2 tools", "2 of 2 tools"} {
		if got := l.matchWords(at, len(l.Matching())); got != want {
			t.Errorf("at %d: %q, not %q", at, got, want)
		}
	}
}
