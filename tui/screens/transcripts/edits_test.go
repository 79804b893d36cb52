package transcripts

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/kit/cells"
)

// The list of what the model changed says of each change whether it had been sent the lines, what it had not first, and
// opens the file at the call.
func TestEdits(t *testing.T) {
	onFiles(t, 80, 24, sample(t), func(p *program) {
		p.has("edits")
		p.keys("ctrl+x")
		p.has("what the model changed", "sent before?", "src/README.md", "1 of ")
		p.keys("enter")
		if len(p.opened) != 1 || p.opened[0].File.Path != "src/README.md" || p.opened[0].File.Call == 0 {
			t.Errorf("opened %+v", p.opened)
		}
		p.keys("ctrl+s")
		if p.Note.Text != "in the order of the calls" {
			t.Errorf("it says %q", p.Note.Text)
		}
		collected := &p.front().(*editsScreen).edits[0]
		p.keys("x", "x", "x")
		p.has("no change matches")
		if &p.front().(*editsScreen).edits[0] != collected {
			t.Error("the changes are collected again as one types")
		}
		p.keys("esc", "esc")
		p.has("crlf.txt")
	})
}

// TestTheWorstEditsComeFirst: what was changed blind, then what was read in part, then the other changes; and the files
// likewise, under the folder that all of them are in.
func TestTheWorstEditsComeFirst(t *testing.T) {
	onFiles(t, 100, 24, sample(t), func(p *program) {
		p.has("1 of 2 edits blind · 11 files", "17 requests: the model counted 1,700 tokens read, 170 written · Alt-o results",
			"the worst first", "▸ src/README.md", "1 line blind", "█ sent")
		p.keys("ctrl+x")
		var got []string
		for _, one := range p.front().(*editsScreen).edits {
			got = append(got, one.File.Path)
		}
		want := []string{"src/README.md", "src", "src/missing.go", "src/slider.ts", "crlf.txt"}
		if !slices.Equal(got, want) {
			t.Errorf("they are %q, not %q", got, want)
		}
		p.keys("ctrl+s")
		if last := p.front().(*editsScreen).edits; last[1].File.Path != "crlf.txt" {
			t.Errorf("in the order of the calls the second is %s", last[1].File.Path)
		}
	})
}

// TestRefusedEditsStandHigh: a refused edit is what went wrong: it stands above files that were read in part, and above
// changes of which nothing is to be said, in both lists.
func TestRefusedEditsStandHigh(t *testing.T) {
	root, run := t.TempDir(), filepath.Join(t.TempDir(), "run.jsonl")
	path := func(name string) string { return filepath.Join(root, name) }
	transcripttest.Write(t, path("part.txt"), []byte("one\ntwo\nthree\n"))
	transcripttest.Write(t, path("sent.txt"), []byte("one\nnew\n"))
	edit := func(n int, name, old string) string {
		input := transcripttest.Object{"file_path": path(name), "old_string": old, "new_string": "new"}
		return transcripttest.ClaudeStep(n, root, "Edit", input, "updated", nil)
	}
	refused := strings.Replace(edit(4, "refused.txt", "old"), `"type":"tool_result"`, `"type":"tool_result","is_error":true`, 1)
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, path("part.txt"), 1, "one")+
		transcripttest.ClaudeRead(2, root, path("sent.txt"), 1, "one", "two")+edit(3, "sent.txt", "two")+refused))
	onFiles(t, 100, 24, sampleRun{path: run, root: root}, func(p *program) {
		p.has("▸ refused.txt", "1 edit refused")
		p.keys("ctrl+x")
		p.has("what call 4 asked to change in refused.txt", "-old", "+new")
		var got []string
		for _, one := range p.front().(*editsScreen).edits {
			got = append(got, one.File.Path)
		}
		if want := []string{"refused.txt", "part.txt", "sent.txt"}; !slices.Equal(got, want) {
			t.Errorf("they are %q, not %q", got, want)
		}
	})
}

// TestTheSelectedEditIsShown: below the list stands what the selected change wrote, in one row each line with its sign,
// and a list that would fill the screen leaves room for it.
func TestTheSelectedEditIsShown(t *testing.T) {
	root, run := t.TempDir(), filepath.Join(t.TempDir(), "run.jsonl")
	file := filepath.Join(root, "a.go")
	var text strings.Builder
	text.WriteString(transcripttest.ClaudeRead(1, root, file, 1, "one", "two"))
	for n := range 30 {
		patch := []transcripttest.Object{{
			"oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 2,
			"lines": []string{" one", "-two", fmt.Sprintf("+t\tw\x1bo %d", n)},
		}}
		text.WriteString(transcripttest.ClaudeStep(2+n, root, "Edit",
			transcripttest.Object{"file_path": file, "old_string": "two", "new_string": "x"}, "updated",
			transcripttest.Object{"filePath": file, "structuredPatch": patch}))
	}
	transcripttest.Write(t, run, []byte(text.String()))
	onFiles(t, 80, 24, sampleRun{path: run, root: root}, func(p *program) {
		p.keys("ctrl+x", "ctrl+s", "home")
		p.has("what call 2 changed in a.go", "1  one", "2 -two", "2 +t    w^[o 0")
		p.keys("end")
		p.has("30 of 30", "what call 31 changed in a.go", "o 29")
		for i, row := range p.front().(*editsScreen).Rows(23) {
			if width := cells.Width(ansi.Strip(row)); width != 80 {
				t.Errorf("row %d has %d cells", i, width)
			}
		}
	})
	onFiles(t, 80, 13, sampleRun{path: run, root: root}, func(p *program) {
		p.keys("ctrl+x", "ctrl+s")
		p.lacks("what call 2 changed")
	})
}

// TestEditsWithoutLines: where it is not recorded which lines a change concerned, that is said.
func TestEditsWithoutLines(t *testing.T) {
	root, run := t.TempDir(), filepath.Join(t.TempDir(), "run.jsonl")
	file := filepath.Join(root, "a.go")
	edit := func(n int, old string) string {
		return transcripttest.ClaudeStep(n, root, "Edit", transcripttest.Object{"file_path": file, "old_string": old, "new_string": "new"}, "updated", nil)
	}
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, file, 1, "one", "two")+edit(2, "a\nb\nc\n")+edit(3, "")+
		strings.SplitAfter(edit(4, "pending"), "\n")[0]))
	onFiles(t, 80, 24, sampleRun{path: run, root: root}, func(p *program) {
		p.keys("ctrl+x")
		p.has("Blind: call 1 gave L1–L2", "(Edit) changed lines, which had not been sent.", "needs --root")
		p.keys("down")
		p.has("Call 3 (Edit) changed the file; it is not recorded where, and the file is not",
			"--root DIR", "not known")
		p.keys("down")
		p.has("Call 4 (Edit) has no result so far.", "no result")
	})
}

// TestEditsAreCountedAsTheyAreListed: a refused edit is no edit made, but it has a row: the title counts it, too. What
// is said of the edits takes no more room than it needs, and the rest is for their paths.
func TestEditsAreCountedAsTheyAreListed(t *testing.T) {
	root, run := t.TempDir(), filepath.Join(t.TempDir(), "run.jsonl")
	name := "a/folder/of/some/length/with/others/in/it/file.go"
	file := filepath.Join(root, name)
	edit := transcripttest.ClaudeStep(2, root, "Edit",
		transcripttest.Object{"file_path": file, "old_string": "old", "new_string": "new"}, "updated", nil)
	refused := strings.Replace(edit, `"type":"tool_result"`, `"type":"tool_result","is_error":true`, 1)
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, file, 1, "one")+refused))
	onFiles(t, 100, 24, sampleRun{path: run, root: root}, func(p *program) {
		p.keys("ctrl+x")
		p.has(", 1 refused", "▸ "+name+" refused ", "sent before?   call")
	})
}

// TestRefusedEditsAreCountedOnNarrowScreens: else the title and the rows below it have two numbers.
func TestRefusedEditsAreCountedOnNarrowScreens(t *testing.T) {
	onFiles(t, 80, 24, sample(t), func(p *program) {
		p.keys("ctrl+x")
		view := *p.front().(*editsScreen).view
		view.Edits.Refused = 3
		p.front().(*editsScreen).view = &view
		p.has("1 of 2 edits blind, 3 refused")
	})
}

// TestLinesThatAnEditChangedTakeTheRoomOfPaths: a wide screen shows all of them where the paths are short.
func TestLinesThatAnEditChangedTakeTheRoomOfPaths(t *testing.T) {
	onFiles(t, 120, 24, sample(t), func(p *program) {
		p.keys("ctrl+x")
		e := p.front().(*editsScreen)
		e.widest.lines = 40
		if width := e.Columns(-1)[editLines].Width; width != 40 {
			t.Errorf("they have %d cells", width)
		}
	})
}
