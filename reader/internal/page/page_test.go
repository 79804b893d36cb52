package page

import (
	"encoding/xml"
	"errors"
	"html"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// What a text says in Markdown is what it is: nothing in it begins, ends or escapes anything.
func TestMarkdownText(t *testing.T) {
	const odd = "\\\\\\|||`*_[]()<>&@#!$~:/.w;a1- "
	// One character that says itself: a backslash before punctuation, a number or a name, or anything without a
	// meaning.
	one := regexp.MustCompile("^(?:\\\\[!-/:-@[-`{-~]|&(?:#[0-9]+|amp|lt|gt);|[^\\\\|<>&`*_\\[\\]@#$~])")
	escaped := regexp.MustCompile(`\\(.)`)
	r := rand.New(rand.NewPCG(1, 2))
	samples := []string{`a\[click](http:evil.com).md`, `\|`, `\\|`, "&#124;&lt;", "www.evil.com", "http://evil.com", "`a|b`", "![x](y)"}
	for range 20_000 {
		b := make([]byte, r.IntN(12))
		for i := range b {
			b[i] = odd[r.IntN(len(odd))]
		}
		samples = append(samples, string(b))
	}
	for _, text := range samples {
		said := texts.Replace(text)
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

// TestClean: what is not printable becomes an escape, and nothing else of the text changes.
func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"an é, \uFFFD and 日本": "an é, \uFFFD and 日本", "é\x1b[31m": `é\u{1b}[31m`, "a\nb\tc\rd": `a\nb\tc\rd`, "é\xff\uFFFD.": `é\xff` + "\uFFFD.",
	} {
		if got := Clean(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// hostile is a text that would be an element, a link, a cell, a fence or a control character.
const hostile = "<script>alert(1)</script>\"'&amp;](http://evil) | `a` ```\n# h\x1b[31m\u202e\xff--><b onclick=x>"

// hostilePage has the text wherever there is one.
func hostilePage() Page {
	t := &Table{Texts: true, Head: []string{hostile, "strip"}, Rows: []Row{{Class: "blind", Cells: []Cell{
		{Text: hostile}, {Strip: &Strip{Said: hostile, Parts: []Part{{To: 0.5, State: Cut}, {From: 0.5, To: 0.7}}}},
	}}}}
	return Page{Title: hostile, Sections: []Section{
		{Heading: hostile, Level: 2, Text: []string{hostile}, List: []string{hostile}, Table: t, Notes: []string{hostile}},
		{Heading: hostile, Folded: true, Lines: []Line{{Text: "-" + hostile}, {Written, "+\ttab"}}},
	}}
}

// The page is well-formed, runs nothing, takes nothing from elsewhere, and shows every text as it is.
func TestHTMLObeysNoText(t *testing.T) {
	var b strings.Builder
	if err := HTML(&b, hostilePage()); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(b.String()))
	tags := map[string]int{}
	said := strings.Builder{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
		switch token := token.(type) {
		case xml.CharData:
			said.Write(token)
		case xml.StartElement:
			tags[token.Name.Local]++
			for _, a := range token.Attr {
				if n := a.Name.Local; n == "src" || n == "href" || strings.HasPrefix(n, "on") {
					t.Errorf("%s has %s", token.Name.Local, n)
				}
			}
		}
	}
	if tags["script"]+tags["b"]+tags["a"]+tags["link"] > 0 || tags["rect"] != 3 || tags["li"] != 1 || tags["details"] != 1 {
		t.Errorf("%v", tags)
	}
	// The title twice, two headings, a paragraph, an item, a cell, its column, a note, the strip and the line.
	if n := strings.Count(said.String(), Clean(hostile)); n != 11 {
		t.Errorf("the text stands there %d times", n)
	}
	if strings.ContainsAny(b.String(), "\x1b\u202e") || !strings.Contains(said.String(), "+    tab") {
		t.Errorf("%q", b.String())
	}
}

// In Markdown no text is markup, and no line of a file ends the fence around it.
func TestMarkdownObeysNoText(t *testing.T) {
	var b strings.Builder
	if err := Markdown(&b, hostilePage()); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	outside, fenced, _ := strings.Cut(text, "\n````diff\n")
	inside, after, closed := strings.Cut(fenced, "\n````\n")
	if !closed || strings.Contains(inside, "````") || strings.TrimSpace(after) != "</details>" {
		t.Errorf("the fence is %q", fenced)
	}
	for _, one := range []string{"<script", "://", "<b ", "\n# h", "\x1b", "\u202e"} {
		if strings.Contains(outside, one) {
			t.Errorf("%q is there as it is", one)
		}
	}
	if !strings.Contains(text, "| `▚▚▚▚▚▚▚▚▚▚████░░░░░░` |") || !strings.Contains(text, "█ sent · ▚ cut · ░ not sent") {
		t.Errorf("no strip in %s", text)
	}
}

// A page that is too long for a comment ends with a whole line, and within no fence.
func TestAtMost(t *testing.T) {
	long := Page{Title: "t", Sections: []Section{{Heading: "h", Level: 2, Text: []string{"x"}}, {}}}
	for range 4000 {
		long.Sections[1].Lines = append(long.Sections[1].Lines, Line{Text: "+ a line of a file that says ``` somewhere"})
	}
	var b strings.Builder
	if err := Markdown(&b, long); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if len(text) > maxComment || len(text) < maxComment-200 || openFence([]byte(text)) != "" ||
		!strings.HasSuffix(text, "\n````\n\nThe rest is left out, since a comment takes no more.\n") {
		t.Errorf("%d bytes, which end with %q", len(text), text[max(len(text)-200, 0):])
	}
}

// TestABarTooShortForASign: where a bar is shorter than a sign of Markdown, its cell is empty, and has no empty code.
func TestABarTooShortForASign(t *testing.T) {
	for share, want := range map[float64]string{0.001: "|  |\n", 0.5: "| `██████████` |\n"} {
		var w markdownWriter
		w.row([]Cell{{Strip: &Strip{Bar: true, Parts: []Part{{To: share, State: Given}}}}})
		if got := w.String(); strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("a bar of %v: %q, want %q", share, got, want)
		}
	}
}
