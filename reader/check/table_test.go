package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"
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

// TestNoLineIsACommand: a path that begins a line is no command in a log of GitHub.
func TestNoLineIsACommand(t *testing.T) {
	for path, want := range map[string]string{
		"::error file=m::all is lost": "./::error file=m::all is lost:1", "##[group]x": "./##[group]x:1", "  ::x": "./  ::x:1", "a::b": "a::b:1",
	} {
		if got := where(Finding{Path: path, Line: 1}); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// TestJSONObeysNoName: no character of a name steers a terminal that the JSON is printed on, and the name is the same.
func TestJSONObeysNoName(t *testing.T) {
	name := "\u009b31mRED\u0085\u007f\u202e\u2066 é\u200b"
	for _, form := range []func(io.Writer) Report{NewJSON, func(w io.Writer) Report { return NewSARIF(w, "1") }} {
		var out bytes.Buffer
		r := form(&out)
		if err := errors.Join(r.Finding(Finding{Path: name, Rule: "hidden", Message: name}), r.End(Summary{})); err != nil {
			t.Fatal(err)
		}
		if i := bytes.IndexFunc(out.Bytes(), func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) }); i >= 0 {
			t.Errorf("%q is printed", out.Bytes()[i:i+3])
		}
		if !json.Valid(out.Bytes()) {
			t.Errorf("no JSON: %s", out.Bytes())
		}
	}
	var back string
	if err := json.Unmarshal(encode(name), &back); err != nil || back != name {
		t.Errorf("%q (%v), want %q", back, err, name)
	}
}
