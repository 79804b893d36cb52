package preview

import (
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/jobs"
)

// TestWindowsForwardAndBack: a count goes on as many windows as there are, and back through those that were left, then
// further by the window's size.
func TestWindowsForwardAndBack(t *testing.T) {
	for name, c := range map[string]struct {
		from   int64
		steps  []int64 // windows on, or back
		at     int64
		call   int64
		says   string
		cursor int64
	}{
		"on":                       {1, []int64{1}, 21, 2, "", 21},
		"three on":                 {1, []int64{3}, 61, 4, "", 61},
		"to the last":              {1, []int64{4}, 81, 5, "", 81},
		"past the last":            {1, []int64{99}, 81, 5, "this is the last window", 81},
		"more than there can be":   {1, []int64{math.MaxInt64}, 81, 5, "this is the last window", 81},
		"on and back":              {1, []int64{2, -1}, 21, 2, "", 21},
		"on and all back":          {1, []int64{2, -2}, 1, 1, "", 1},
		"back before the way here": {41, []int64{1, -3}, 1, 1, "", 1},
		"back from the middle":     {41, []int64{-1}, 21, 1, "", 21},
		"back before the first":    {1, []int64{-1}, 1, 1, "this is the first window", 1},
		"back to the first":        {31, []int64{-math.MaxInt64}, 1, 1, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			onText(t, countedLines(100), slice(c.from, 20), func(b *bench) {
				for _, n := range c.steps {
					b.Note.Text = ""
					if n > 0 {
						b.Run(b.preview.NextWindow(n, true))
					} else {
						b.Run(b.preview.PrevWindow(-n, true))
					}
				}
				b.at(c.at)
				if r := b.preview.Reading; r.Call != c.call || b.preview.Pending != 0 {
					t.Errorf("it is call %d, not %d; %d windows are still to come", r.Call, c.call, b.preview.Pending)
				}
				if b.Says(c.says); b.cursor() != c.cursor {
					t.Errorf("the file pane is at line %d, not %d", b.cursor(), c.cursor)
				}
			})
		})
	}
}

// TestGoingBackGivesTheWindowAsItWas, also where the size was changed in between.
func TestGoingBackGivesTheWindowAsItWas(t *testing.T) {
	onText(t, countedLines(100), slice(1, 20), func(b *bench) {
		b.Run(b.preview.NextWindow(1, false))
		b.Run(b.preview.Sizing.Resize(1))
		if b.preview.Request.Size() <= 20 {
			t.Fatalf("the size is %d", b.preview.Request.Size())
		}
		b.Run(b.preview.PrevWindow(1, false))
		if b.at(1); b.preview.Request.Size() != 20 {
			t.Errorf("the size is %d", b.preview.Request.Size())
		}
	})
}

// TestKeysDuringARead are counted, and done once it has come.
func TestKeysDuringARead(t *testing.T) {
	onText(t, countedLines(100), slice(1, 20), func(b *bench) {
		b.Begin(b.preview.Read(ThenShowWindow))
		b.Begin(b.preview.NextWindow(1, false))
		b.Begin(b.preview.NextWindow(2, false))
		b.Begin(b.preview.PrevWindow(1, false))
		if !b.preview.Moves() {
			t.Error("the cursor will not be moved")
		}
		b.Settle()
		b.at(41)
		b.Begin(b.preview.Read(ThenShowWindow))
		b.preview.Pending = 3
		b.preview.CancelMoves()
		b.Settle()
		b.at(41)
	})
}

// TestBlocksInTurn goes from block to block at its own level.
func TestBlocksInTurn(t *testing.T) {
	const text = "func a() {\n\tone()\n}\n\nfunc b() {\n\tif x {\n\t\ttwo()\n\t}\n}\n\nfunc c() {\n}\n"
	onText(t, text, block(1), func(b *bench) {
		b.Run(b.preview.NextWindow(1, false))
		if b.at(5); b.cursor() != 5 {
			t.Errorf("the cursor is on line %d", b.cursor())
		}
		if !b.text.Filter.Elsewhere {
			t.Error("a filter that still runs may move the cursor from the block")
		}
		b.Run(b.preview.NextWindow(1, false))
		b.at(11)
		b.Run(b.preview.NextWindow(1, false))
		b.at(11)
		b.Says("no further block at this level")
		b.Run(b.preview.PrevWindow(2, false))
		b.at(1)
		b.Run(b.preview.PrevWindow(9, false))
		if b.Says("no earlier block at this level"); b.preview.Pending != 0 {
			t.Errorf("%d blocks are still to be gone back by", b.preview.Pending)
		}
	})
}

// TestAnAnswerForAnotherRequestIsDropped: a block that was looked for is not gone to once another request was made.
func TestAnAnswerForAnotherRequestIsDropped(t *testing.T) {
	onText(t, "func a() {\n\tone()\n}\n\nfunc b() {\n\ttwo()\n}\n", block(2), func(b *bench) {
		late := b.preview.SiblingBlock(1)
		b.Run(b.preview.GoTo(b.preview.Request.At(6), nil))
		b.Run(late)
		if b.at(6); b.text.Jobs.Runs(jobs.NextBlock) {
			t.Error("the job runs on")
		}
	})
}

// TestWindowAtTheCursor: by a key, or with the cursor where it follows that.
func TestWindowAtTheCursor(t *testing.T) {
	onText(t, countedLines(60), slice(1, 5), func(b *bench) {
		b.goTo(30)
		b.Run(b.preview.Anchor(1, false))
		b.at(30)
		b.Run(b.preview.Anchor(1, false))
		b.Says("the window is at the cursor already")
		b.Run(b.preview.ToggleFollow(1, false))
		b.Says("the window follows the cursor")
		b.goTo(40)
		b.Run(b.preview.FollowCursor())
		b.at(40)
		if b.preview.FollowCursor() != nil {
			t.Error("it is read again at the same place")
		}
		b.Run(b.preview.ToggleFollow(1, false))
		b.Says("the window stays")
		b.text.Hex = true
		b.Run(b.preview.Anchor(1, false))
		b.Says("the hex view has no lines")
	})
	onText(t, "", slice(1, 5), func(b *bench) {
		b.Run(b.preview.Anchor(1, false))
		b.Says("there is no line to put the window at")
	})
}

// TestHistoryOfRequests goes back and on again, as far as there is one.
func TestHistoryOfRequests(t *testing.T) {
	onText(t, countedLines(60), slice(1, 5), func(b *bench) {
		first := b.preview.Request
		if b.preview.CanUndo() || b.preview.CanRedo() {
			t.Error("there is a history at first")
		}
		b.Run(b.preview.Change(slice(10, 5)))
		b.Run(b.preview.Change(slice(10, 5))) // the same
		b.Run(b.preview.Change(slice(20, 5)))
		if !b.preview.UndoesTo(slice(10, 5)) {
			t.Error("the one before is another")
		}
		b.Run(b.preview.StepHistory(-1))
		b.at(10)
		b.Run(b.preview.StepHistory(-9))
		if b.at(1); b.preview.CanUndo() || !b.preview.CanRedo() || !b.preview.Request.Equal(first) {
			t.Error("not at the first")
		}
		b.Run(b.preview.StepHistory(2))
		b.at(20)
		b.Run(b.preview.StepHistory(-1))
		if b.Run(b.preview.Change(slice(30, 5))); b.preview.CanRedo() {
			t.Error("what was gone back over is still there after another change")
		}
	})
}

// TestNoTool reads nothing; a change of the request turns the tool on.
func TestNoTool(t *testing.T) {
	onText(t, countedLines(60), slice(1, 5), func(b *bench) {
		b.text.SetToolOff(true)
		b.Run(b.preview.Forget())
		if b.preview.Reading != nil || b.preview.Read(ThenNothing) != nil || !b.preview.Output().Empty() {
			t.Error("something is read")
		}
		b.Run(b.preview.Change(slice(7, 5)))
		if b.at(7); b.text.ToolOff || b.preview.Reading == nil {
			t.Error("the tool is off still")
		}
	})
}

// TestRangeOfLines ends with the file at most, for a tool that refuses one past it.
func TestRangeOfLines(t *testing.T) {
	onText(t, countedLines(30), toolrequest.New().WithModeTool(tools.ModeSlice, "open_file").At(1).Sized(10), func(b *bench) {
		b.Run(b.preview.Change(b.preview.ClampRange(b.preview.Request.At(26))))
		last, _, ok := b.preview.Request.Range()
		if !ok || last != 30 || b.preview.Reading.Refused != "" {
			t.Errorf("up to line %d; %s", last, b.preview.Reading.Refused)
		}
	})
}

// TestSizes: larger and smaller by steps, as far as that goes, with what it has done.
func TestSizes(t *testing.T) {
	onText(t, countedLines(60), slice(1, 20), func(b *bench) {
		size := b.preview.Request.Size()
		b.Run(b.preview.Sizing.Resize(1))
		if now := b.preview.Request.Size(); now <= size {
			t.Errorf("%d lines after %d", now, size)
		}
		b.Says("at most ")
		b.Run(b.preview.Sizing.Resize(-99))
		b.Note.Text = ""
		b.Run(b.preview.Sizing.Resize(-1))
		b.Says("the window is as small as it gets")
		b.Run(b.preview.Change(slice(1, math.MaxInt64)))
		b.Note.Text = ""
		b.Run(b.preview.Sizing.Resize(1))
		b.Says("the window is as large as it gets")
	})
	onText(t, "a {\n    b {\n        c {\n            d\n        }\n    }\n}\n", block(4), func(b *bench) {
		all := b.preview.Reading.Window
		b.Run(b.preview.Sizing.Resize(-1))
		if now := b.preview.Reading.Window; now.End-now.Start >= all.End-all.Start || b.preview.Request.Size() == 0 {
			t.Errorf("%d levels: %+v", b.preview.Request.Size(), now)
		}
		b.Run(b.preview.Sizing.Resize(99))
		if b.preview.Request.Size() != 0 {
			t.Errorf("%d levels, not all", b.preview.Request.Size())
		}
	})
}

// TestFlippedOption says what it has done, or that it is the same block.
func TestFlippedOption(t *testing.T) {
	for text, says := range map[string]string{
		"// head\nfunc a() {\n\tone()\n}\n": "header comments left out (include_header: false); ",
		"\n\nfunc a() {\n\tone()\n}\n":      "include_header: false: the same lines as before; z undoes",
	} {
		onText(t, text, block(3), func(b *bench) {
			b.Run(b.preview.Flip("header comments", b.preview.Request.Block().Header, true))
			b.Says(says)
		})
	}
}

// TestStreamsAreReadAgain until what the tool gives can no longer change.
func TestStreamsAreReadAgain(t *testing.T) {
	onStream(t, slice(1, 10), func(b *bench, write func(string), end func()) {
		write(countedLines(3))
		b.Later()
		if got := b.output(); got != "L1: line 1\nL2: line 2\nL3: line 3" {
			t.Errorf("%q", got)
		}
		write("more")
		end()
		b.Later()
		if got := b.output(); !strings.HasSuffix(got, "\nL4: more") || b.preview.ReadsAgain && b.text.Jobs.Runs(jobs.Read) {
			t.Errorf("%q", got)
		}
		read := b.read
		b.refresh()
		if b.read != read {
			t.Error("what has not changed is read again")
		}
	})
}

// TestAnotherFile takes over the request without its place, another revision of the same one with it.
func TestAnotherFile(t *testing.T) {
	onText(t, countedLines(60), slice(20, 5), func(b *bench) {
		b.Run(b.preview.NextWindow(1, false))
		if other := b.preview.Next(b.text, false); other.Request.Place() != 1 || other.Request.Size() != 5 || other.CanUndo() {
			t.Errorf("another file is read at %d", other.Request.Place())
		}
		if same := b.preview.Next(b.text, true); same.Request.Place() != 25 {
			t.Errorf("the same file is read at %d", same.Request.Place())
		}
		b.preview.Request = b.preview.Request.WithFollow(true)
		if same := b.preview.Next(b.text, true); same.Request.Place() != 1 {
			t.Errorf("a window that follows is at %d", same.Request.Place())
		}
	})
}

// TestRefusedCall names what follows, and goes to a call that works.
func TestRefusedCall(t *testing.T) {
	onText(t, countedLines(5), slice(99, 5), func(b *bench) {
		r := b.preview.Reading
		if r.Refused == "" || r.Out != nil || b.preview.NoWindow() != "there is no window: the tool refused" {
			t.Fatalf("%q, %q", r.Refused, b.preview.NoWindow())
		}
		if r.InWords() != "refused: "+r.Refused || r.RefusalWord() != "refused" {
			t.Errorf("%q", r.InWords())
		}
		b.Later()
		if offer := b.preview.Walk.AfterRefusal(); !strings.HasSuffix(offer, " a call that works") {
			t.Errorf("it offers %q", offer)
		}
		b.Run(b.preview.NextWindow(1, false))
		b.Says("the first call that works: ")
		if b.preview.Reading.Refused != "" {
			t.Errorf("it is refused again: %s", b.preview.Reading.Refused)
		}
	})
}

// TestSearchInTheOutput goes to matches in what the tool gives, and round its end.
func TestSearchInTheOutput(t *testing.T) {
	onText(t, countedLines(200), slice(1, 100), func(b *bench) {
		b.moves = true
		b.Run(b.preview.Search.Ask(0))
		b.Type(func(msg tea.KeyMsg) tea.Cmd {
			cmd, _ := b.overlays.Key(msg)
			return cmd
		}, "type:L90", "enter")
		top, ok := b.preview.Output().LineHolding(b.preview.Search.match.Start)
		if !ok || !strings.HasPrefix(string(top.Head), "L90: ") {
			t.Errorf("at %q", top.Head)
		}
		b.Run(b.preview.Search.Next(1))
		b.Says("search went round the end")
		b.Run(b.preview.Search.Ask(0))
		b.Type(func(msg tea.KeyMsg) tea.Cmd {
			cmd, _ := b.overlays.Key(msg)
			return cmd
		}, "type:line 150", "enter")
		b.Says("not found in what the model gets: line 150")
	})
}
