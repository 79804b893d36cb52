package geminicli

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/contextfiles"
)

// backtracked finds what (`+)([\s\S]*?)\1 matches, as an engine does that tries everything.
func backtracked(text string) (code []contextfiles.Range) {
	for at := 0; at < len(text); {
		n := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
		end := 0
		for size := n; size > 0 && end == 0; size-- {
			if i := strings.Index(text[at+size:], strings.Repeat("`", size)); i >= 0 {
				end = at + size + i + size
			}
		}
		if end == 0 {
			at++
			continue
		}
		code = append(code, contextfiles.Range{Start: at, End: end})
		at = end
	}
	return code
}

// FuzzCodeOf: the code of a text is what the agent's expression matches.
func FuzzCodeOf(f *testing.F) {
	for _, text := range []string{
		"", "`", "``", "```", "a `b` c", "`` a ` b ``", "```\n``\n````", "```js\nx", "````md\n```\n@a\n```\n````", "`a``b```c``d`",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := codeOf([]byte(text)), backtracked(text); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	})
}

// TestManyRuns: the work goes with the length of the text, whatever runs of backquotes it has.
func TestManyRuns(t *testing.T) {
	for _, part := range []string{"` ``", "``` ", "`", "a``````` "} {
		text := []byte(strings.Repeat(part, 200_000))
		if code := codeOf(text); len(code) == 0 {
			t.Errorf("%q repeated has no code", part)
		}
	}
	var rising strings.Builder
	for n := range 1000 {
		rising.WriteString(strings.Repeat("`", n) + " ")
	}
	codeOf([]byte(rising.String()))
}

// TestIsEnabled goes by the last rule that is for the folder.
func TestIsEnabled(t *testing.T) {
	for _, c := range []struct {
		rules string
		want  bool
	}{
		{"", true},
		{"!/a/*", false},
		{"!/a/", true},
		{"!/a/b/", false},
		{"!/* /a/*", true},
		{"/a/* !/a/b/*", false},
	} {
		if got := isEnabled(strings.Fields(c.rules), "/a/b"); got != c.want {
			t.Errorf("%q: %v", c.rules, got)
		}
	}
}
