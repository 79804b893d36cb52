package qwencode

import (
	"strings"
	"testing"
)

// TestCodeOf: code is where the agent finds it, with what it overlooks in lists, tables and quotes, and the shift that
// carriage returns make.
func TestCodeOf(t *testing.T) {
	for text, want := range map[string]string{
		"a `b` c":                          "`b`",
		"*a `b`* [`c`](d)":                 "`b`|`c`",
		"    x\n\ny":                       "    x\n\n",
		"```\nx\n```\ny":                   "```\nx\n```\n",
		"~~~\nx":                           "~~~\nx",
		"- a `b`\n\n`c`":                   "`c`",
		"| a |\n|---|\n| `b` |":            "",
		"> `a`\n\n`b`":                     "`a`|`b`",
		"> x\n> `a`\n\n`b`":                "`b`",
		"# `a`":                            "`a`",
		"`` ` `` `x":                       "`` ` ``",
		"a\r\n\r\n`b` c":                   "\r\n\u0060",
		"😀\r\nü\r\n\r\n`bcd` e":            "\n\r\n`b",
		"<p>`a`</p>\n\n`b`":                "`b`",
		"```\nx\n```\n\n> ```\n> y\n> ```": "```\nx\n```",
	} {
		var got []string
		for _, r := range codeOf([]byte(text)) {
			got = append(got, text[r.Start:r.End])
		}
		if found := strings.Join(got, "|"); found != want {
			t.Errorf("%q: %q, want %q", text, found, want)
		}
	}
}

// TestFrontMatter has at least one line, and patterns that are text.
func TestFrontMatter(t *testing.T) {
	for text, want := range map[string]int{
		"---\n---\nx": 0, "---\n\n---\nx": 9, "---\r\na: b\r\n---\r\nx": 16, "---\na: b\n--- \nx": 0, "---\na\n---": 9, "\n---\na\n---\n": 0,
	} {
		if n, _ := frontMatter([]byte(text)); n != want {
			t.Errorf("%q: %d bytes, want %d", text, n, want)
		}
	}
	for value, want := range map[string]int{"null": 0, "12": 0, "true": 0, "~": 0, "a.ts": 1, `"1"`: 1, "[a, b]": 2, "": 0, "1a": 1} {
		if _, keys := frontMatter([]byte("---\npaths: " + value + "\n---\n")); len(keys["paths"]) != want {
			t.Errorf("%q: %q", value, keys["paths"])
		}
	}
}
