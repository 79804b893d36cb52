package transcripts

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/transcript/coverage"
	"eyeline/tui/kit/jobs"
)

// followedLines are the lines of the recorded run, and a file to follow with the first n of them.
func followedLines(t *testing.T, n int) (lines []string, o sampleRun) {
	t.Helper()
	o = sample(t)
	full, err := os.ReadFile(o.path)
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.SplitAfter(string(full), "\n")
	if n < 0 {
		n = len(lines)
	}
	o.path, o.follow = written(t, "followed.jsonl", strings.Join(lines[:n], "")), true
	return lines, o
}

// recordedAs writes what is recorded by now.
func recordedAs(t *testing.T, o sampleRun, lines []string) {
	t.Helper()
	if err := os.WriteFile(o.path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestTimelineOfAShorterTranscript draws the timeline, narrowed, between a shorter transcript and the answer to what of
// it matches.
func TestTimelineOfAShorterTranscript(t *testing.T) {
	lines, o := followedLines(t, -1)
	onFiles(t, 80, 24, o, func(p *program) {
		p.keys("ctrl+t", "type:re", "end")
		recordedAs(t, o, lines[:20])
		time.Sleep(lookAgain)
		kept := p.Withhold(func(msg tea.Msg) bool { _, ok := msg.(jobs.Answer[[]int]); return ok })
		if len(kept) == 0 {
			t.Fatal("nothing was looked for in the shorter transcript")
		}
		p.text()
		p.keys("enter")
	})
}

// TestTimelineForgetsAnOldAnswer: what was found before the transcript grew, or before a call was selected, is not
// shown as all there is.
func TestTimelineForgetsAnOldAnswer(t *testing.T) {
	lines, o := followedLines(t, 30)
	onFiles(t, 80, 24, o, func(p *program) {
		p.keys("ctrl+t", "type:re")
		p.send(tea.KeyMsg{Type: tea.KeyEsc}) // the filter goes
		kept := p.Withhold(func(msg tea.Msg) bool { _, ok := msg.(jobs.Answer[[]int]); return ok })
		if len(kept) != 1 || len(kept[0].(jobs.Answer[[]int]).Value) == 18 {
			t.Fatalf("kept back: %v", kept)
		}
		recordedAs(t, o, lines)
		p.Later()
		p.has("1 of 18", " 18 ")
		for _, msg := range kept {
			p.send(msg)
		}
		p.has("1 of 18", " 18 ") // before the file is looked at again
	})
}

// TestSelectedFileStays: a file that comes and sorts before the selected one does not take its place.
func TestSelectedFileStays(t *testing.T) {
	lines, o := followedLines(t, -1)
	named := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "latin1.txt") })
	recordedAs(t, o, lines[:named])
	onFiles(t, 80, 24, o, func(p *program) {
		p.keys("type:src/", "down")
		p.has("▸ src/slider.ts", "2 of 4")
		p.keys("esc")
		p.has("▸ src/slider.ts", "3 of 5")
		recordedAs(t, o, lines)
		p.Later()
		p.has("▸ src/slider.ts", "5 of 11")
	})
}

// TestCallsAreReadAgainAfterAFault: what could not be read once is read again when more of the transcript has come, and
// when the list is opened again.
func TestCallsAreReadAgainAfterAFault(t *testing.T) {
	onFiles(t, 100, 20, sample(t), func(p *program) {
		p.keys("ctrl+t")
		line, ok := p.front().(*timelineScreen)
		if !ok {
			t.Fatalf("no list of calls:\n%s", p.text())
		}
		for what, again := range map[string]func(){
			"more has come": func() { p.Begin(line.grown(line.view)) },
			"opened again":  func() { p.keys("ctrl+t", "ctrl+t") },
		} {
			clear(line.infos)
			line.lost = "a fault"
			p.has("the calls cannot be read: a fault")
			again()
			p.Settle()
			p.lacks("cannot be read")
			if len(line.infos) == 0 {
				t.Errorf("%s: no call is described", what)
			}
		}
	})
}

// TestEditsKeepUp: a change that is recorded while its list is shown is in it at once, and marked blind, in a narrow
// pane.
func TestEditsKeepUp(t *testing.T) {
	lines, o := followedLines(t, -1)
	edit := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"name":"Edit"`) })
	recordedAs(t, o, lines[:edit])
	onFiles(t, 40, 12, o, func(p *program) {
		p.keys("ctrl+x")
		p.has("0 edits")
		recordedAs(t, o, lines)
		p.Later()
		p.has("1 of 2 edits blind", "src/README.md", "no: blind")
	})
}

// TestTheSelectedChangeStaysSelected: where a worse one comes before it.
func TestTheSelectedChangeStaysSelected(t *testing.T) {
	onFiles(t, 80, 12, sample(t), func(p *program) {
		p.keys("ctrl+x")
		e := p.front().(*editsScreen)
		was, _ := e.List.Selected()
		path, view := e.edits[was].File.Path, *e.files.known()
		worse := coverage.Change{Call: 1}
		worse.BlindThen = append(worse.BlindThen, [2]int64{1, 900})
		c := *view.Coverage
		c.Files = append(slices.Clone(c.Files), coverage.File{Path: "worse.go", Changes: []coverage.Change{worse}})
		view.Coverage = &c
		e.files.(*filesScreen).view = &view
		e.Narrow()
		if i, _ := e.List.Selected(); e.edits[0].File.Path != "worse.go" || e.edits[i].File.Path != path {
			t.Errorf("%s was selected, now %s is; the first is %s", path, e.edits[i].File.Path, e.edits[0].File.Path)
		}
	})
}
