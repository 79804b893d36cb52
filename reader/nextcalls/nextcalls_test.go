package nextcalls

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents"
	"eyeline/reader/window"
)

// TestMain runs the tests.
func TestMain(m *testing.M) {
	longtest.CollectLess()
	m.Run()
}

func write(t *testing.T, text string) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "f.txt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, path
}

func fileOf(tool *tools.Tool, path string) string {
	if tool.Paths == tools.PathAbsolute {
		return path
	}
	return filepath.Base(path)
}

// Left says of every tool how many calls Follow makes after the first, and near it where it may not make them all.
func TestLeftIsHowManyCallsFollow(t *testing.T) {
	dir, path := write(t, strings.Repeat("a line of text, as long as lines are in most files\n", 4000))
	long := 0
	for i, tool := range tools.AllVersions() {
		if !longtest.IsRequested() && i%3 != 0 {
			continue
		}
		env := tools.Env{Root: dir}
		args := tools.BuildArgs(tool, fileOf(tool, path), nil)
		var calls, size int64
		var first, all Steps
		var next json.RawMessage
		err := Follow(t.Context(), tool, env, args, &all, func(_ json.RawMessage, r *tools.Result) (bool, error) {
			if calls++; calls == 1 {
				first.Take(r.Window)
				next, size = r.NextArgs, r.FileBytes
			}
			return true, nil
		})
		if err != nil || calls == 0 {
			continue // it refuses so long a file
		}
		made := first
		n, estimated, err := Budget{1 << 30, 1 << 30}.Left(t.Context(), tool, env, &made, next, size)
		if err != nil || estimated || n != calls-1 {
			t.Errorf("%s: %d left (%v, %v) of %d", tool.Name, n, estimated, err, calls)
		}
		if calls < 4 {
			continue
		}
		long++
		for _, b := range []Budget{{1 << 30, 2}, {1, 1 << 30}, UsualBudget} {
			if b == UsualBudget && calls <= UsualBudget.Calls {
				continue
			}
			made := first
			if n, estimated, err := b.Left(t.Context(), tool, env, &made, next, size); err != nil || !estimated || n < calls/4 || n > calls*3 {
				t.Errorf("%s, %+v: %d left (%v, %v) of %d", tool.Name, b, n, estimated, err, calls)
			}
		}
	}
	if long < 5 && longtest.IsRequested() || long == 0 {
		t.Errorf("only %d tools make several calls", long)
	}
}

// TestKnownIsWhatMakingTheCallsCounts: a tool that tells how many calls read on tells as many as are made, whatever the
// file ends with and however large its pages are.
func TestKnownIsWhatMakingTheCallsCounts(t *testing.T) {
	texts := []string{
		"", "one", strings.Repeat("line\n", 10), strings.Repeat("line\n", 11), strings.Repeat("line\n", 99) + "open",
		strings.Repeat("line\r\n", 201), strings.Repeat("a\rb\n", 120), strings.Repeat("\n", 150), "\uFEFF" +
			strings.Repeat("line\n", 130), strings.Repeat("form\ffeed\n", 130), strings.Repeat("wide \u2028 line\n", 90),
	}
	pages := map[string][]tools.Values{
		"grok_cli": {
			nil,
			{"start-line": 3, "end-line": 9},
			{"start-line": 5, "end-line": 5},
			{"start-line": 9, "end-line": 2},
			{"start-line": 50, "end-line": 99},
			{"start-line": 500, "end-line": 600},
		},
		"cline":     {nil, {"start-line": 30}, {"start-line": 7, "end-line": 90}},
		"openhands": {nil, {"start-line": 30, "end-line": -1}, {"start-line": 7, "end-line": 90}},
		"sage":      {nil, {"offset": 3, "limit": 7}, {"limit": 11}, {"limit": 1}, {"offset": 9, "limit": 40}},
		"swe_agent": {
			nil,
			{"line": 30},
			{"window": 7},
			{"window": 2},
			{"window": 8, "overlap": 5},
			{"window": 30, "overlap": 20},
			{"line": 11, "window": 20, "overlap": 0},
			{"line": 9, "window": 5, "overlap": 9},
		},
	}
	known := map[string]int{}
	whole := []string{"cline", "openhands"} // the others make many small calls
	single := append(slices.Clone(texts), oddTexts()...)
	for i, text := range append(single, longTexts()...) {
		// Each end of a line, number of lines and kind of characters is in any third of them.
		isOneOfMany := i >= len(single) && i%3 != 0
		if !longtest.InPart(i) || isOneOfMany && !longtest.IsRequested() {
			continue
		}
		dir, path := write(t, text)
		for name, all := range pages {
			if i >= len(texts) && !slices.Contains(whole, name) {
				continue
			}
			tool, _ := tools.Lookup(name)
			for _, values := range all {
				args := tools.BuildArgs(tool, fileOf(tool, path), values)
				r, err := tool.Read(t.Context(), tools.Env{Root: dir}, args)
				if err != nil {
					continue
				}

				var made Steps
				made.Take(r.Window)
				env := tools.Env{Root: dir}
				want, estimated, err := UsualBudget.Left(t.Context(), tool, env, &made, r.NextArgs, r.FileBytes)
				if err != nil {
					t.Fatal(err)
				}
				if n, ok := UsualBudget.Known(r); ok {
					known[name]++
					if n != want || estimated {
						t.Errorf("%s, %v of %.20q: %d calls are left, not %d", name, values, text, n, want)
					}
				}
				_ = r.Close()
			}
		}
	}

	for name := range pages {
		if longtest.IsWhole() && known[name] < 20 {
			t.Errorf("%s tells of %d reads only", name, known[name])
		}
	}
}

// lines are so many lines of lengths.
func lines(n int, end string, of func(i int) int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("x", of(i)) + end)
	}
	return b.String()
}

// longTexts are texts of which answers leave out the middle.
func longTexts() (texts []string) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		for _, n := range []int{300, 530, 531, 532, 900, 2000} {
			text := lines(n, end, func(i int) int { return 20 + i*7%23 })
			texts = append(texts, text, text+"open", text+end, strings.ReplaceAll(text, "xxxxx", "é→x"))
		}
	}
	return texts
}

// oddTexts are long, too, with lines of many lengths.
func oddTexts() []string {
	text := lines(900, "\n", func(i int) int { return i % 61 })
	return []string{
		lines(2500, "\n", func(i int) int { return i * 13 % 4000 }),
		lines(60, "\n", func(i int) int { return i * 300 }),
		lines(9000, "\n", func(int) int { return 0 }), lines(20000, "\n", func(int) int { return 1 }),
		lines(5, "\n", func(int) int { return 9000 }),
		strings.Repeat("x", 50_000), text + "\f" + text, text + "a\u2028b\n" + text,
		lines(300, "\n", func(i int) int { return i % 290 * 50 }),
		lines(700, "\n", func(i int) int { return i / 650 * 400 }),
	}
}

// TestKnownKeepsToTheBudget: where Left would estimate, the tool's own number is not taken.
func TestKnownKeepsToTheBudget(t *testing.T) {
	r := &tools.Result{CallsLeft: 10, FileBytes: 100}
	for _, c := range []struct {
		most Budget
		want bool
	}{{UsualBudget, true}, {Budget{Read: 1000, Calls: 10}, true}, {Budget{Read: 999, Calls: 10}, false}, {Budget{Read: 1000, Calls: 9}, false}} {
		if _, ok := c.most.Known(r); ok != c.want {
			t.Errorf("%+v: %v", c.most, ok)
		}
	}
	if _, ok := UsualBudget.Known(&tools.Result{FileBytes: 100}); ok {
		t.Error("a tool that does not tell is taken to tell")
	}
}

// A first call that gives a notice only is a call of the walk, and so are those that it leads to.
func TestANoticeIsTheFirstCall(t *testing.T) {
	dir, path := write(t, strings.Repeat("a line of text, as long as lines are in most files\n", 1000))
	tool, _ := tools.Lookup("copilot_cli")
	var steps Steps
	var lasts []int64
	err := Follow(t.Context(), tool, tools.Env{Root: dir}, tools.BuildArgs(tool, fileOf(tool, path), nil), &steps,
		func(args json.RawMessage, r *tools.Result) (bool, error) {
			var made Steps
			made.Take(r.Window)
			n, estimated, err := UsualBudget.Left(t.Context(), tool, tools.Env{Root: dir}, &made, r.NextArgs, r.FileBytes)
			if want := 4 - steps.CallsMade(); n != want || estimated || err != nil {
				t.Errorf("after call %d: %d left (%v, %v), not %d", steps.CallsMade(), n, estimated, err, want)
			}
			lasts = append(lasts, r.Window.Last)
			return true, nil
		})
	if err != nil || len(lasts) != 4 || lasts[0] != 0 || lasts[3] != 1000 {
		t.Errorf("the calls end at lines %v: %v", lasts, err)
	}
	// Of a large file one call is made to infer the others from.
	dir, path = write(t, strings.Repeat(strings.Repeat("x", 100)+"\n", 30_000))
	steps = Steps{}
	r, err := tool.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(tool, fileOf(tool, path), nil))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	steps.Take(r.Window)
	if n, estimated, err := UsualBudget.Left(t.Context(), tool, tools.Env{Root: dir}, &steps, r.NextArgs, r.FileBytes); n < 100 || !estimated || err != nil {
		t.Errorf("%d left (%v, %v)", n, estimated, err)
	}
}

// Where the default call is refused, First finds one that is not; there is none for a file that is not there.
func TestFirstFindsACallThatIsNotRefused(t *testing.T) {
	dir, path := write(t, strings.Repeat(strings.Repeat("long line ", 400)+"\n", 500)) // 2 MB
	refused := 0
	for _, tool := range tools.AllVersions() {
		env := tools.Env{Root: dir}
		file := fileOf(tool, path)
		r, err := tool.Read(t.Context(), env, tools.BuildArgs(tool, file, nil))
		var refusal *tools.Error
		if !errors.As(err, &refusal) {
			_ = r.Close()
			continue
		}
		if refusal.Own { // no refusal of the tool: this program does not imitate so much
			continue
		}
		mode, values, args, err := First(t.Context(), tool, env, file)
		if limit := tool.Caps.File.Most; limit > 0 && limit < 2e6 || len(tool.Windows) == 0 {
			if args != nil || err != nil {
				t.Errorf("%s reads the file with %v, %v", tool.Name, values, err)
			}
			continue
		}
		if err != nil || args == nil {
			t.Errorf("%s: %s, %v after %s", tool.Name, args, err, refusal.Text)
			continue
		}
		refused++
		if place, _ := tool.WindowParams(mode); string(tool.Call(place, file, values)) != string(args) {
			t.Errorf("%s: %s of %v", tool.Name, args, values)
		}
		r, err = tool.Read(t.Context(), env, args)
		if err != nil || r.Window.Start != 0 || r.Window.End == 0 {
			t.Errorf("%s: %v gives %v, %v", tool.Name, values, r, err)
		}
		_ = r.Close()
		_, err = tool.Read(t.Context(), env, tools.BuildArgs(tool, file+".not", nil))
		if !errors.As(err, &refusal) { // a shell, which says so in its output
			continue
		}
		if _, _, args, err := First(t.Context(), tool, env, file+".not"); args != nil || err != nil {
			t.Errorf("%s: a file that is not there can be read: %s, %v", tool.Name, args, err)
		}
	}
	if refused < 2 {
		t.Errorf("only %d tools refuse the file", refused)
	}
}

// TestGiving: of bytes that several calls give the first one counts, and none gives what lies between them.
func TestGiving(t *testing.T) {
	var s Steps
	for _, w := range []window.Window{{Start: 10, End: 20}, {Start: 20, End: 30}, {Start: 15, End: 50, Runs: []window.Run{{Start: 15, End: 22}, {Start: 40, End: 50}}}} {
		s.Take(w)
	}
	for at, want := range map[int64]int64{5: 0, 10: 1, 19: 1, 20: 2, 29: 2, 30: 0, 39: 0, 40: 3, 49: 3, 50: 0} {
		if got := s.FirstCallGiving(at, at+1); got != want {
			t.Errorf("byte %d is of call %d, not %d", at, got, want)
		}
	}
	if s.Begins() != 10 || s.FirstCallGiving(0, 60) != 1 || s.FirstCallGiving(30, 40) != 0 {
		t.Error(s.Begins(), s.FirstCallGiving(0, 60), s.FirstCallGiving(30, 40))
	}
}
