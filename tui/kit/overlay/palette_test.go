package overlay

import (
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/kit/list"
)

// TestPaletteDoesAnAction that is found by ordinary words, and lists it first from then on.
func TestPaletteDoesAnAction(t *testing.T) {
	onStack(t, 80, 24, func(b *bench) {
		b.Off = map[keymap.Action]string{keymap.Undo: "nothing to undo"}
		b.stack.OpenPalette(Place{Base: keymap.InFile})
		b.has("── actions")
		b.keys("type:undo")
		b.has("now not: nothing to undo")
		if b.keys("enter"); !b.stack.Any() || len(b.Done) > 0 {
			t.Errorf("what cannot be done is done: %v", b.Done)
		}
		b.keys("ctrl+u", "type:whitespace", "enter")
		if b.stack.Any() || len(b.Done) != 1 || b.Done[0] != keymap.Invisibles {
			t.Fatalf("done: %v", b.Done)
		}
		b.stack.OpenPalette(Place{Base: keymap.InFile})
		p, _ := Topmost[*palette](b.stack)
		if first, _ := p.List.Selected(); first.Fill != string(keymap.Invisibles) {
			t.Errorf("the first is %q", first.Fill)
		}
		b.keys("esc")
		if b.stack.Any() {
			t.Error("it stays open")
		}
	})
}

// TestPaletteListsThePlace: each action once, those of what is open over the screen included, and none of elsewhere.
func TestPaletteListsThePlace(t *testing.T) {
	onStack(t, 80, 24, func(b *bench) {
		b.stack.OpenPalette(Place{Base: keymap.InFile, Over: []keymap.Context{keymap.InComparison}})
		p, _ := Topmost[*palette](b.stack)
		seen := map[string]int{}
		for _, i := range p.List.Items {
			seen[i.Fill]++
		}
		for _, a := range []keymap.Action{keymap.Quit, keymap.SwapCompared} {
			if seen[string(a)] != 1 {
				t.Errorf("%s is listed %d times", a, seen[string(a)])
			}
		}
		if seen[string(keymap.AnswerYes)] != 0 {
			t.Error("an action of a question is listed")
		}
	})
}

// TestPalettePages as long as nothing is typed; then a blank is text. A letter is typed, also one that quits elsewhere.
func TestPalettePages(t *testing.T) {
	onStack(t, 80, 12, func(b *bench) {
		b.stack.OpenPalette(Place{Base: keymap.InFile})
		p, _ := Topmost[*palette](b.stack)
		b.keys(" ")
		if paged := p.List.At(); paged == 0 || p.List.Input.Text() != "" {
			t.Errorf("a blank selects %d, and types %q", paged, p.List.Input.Text())
		}
		b.keys("end")
		b.has("▸ ")
		b.keys("home", "q", " ", "x")
		if got := p.List.Input.Text(); got != "q x" || !b.stack.Any() {
			t.Errorf("typed %q", got)
		}
	})
	onStack(t, 80, 12, func(b *bench) {
		b.stack.OpenPalette(Place{Base: keymap.InPager})
		if b.keys("q"); b.stack.Any() {
			t.Error("q stays in the help of the pager")
		}
	})
}

// TestASharedReasonIsSaidOnce: why no key of a topic can be used now stands below its heading, not beside each key.
func TestASharedReasonIsSaidOnce(t *testing.T) {
	onStack(t, 80, 24, func(b *bench) {
		const why = "no comparison is open"
		b.Off = map[keymap.Action]string{keymap.Undo: why}
		for _, row := range b.stack.keys().Bindings() {
			if row.Context == keymap.InComparison {
				b.Off[row.Action] = why
			}
		}
		b.stack.OpenPalette(Place{Base: keymap.InFile, Over: []keymap.Context{keymap.InComparison}})
		b.keys("f1")
		top, _ := b.stack.Top().(*topics)
		rows, _ := top.column(b.Canvas())
		shown := b.Bare(rows, 80)
		if got := strings.TrimSpace(shown[1]); got != "now not: "+why {
			t.Errorf("%q is below the heading %q", got, shown[0])
		}
		all := strings.Join(strings.Fields(strings.Join(shown, " ")), " ")
		if n := strings.Count(all, why); n != 2 { // the second is beside undo
			t.Errorf("it is said %d times:\n%s", n, strings.Join(shown, "\n"))
		}
	})
}

// TestPaletteByTopic: the key of the help lists the keys by topic, which scrolls and closes, or narrows again.
func TestPaletteByTopic(t *testing.T) {
	onStack(t, 80, 24, func(b *bench) {
		b.Off = map[keymap.Action]string{keymap.Undo: "nothing to undo"}
		b.stack.OpenPalette(Place{Base: keymap.InFile})
		b.keys("f1")
		before := b.text()
		b.keys(" ")
		if b.text() == before {
			t.Error("it does not scroll")
		}
		b.keys("home")
		if b.text() != before {
			t.Error("it does not scroll back")
		}
		b.keys("ctrl+y", "x")
		b.Says("no action on x in the help")
		top, ok := b.stack.Top().(*topics)
		if !ok {
			t.Fatalf("%T is open", b.stack.Top())
		}
		rows, _ := top.column(b.Canvas())
		if all := strings.Join(strings.Fields(strings.Join(b.Bare(rows, 80), " ")), " "); !strings.Contains(all, "now not: nothing to undo") {
			t.Errorf("the reason is missing:\n%s", all)
		}
		b.keys("/")
		b.has("── actions")
		b.keys("f1", "esc")
		if b.stack.Any() {
			t.Error("it stays open")
		}
	})
	for _, size := range [][2]int{{8, 4}, {29, 9}, {121, 40}, {200, 60}} {
		onStack(t, size[0], size[1], func(b *bench) {
			b.stack.OpenPalette(Place{Base: keymap.InFile})
			b.rows()
			b.keys("f1")
			b.rows()
			b.keys("end")
			b.rows()
		})
	}
}

// commands are those of a test: "go" is one, "bad" is refused, and "open " is completed.
type commands struct{ found func([]list.Item) }

func (*commands) Command(text string) (tea.Cmd, error) {
	if word, rest, _ := strings.Cut(text, " "); word == "go" {
		return doing("went %s", rest), nil
	}
	return nil, errors.New("bad command")
}

func (c *commands) Candidates(text string, known func([]list.Item)) ([]list.Item, bool, tea.Cmd) {
	if !strings.HasPrefix(text, "open ") {
		return []list.Item{{Name: ":go WHERE", Words: "go", Fill: "go "}}, false, nil
	}
	c.found = known
	return []list.Item{{Name: "open …", Fill: text}}, true, nil
}

// TestCommandLine does what is typed, completes it, and says what is wrong with it.
func TestCommandLine(t *testing.T) {
	onStack(t, 80, 24, func(b *bench) {
		c := &commands{}
		b.Run(b.stack.OpenCommand(Place{Base: keymap.InFile}, c, ""))
		b.has(":▏", "▸ :go WHERE")
		b.keys("tab")
		b.has(":go ▏")
		b.keys("type:home", "enter")
		if b.did("went home"); b.stack.Any() || b.stack.Entered(PromptCommand)[0] != "go home" {
			t.Errorf("entered %q", b.stack.Entered(PromptCommand))
		}
		b.Run(b.stack.OpenCommand(Place{Base: keymap.InFile}, c, "xyzzyx"))
		b.keys("enter")
		b.has("bad command")
		b.keys("esc")
		b.Run(b.stack.OpenCommand(Place{Base: keymap.InFile}, c, "x"))
		b.keys("enter") // of what is listed x is no name
		b.has(`no command is called "x"`)
		b.keys("ctrl+u", "type:whitesp", "enter")
		if len(b.Done) != 1 || b.Done[0] != keymap.Invisibles {
			t.Errorf("done: %v", b.Done)
		}
	})
}

// TestCandidatesThatComeLater are listed, unless another text is typed by then.
func TestCandidatesThatComeLater(t *testing.T) {
	onStack(t, 80, 24, func(b *bench) {
		c := &commands{}
		b.Run(b.stack.OpenCommand(Place{Base: keymap.InFile}, c, "open "))
		late := c.found
		late([]list.Item{{Name: "one.txt", Fill: "open one.txt", Words: "open"}})
		b.has("one.txt")
		b.keys("type:x")
		late([]list.Item{{Name: "two.txt", Words: "open x"}})
		if strings.Contains(b.text(), "two.txt") {
			t.Errorf("what was looked for before is listed:\n%s", b.text())
		}
	})
}

// TestAClickOnDetails: the rows that say all of the selected item are no items.
func TestAClickOnDetails(t *testing.T) {
	onStack(t, 80, 24, func(b *bench) {
		b.stack.OpenPalette(Place{Base: keymap.InFile})
		p, _ := b.stack.Top().(*palette)
		height := b.stack.host.BodyHeight()
		p.Scroll(height)
		p.Rows(height)
		at := p.List.At()
		for row := p.rowsOf(height); row < height; row++ {
			p.Click(0, row)
		}
		if b.stack.Top() != p || p.List.At() != at {
			t.Error("a click below the items selects one")
		}
		if p.Click(0, p.rowsOf(height)-1); p.List.At() == at {
			t.Error("a click on the last item selects nothing")
		}
	})
}
