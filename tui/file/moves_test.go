package file

import (
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source/sourcetest"
	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/options"
)

// TestPlacesThatAreTyped: a line, a part, a byte, past the end, and what is no place.
func TestPlacesThatAreTyped(t *testing.T) {
	for typed, c := range map[string]struct {
		line int64
		says string
	}{
		"50":      {50, ""},
		"1":       {1, ""},
		"999":     {100, "the file has 100 lines; this is the last"},
		"50%":     {51, ""},
		"@0":      {1, ""},
		"@7":      {2, ""},
		"@0x7":    {2, ""},
		"@999999": {100, "the file has 792 bytes; this is the last"},
	} {
		onText(t, numbered(100), 60, 14, nil, func(b *bench) {
			cmd, err := b.Moves.travel(typed)
			if err != nil {
				t.Fatalf("%s: %v", typed, err)
			}
			b.Run(cmd)
			b.at(c.line)
			if b.Note.Text != c.says {
				t.Errorf("%s: it says %q, not %q", typed, b.Note.Text, c.says)
			}
		})
	}
	onText(t, numbered(10), 60, 14, nil, func(b *bench) {
		for _, bad := range []string{"", "x", "@", "@x", "5x", "-1"} {
			if _, err := b.Moves.travel(bad); err == nil {
				t.Errorf("%q is taken for a place", bad)
			}
		}
	})
}

// TestKeysThatMove: by lines, by screens and to the ends, with a count and without, and what is said at an end.
func TestKeysThatMove(t *testing.T) {
	for _, c := range []struct {
		keys []string
		line int64
		says string
	}{
		{[]string{"j"}, 2, ""},
		{[]string{"5", "j"}, 6, ""},
		{[]string{"5", "j", "2", "k"}, 4, ""},
		{[]string{"k"}, 1, "beginning"},
		{[]string{"G"}, 100, ""},
		{[]string{"G", "j"}, 100, "end"},
		{[]string{"7", "G"}, 7, ""},
		{[]string{"7", "g"}, 7, ""},
		{[]string{"G", "g"}, 1, ""},
		{[]string{"type:50", "%"}, 51, ""},
		{[]string{"%"}, 1, "type a number before it: 50% is the middle"},
		{[]string{"type:999999999999999999999", "j"}, 100, ""},
		{[]string{"3", "0", "j", "esc", "j"}, 32, ""},
		{[]string{"3", "esc", "j"}, 2, ""}, // the count is forgotten
		{[]string{"3", "0", "G", "m", "a", "G", "'", "a"}, 30, ""},
		{[]string{"3", "0", "G", "G", "'", "'"}, 30, ""},
		{[]string{"'", "z"}, 1, "no mark z"},
		{[]string{"'", "$"}, 100, ""},
	} {
		onText(t, numbered(100), 60, 14, nil, func(b *bench) {
			b.keys(c.keys...)
			b.at(c.line)
			if b.Note.Text != c.says {
				t.Errorf("%q: it says %q, not %q", c.keys, b.Note.Text, c.says)
			}
		})
	}
}

// TestTheWindowFollowsTheCursor only where it is to, and waits while a search is typed.
func TestTheWindowFollowsTheCursor(t *testing.T) {
	onText(t, numbered(100), 60, 14, nil, func(b *bench) {
		b.keys("9", "j")
		if got := b.Preview.Request.Place(); got != 1 {
			t.Errorf("a window that stays is at %d", got)
		}
		b.Run(b.Preview.ToggleFollow(1, false))
		b.keys("j")
		if got := b.Preview.Request.Place(); got != 11 {
			t.Errorf("a window that follows is at %d", got)
		}
		b.keys("/", "type:line 5")
		if got := b.Preview.Request.Place(); got != 11 {
			t.Errorf("while a pattern is typed the window is at %d", got)
		}
		b.keys("esc")
		if got := b.Preview.Request.Place(); got != 11 {
			t.Errorf("after a search that is left the window is at %d", got)
		}
	})
}

// TestMouseMarksLines that are dragged over; a click only puts the cursor.
func TestMouseMarksLines(t *testing.T) {
	onText(t, numbered(30), 60, 14, nil, func(b *bench) {
		third := b.rowOf("line 3")
		b.click(10, third, tea.MouseActionPress)
		b.at(3)
		b.click(10, third, tea.MouseActionMotion)
		b.click(10, third, tea.MouseActionRelease)
		if b.Text.Marking.On {
			t.Error("a click marks a line")
		}
		b.click(10, third, tea.MouseActionPress)
		b.click(10, third+2, tea.MouseActionMotion)
		if got := b.Text.Marking.MarkedWords(); got != "3 lines marked" {
			t.Errorf("%q", got)
		}
		b.click(10, b.High+5, tea.MouseActionMotion) // below the pane it scrolls
		b.click(10, third, tea.MouseActionRelease)
		b.click(10, third+5, tea.MouseActionMotion)
		if first, _, ok := b.Text.Marking.Marked(); !ok || first != 14 {
			t.Errorf("marked from byte %d: %v", first, ok)
		}
		b.click(10, third, tea.MouseActionPress)
		if b.Text.Marking.On {
			t.Error("the next press leaves them marked")
		}
	})
	onText(t, "", 60, 14, nil, func(b *bench) {
		b.click(1, 5, tea.MouseActionPress)
		b.click(1, 6, tea.MouseActionMotion)
		if b.Text.Marking.On {
			t.Error("a line of an empty file is marked")
		}
	})
}

// TestHexShowsTheBytes from where the lines were, and goes back to the same place.
func TestHexShowsTheBytes(t *testing.T) {
	onText(t, numbered(100), 80, 14, nil, func(b *bench) {
		b.keys("5", "0", "G")
		before := b.Text.File.Position()
		b.keys("H")
		b.has("69 6e 65 20 ", "│")
		if b.Text.File.Stride == 0 || b.Text.File.Cursor > before.Cursor {
			t.Errorf("rows of %d bytes, at %d", b.Text.File.Stride, b.Text.File.Cursor)
		}
		b.keys("H")
		if now := b.Text.File.Position(); now != before {
			t.Errorf("at %+v, not %+v", now, before)
		}
		b.keys("H", "9", "9", "j", "H")
		if now := b.Text.File.Position(); now == before {
			t.Error("what was moved in hex is forgotten")
		}
	})
	onText(t, "", 80, 14, func(o *options.Options) { o.Hex = true }, func(b *bench) {
		b.keys("j", "G", "H")
		b.has("the file is empty")
	})
}

// TestAFileThatChanges is shown as it is now, and what has happened to it is said.
func TestAFileThatChanges(t *testing.T) {
	onText(t, numbered(30), 60, 12, pager, func(b *bench) {
		path := b.Text.Doc.Path()
		write := func(text string) {
			t.Helper()
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				b.T.Fatal(err)
			}
			b.Later()
		}
		b.keys("F")
		write(numbered(31))
		b.has("line 31")
		write("short\n")
		b.Says("truncated or rewritten")
		b.has("short")
		b.lacks("line 31")
		if err := sourcetest.Vanish(path); err != nil {
			b.T.Fatal(err)
		}
		b.Later()
		if b.Says("the file is gone"); !b.Note.Bad {
			t.Error("it is no warning")
		}
		b.has("short")
	})
}

// TestAStreamThatArrives is shown as it comes; what is gone to is waited for.
func TestAStreamThatArrives(t *testing.T) {
	onStream(t, 60, 12, func(b *bench, write func(string), end func()) {
		b.has("nothing has arrived yet")
		write(numbered(5))
		b.has("line 5")
		b.keys("2", "0", "g")
		if words, stops := b.jobs.Working(); words != "waiting for line 20…" || !stops {
			t.Errorf("the footer says %q", words)
		}
		write(numbered(30)[len(numbered(5)):])
		b.has("line 20")
		b.keys("G")
		end()
		if b.has("line 30"); !b.Position().End && b.Position().Percent != 100 {
			t.Errorf("%+v", b.Position())
		}
	})
	onStream(t, 60, 12, func(b *bench, _ func(string), end func()) {
		end()
		b.has("the file is empty")
	})
}

// TestKeysOfLess: with a tool on, keys that are options of less say what they have done to the read, and how that is
// undone where there is something to undo; a count before the key of the panes goes there.
func TestKeysOfLess(t *testing.T) {
	codex, grok := request(tools.ModeSlice, "codex"), request(tools.ModeSlice, "grok_cli")
	block := request(tools.ModeBlock, "codex")
	small := codex.Sized(1)
	for _, c := range []struct {
		lines int
		of    toolrequest.Request
		keys  string
		says  string
	}{
		{5000, codex, "-S", "- made the read smaller (z undoes); less's -S is W"},
		{5000, codex, "-N", "- made the read smaller (z undoes); less's -N: lines have numbers here"},
		{100, codex, "-S", "- left the lines of the read as they are (z undoes); less's -S is W"},
		{100, small, "-S", "- left the read as it is; less's -S is W"},
		{1, codex, "-N", "- left the lines of the read as they are (z undoes); less's -N: lines have numbers here"},
		{5000, grok, "-S", "- made the read larger (z undoes); less's -S is W"},
		{100, block, "-S", "- left the read as it is; less's -S is W"},
		{5000, codex, "V-S", "- made the read smaller (z undoes); less's -S is W"},
		{5000, codex, "/line 7⏎n-N", "- made the read smaller (z undoes); less's -N: lines have numbers here"},
		{5000, codex, "/line⏎g-N", "- made the read smaller (z undoes); less's -N: lines have numbers here"},
		{5000, block, "Vj-S", "- left the read as it is; less's -S is W"},
		{5000, codex, "-zS", "nothing is marked, no function known at L1: V marks lines"},
		{100, codex, "S", "nothing is marked, no function known at L1: V marks lines"},
		{100, codex, "N", "no pattern yet; / searches"},
		{100, codex, "50p", "to 50%, as in less; without a number p changes the view"},
		{100, codex, "-", "at most 1,000 lines: the same lines as before; z undoes"},
	} {
		asks := func(o *options.Options) { o.Request = c.of }
		onText(t, numbered(c.lines), 60, 14, asks, func(b *bench) {
			for i, keys := range strings.Split(c.keys, "⏎") {
				if i > 0 {
					b.keys("enter")
				}
				b.keys("type:" + keys)
			}
			if b.Note.Text != c.says {
				t.Errorf("%q of %d lines: it says %q, not %q", c.keys, c.lines, b.Note.Text, c.says)
			}
			if c.keys == "50p" {
				b.at(51)
			}
		})
	}
}

// TestKeysOfLessAfterAnotherChange: where "-" was not the last that was done, or what it did is not known, nothing is
// said of it.
func TestKeysOfLessAfterAnotherChange(t *testing.T) {
	onText(t, numbered(5000), 60, 14, nil, func(b *bench) {
		b.keys("type:-")
		b.Run(b.Do(keymap.NextMode)) // as the palette does
		b.keys("type:S")
		if strings.Contains(b.Note.Text, "- made") {
			t.Errorf("after the palette it says %q", b.Note.Text)
		}
	})
}

func request(m tools.Mode, tool string) toolrequest.Request {
	return toolrequest.New().WithModeTool(m, tool)
}
