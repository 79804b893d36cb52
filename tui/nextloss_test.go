package tui

import (
	"strings"
	"testing"

	"eyeline/reader/loss"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/tui/file/modelline"
)

// The keys go from loss to loss, each with how much is lost and whether another call gives it.
func TestFromLossToLoss(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	long := strings.Repeat("x", 600)
	path := written(t, "f.txt", "one\r\n"+long+"\nbyte \xff here\nzero\u200bwidth\nlast\n")
	onScreen(t, path, 120, 12, nil, func(s *screen) {
		s.keys("~")
		s.has("L1: 1 \\r dropped, 1 byte; no call gives it", "▸   1")
		s.keys("~")
		s.has("L2: 100 bytes cut off; no call gives it", "▸   2")
		s.keys("~")
		s.has("L3: 1 byte → U+FFFD; no call gives it", "▸   3")
		s.keys("~")
		s.has("L4: the model gets what is hidden here: U+200B ZERO WIDTH SPACE", "▸   4")
		s.keys("~")
		s.has("no further loss in this call")
		s.keys("`", "`")
		s.has("L2: 100 bytes cut off")
		s.keys("g", "3", "~")
		s.has("L3: 1 byte → U+FFFD")
		s.keys("G", "`")
		s.has("L4: the model gets")
	})
	// A count goes on from the loss that the cursor stands in.
	onScreen(t, written(t, "f.txt", long+"\n"+"byte \xff here\n"+strings.Repeat("y\n", 9)), 120, 12, func(o *Options) {
		o.Request = o.Request.Sized(2)
	}, func(s *screen) {
		s.keys("G", "2", "~")
		s.has("no further loss")
	})
	// The end of a read is a loss, too.
	onScreen(t, written(t, "f.txt", cutAndEnding()), 120, 12, func(o *Options) {
		o.Request = o.Request.Sized(partly)
	}, func(s *screen) {
		s.keys("~", "~")
		s.has("L4: the read ends here: 10 B not sent; ] reads on", "▸   4 │ four")
		s.keys("~")
		s.has("no further loss")
		s.keys("G", "~") // from within what is not sent
		s.has("L4: the read ends here", "▸   4 │ four")
		s.keys("~")
		s.has("no further loss")
		s.keys("G", "`")
		s.has("L4: the read ends here")
		s.keys("`")
		s.has("L2: 100 bytes cut off")
	})
	// Where the bytes can be asked for by themselves, the call is named that gives them.
	withEveryTool(t)
	onScreen(t, written(t, "f.txt", strings.Repeat("line\n", 3000)), 160, 12, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "codex_exec_bytes")
	}, func(s *screen) {
		s.keys("~")
		s.has("bytes left out here; a call reads on there, ; lists it: {\"cmd\":\"sed -n")
	})
}

// No tool is said to lose line ends of a file where all are shown; each says what its answer counts.
func TestLossesAreThoseOfTheAnswer(t *testing.T) {
	withEveryTool(t)
	plainPath, oddPath := written(t, "plain.txt", "one\ntwo\n"), written(t, "odd.txt", "one\r\ntwo\tthree\r\n")
	for _, tool := range everyTool {
		if _, ok := tool.WindowParams(tools.ModeSlice); !ok {
			continue
		}
		for path, clean := range map[string]bool{plainPath: true, oddPath: false} {
			onScreen(t, path, 120, 12, func(o *Options) {
				o.Request = o.Request.WithModeTool(tools.ModeSlice, tool.Name)
			}, func(s *screen) {
				r := s.m.file.Preview.Reading
				if r.Out == nil {
					return
				}
				said := strings.Join(modelline.Losses(loss.Unsent{}, r.Stats), ", ")
				if clean && said != "" {
					t.Errorf("%s of a plain file loses %s", tool.Name, said)
				}
				for kind, words := range map[tools.Alteration]string{tools.DroppedCR: "2 \\r dropped", tools.ExpandedTab: "1 tab expanded"} {
					if has := strings.Contains(said, words); has != (r.Stats.Altered[kind] > 0) {
						t.Errorf("%s loses %s; %v", tool.Name, said, r.Stats.Altered.Names())
					}
				}
			})
		}
	}
}

// The facts begin with the read: all that the model line has, and every note of the tool word for word.
func TestFactsBeginWithTheRead(t *testing.T) {
	withEveryTool(t)
	onScreen(t, written(t, "f.txt", strings.Repeat("a line of some words, so that many make many tokens\n", 3000)), 60, 40, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
	}, func(s *screen) {
		s.later()
		s.keys("=")
		r := s.m.file.Preview.Reading
		if len(r.Notes) == 0 {
			t.Fatal("the tool has no note")
		}
		packed := func(text string) string { return strings.Join(strings.Fields(text), "") }
		shown := packed(s.text())
		for _, part := range []string{"── facts", " lines not sent", "call 1 of 2", " tokens in all", "ends: ", "note 1 of 1" + r.Notes[0]} {
			if !strings.Contains(shown, packed(part)) {
				t.Errorf("the facts lack %q:\n%s", part, s.text())
			}
		}
		if strings.Index(shown, "note1of1") > strings.Index(shown, "size156,000") {
			t.Errorf("the file comes before the read:\n%s", s.text())
		}
	})
	onScreen(t, written(t, "f.txt", strings.Repeat("a line of text\n", 22000)), 100, 30, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
	}, func(s *screen) {
		s.keys("=")
		s.has("   read ", "nothing sent · refused: ", "exceeds maximum allowed size")
	})
}

// A block stays when the cursor goes to one of its losses, also where the page around that has yet to be loaded, and
// follows the cursor again from there on.
func TestTheBlockOfALossStays(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("    inside\n", 1000)
	path := written(t, "f.txt", "top {\n"+lines+"        "+strings.Repeat("x", 600)+"\n"+lines+"}\n")
	onScreen(t, path, 120, 12, func(o *Options) {
		o.Request = o.Request.WithMode(tools.ModeBlock).At(3)
	}, func(s *screen) {
		s.has("anchor_line 3")
		s.keys("~")
		s.has("L1,002: 108 bytes cut off", "anchor_line 3")
		s.keys("j")
		s.has("anchor_line 1003")
		s.keys("k")
		s.has("anchor_line 1002")
	})
}

// TestALossScrollsSidewaysInPassing: the view is shifted for the loss alone, as long as a person does not scroll
// sideways himself, and the key that scrolls back is named then and only then.
func TestALossScrollsSidewaysInPassing(t *testing.T) {
	long := strings.Repeat("x", 7000) + "\n"
	path := written(t, "f.txt", "first\n"+long+"third\n"+numbered(700)+long+numbered(900)+strings.Repeat("y", 90_000)+"\n"+numbered(2000))
	onScreen(t, path, 80, 12, func(o *Options) {
		withTools(t, "gemini_cli")
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "gemini_cli")
	}, func(s *screen) {
		const said = " · 0 back"
		s.keys("~")
		s.has("L2: 5,000 bytes cut off; no call gives it · 0 back", "‹")
		for _, key := range []string{"j", "k", "b", "G", " ", "n", "]"} {
			s.keys("g", "/", "type:third", "enter", "g", "~")
			s.has(said, "‹")
			s.keys(key)
			s.lacks("‹", said)
		}
		s.keys("[", "g", "~", "~")
		s.has("L704: 5,000 bytes cut off; no call gives", "‹")
		s.keys("~")
		s.has("L1,605: 88,000 bytes cut off", "‹")
		s.keys("j")
		s.lacks("‹", said)
		s.has("▸1606 │ ")
		s.keys("k", "~")
		s.has("L2,001: the read ends here")
		s.lacks("‹", said)
		// What a person has scrolled sideways stays.
		s.keys("g", "~", "left", "j")
		s.has("‹")
		s.keys("0", "j")
		s.lacks("‹")
		s.keys("g", "~", "$", "j")
		s.has("‹")
	})
}

// TestALossKeepsThePlaceBefore: the mark ' leads back to where a person was before the next loss or the next call.
func TestALossKeepsThePlaceBefore(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(50)+strings.Repeat("x", 600)+"\n"+numbered(9000))
	onScreen(t, path, 80, 12, nil, func(s *screen) {
		s.keys("j", "j", "~")
		s.has("▸  51 ┤")
		s.keys("'", "'")
		s.has("▸   3 │")
		s.keys("2", "]")
		s.has("▸4001 │")
		s.keys("'", "'")
		s.has("▸   3 │")
		s.keys("8", "G", "[")
		s.has("▸2001 │")
		s.keys("'", "'")
		s.has("▸   8 │")
		s.keys("~", "]", "]", "]", "]")
		s.has("last window")
		s.keys("'", "'")
		s.has("▸6001 │") // where the last one that moved began
	})
}

// TestALossKeepsAPersonsColumn: what a person has scrolled sideways comes back after it.
func TestALossKeepsAPersonsColumn(t *testing.T) {
	t.Parallel()
	text := numbered(3) + strings.Repeat("0123456789", 300) + "\n" + numbered(30)
	onScreen(t, written(t, "wide.txt", text), 80, 24, nil, func(s *screen) {
		s.keys("right", "~")
		s.has("· 0 back")
		s.keys("j")
		if left := s.m.file.Text.File.Left; left == 0 || left > 200 {
			t.Errorf("lines begin at column %d", left)
		}
	})
}
