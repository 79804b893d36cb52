package transcripts

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/transcript"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/screens"
)

// manyTranscripts makes a home with n transcripts in 20 folders of Claude Code, all of /home/ada/x-0 … but those in the
// folder x-3, which are of /home/ada/x/3 and look alike by their names, and ten of Codex, five of which are of
// /home/ada/x-3.
func manyTranscripts(t *testing.T, n int) transcript.Homes {
	t.Helper()
	home := t.TempDir()
	put := func(path, text string, age int) {
		path = filepath.Join(home, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).Add(-time.Duration(age) * time.Minute)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		dir := fmt.Sprintf("/home/ada/x-%d", i%20)
		if i%20 == 3 && i > n/2 {
			dir = "/home/ada/x/3"
		}
		put(fmt.Sprintf(".claude/projects/-home-ada-x-%d/%05d.jsonl", i%20, i), fmt.Sprintf(
			`{"type":"user","sessionId":"s%d","cwd":%q,"version":"2.1.330","timestamp":"2026-11-21T10:00:00Z","message":{"role":"user","content":"x"}}`+"\n", i, dir), i*7919%n)
	}
	for i := range 10 {
		dir := fmt.Sprintf("/home/ada/x-%d", 3+i%2)
		put(fmt.Sprintf(".codex/sessions/2026/11/%02d/rollout-%d.jsonl", i+1, i), fmt.Sprintf(
			`{"timestamp":"2026-11-21T10:00:00Z","type":"session_meta","payload":{"id":"c%d","cwd":%q,"cli_version":"0.169.0"}}`+"\n", i, dir), n+i)
	}
	return transcript.Homes{Home: home, Getenv: func(string) string { return "" }}
}

// onChoice runs a test of the list of transcripts to choose from.
func onChoice(t *testing.T, width, height int, homes transcript.Homes, dir string, all bool, test func(*program)) {
	t.Helper()
	onProgram(t, width, height, func(p *program) screens.Screen {
		return NewChoice(p, p.services("", false), homes, dir, all)
	}, test)
}

// TestFirstRowsOfManyTranscripts: the first rows are there before any transcript is opened.
func TestFirstRowsOfManyTranscripts(t *testing.T) {
	const many = 1200
	homes := manyTranscripts(t, many)
	for _, all := range []bool{false, true} {
		onChoice(t, 100, 20, transcript.Homes{Home: t.TempDir(), Getenv: homes.Getenv}, "/home/ada/x-3", false, func(p *program) {
			c := NewChoice(p, Services{}, homes, "/home/ada/x-3", all)
			msg := p.Enter(c)().(jobs.Message)
			_, _ = msg.Take() // what it wants to read is not run
			if n := len(c.found); n != many+10 {
				t.Fatalf("%d of %d, %s", n, many, c.failed)
			}
			if len(c.known) > 0 || len(c.List.Order) < 50 {
				t.Errorf("%d rows, %d read", len(c.List.Order), len(c.known))
			}
			rows := strings.Split(p.text(), "\n")
			for _, row := range rows[5 : len(rows)-2] {
				if !strings.Contains(row, "2026-11-2") || !strings.Contains(row, "Claude Code") {
					t.Errorf("a row is %q", row)
				}
			}
		})
	}
}

// TestEveryTranscriptIsListed compares the list, once it is full, with one made in the simplest way.
func TestEveryTranscriptIsListed(t *testing.T) {
	const many = 240
	homes := manyTranscripts(t, many)
	found, err := transcript.List(t.Context(), homes)
	if err != nil || len(found) != many+10 {
		t.Fatal(len(found), err)
	}
	for _, all := range []bool{false, true} {
		var want []string
		for _, f := range found {
			if in, err := f.In(t.Context(), transcript.FolderAt("/home/ada/x-3")); err != nil {
				t.Fatal(err)
			} else if in || all {
				want = append(want, f.Path)
			}
		}
		onChoice(t, 100, 20, homes, "/home/ada/x-3", all, func(p *program) {
			c := p.front().(*choiceScreen)
			got := []string{}
			for _, i := range c.List.Order {
				got = append(got, c.found[i].Path)
			}
			if !slices.Equal(got, want) || len(got) < 10 {
				t.Errorf("%d rows, want %d, all %t", len(got), len(want), all)
			}
			if c.List.At() != 0 {
				t.Errorf("the newest is not selected but row %d", c.List.At())
			}
			if n := len(c.known); !all && n > len(want)+20 || all && n != len(found) { // for the times when they began
				t.Errorf("%d were read", n)
			}
			p.keys("type:rollout codex")
			if n := len(c.List.Order); n != 10 && all || n != 5 && !all {
				t.Errorf("%d of Codex", n)
			}
			p.has("Codex 0.169.0")
			p.keys("esc", "alt+a", "alt+a")
			if n := len(c.List.Order); n != len(want) {
				t.Errorf("%d after all", n)
			}
		})
	}
}

// TestCountsWhatIsShown: what is no longer on the screen is not counted on.
func TestCountsWhatIsShown(t *testing.T) {
	homes := manyTranscripts(t, 200)
	onChoice(t, 100, 12, homes, "/home/ada/x-3", true, func(p *program) {
		c := p.front().(*choiceScreen)
		clear(c.known)
		peeked := peekAll(p.t.Context(), c.these(c.List.Order), transcript.FolderAt(c.dir))
		c.learn(peeked)
		_ = c.describe()
		if c.counting != c.List.Order[0] || !c.Jobs.Runs(jobs.Tally) {
			t.Errorf("%d is counted, not %d", c.counting, c.List.Order[0])
		}
		c.List.Move(len(c.List.Order))
		_ = c.describe()
		if at := slices.Index(c.List.Order, c.counting); at < len(c.List.Order)-12 {
			t.Errorf("the one in row %d is counted", at)
		}
		c.Jobs.Close()
	})
}
