package tui

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
	"eyeline/reader/tools"
)

// written to in each of these ways, a file is another one with the same name, or the same with other bytes.
const (
	appendToIt = iota
	editInPlace
	editAndGrow
	insertLines
	truncateIt
	replaceIt
	ways
)

// changing is a file that is written to at random, as a log, an editor and a build do.
type changing struct {
	t      *testing.T
	path   string
	random *rand.Rand
	text   []byte
	clock  time.Time
}

func (c *changing) line() string {
	words := []string{"plain line", "a needle here", "longer line of text, needle", ""}
	return fmt.Sprintf("%s %d\n", words[c.random.IntN(len(words))], c.random.IntN(1e6))
}

func (c *changing) lines(n int) []byte {
	var b []byte
	for range n {
		b = append(b, c.line()...)
	}
	return b
}

// step changes the file in some way, and reports whether bytes that were there are others now.
func (c *changing) step() (edited bool, what string) {
	before := bytes.Clone(c.text)
	way := c.random.IntN(ways)
	at := 0
	if len(c.text) > 0 {
		at = c.random.IntN(len(c.text))
	}
	switch way {
	case appendToIt:
		c.text = append(c.text, c.lines(1+c.random.IntN(200))...)
	case editInPlace, editAndGrow:
		for i := at; i < min(at+1+c.random.IntN(300), len(c.text)); i++ {
			c.text[i] = "\nneedle x"[c.random.IntN(9)]
		}
		if way == editAndGrow {
			c.text = append(c.text, c.lines(1+c.random.IntN(3))...)
		}
	case insertLines:
		c.text = slices.Insert(c.text, at, c.lines(1+c.random.IntN(5))...)
	case truncateIt:
		c.text = c.text[:max(at, len(c.text)/2)]
	case replaceIt:
		c.text = c.lines(c.random.IntN(40_000))
	}
	if len(c.text) > 1<<20 {
		c.text = c.text[:100_000]
		way = truncateIt
	}
	c.write(way == replaceIt)
	what = fmt.Sprintf("way %d at %d, %d bytes, then %d", way, at, len(before), len(c.text))
	return !bytes.HasPrefix(c.text, before), what
}

// write writes the text to the file, in place unless it is replaced. Its time is always another.
func (c *changing) write(replaced bool) {
	path := c.path
	if replaced {
		path += ".next"
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := f.Write(c.text); err != nil {
		c.t.Fatal(err)
	}
	if err := f.Truncate(int64(len(c.text))); err != nil || f.Close() != nil {
		c.t.Fatal(err)
	}
	c.clock = c.clock.Add(time.Second)
	if err := os.Chtimes(path, c.clock, c.clock); err != nil {
		c.t.Fatal(err)
	}
	if replaced {
		if err := sourcetest.Replace(path, c.path); err != nil {
			c.t.Fatal(err)
		}
	}
}

// holds compares what the viewer shows and knows of the file with the file.
func (c *changing) holds(s *screen, step int, what string) {
	c.t.Helper()
	fail := func(format string, args ...any) {
		c.t.Helper()
		c.t.Fatalf("step %d, %s: %s\n%s", step, what, fmt.Sprintf(format, args...), s.text())
	}
	lines := bytes.SplitAfter(c.text, []byte("\n"))
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	shown := s.m.file.Text
	if n, known := shown.Doc.Shown().TotalLines(); !known || n != int64(len(lines)) {
		fail("the index has %d lines, known %v, of %d", n, known, len(lines))
	}
	matching := map[int64]bool{}
	matches, off := 0, int64(0)
	for _, l := range lines {
		if n := bytes.Count(l, []byte("needle")); n > 0 {
			matches += n
			matching[off] = true
		}
		off += int64(len(l))
	}
	if words := shown.Search.MatchWords(); words != "" {
		want := strings.Join(grouped(matches), "")
		if got, _, _ := strings.Cut(strings.TrimPrefix(words[strings.LastIndex(words, "of ")+1:], "f "), " "); got != want {
			fail("the footer says %q of %d matches", words, matches)
		}
	}
	filter := shown.Filter.Filter
	if filter != nil {
		if kept := filter.Snapshot(); !kept.Complete || kept.Len() != int64(len(matching)) {
			fail("the filter shows %d lines, complete %v, of %d", kept.Len(), kept.Complete, len(matching))
		}
	}
	for _, u := range shown.File.Lines() {
		line := int64(bytes.Count(c.text[:min(u.Off, int64(len(c.text)))], []byte("\n"))) + 1
		end := min(u.Off+int64(len(u.Head)), int64(len(c.text)))
		same := u.Number == line && u.Off <= end && bytes.Equal(u.Head, c.text[u.Off:end])
		if !same || filter != nil && !matching[u.Off] {
			fail("line %d at %d is shown as %d %q", line, u.Off, u.Number, u.Head)
		}
		if u.End-u.Off > 0 && u.Terminated && !bytes.HasSuffix(c.text[:u.End], []byte("\n")) {
			fail("line %d does not end at %d", line, u.End)
		}
	}
}

// grouped is a number as the screen writes it.
func grouped(n int) []string {
	text := fmt.Sprint(n)
	var groups []string
	for len(text) > 3 {
		groups = slices.Insert(groups, 0, ","+text[len(text)-3:])
		text = text[:len(text)-3]
	}
	return slices.Insert(groups, 0, text)
}

// TestTrueUnderChange changes a file at random while it is shown, searched, counted, filtered and followed: after each
// change the screen shows the file as it is.
func TestTrueUnderChange(t *testing.T) {
	t.Parallel()
	const seed = 7
	steps := 500
	if !longtest.IsRequested() {
		steps = 60
	}
	if n, err := strconv.Atoi(os.Getenv("EYELINE_STEPS")); err == nil { // 2,000 before a release
		steps = n
	}
	random := rand.New(rand.NewPCG(seed, 1))
	c := &changing{t: t, path: filepath.Join(t.TempDir(), "f.txt"), random: random, clock: time.Unix(1e9, 0)}
	c.text = c.lines(20_000)
	c.write(false)
	keys := [][]string{
		{"g"},
		{"G"},
		{"f"},
		{"b"},
		{"j"},
		{"5", "0", "0", "0", "g"},
		{"n"},
		{"F"},
		{"esc"},
		{"/", "type:needle", "enter"},
		{"&", "type:needle", "enter"},
		{"&", "enter"},
		{"z"},
		{},
	}
	onScreen(t, c.path, 100, 24, nil, func(s *screen) {
		for i := range steps {
			typed := keys[random.IntN(len(keys))]
			s.keys(typed...)
			side := s.m.file.Text.Doc.Shown()
			before := side.Snapshot()
			edited, what := c.step()
			for range 3 {
				time.Sleep(stillness)
				s.settle()
			}
			now := side.Snapshot()
			if began := now.Generation != before.Generation; edited && !began || began && now.State == source.Present {
				t.Fatalf("step %d, %s after %v: edited %v, %+v, then %+v", i, what, typed, edited, before, now)
			}
			c.holds(s, i, fmt.Sprintf("%s after %v", what, typed))
		}
	})
}

// TestAnEditThatGrowsIsSaid deletes a line in the middle of a file and adds more at its end, as an editor does that
// saves in place.
func TestAnEditThatGrowsIsSaid(t *testing.T) {
	before := numbered(20_001)
	path := written(t, "f.txt", before)
	onScreen(t, path, 100, 24, nil, func(s *screen) {
		s.keys("1", "5", "0", "0", "0", "g")
		s.has("line 15000 of", "20,001")
		next := strings.Replace(before, "    line 9000 of the input\n", "", 1) + numbered(101)
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(next); err != nil || f.Close() != nil {
			t.Fatal(err)
		}
		at := time.Now()
		for !strings.Contains(s.text(), "the file was truncated or rewritten") && time.Since(at) < 5*time.Second {
			time.Sleep(100 * time.Millisecond)
			s.settle()
		}
		s.has("the file was truncated or rewritten; showing it as it is now", "20,101")
		s.keys("1", "4", "9", "9", "9", "g")
		l, _ := s.m.file.Text.File.CursorLine()
		if l.Number != 14999 || !strings.Contains(string(l.Head), "line 15000") {
			t.Errorf("line %d is %q", l.Number, l.Head)
		}
	})
}

// TestAnAnswerOverTheCapSaysWhyItPasses: by the tool's own estimate it keeps the cap, though it has more tokens.
func TestAnAnswerOverTheCapSaysWhyItPasses(t *testing.T) {
	withEveryTool(t)
	dense := strings.Repeat("a=1;\n", 19_000)
	for _, c := range []struct {
		text string
		tool string
		says bool
	}{{dense, "claude_code", true}, {numbered(300), "claude_code", false}, {dense, "gemini_cli", false}} {
		onScreen(t, written(t, "f.txt", c.text), 100, 12, with(tools.ModeSlice, c.tool), func(s *screen) {
			s.later()
			if c.says {
				s.has("lines sent · ≈", "within 25,000 by its estimate")
			} else {
				s.lacks("by its estimate")
			}
		})
	}
	onScreen(t, written(t, "f.txt", dense), 100, 12, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("o", "down", "down", "down", "down", "enter", "esc")
		s.later()
		s.has("all 19,000 lines sent · ≈")
		s.lacks("by its estimate")
	})
}
