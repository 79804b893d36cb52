package transcripts

import (
	"fmt"
	"path/filepath"
	"testing"

	"eyeline/reader/transcript/runsteps"

	"eyeline/reader/transcript/runcost"
	"eyeline/reader/transcript/transcripttest"
)

// conversation is a run of requests, and a folder with the file that they read.
func conversation(t *testing.T) sampleRun {
	t.Helper()
	root, text := t.TempDir(), ""
	for n := range 6 {
		text += fmt.Sprintf("line number %d\n", n+1)
	}
	transcripttest.Write(t, filepath.Join(root, "a.txt"), []byte(text))
	record := transcripttest.Requests(t, transcripttest.Conversation()...)
	return sampleRun{path: written(t, "run.jsonl", record), root: root}
}

// TestRequests: each request says what is new in it, opens as a step with the lines that stood in it, and is compared
// with a marked one.
func TestRequests(t *testing.T) {
	onFiles(t, 100, 24, conversation(t), func(p *program) {
		p.has("requests")
		p.keys("alt+r")
		p.has("what the model was sent", "5 requests", "new: Read a.txt", "gone: Read a.txt · went back", "140", "mark", "compare")
		p.has("▸       4", "Request 4 of main: gone: call 2: Read a.txt · went back") // the first that lacks something
		p.keys("up", "enter")
		p.has("request 3 beside request 2", "0 gone · 2 new · 4 lines", "L1–L4", "L3–L4", "of calls 1–2",
			"The model counted 120 tokens sent")
		p.keys("enter")
		if len(p.opened) != 1 || p.opened[0].File.Path != "a.txt" || p.opened[0].File.Call != 2 {
			t.Errorf("opened %+v", p.opened)
		}
		p.keys("esc", "alt+c")
		if p.Note.Text != "mark another request first, by Alt-m" {
			t.Error(p.Note.Text)
		}
		p.keys("alt+m", "end", "alt+c")
		p.has("request 5 beside request 3", "1 gone · 1 new · 4 lines", "L1–L2, L4–L5")
		p.keys("ctrl+t")
		p.has("▸    3 ")
		p.keys("esc", "esc", "b", "a", "c", "k")
		p.has("requests: back", "1 of 1 ", "went back")
		p.keys("esc", "ctrl+s", "home")
		p.has("▸       5")
		p.keys("alt+r")
		p.has("files: ")
	})
	onFiles(t, 100, 24, sample(t), func(p *program) {
		p.keys("alt+r")
		p.has("what the model was sent", "what it had is not known")
		p.keys("enter")
		p.has("nothing in the record proves it")
	})
	onFiles(t, 60, 12, largeRun(t, 3, 2), func(p *program) {
		p.keys("alt+r")
		if p.Note.Text != "no requests are recorded: eyeline tap records them" {
			t.Error(p.Note.Text)
		}
	})
}

// TestMarkOfAnotherTranscript: a mark does not pass to a request of the transcript that replaced the marked one's.
func TestMarkOfAnotherTranscript(t *testing.T) {
	o := conversation(t)
	o.follow = true
	onFiles(t, 100, 24, o, func(p *program) {
		p.keys("alt+r", "end", "alt+m")
		p.has("5 requests · request 5 is marked")
		recordedAs(t, o, []string{transcripttest.Requests(t, transcripttest.Conversation()[:2]...)})
		p.Later()
		p.has("2 requests")
		p.lacks("is marked")
	})
}

// TestKeysWithoutRows: where there is no row, no key is named that would do something with one.
func TestKeysWithoutRows(t *testing.T) {
	onFiles(t, 120, 24, conversation(t), func(p *program) {
		p.keys("alt+r", "type:zzz")
		p.has("no request matches", "leave")
		p.lacks("what was in it", " mark", " compare", " sort")
		p.keys("esc", "enter", "type:zzz")
		p.has("leave")
		p.lacks(" open", " sort")
		p.keys("esc", "esc", "esc", "alt+o", "type:zzz")
		p.has("cost: tokens of results", "leave")
		p.lacks(" open", " sort")
	})
}

// TestCosts: the files are listed with what they cost, and with what was sent again.
func TestCosts(t *testing.T) {
	path := "/w/a.txt"
	text := transcripttest.ClaudeRead(1, "/w", path, 1, "one", "two") + transcripttest.ClaudeRead(2, "/w", path, 1, "one", "two") +
		transcripttest.ClaudeRead(3, "/w", "/w/b.txt", 1, "one and more than one")
	onFiles(t, 100, 24, sampleRun{path: written(t, "run.jsonl", text), root: t.TempDir()}, func(p *program) {
		p.has("cost")
		p.keys("alt+o")
		p.has("cost: tokens of results", "▸ a.txt", "tokens", "sent again", "█", "░", "as Eyeline counts them", "1 of 3", "besides lines of files")
		p.keys("ctrl+s")
		if p.Note.Text != "most that was sent again first" {
			t.Error(p.Note.Text)
		}
		p.keys("b", "enter")
		if len(p.opened) != 1 || p.opened[0].File.Path != "b.txt" {
			t.Errorf("opened %+v", p.opened)
		}
		p.keys("esc", "alt+o")
		p.has("files: ")
	})
}

// TestKeysLeadFromEveryList of a run to the others, and say why where there is nothing: a row above the calls names one
// of them.
func TestKeysLeadFromEveryList(t *testing.T) {
	onFiles(t, 100, 24, sample(t), func(p *program) {
		for _, at := range []struct {
			keys []string
			says string
		}{
			{[]string{"ctrl+x", "ctrl+t", "alt+o"}, "cost: tokens of results"},
			{[]string{"alt+r"}, "what the model was sent"},
			{[]string{"enter", "alt+o"}, "cost: tokens of results"},
			{[]string{"ctrl+t", "alt+r"}, "what the model was sent"},
		} {
			p.keys(at.keys...)
			p.has(at.says)
		}
	})
	path := "/w/a.txt"
	text := transcripttest.ClaudeRead(1, "/w", path, 1, "one", "two")
	onFiles(t, 100, 24, sampleRun{path: written(t, "run.jsonl", text), root: t.TempDir()}, func(p *program) {
		view := *p.front().(*filesScreen).view
		view.Requests = nil
		p.front().(*filesScreen).view = &view
		p.keys("ctrl+t", "alt+r")
		if p.Note.Text != "no requests are recorded: eyeline tap records them" {
			t.Errorf("without sums it says %q", p.Note.Text)
		}
		view.Spent = &runcost.ModelCost{Input: 14_000}
		p.keys("alt+r")
		if p.Note.Text != "sums are recorded, single requests are not: eyeline tap records them" {
			t.Errorf("with sums it says %q", p.Note.Text)
		}
	})
}

// TestWhatIsGoneLeads: a run's titles say first what is gone in its requests, and that nothing is only where that is
// known of each.
func TestWhatIsGoneLeads(t *testing.T) {
	known := runsteps.Listed{Known: true}
	gone := runsteps.Listed{Known: true, Gone: []int{2}}
	for _, c := range []struct {
		all   []runsteps.Listed
		want  string
		other string
	}{
		{nil, "0 requests", ""},
		{[]runsteps.Listed{known, known}, "no result gone in 2 requests", ""},
		{[]runsteps.Listed{known, {}}, "not known what 1 of 2 requests had", ""},
		{[]runsteps.Listed{known, gone, {}}, "results gone in 1 of 3 requests", "results gone in 1 request"},
		{[]runsteps.Listed{known, {Known: true, Rewound: true}}, "2 requests", ""},
	} {
		has := recorded(c.all)
		if got := has.words(len(c.all)); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
		if got := goneWords(c.all); got != c.other {
			t.Errorf("on other lists %q, not %q", got, c.other)
		}
	}
}
