package overlay

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/kit/list"
)

// items are n items, of which each is taken by its name.
func items(n int) (all []list.Item) {
	for i := range n {
		name := fmt.Sprintf("item %d", i+1)
		all = append(all, list.Item{Name: name, Take: func() (tea.Cmd, error) { return doing("%s", name), nil }})
	}
	return all
}

// TestKeysGoToTheTopmostThatUsesThem, and to what is below the overlays where none does.
func TestKeysGoToTheTopmostThatUsesThem(t *testing.T) {
	onStack(t, 60, 20, func(b *bench) {
		if b.stack.Top() != nil || b.stack.Panel() != nil || b.stack.Footer() != "" {
			t.Error("something is open at first")
		}
		b.stack.OpenFacts(func() []Fact { return []Fact{{Name: "size", Value: "3 bytes"}} })
		facts := b.stack.Top()
		b.ask(PromptSearch)
		if b.keys("j", "esc"); b.stack.Top() != facts || len(b.below) != 0 {
			t.Errorf("below the prompt: %q", b.below)
		}
		if b.keys("j"); b.stack.Any() || !slices.Equal(b.below, []string{"j"}) {
			t.Errorf("a key that scrolls nothing is not passed on: %q", b.below)
		}
	})
}

// TestWhatIsOfTheFileEndsWithIt: lists for which the file was read, and menus; other lists stay.
func TestWhatIsOfTheFileEndsWithIt(t *testing.T) {
	onStack(t, 60, 20, func(b *bench) {
		themes, read := &ListPanel{List: list.New("", list.Config{Noun: "theme"})}, &ListPanel{List: list.New("", list.Config{Noun: "symbol"})}
		ended := 0
		read.End = func() { ended++ }
		b.stack.Choose(themes, "")
		b.stack.Choose(read, "")
		menu := newMenu(b, 3)
		if !b.stack.MenuOpen() {
			t.Error("no menu is open")
		}
		b.stack.DropOfFile()
		if all := b.stack.All(); len(all) != 1 || all[0] != overlay(themes) || b.stack.MenuOpen() {
			t.Errorf("open: %v; the menu is %v", all, menu)
		}
		b.stack.Choose(read, "")
		if b.stack.Drop(read); ended != 1 {
			t.Errorf("what reads for the list was ended %d times", ended)
		}
		if !Close[*ListPanel](b.stack) || Close[*ListPanel](b.stack) {
			t.Error("one list is to be closed, and no more")
		}
	})
}

// TestListPanel chooses an item by its keys and by the mouse, is left, and narrows.
func TestListPanel(t *testing.T) {
	open := func(b *bench) *ListPanel {
		p := &ListPanel{List: list.List{Config: list.Config{Noun: "thing"}, Title: "things", Items: items(30)}}
		p.Leave = func() tea.Cmd { return doing("left") }
		b.stack.Choose(p, "item 5")
		b.scroll()
		return p
	}
	for name, c := range map[string]struct {
		keys []string
		did  string
	}{
		"the one it opens with": {[]string{"enter"}, "item 5"},
		"the next":              {[]string{"down", "enter"}, "item 6"},
		"the last":              {[]string{"end", "down", "enter"}, "item 30"},
		"the first":             {[]string{"home", "up", "enter"}, "item 1"},
		"one that is typed":     {[]string{"type:27", "enter"}, "item 27"},
		"none":                  {[]string{"esc"}, "left"},
		"none after typing":     {[]string{"x", "backspace", "backspace"}, "left"},
	} {
		t.Run(name, func(t *testing.T) {
			onStack(t, 60, 20, func(b *bench) {
				open(b)
				b.keys(c.keys...)
				if b.did(c.did); b.stack.Any() {
					t.Error("the list stays open")
				}
			})
		})
	}
	onStack(t, 60, 20, func(b *bench) {
		p := open(b)
		b.keys("end")
		b.has("▸ item 30", "thing: ")
		rows := b.rows()
		p.Wheel(-2)
		b.scroll()
		b.has("▸ item 28")
		last := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "item 30") })
		b.Run(p.Click(3, last))
		b.has("▸ item 30")
		b.Run(p.Click(3, last))
		b.did("item 30")
		if p.Click(3, 0) != nil {
			t.Error("a click on the title does something")
		}
	})
}

// TestSelection tells the path of what is selected, and that there is none: for a row that stands for no file,
// whatever its name, and where nothing matches what is typed.
func TestSelection(t *testing.T) {
	onStack(t, 60, 20, func(b *bench) {
		told := []string{}
		p := &ListPanel{Selects: func(path string) tea.Cmd { told = append(told, path); return nil }}
		p.List = list.List{Config: list.Config{Noun: "file"}, Title: "files", Items: []list.Item{
			{Name: "check"}, {Name: "check", Path: "here/check"}, {Name: "one", Path: "here/one"},
		}}
		b.stack.Choose(p, "")
		for _, key := range []string{"", "down", "", "down", "type:zz", "backspace", "backspace", "home", "down", "up"} {
			if key != "" {
				b.keys(key)
			}
			b.stack.Selection()
		}
		if got := strings.Join(told, "|"); got != "here/check|here/one||here/check|" {
			t.Errorf("it is told %q", got)
		}
	})
}

// TestListPanelThatRefuses stays, with the reason.
func TestListPanelThatRefuses(t *testing.T) {
	onStack(t, 60, 20, func(b *bench) {
		b.stack.Choose(&ListPanel{List: list.List{Config: list.Config{Noun: "thing"}, Title: "things", Items: []list.Item{
			{Name: "a", Take: func() (tea.Cmd, error) { return nil, errors.New("no room") }},
			{Name: "b", Off: "not now", Take: func() (tea.Cmd, error) { return doing("b"), nil }},
		}}}, "")
		b.keys("enter")
		b.has("no room")
		b.keys("down", "enter")
		if b.has("not now"); !b.stack.Any() || len(b.Others) > 0 {
			t.Errorf("%v", b.Others)
		}
		b.keys("f1")
		if b.Helped != 1 {
			t.Error("the help does not open")
		}
	})
}

// menu is a panel of numbered rows.
type menu struct {
	Menu
	n    int
	did  []keymap.Action
	note string
}

func (m *menu) Content() MenuContent {
	c := MenuContent{Title: "rows", Below: "below", Note: m.note}
	for i := range m.n {
		c.Rows = append(c.Rows, MenuRow{Columns: []string{fmt.Sprintf("row %d", i+1), "日本"}, Dim: i == 1})
	}
	return c
}

func (m *menu) Do(a keymap.Action) (tea.Cmd, bool) {
	if a != keymap.TakeRow {
		return nil, false
	}
	m.did = append(m.did, a)
	return doing("row %d", m.At()+1), true
}

func (m *menu) Selected() (tea.Cmd, bool) { return doing("selected %d", m.At()+1), true }

func newMenu(b *bench, n int) *menu {
	m := &menu{n: n}
	b.stack.OpenMenu(&m.Menu, m)
	b.scroll()
	return m
}

// TestMenu selects rows as far as there are some, takes one, and leaves other keys to the file.
func TestMenu(t *testing.T) {
	onStack(t, 40, 20, func(b *bench) {
		m := newMenu(b, 40)
		b.has("── rows", "▸ row 1", "日本", "below")
		for _, step := range []struct {
			key string
			at  int
		}{{"up", 0}, {"down", 1}, {"end", 39}, {"down", 39}, {"up", 38}, {"home", 0}, {"pgdown", 6}} {
			if b.keys(step.key); m.At() != step.at {
				t.Errorf("after %s row %d is selected, not %d", step.key, m.At(), step.at)
			}
			b.did(fmt.Sprintf("selected %d", step.at+1))
			b.has(fmt.Sprintf("▸ row %d", step.at+1))
		}
		b.keys("enter")
		b.did("row 7")
		b.keys("x", "/")
		if !slices.Equal(b.below, []string{"x", "/"}) || b.stack.Footer() != "" {
			t.Errorf("passed on: %q", b.below)
		}
		b.keys("esc")
		if b.stack.MenuOpen() {
			t.Error("it stays open")
		}
	})
	onStack(t, 40, 20, func(b *bench) {
		m := newMenu(b, 0)
		m.note = "nothing yet"
		b.keys("down", "up", "end")
		if b.has("nothing yet"); m.At() != 0 {
			t.Errorf("row %d of none is selected", m.At())
		}
	})
}

// TestMenuIsClicked: a click selects a row, and takes one that is selected.
func TestMenuIsClicked(t *testing.T) {
	onStack(t, 40, 20, func(b *bench) {
		m := newMenu(b, 40)
		b.keys("end")
		top := m.Top()
		if m.Click(0, 0) != nil || m.Click(0, 99) != nil {
			t.Error("a click outside of the rows does something")
		}
		b.Run(m.Click(0, 1))
		b.did(fmt.Sprintf("selected %d", top+1))
		b.Run(m.Click(0, 1))
		b.did(fmt.Sprintf("row %d", top+1))
	})
}

// TestMenuHeight: a half of the body at most, or three rows.
func TestMenuHeight(t *testing.T) {
	for _, c := range [][4]int{{0, 0, 20, 2}, {3, 0, 20, 4}, {3, 1, 20, 5}, {40, 1, 20, 10}, {40, 1, 5, 3}, {40, 1, 2, 2}, {40, 0, 1, 1}} {
		if got := MenuHeight(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%d rows and %d others in %d: %d, not %d", c[0], c[1], c[2], got, c[3])
		}
	}
}

// TestFacts goes on under itself where a value is long, scrolls where there is no room, and closes by any other key.
func TestFacts(t *testing.T) {
	facts := []Fact{{"name", "日本 " + strings.Repeat("word ", 20)}, {"note", "one\ntwo"}, {"size", "3 bytes"}}
	onStack(t, 40, 20, func(b *bench) {
		b.stack.OpenFacts(func() []Fact { return facts })
		b.has("── facts", "   name         日本 word", "   note         one", "                two", "   size")
		if b.keys("x"); b.stack.Any() || len(b.below) != 1 {
			t.Errorf("passed on: %q", b.below)
		}
	})
	onStack(t, 40, 8, func(b *bench) {
		b.stack.OpenFacts(func() []Fact { return facts })
		b.keys("end")
		b.has("size", "scroll")
		b.keys("home", "k")
		b.has("name")
		b.keys("esc")
		if b.stack.Any() || len(b.below) != 0 {
			t.Errorf("passed on: %q", b.below)
		}
	})
	for _, size := range [][2]int{{1, 1}, {2, 3}, {10, 4}} {
		onStack(t, size[0], size[1], func(b *bench) {
			b.stack.OpenFacts(func() []Fact { return facts })
			b.rows()
		})
	}
}
