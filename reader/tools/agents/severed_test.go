package agents

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Each line that is not whole in the text of an answer is cut or outside of its window, and no other line is, also
// where the middle of the text is left out.
func TestNoSeveredLineIsSaidToBeWhole(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(7, 7))
	severed := map[string]bool{}
	for n := range 18 {
		text := randomLines(random, 1<<(8+n%9))
		path := filepath.Join(dir, fmt.Sprint(n, ".txt"))
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, tool := range tools.AllVersions() {
			if lines := severedLines(t, tool, dir, path, bytes.Split(text, []byte("\n"))); lines > 0 {
				severed[tool.Name] = true
			}
		}
	}
	for _, name := range []string{"cline", "openhands", "codex_exec", "claude_code"} {
		if want := name != "claude_code"; severed[name] != want {
			t.Errorf("%s severs lines: %v", name, !want)
		}
	}
}

// randomLines are about size bytes of lines of several lengths.
func randomLines(random *rand.Rand, size int) (text []byte) {
	most := []int{20, 90, 400}[random.IntN(3)]
	for i := 0; len(text) < size; i++ {
		text = fmt.Appendf(text, "(%d%s)\n", i, strings.Repeat(" word", random.IntN(most)/5))
	}
	return text
}

// severedLines holds what an answer says of itself against its text, and counts the lines of which it has the beginning
// only.
func severedLines(t *testing.T, tool *tools.Tool, dir, path string, lines [][]byte) (severed int) {
	t.Helper()
	file := path
	if tool.Paths != tools.PathAbsolute {
		file = filepath.Base(path)
	}
	args := tools.BuildArgs(tool, file, nil)
	r, err := tool.Read(t.Context(), tools.Env{Root: dir}, args)
	if err != nil {
		return 0 // a refusal
	}
	defer r.Close()
	var content bytes.Buffer
	stats, err := r.Render(t.Context(), &content)
	if err != nil {
		t.Fatal(err)
	}
	if k := r.Window.Kind; k == window.Notice || k == window.Outline {
		return 0
	}
	at := int64(0)
	for i, line := range lines[:len(lines)-1] {
		end := at + int64(len(line))
		shown, said := bytes.Contains(content.Bytes(), line), saidWhole(r, stats, at, end)
		if said != shown {
			t.Errorf("%s of %s: line %d (%d bytes) is whole: %v, and said to be: %v; window %+v, cuts %v",
				tool.Name, filepath.Base(path), i+1, len(line), shown, said, r.Window, stats.Cuts)
			return severed
		}
		if begin := line[:bytes.IndexAny(line, " )")]; !shown && bytes.Contains(content.Bytes(), append(bytes.Clone(begin), ' ')) {
			severed++
		}
		at = end + 1
	}
	return severed
}

// saidWhole reports whether an answer says that it gives the bytes from start to end.
func saidWhole(r *tools.Result, stats tools.Stats, start, end int64) bool {
	for _, c := range stats.Cuts {
		if c.Start < end && c.End > start {
			return false
		}
	}
	for _, s := range r.Window.Spans() {
		if s.Start <= start && s.End >= end {
			return true
		}
	}
	return false
}
