package check

import (
	"bytes"
	"context"
	"html"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// What a text says in Markdown is what it is: nothing in it begins, ends or escapes anything.
func TestMarkdownText(t *testing.T) {
	const odd = "\\\\\\|||`*_[]()<>&@#!$~:/.w;a1- "
	// One character that says itself: a backslash before punctuation, a number or a name, or anything without a meaning.
	one := regexp.MustCompile("^(?:\\\\[!-/:-@[-`{-~]|&(?:#[0-9]+|amp|lt|gt);|[^\\\\|<>&`*_\\[\\]@#$~])")
	escaped := regexp.MustCompile(`\\(.)`)
	r := rand.New(rand.NewPCG(1, 2))
	texts := []string{`a\[click](http:evil.com).md`, `\|`, `\\|`, "&#124;&lt;", "www.evil.com", "http://evil.com", "`a|b`", "![x](y)"}
	for range 20_000 {
		b := make([]byte, r.IntN(12))
		for i := range b {
			b[i] = odd[r.IntN(len(odd))]
		}
		texts = append(texts, string(b))
	}
	for _, text := range texts {
		said := markdownText.Replace(text)
		for rest := said; rest != ""; {
			m := one.FindString(rest)
			if m == "" {
				t.Fatalf("%q is written as %q, where %q means something", text, said, rest)
			}
			rest = rest[len(m):]
		}
		if got := html.UnescapeString(escaped.ReplaceAllString(said, "$1")); got != text {
			t.Fatalf("%q is written as %q, which says %q", text, said, got)
		}
		// A splitter of cells that does not count backslashes ends none either.
		if regexp.MustCompile(`(^|[^\\])\||\\\\\|`).MatchString(said) || strings.Contains(said, "://") || strings.Contains(said, "www.") {
			t.Fatalf("%q is written as %q, which ends a cell or is an address", text, said)
		}
	}
}

// The name of a file makes no link and no cell in a report.
func TestMarkdownReport(t *testing.T) {
	dir := tree(t, map[string]string{
		`a\[click](http:evil.com).md`: "x\u202ey\n", `b\|c.md`: "x\u202ey\n",
	})
	var b bytes.Buffer
	if err := Run(context.Background(), Options{Paths: []string{dir}}, NewMarkdown(&b)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`a&#92;\[click\](http:evil.com).md:1`, `b&#92;\|c.md:1`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in %s", want, b.String())
		}
	}
}
