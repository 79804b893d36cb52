package shell

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// TestManyWords: the words that braces make are counted as they would be made, and too many are not made at all.
func TestManyWords(t *testing.T) {
	word := func(text string) *syntax.Word {
		w, err := syntax.NewParser().Document(strings.NewReader(text))
		if err != nil || len(w.Parts) != 1 {
			t.Fatal(text, err)
		}
		return w
	}
	for _, text := range []string{
		"a", "{a,b}", "{a,b}{c,d,e}", "x{a,{b,c}d}y", "{1..9}", "{9..1..3}", "{1..7..2}", "{a}", "{a,b",
	} {
		made, err := expand.Fields(&expand.Config{}, word(text))
		split := *word(text)
		syntax.SplitBraces(&split)
		if n := bracesOf(&split); err != nil || int(n) != len(made) {
			t.Errorf("%s: %v, and %q, %v", text, n, made, err)
		}
	}
	for _, text := range []string{
		strings.Repeat("{a,b}", 60), "{1..2000000000}", strings.Repeat("{a,", 50) + strings.Repeat("}{c,d}", 50),
	} {
		if _, ok := wordOf(word(text), nil); ok || !manyWords(word(text)) {
			t.Errorf("%.40s is made", text)
		}
	}
}
