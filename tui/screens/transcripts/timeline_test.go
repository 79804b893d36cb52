package transcripts

import (
	"testing"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runstats"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/keypress"
)

// TestTimelineIsLeftWhileItIsRead: what was being read or looked for when the list of calls was left is there when it
// is shown again, and so is what has been recorded meanwhile.
func TestTimelineIsLeftWhileItIsRead(t *testing.T) {
	lines, o := followedLines(t, 30)
	onFiles(t, 100, 40, o, func(p *program) {
		p.send(keypress.Of("ctrl+t")) // and what it reads is still to come
		p.keys("ctrl+t")
		recordedAs(t, o, lines)
		p.Later()
		p.keys("ctrl+t")
		if n := len(p.front().(*timelineScreen).infos); n != 18 {
			t.Errorf("%d calls of 18 are described:\n%s", n, p.text())
		}
	})
	onFiles(t, 100, 40, sample(t), func(p *program) {
		p.keys("ctrl+t")
		for _, name := range []string{"b", "a", "s", "h", "ctrl+t"} {
			p.send(keypress.Of(name))
		}
		p.Settle()
		p.keys("ctrl+t")
		p.has("calls: bash", "1 of 1 ")
	})
}

// TestCallsSayWhatToLookAt: a blind, a cut and a refused call say so in a column, with the cause above the list, and
// can come first; what is typed finds them.
func TestCallsSayWhatToLookAt(t *testing.T) {
	for _, width := range []int{40, 80} {
		onFiles(t, width, 40, sample(t), func(p *program) {
			p.keys("ctrl+t")
			p.has(humanize.Either(width < 60, "1 of 2 blind, 2 refused", "1 of 2 edits blind, 2 refused"), "look at", "13 1 ", "5 refused")
			p.keys("ctrl+s")
			p.has("▸   13 1 ", " blind ", "Blind: no call before it gave the")
			p.keys("down")
			p.has("was refused")
			p.keys("type:blind")
			p.has("1 of 1 ")
		})
	}
	onFiles(t, 40, 8, sample(t), func(p *program) { // there is a row for each, and none for what is not typed
		p.keys("ctrl+t", "ctrl+s")
		p.has("all calls", "Blind: no call before it", "▸   13 1 blind")
		p.lacks("calls: ")
		p.keys("type:re")
		p.has("calls: re")
	})
}

// TestTheSelectedCallIsShown: below the list stands what the selected call gave, or the change that it made, and below
// the requests a result that is new in the selected one.
func TestTheSelectedCallIsShown(t *testing.T) {
	onFiles(t, 80, 40, sample(t), func(p *program) {
		p.keys("ctrl+t")
		p.has("what call 1 gave")
		p.keys("type:edit")
		p.has(" changed in ", "-", "+")
		if p.keys("ctrl+u", "ctrl+s", "down"); p.front().(*timelineScreen).selected().Path != "" {
			t.Error("a refused call is shown as a change")
		}
		p.has(" gave ")
	})
	onFiles(t, 80, 13, sample(t), func(p *program) {
		p.keys("ctrl+t")
		p.lacks("what call 1 gave")
	})
}

// TestAFileOfACallIsNamedOnce: a call that read a file twice names it once, with all lines.
func TestAFileOfACallIsNamedOnce(t *testing.T) {
	lines := func(ranges ...record.Range) record.Ranges { return ranges }
	got := eachOnce([]runstats.CallFile{
		{Path: "a", Lines: lines(record.Range{20, 20})},
		{Path: "b", Lines: lines(record.Range{1, 2})},
		{Path: "a", Lines: lines(record.Range{9, 19})},
		{Path: "a", Revision: "HEAD", Lines: lines(record.Range{1, 1})},
	})
	if len(got) != 3 || got[0].Lines.Words() != "L9–L20" || got[1].Path != "b" || got[2].Revision != "HEAD" {
		t.Errorf("%+v", got)
	}
}

// TestTheCallsOfAFile: from a file the list has those that concern it alone, and the file comes first in their rows; a
// key shows all. A column that would be blank in each row is not there.
func TestTheCallsOfAFile(t *testing.T) {
	onFiles(t, 80, 24, sample(t), func(p *program) {
		files := p.front().(*filesScreen)
		p.Run(files.ShowCall(7, "log.txt"))
		p.has("calls of log.txt: ", " of 18 · Backspace shows all", "▸    7 ")
		p.lacks("src/inventory.py", "look at", "time")
		calls := p.front().(*timelineScreen)
		for _, i := range calls.List.Order {
			if calls.fileOf(i) != "log.txt" {
				t.Errorf("call %d opens %q", i+1, calls.fileOf(i))
			}
		}
		p.keys("type:x", "backspace")
		p.has("calls of log.txt: ")
		p.keys("backspace")
		p.has("calls: ", "as they were made · type a tool or path", "▸    7 ", "look at", " of 18 ")
	})
}

// TestFilesOfACallFit: of a path that is too long the middle is left out, and the lines stay; of several files the first
// one has the room, and others follow where they fit.
func TestFilesOfACallFit(t *testing.T) {
	file := runstats.CallFile{Path: "cmd/entire/cli/strategy/session.go", Lines: record.Ranges{{1, 675}}}
	for room, want := range map[int]string{
		50: "cmd/entire/cli/strategy/session.go L1–L675", 30: "cmd/entire…/session.go L1–L675",
	} {
		if got := fileAndLines(file, room); got != want {
			t.Errorf("in %d cells: %q", room, got)
		}
	}
	name := func(i, room int) string {
		if i > 0 {
			return "b.go"
		}
		return fileAndLines(file, room)
	}
	for width, want := range map[int]string{
		50: "cmd/entire/cli/strategy/session.go L1–L675; b.go", 45: "2 files: cmd/entire/c…y/session.go L1–L675; …",
	} {
		if got := namesIn(2, width, name); got != want {
			t.Errorf("in %d cells: %q", width, got)
		}
	}
	got := firstOf([]runstats.CallFile{{Path: "a"}, {Path: "b"}, {Path: "c"}}, "b")
	if got[0].Path != "b" || got[1].Path != "a" {
		t.Errorf("%+v", got)
	}
}
