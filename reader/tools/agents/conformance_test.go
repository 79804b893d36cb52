package agents

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"eyeline/reader/internal/conformance"
	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

// sets makes each set of cases once and removes it when the tests are over.
var sets struct {
	sync.Mutex
	dir    string
	loaded map[string][]conformance.Case
}

func TestMain(m *testing.M) {
	longtest.CollectLess()
	code := m.Run()
	if sets.dir != "" {
		_ = os.RemoveAll(sets.dir)
	}
	os.Exit(code)
}

func loadSet(t testing.TB, name string) []conformance.Case {
	t.Helper()
	sets.Lock()
	defer sets.Unlock()
	if sets.loaded == nil {
		dir, err := os.MkdirTemp("", "eyeline-")
		if err != nil {
			t.Fatal(err)
		}
		sets.dir, sets.loaded = dir, map[string][]conformance.Case{}
	}
	if s := sets.loaded[name]; s != nil {
		return s
	}
	dir := filepath.Join(sets.dir, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	sets.loaded[name] = conformance.Load(t, name, dir).Cases
	return sets.loaded[name]
}

// answer is what one call gave.
type answer struct {
	result  *tools.Result // nil for a refusal
	stats   tools.Stats
	content []byte
	refused string
	own     bool // the refusal is this program's own
}

// perform makes the call of a case.
func perform(t *testing.T, tool *tools.Tool, c conformance.Case, session *tools.Session) answer {
	t.Helper()
	r, err := tool.Read(t.Context(), tools.Env{Root: c.Root, Home: c.Home, Session: session}, c.Args)
	if err != nil {
		var refusal *tools.Error
		if !errors.As(err, &refusal) {
			t.Fatalf("args %.300s: %v", c.Args, err)
		}
		return answer{refused: refusal.Text, own: refusal.Own}
	}
	t.Cleanup(func() { _ = r.Close() })
	a := answer{result: r}
	var first, second bytes.Buffer
	if a.stats, err = r.Render(t.Context(), &first); err != nil {
		t.Fatal(err)
	}
	if a.stats.Bytes != int64(first.Len()) {
		t.Errorf("%d bytes counted, %d written", a.stats.Bytes, first.Len())
	}
	if _, err := r.Render(t.Context(), &second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("the second rendering differs: %v", err)
	}
	a.content = first.Bytes()
	return a
}

// check says how an answer differs from what the case expects.
func check(c conformance.Case, a answer) error {
	switch {
	case a.result == nil && c.OK:
		return fmt.Errorf("refused: %s", a.refused)
	case a.result == nil:
		return c.CheckError(a.refused)
	case !c.OK:
		return fmt.Errorf("succeeded with %.300q, want the refusal %.300q", a.content, c.Error)
	}
	err := c.CheckContent(a.content)
	if c.Metadata != nil {
		got, _ := json.Marshal(a.result.Metadata)
		err = errors.Join(err, c.CheckMetadata(got))
	}
	if c.Note != "" && c.Text(strings.Join(a.result.Notes, "\n")) != c.Note {
		err = errors.Join(err, fmt.Errorf("notes %q, want %q", a.result.Notes, c.Note))
	}
	if c.Parts != nil {
		var parts []string
		rest := string(a.content)
		for _, n := range a.stats.Parts {
			parts = append(parts, c.Text(rest[:n]))
			rest = rest[n:]
		}
		if !slices.Equal(parts, c.Parts) {
			err = errors.Join(err, fmt.Errorf("parts %.300q, want %.300q", parts, c.Parts))
		}
	}
	return err
}

// noShell is what a tool that runs a shell says on Windows.
const noShell = "what a shell prints on Windows"

// unbuilt are tools with cases that are not built yet.
var unbuilt = map[string]bool{}

// left reads the list of cases that are known not to hold, each with the reason.
func left(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("../../../testdata/conformance/left.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 3 {
			t.Fatalf("left.txt: %q gives no reason", line)
		}
		list[fields[0]+" "+fields[1]] = true
	}
	return list
}

// otherOnWindows is how many cases of a set Windows answers otherwise, such as one about a folder that is a file, or are
// not known there. A set that is not named has no such case.
var otherOnWindows = map[string]int{
	"contracts": 10, "agents-1": 4, "agents-2": 4, "agents-3": 5, "agents-4": 3, "agents-6": 4, "agents-7": 6,
	"agents-10": 2,
}

// TestConformance: every case holds, but for those of left.txt. On Windows those of otherOnWindows do not, and the
// commands of most shells are refused, since most agents have another shell there; with them 95 of 100 hold of all cases
// whose files can be there.
func TestConformance(t *testing.T) {
	t.Parallel()
	known := left(t)
	held, differ, shells, unknown := 0, 0, 0, 0
	for i, name := range conformance.Sets(t) {
		if !longtest.InPart(i) {
			continue
		}
		before := differ + unknown
		sessions := map[string]*tools.Session{}
		for _, c := range loadSet(t, name) {
			t.Run(c.Tool+"/"+c.Name, func(t *testing.T) {
				tool, ok := tools.Lookup(c.Tool)
				if !ok {
					if unbuilt[c.Tool] {
						t.Skip("not built yet")
					}
					t.Fatal("no such tool")
				}
				if sessions[c.Session] == nil && c.Session != "" {
					sessions[c.Session] = &tools.Session{}
				}
				a := perform(t, tool, c, sessions[c.Session])
				err := check(c, a)
				if runtime.GOOS == "windows" {
					switch {
					case known[c.Tool+" "+c.Name]:
					case a.own && strings.Contains(a.refused, noShell):
						shells++
					case a.own:
						unknown++
						t.Logf("not known: args %.300s: %s", c.Args, a.refused)
					case err != nil:
						differ++
						t.Logf("differs: args %.300s: %v", c.Args, err)
					default:
						held++
					}
					return
				}
				switch listed := known[c.Tool+" "+c.Name]; {
				case err != nil && !listed:
					t.Errorf("args %.300s: %v", c.Args, err)
				case err == nil && listed:
					t.Error("the case holds: take it off left.txt")
				}
				if a.result != nil {
					checkWindow(t, tool, c, a)
				}
			})
		}
		if others := differ + unknown - before; others > otherOnWindows[name] {
			t.Errorf("%s: %d cases differ or are not known, and %d did", name, others, otherOnWindows[name])
		}
	}
	if runtime.GOOS == "windows" {
		t.Logf("%d cases hold, %d differ, %d are commands of a shell, %d are not known", held, differ, shells, unknown)
		if all := held + differ + unknown + shells; held*100 < all*95 && longtest.IsWhole() {
			t.Errorf("%d of %d hold: less than 95 in 100", held, all)
		}
	}
}

// checkWindow compares what a result says of itself with its content.
func checkWindow(t *testing.T, tool *tools.Tool, c conformance.Case, a answer) {
	t.Helper()
	w, stats := a.result.Window, a.stats
	if a.result.Tool != tool {
		t.Errorf("the result names the tool %v", a.result.Tool)
	}
	at, line := w.Start, int64(0)
	for _, run := range w.Spans() {
		if run.Start < at || run.End < run.Start || run.End > w.End || run.First != 0 && run.First < line {
			t.Errorf("the runs %+v of the window %+v are not in order", w.Spans(), w)
		}
		at, line = run.End, run.Last
	}
	lines := int64(bytes.Count(a.content, []byte("\n"))) + 1
	next := int64(0)
	for _, run := range stats.Runs {
		if run.Content < next || run.Content+run.Lines > lines {
			t.Errorf("content lines %+v of %d", stats.Runs, lines)
		}
		next = run.Content
	}
	if tool.Lines == nil || tool.Lines.Prefix == nil || len(stats.Runs) == 0 {
		return
	}
	parsed, ok := tool.ParseContent(c.Args, string(a.content))
	if !ok {
		t.Errorf("Parse finds no line in %.200q", a.content)
		return
	}
	var numbers []int64
	for _, run := range stats.Runs {
		for i := range run.Lines {
			numbers = append(numbers, run.Number+i)
		}
	}
	cut := int64(0)
	for i, l := range parsed.Lines {
		if l.Cut {
			cut++
		}
		if i < len(numbers) && l.Number != numbers[i] {
			t.Errorf("Parse numbers line %d of the content %d, not %d", i+1, l.Number, numbers[i])
			return
		}
	}
	if len(parsed.Lines) != len(numbers) || tool.Lines.Mark != nil && cut != stats.Cut {
		t.Errorf("Parse finds %d lines, %d of them cut; the result has %d and %d", len(parsed.Lines), cut, len(numbers), stats.Cut)
	}
}
