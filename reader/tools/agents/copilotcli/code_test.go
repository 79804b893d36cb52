package copilotcli

import (
	"fmt"
	"strings"
	"testing"
)

// TestImports: names and code are where Copilot CLI 1.0.102 was seen to find them.
func TestImports(t *testing.T) {
	for text, want := range map[string]string{
		"@a.md).":                       "a.md",
		"x=@a.md *@b.md* <@c.md>":       "a.md b.md* c.md",
		"a@a.md a.@a.md a%@a.md -@a.md": "",
		"é@a.md @@b.md \\@c.md":         "a.md b.md c.md",
		"\"@a.md\" '@b.md' (@c.md)":     "a.md b.md c.md",
		"@a(b).md @x[1].md, @#x":        "a(b).md x[1].md #x",
		"`@a.md` @b.md `@c.md":          "b.md",
		"`` @a ` @b `` @c":              "c",
		"` @a\n@b":                      "b",
		"```\n@a\n```\n@b":              "b",
		"````\n@a\n```\n@b\n````\n@c":   "b",
		"~~~\n@a\n```\n@b\n~~~\n@c":     "c",
		"> ```\n> @a\n> ```":            "a",
		"\t```\n@a\n  ``` x\n@b":        "b",
		"``` `\n@a":                     "",
		"@a\u00a0b @c\u3000":            "a c",
		"<!-- @a --> @x@b":              "a x@b",
	} {
		var got []string
		code := codeOf([]byte(text))
		for _, m := range importName().FindAllStringSubmatchIndex(text, -1) {
			hidden := false
			for _, c := range code {
				hidden = hidden || c.Start <= m[2] && m[2] < c.End
			}
			if !hidden {
				got = append(got, text[m[2]:m[3]])
			}
		}
		if found := strings.Join(got, " "); found != want {
			t.Errorf("%q: %q, want %q", text, found, want)
		}
	}
}

// TestBraces: each choice is a pattern, up to a bound.
func TestBraces(t *testing.T) {
	if got := fmt.Sprint(braces([]string{"{a,b}.{c,d}", "x", "{", "{e}"})); got != "[a.c a.d b.c b.d x { e]" {
		t.Error(got)
	}
	if got := len(braces([]string{strings.Repeat("{a,b}", 40)})); got > maxBraces+2 {
		t.Errorf("%d patterns", got)
	}
}
