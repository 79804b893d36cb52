package tui

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// followedLines are the lines of the recorded run, and a file to follow with the first n of them.
func followedLines(t *testing.T, n int) (lines []string, o Transcript) {
	t.Helper()
	full, err := os.ReadFile(unpackedTranscript(t))
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.SplitAfter(string(full), "\n")
	if n < 0 {
		n = len(lines)
	}
	return lines, Transcript{Path: written(t, "followed.jsonl", strings.Join(lines[:n], "")), Root: workspaceAfter(t), Follow: true}
}

// recordedAs writes what is recorded by now.
func recordedAs(t *testing.T, o Transcript, lines []string) {
	t.Helper()
	if err := os.WriteFile(o.Path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestTimelineOfAShorterTranscript draws the timeline, narrowed, between a shorter transcript and the answer to what of it
// matches.
func TestTimelineOfAShorterTranscript(t *testing.T) {
	lines, o := followedLines(t, -1)
	onTranscript(t, 80, 24, o, func(s *screen) {
		s.keys("ctrl+t", "type:re", "end")
		recordedAs(t, o, lines[:20])
		time.Sleep(watchFast)
		kept := s.withhold(func(msg tea.Msg) bool { _, is := msg.(narrowedMsg); return is })
		s.check()
		if len(kept) == 0 {
			t.Fatal("nothing was looked for in the shorter transcript")
		}
		_ = s.text()
		s.keys("enter")
	})
}

// TestTimelineForgetsAnOldAnswer: what was found before the transcript grew, or before a call was selected, is not shown
// as all there is.
func TestTimelineForgetsAnOldAnswer(t *testing.T) {
	lines, o := followedLines(t, 30)
	onTranscript(t, 80, 24, o, func(s *screen) {
		s.keys("ctrl+t", "type:re")
		s.send(tea.KeyMsg{Type: tea.KeyEsc}) // the filter goes
		kept := s.withhold(func(msg tea.Msg) bool { _, is := msg.(narrowedMsg); return is })
		if len(kept) != 1 || len(kept[0].(narrowedMsg).order) == 18 {
			t.Fatalf("kept back: %v", kept)
		}
		recordedAs(t, o, lines)
		s.later()
		s.has("1 of 18", " 18 ")
		for _, msg := range kept {
			s.send(msg)
		}
		s.has("1 of 18", " 18 ") // before the file is looked at again
	})
}

// TestSelectedFileStays: a file that comes and sorts before the selected one does not take its place.
func TestSelectedFileStays(t *testing.T) {
	lines, o := followedLines(t, -1)
	named := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "latin1.txt") })
	recordedAs(t, o, lines[:named])
	onTranscript(t, 80, 24, o, func(s *screen) {
		s.keys("type:src/", "down")
		s.has("▸ src/missing.go", "2 of 4")
		s.keys("esc")
		s.has("▸ src/missing.go", "3 of 5")
		recordedAs(t, o, lines)
		s.later()
		s.has("▸ src/missing.go", "9 of 11")
	})
}

// TestCallsAreReadAgainAfterAFault: what could not be read once is read again when more of the transcript has come, and
// when the list is opened again.
func TestCallsAreReadAgainAfterAFault(t *testing.T) {
	onTranscript(t, 100, 20, Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}, func(s *screen) {
		s.keys("ctrl+t")
		line, ok := s.m.front().(*timelineScreen)
		if !ok {
			t.Fatalf("no list of calls:\n%s", s.text())
		}
		for what, again := range map[string]func(){
			"more has come": func() { s.run(line.grown(line.view)) },
			"opened again":  func() { s.keys("ctrl+t", "ctrl+t") },
		} {
			clear(line.infos)
			line.lost = "a fault"
			s.has("the calls cannot be read: a fault")
			again()
			s.settle()
			s.lacks("cannot be read")
			if len(line.infos) == 0 {
				t.Errorf("%s: no call is described", what)
			}
		}
	})
}
