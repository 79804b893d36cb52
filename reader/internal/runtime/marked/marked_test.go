package marked

import (
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// kinds are tokens in short: the kind, the text of runs of text, and what is within.
func kinds(tokens []Token) string {
	names := []string{
		"space", "code", "h", "hr", "quote", "list", "item", "html", "def", "table", "p", "text", "esc", "link", "img",
		"em", "span", "br", "auto",
	}
	var out []string
	for _, t := range tokens {
		name := names[t.Kind]
		if t.Kind == Text && t.Tokens == nil {
			name = strings.ReplaceAll(t.Text, "\n", "/")
		}
		if t.Tokens != nil {
			name += "(" + kinds(t.Tokens) + ")"
		}
		if t.Kind != kindSpace {
			out = append(out, name)
		}
	}
	return strings.Join(out, "|")
}

func TestLex(t *testing.T) {
	for src, want := range map[string]string{
		"a\nb\n\nc":                         "p(a/b)|p(c)",
		"# T #\nx":                          "h(T)|p(x)",
		"x\n===\ny":                         "h(x)|p(y)",
		"a\n    b":                          "p(a/    b)",
		"    b\n\nx":                        "code|p(x)",
		"```\na\n":                          "code",
		"````md\n```\na\n```\n````\nx":      "code|p(x)",
		"- a `b`\n- c\nd\n\ne":              "list(item(text(a |span))|item(text(c/d)))|p(e)",
		"1. x\n\n   `y`":                    "list(item(text(x)|text(span)))",
		"- a\n  - b\n\n      c":             "list(item(text(a)|list(item(text(b)|text(  c)))))",
		"> a\nb\n> c\n\nd":                  "quote(p(a/b/c))|p(d)",
		"> ```\n> x\n> ```":                 "quote(code)",
		"<p>\n@a\n</p>\n\nx":                "html|p(x)",
		"<!-- a\nb --> c\nx":                "html|p(x)",
		"a <b>c</b> <!-- d --> e":           "p(a |html|c|html| |html| e)",
		"*a* **b** _c_ a_b_c":               "p(em(a)| |em(b)| |em(c)| a_b_c)",
		"** no * no":                        "p(** no * no)",
		"[a](b \"t\") [a](b c) ![d](e) [f]": "p(link(a)| [a](b c) |img| [f])",
		"[r]: x\n\n[r] [t][r] [no]":         "def|p(link(r)| |link(t)| [no])",
		"a\\*b <x@y.z> <http://a>":          "p(a|esc|b |auto| |auto)",
		"``a`b`` `c":                        "p(span| `c)",
		"***":                               "hr",
		"a\r":                               "p(a\r)",
		"*[*x*](y)*":                        "p(em(link(em(x))))",
	} {
		if got := kinds(Lex(src, false).Tokens); got != want {
			t.Errorf("%q is %s, want %s", src, got, want)
		}
	}
	const table = "| a | b |\n|---|---|\n| `c` | d |\n\nx"
	if got := kinds(Lex(table, true).Tokens); got != "table|p(x)" {
		t.Errorf("a table is %s", got)
	}
}

// Blocks that stand in no other block are the whole text, one after the other, and hostile texts come to an end.
func FuzzLex(f *testing.F) {
	for _, s := range []string{
		"- a\n\n  b\n", "> a\n> - b\nc", "*a **b*", "[a]([b](c))", "<!--", strings.Repeat("*a ", 50),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		at := 0
		for _, token := range Lex(src, true).Tokens {
			if token.Start != at || token.End <= at || src[token.Start:token.End] != token.Raw {
				t.Fatalf("%q: a token is from %d to %d, the one before ends at %d", src, token.Start, token.End, at)
			}
			at = token.End
		}
		if at != len(src) {
			t.Fatalf("%q: the tokens end at %d", src, at)
		}
	})
}

// A text that is made to take long is given up.
func TestHostile(t *testing.T) {
	longtest.SkipUnlessLong(t)
	for _, part := range []string{
		"*a ", "[", "> ", "- ", "`a``", "<a ", "_a*b ", "![", "  - a\n", "a\n", "[a](", "\\",
	} {
		src := strings.Repeat(part, 50_000)
		l := &lexer{links: map[string]bool{}}
		l.within(l.blocks(src, true))
		if most := maxWork + len(src); l.work > most {
			t.Errorf("%q repeated takes %d steps, more than %d", part, l.work, most)
		}
	}
}
