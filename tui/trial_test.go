package tui

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// onMadeUp runs a test of the viewer with a made-up tool on a file of 100 lines.
func onMadeUp(t *testing.T, tool *tools.Tool, width int, test func(*screen)) {
	defer tools.Register(tool)()
	path := written(t, "f.txt", strings.Repeat("a line of text\nshort\n", 50))
	onScreen(t, path, width, 24, func(o *Options) { o.Request = o.Request.WithModeTool(tools.ModeSlice, tool.Name) }, test)
}

// A tool that is made up here works in the whole viewer, which learns of it from the tool alone.
func TestAMadeUpToolWorksInTheViewer(t *testing.T) {
	onMadeUp(t, toolstest.Numbered("made_up"), 80, func(s *screen) {
		s.has("made_up · slice", "70 of 100 lines not sent yet · 15 lines cut (60 B) so far", "limit 30")
		s.keys("]")
		s.has("40 of 100 lines not sent", "from 31")
		s.keys("]", "[", "[")
		s.has("70 of 100 lines not sent")
		s.keys("+")
		s.has("60 of 100 lines not sent", "limit 40")
		s.keys("-", "-")
		s.has("80 of 100 lines not sent")
		s.keys("4", "G", "a")
		s.has("from 4 ", "80 of 100 lines not sent")
		s.keys("p")
		s.has("<3> short", "<4> a line of ~")
		s.keys("p", "p", "o")
		s.has("made_up options", "skip", "take")
		s.keys("down", "down", "enter", "ctrl+u", "type:0", "enter")
		s.has("refused: take must be at least 1")
		s.keys("esc", "esc", "C", "enter")
		s.has("─▸ made_up · slice", "<3> short")
		s.keys("esc", "Y")
		if got := s.copied[len(s.copied)-1]; !strings.Contains(got, `"skip":3`) || !strings.Contains(got, `"where":`) {
			s.t.Errorf("the request copied is %s", got)
		}
		s.keys("L", "type:made_up")
		s.has("76 % part, silent ", "30       ≈194       4 Made Up", "after its 4 calls: lines cut")
		s.keys("esc", "x")
		if got := s.copied[len(s.copied)-1]; !strings.Contains(got, "--tool made_up") {
			s.t.Errorf("the command copied is %s", got)
		}
	})
}

// A tool that cuts the middle has a window with a hole, and every view says so.
func TestAWindowWithAHoleIsShownAsOne(t *testing.T) {
	onMadeUp(t, toolstest.Middle("made_up"), 100, func(s *screen) {
		s.has("made_up · slice", "· L1–L3, L98–L100", "94 lines", "cut from the middle")
		s.has("▌▸   1 ", "▌    3 ", "·    4 ")
		s.lacks("▌    4 ")
		s.keys("G")
		s.has("▌   98 ", "▌▸ 100 ")
		s.lacks("▌   97 ", "from 1")
		s.keys("p")
		s.has("head and tail:", "[94 lines cut]", " 98 short")
		s.keys("p", "g", "C", "enter")
		s.has("only codex: 94 lines · both: 6", "94 of 100 lines not sent")
		s.keys("esc", "esc", "L", "type:made_up")
		s.has("Made Up ", " part ", "      6 ")
		s.lacks("no word of more")
		s.keys("esc", "h", "?")
		s.has("What the model gets", "L98–L100 · 94 lines (987 B) cut from the middle")
	})
}
