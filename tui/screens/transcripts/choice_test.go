package transcripts

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestChoice lists transcripts of the usual places, of the working folder and of all.
func TestChoice(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-home-ada-harborage")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	transcripttest.Write(t, filepath.Join(folder, "79ea1785.jsonl"), transcripttest.Samples(t)[transcripttest.Claude])
	homes := transcript.Homes{Home: home, Getenv: func(string) string { return "" }}
	onChoice(t, 100, 20, homes, "/home/ada/harborage", false, func(p *program) {
		p.has("transcripts  /home/ada/harborage", "began", "agent", "look at", "asked", "reads", "files", "edits", "size")
		p.has("▸ 2026-11-21 14:34 Claude Code 2.1.330  1 blind edit    EYELINE-PROBE go ", "1 of 1")
		p.has("Claude Code 2.1.330 · began 2026-11-21 14:34 · /home/ada/harborage · ", "asked: EYELINE-PROBE go")
		p.has("   16    11     2 ")
		p.keys("type:codex")
		p.has("no transcript matches")
		p.keys("esc", "enter")
		p.has("what the model changed", "1 of 2 edits blind", "src/README.md")
		p.has("Blind: no call before it gave the agent a line of the file.", "changed L3")
		p.keys("ctrl+x")
		p.has("11 files · 18 calls", "src/inventory.py")
		p.keys("esc")
		p.has("transcripts  /home/ada/harborage")
		p.keys("esc")
		if !p.left {
			t.Error("the list cannot be left")
		}
	})
	onChoice(t, 100, 20, homes, "/somewhere/else", false, func(p *program) {
		p.has("no recorded run of /somewhere/else was found", "Alt-a lists the 1 run of other folders", "eyeline tap -- AGENT",
			filepath.FromSlash("  Claude Code  ~/.claude/projects/*/*.jsonl"))
		p.lacks("Enter open")
		p.keys("alt+a")
		p.has("all folders", "Claude Code 2.1.330", "/home/ada/harborage")
	})
}

// TestRunsComeByTheirRecordedTimes: a run is listed by when it began, however late its file was written, and with what
// is to be looked at in it.
func TestRunsComeByTheirRecordedTimes(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for i, began := range []string{"2026-11-20T09:30:00Z", "2026-11-22T08:15:00Z", "2026-11-21T07:00:00Z"} {
		path := filepath.Join(folder, fmt.Sprintf("%d.jsonl", i))
		transcripttest.Write(t, path, []byte(fmt.Sprintf(
			`{"type":"user","sessionId":"s%d","cwd":"/w","version":"2.1.330","timestamp":%q,`+
				`"message":{"role":"user","content":"<note>n</note> pick %s"}}`+"\n", i, began, []string{"apples", "berries", "cherries"}[i])))
		at := time.Date(2026, 11, 25, 12, 0, i, 0, time.UTC)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	homes := transcript.Homes{Home: home, Getenv: func(string) string { return "" }}
	for _, all := range []bool{false, true} {
		onChoice(t, 80, 20, homes, "/w", all, func(p *program) {
			p.has("asked: pick berries", "▸ 11-22 08:15 Claude Code ", "began 2026-11-22 08:15")
			c := p.front().(*choiceScreen)
			if want := []int{1, 2, 0}; !slices.Equal(eachNumber(c), want) {
				t.Errorf("they are in the order %v, not %v", eachNumber(c), want)
			}
			p.keys("type:pick cherries")
			p.has("▸ 11-21 07:00 ", "1 of 1")
			p.keys("esc", "type:11-20")
			p.has("▸ 11-20 09:30 ")
		})
	}
}

// eachNumber are the numbers in the names of the files of the runs that are listed.
func eachNumber(c *choiceScreen) (numbers []int) {
	for _, i := range c.List.Order {
		n, _ := strconv.Atoi(strings.TrimSuffix(filepath.Base(c.found[i].Path), ".jsonl"))
		numbers = append(numbers, n)
	}
	return numbers
}

// TestRunsAreSorted: by what was found in them, for which all are looked through, also those that are not shown; by
// agent and by size.
func TestRunsAreSorted(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-home-ada-harborage")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	const plain = `{"type":"user","sessionId":"s%d","cwd":"/home/ada/harborage","version":"2.1.330",` +
		`"timestamp":"2026-11-2%dT08:00:00Z","message":{"role":"user","content":"ask"}}` + "\n"
	for i := 1; i < 9; i++ {
		transcripttest.Write(t, filepath.Join(folder, fmt.Sprintf("%d.jsonl", i)), fmt.Appendf(nil, plain, i, i))
	}
	transcripttest.Write(t, filepath.Join(folder, "0.jsonl"), transcripttest.Samples(t)[transcripttest.Claude])
	homes := transcript.Homes{Home: home, Getenv: func(string) string { return "" }}
	onChoice(t, 80, 7, homes, "/home/ada/harborage", false, func(p *program) {
		c := p.front().(*choiceScreen)
		for _, want := range []struct {
			first int
			hint  string
		}{{0, "blind and cut first"}, {8, "by agent"}, {0, "the largest first"}, {8, "the newest first"}} {
			p.keys("ctrl+s")
			if got := eachNumber(c); got[0] != want.first || p.Note.Text != want.hint {
				t.Errorf("%v, %q; want %v", got, p.Note.Text, want)
			}
		}
		if n := c.toLookThrough(); n != 0 {
			t.Errorf("%d are not looked through", n)
		}
	})
}
