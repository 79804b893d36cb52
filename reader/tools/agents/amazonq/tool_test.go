package amazonq

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
	"eyeline/reader/window"
)

// expected is what the tool gives of a file in UTF-8, by its rules and with all of the file at once.
func expected(file string, start, end int) string {
	text := strings.Map(func(c rune) rune {
		if isHidden(c) {
			return -1
		}
		return c
	}, file)
	lines := strings.Split(text, "\n")
	for i := range lines[:len(lines)-1] {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	place := func(n int) int {
		if n <= 0 {
			return max(len(lines)+n, 0)
		}
		return n - 1
	}
	from := place(start)
	if from >= len(lines) {
		const outside = "starting index: %d is outside of the allowed range: (%d, %d)"
		return failed + fmt.Sprintf(outside, start, -len(lines), len(lines))
	}
	return strings.Join(lines[from:min(max(place(end), from)+1, len(lines))], "\n")
}

// Lines of files of all kinds are those that are left when the hidden characters are gone.
func TestRandomFiles(t *testing.T) {
	pieces := []string{
		"a line\n", "\n", "\r\n", "\r", "\r\u200b\n", "\u200b", "no end", "日本\n", "\x00", "\u2028", "\ufeff",
		"\U000E0041",
	}
	random := rand.New(rand.NewPCG(5, 7))
	root := t.TempDir()
	for range 2000 {
		var file strings.Builder
		for range random.IntN(9) {
			file.WriteString(pieces[random.IntN(len(pieces))])
		}
		start, end := random.IntN(14)-6, random.IntN(14)-6
		env := tools.Env{Root: root, Stream: toolstest.View(file.String())}
		const form = `{"operations":[{"mode":"Line","path":"f","start_line":%d,"end_line":%d}]}`
		args := fmt.Sprintf(form, start, end)
		got, r, refused := toolstest.Ask(t, Tool, env, args)
		want := expected(file.String(), start, end)
		if got != want || refused != strings.HasPrefix(want, failed) {
			t.Fatalf("%s of %q:\n got %q\nwant %q", args, file.String(), got, want)
		}
		if !refused && (r.Window.End > int64(file.Len()) || r.Window.First > r.Window.Last) {
			t.Fatalf("%s of %q: window %+v", args, file.String(), r.Window)
		}
	}
}

// The limit counts what is given, in bytes, and nothing of what is longer is.
func TestLimit(t *testing.T) {
	const args = `{"operations":[{"mode":"Line","path":"f"}]}`
	for _, n := range []int{400000, 400001} {
		env := tools.Env{Root: t.TempDir(), Stream: toolstest.View("\u200b" + strings.Repeat("x", n) + "\u200b\r\n")}
		got, _, refused := toolstest.Ask(t, Tool, env, args)
		if refused != (n > 400000) || refused && !strings.Contains(got, "You tried to read 400001 bytes.") {
			t.Errorf("%d: %.200q", n, got)
		}
	}
}

// Other operations, and several at once, are not made up.
func TestNotImitated(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View("x\n")}
	for _, args := range []string{
		`{"operations":[{"mode":"Search","path":"f","pattern":"x"}]}`,
		`{"operations":[{"mode":"Line","path":"f"},{"mode":"Line","path":"f"}]}`,
		`[[]]`, `{"operations":[["Line","f",null,null]]}`, `x`,
	} {
		_, err := Tool.Read(t.Context(), env, []byte(args))
		if refusal, ok := err.(*tools.Error); !ok || !refusal.Own {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestLastLineOfHiddenCharacters: a last line of nothing but hidden characters is no line of the answer, and no line
// that the answer leaves out either: its characters are taken out.
func TestLastLineOfHiddenCharacters(t *testing.T) {
	const file = "one\ntwo\n\u200b"
	for args, atEnd := range map[string]bool{
		`{"operations":[{"mode":"Line","path":"f"}]}`:                                 true,
		`{"operations":[{"mode":"Line","path":"f","start_line":2,"end_line":2}]}`:     true,
		`{"operations":[{"mode":"Line","path":"f","start_line":1,"end_line":1}]}`:     false,
		`{"operations":[{"mode":"Line","path":"f","start_line":-1,"end_line":-1}]}`:   true,
		`{"operations":[{"mode":"Line","path":"f","start_line":1,"end_line":10000}]}`: true,
	} {
		env := tools.Env{Root: t.TempDir(), Stream: toolstest.View(file)}
		_, r, refused := toolstest.Ask(t, Tool, env, args)
		if refused || (r.Window.End == int64(len(file))) != atEnd || (r.Window.Bottom == window.StopFile) != atEnd {
			t.Errorf("%s: %v, window %+v", args, refused, r.Window)
		}
	}
}
