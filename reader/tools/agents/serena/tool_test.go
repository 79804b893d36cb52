package serena

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// expected is what the tool gives for a file in UTF-8, by its rules and with all of the file at once.
func expected(file string, start, end int, most int64) string {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(file)
	lines := strings.Split(text, "\n")
	place := func(n int) int {
		if n < 0 {
			n += len(lines)
		}
		return min(max(n, 0), len(lines))
	}
	from, to := place(start), place(end+1)
	answer := strings.Join(lines[from:max(from, to)], "\n")
	if n := int64(utf8.RuneCountInString(answer)); n > most {
		const tooLong = "The answer is too long (%d characters). You can adjust your query or raise the " +
			"max_answer_chars parameter."
		return fmt.Sprintf(tooLong, n)
	}
	return answer
}

// Lines of files of all kinds are given as Python's lists are sliced.
func TestRandomFiles(t *testing.T) {
	pieces := []string{
		"a line\n", "\n", "\r\n", "\r", "\r\r\n", "no end", "日本\n", "\x00", "\f", "\u2028", "\ufeff",
		strings.Repeat("long ", 99),
	}
	random := rand.New(rand.NewPCG(5, 6))
	root := t.TempDir()
	for range 500 {
		var file strings.Builder
		for range random.IntN(9) {
			file.WriteString(pieces[random.IntN(len(pieces))])
		}
		start, end, most := random.IntN(20)-8, random.IntN(20)-8, random.Int64N(60)+1
		env := tools.Env{Root: root, Stream: toolstest.View(file.String())}
		const form = `{"relative_path":"f","start_line":%d,"end_line":%d,"max_answer_chars":%d}`
		args := fmt.Sprintf(form, start, end, most)
		got, r, refused := toolstest.Ask(t, Tool, env, args)
		if want := expected(file.String(), start, end, most); refused || got != want {
			t.Fatalf("%s of %q:\n got %q\nwant %q", args, file.String(), got, want)
		}
		if w := r.Window; w.End > int64(file.Len()) || w.First > 0 && got == "" && w.Last > w.First {
			t.Fatalf("%s of %q: window %+v", args, file.String(), w)
		}
	}
}

// The limit is looked at last, and nothing of what is longer is given.
func TestLimit(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View(strings.Repeat("é", 150000) + "\n")}
	got, _, _ := toolstest.Ask(t, Tool, env, `{"relative_path":"f"}`)
	if !strings.HasPrefix(got, "The answer is too long (150001 ") {
		t.Errorf("%.80q", got)
	}
	got, r, _ := toolstest.Ask(t, Tool, env, `{"relative_path":"f","end_line":0}`)
	if len(got) != 300000 || r.Silent || r.Window.End != 300001 {
		t.Errorf("%d bytes, window %+v", len(got), r.Window)
	}
	got, _, refused := toolstest.Ask(t, Tool, env, `{"relative_path":"f","max_answer_chars":0}`)
	if !refused || got != "ValueError: Must be positive or the default (-1), got: max_answer_chars=0" {
		t.Errorf("%q", got)
	}
}

// Paths are checked without a look at links; the errors of the system are Python's.
func TestPaths(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases are errors of POSIX")
	top := toolstest.Tree(t, map[string]string{
		"ws/f": "x\n", "ws/out": "-> ../other", "other/g": "y\n", "ws/in/h": "z", "ws/loop": "-> loop",
	})
	for path, want := range map[string]string{
		"out/g":        "y\n",
		"in/../f":      "x\n",
		top + "/ws/f":  "x\n",
		"../other/g":   "ValueError: relative_path='../other/g' points outside the project root (ROOT)",
		"/it's":        `ValueError: relative_path="/it's" points outside the project root (ROOT)`,
		"in":           "IsADirectoryError: [Errno 21] Is a directory: 'ROOT/in'",
		"in/../no/../": "FileNotFoundError: [Errno 2] No such file or directory: 'ROOT/in/../no/../'",
		"f/x":          "NotADirectoryError: [Errno 20] Not a directory: 'ROOT/f/x'",
		"loop":         "OSError: [Errno 40] Too many levels of symbolic links: 'ROOT/loop'",
		"a\x00b":       "ValueError: embedded null byte",
	} {
		got, _, _ := toolstest.Ask(t, Tool, tools.Env{Root: top + "/ws"}, `{"relative_path":`+js.Quote(path)+`}`)
		if got != strings.ReplaceAll(want, "ROOT", top+"/ws") {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
