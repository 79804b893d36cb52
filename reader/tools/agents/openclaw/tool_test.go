package openclaw

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// The cap of an answer follows the context window of the model, and its notice names another number. The agent gave
// these sizes.
func TestContextWindows(t *testing.T) {
	lines := strings.Repeat(strings.Repeat("x", 79)+"\n", 3000)
	for window, want := range map[int64]struct {
		most int
		says string
	}{
		16000: {8000, "32KB"}, 32000: {16000, "32KB"}, 64000: {16000, "32KB"}, 128000: {32000, "50KB"},
		200000: {51200, "78.1KB"}, 1000000: {51200, "128KB"},
	} {
		env := tools.Env{Root: t.TempDir(), Stream: toolstest.View(lines), Settings: map[string]int64{"context-window": window}}
		got, r, _ := toolstest.Ask(t, Tool, env, `{"path":"f"}`)
		notice := "\n\n[Read output capped at " + want.says + " for this call. Use offset="
		if len(got) > want.most || len(got) < want.most-200 || !strings.Contains(got, notice) {
			t.Errorf("%d tokens: %d bytes, %.120q", window, len(got), got[max(0, len(got)-100):])
		}
		if said := fmt.Sprintf("offset=%d to continue.]", r.Window.Last+1); !strings.HasSuffix(got, said) {
			t.Errorf("%d tokens: window %+v, %q", window, r.Window, got[max(0, len(got)-60):])
		}
	}
}

// The calls that an answer names give the rest, without a gap: of short and long lines, of blank ones, of characters
// that count for several, with either line end.
func TestCallsGoOn(t *testing.T) {
	for name, file := range map[string]string{
		"short":  strings.Repeat("a line\r\n", 30000),
		"long":   "begin\n" + strings.Repeat("🚢é", 60000) + "\nend\n",
		"blank":  "a\n" + strings.Repeat("\n", 9000) + "b",
		"common": strings.Repeat("中文一行内容测试\n", 5000),
		"one":    strings.Repeat("q", 300000),
	} {
		for _, args := range []string{`{"path":"f"}`, `{"path":"f","limit":2500}`} {
			env := tools.Env{Root: t.TempDir(), Stream: toolstest.View(file)}
			at, calls := int64(0), 0
			for next := []byte(args); next != nil; calls++ {
				_, r, refused := toolstest.Ask(t, Tool, env, string(next))
				if refused || calls > 100 || r.Window.Start != at || r.Window.End <= at {
					t.Fatalf("%s: call %d, %s: window %+v, not from %d on", name, calls, next, r.Window, at)
				}
				next, at = r.NextArgs, r.Window.End
			}
			if at != int64(len(file)) {
				t.Errorf("%s, %s: %d calls end at byte %d of %d", name, args, calls, at, len(file))
			}
		}
	}
}

// A place in a line is counted in UTF-16 units.
func TestCursor(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View("ab🚢cd\nnext\n")}
	for cursor, want := range map[int]string{
		1: "b🚢cd\nnext\n", 4: "cd\nnext\n", 0: "ab🚢cd\nnext\n",
		3: refuse("Cursor 3 splits a UTF-16 surrogate pair; retry with cursor=2 or cursor=4.").Text,
		6: "Cursor 6 is at or beyond the end of line 1 (6 characters). Use offset=2 to continue.",
	} {
		if got, _, _ := toolstest.Ask(t, Tool, env, fmt.Sprintf(`{"path":"f","cursor":%d}`, cursor)); got != want {
			t.Errorf("cursor %d: %q, want %q", cursor, got, want)
		}
	}
}

// What looks like a secret is masked, and a person is told.
func TestSecrets(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{
		"a.txt": "sk-aaaaaaaaaaaaaaaaaaaaaaaa\nPASSWORD=hunter2\nhttps://u:pw@host/\n", "x/.env": "KEY=1\nNAME=2\n",
	})
	for name, want := range map[string]string{
		"a.txt": "sk-aaa…aaaa\nPASSWORD=hunter2\nhttps://u:***@host/\n", "x/.env": "KEY=***\nNAME=2\n",
	} {
		got, r, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, `{"path":"`+name+`"}`)
		if got != want || r.Aside == "" {
			t.Errorf("%s: %q, %q", name, got, r.Aside)
		}
	}
}

// Names that only look the same are found, those that are nearly the same proposed; a link to a file is refused.
func TestPaths(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases are errors of POSIX")
	dir := toolstest.Tree(t, map[string]string{
		"f": "x\n", "to": "-> f", "in/it\u2019s.md": "y\n", "in/readme.md": "z", "gone": "-> no", "loop": "-> loop",
	})
	for path, want := range map[string]string{
		"in/it's.md":  "[Resolved filename: it's.md -> it\u2019s.md.]\ny\n",
		"@f":          "x\n",
		"in/READM.md": "File not found: ROOT/in/READM.md. Did you mean: readme.md?",
		"to":          "path must be a regular file",
		"loop":        "ELOOP: too many symbolic links encountered, stat 'ROOT/loop'",
		"f/x":         "File not found: ROOT/f/x.",
		"in":          "Read requires a file path, but in is a directory. List the directory, then read a specific file.",
	} {
		got, _, refused := toolstest.Ask(t, Tool, tools.Env{Root: dir}, `{"path":`+js.Quote(path)+`}`)
		want = strings.ReplaceAll(want, "ROOT", dir)
		if refused {
			want = refuse(want).Text
		}
		if got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
	const args = `{"path":"no","optional":true}`
	if got, _, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, args); got != "Optional file not found: no." {
		t.Errorf("%q", got)
	}
}
