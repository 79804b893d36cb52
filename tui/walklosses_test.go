package tui

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// TestARowOfTheCallsSaysWhatIsCut: "all sent" stands only where nothing at all is lost, after each call as after all.
func TestARowOfTheCallsSaysWhatIsCut(t *testing.T) {
	withEveryTool(t)
	long := strings.Repeat("x", 9000) + "\n"
	for _, c := range []struct {
		tool, text string
		rows       []string
	}{
		{"gemini_cli", long, []string{"── 1 call · after call 1: 1 line cut (6.8 KiB)", "call 1 (now)  6.8 KiB cut in all", "  L1, 6.8 KiB cut"}},
		{"opencode", long, []string{"  6.8 KiB cut in all  ", "  L1, 6.8 KiB cut"}},
		{"gemini_cli", long + numbered(3000), []string{"L1–L2,000, 6.8 KiB cut", "  1,001  ", "  6.8 KiB cut in all  "}},
		{"openhands", "a\r\nb\r\n", []string{"  2 \\r dropped  "}},
		{"gemini_cli", numbered(3000), []string{"not sent yet  tokens", "  1,000  ", "L2,001–L3,000", "  all sent"}},
	} {
		onScreen(t, written(t, "f.txt", c.text), 140, 24, with(tools.ModeSlice, c.tool), func(s *screen) {
			s.keys(";")
			s.later()
			s.has(c.rows...)
			if !strings.HasSuffix(c.rows[len(c.rows)-1], "all sent") {
				s.lacks("all sent")
			}
		})
	}
}

// TestTheWordsOfTheLastCallSayWhatTheyAreOf: the lines are those of all calls, the tokens and the range of this one.
func TestTheWordsOfTheLastCallSayWhatTheyAreOf(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(3500)), 80, 24, nil, func(s *screen) {
		s.keys("]")
		s.later()
		s.has("all 3,500 lines sent in 2 calls · this one ≈", "tokens · call 2 of 2")
		s.lacks("~ loss")
	})
	onScreen(t, written(t, "f.txt", numbered(35)), 80, 24, nil, func(s *screen) {
		s.later()
		s.has("all 35 lines sent · ≈")
		s.lacks("this one", "in 1 call")
	})
}
