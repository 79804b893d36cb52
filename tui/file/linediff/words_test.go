package linediff

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// marked is a change with its changed words in brackets.
func marked(change string) string {
	words := ChangedWords(change)
	lines := strings.Split(change, "\n")
	for i, line := range lines {
		for k := len(words[i]) - 1; k >= 0; k-- {
			w := words[i][k]
			line = line[:w.Start] + "[" + line[w.Start:w.End] + "]" + line[w.End:]
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

func TestChangedWords(t *testing.T) {
	for change, want := range map[string]string{
		"":             "",
		" same\n same": " same\n same",
		"-A small *list* for\n+A tiny *list* for": "-A [small] *list* for\n+A [tiny] *list* for",
		// Whole words differ, also where they share letters.
		"-return invalid(name)\n+return valid(name, id)": "-return [invalid](name)\n+return [valid](name[, id])",
		// A line that became another one altogether has no words of it.
		"-import os\n+raise Missing(path) from error": "-import os\n+raise Missing(path) from error",
		// A new line before the one that it became.
		"-x = first(a)\n+# why it is so\n+x = second(a)": "-x = [first](a)\n+# why it is so\n+x = [second](a)",
		// What is only added or only removed.
		"+new\n old\n-gone": "+new\n old\n-gone",
		// Blanks.
		"-if a {\n+    if a {":                             "-if a {\n+[    ]if a {",
		"-größe = 1 日本\n+größen = 1 日本":                    "-[größe] = 1 日本\n+[größen] = 1 日本",
		"@@ line 3 @@\n-a b c\n+a x c\n@@\n-d e f\n+d y f": "@@ line 3 @@\n-a [b] c\n+a [x] c\n@@\n-d [e] f\n+d [y] f",
	} {
		if got := marked(change); got != want {
			t.Errorf("%q is %q, not %q", change, got, want)
		}
	}
}

// TestChangedWordsOfAnyText: what is left of both lines of a pair without their changed words is the same.
func TestChangedWordsOfAnyText(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 1))
	line := func() string {
		var b strings.Builder
		for range rnd.IntN(12) {
			b.WriteString([]string{"a", "bb", " ", "  ", "(", ")", "\xff", "日", "c_d"}[rnd.IntN(9)])
		}
		return b.String()
	}
	without := func(s string, ranges []Bytes) string {
		for k := len(ranges) - 1; k >= 0; k-- {
			s = s[:ranges[k].Start] + s[ranges[k].End:]
		}
		return s
	}
	for range 5000 {
		a, b := line(), line()
		onlyA, onlyB, _ := differingWords(a, b)
		if left, right := without(a, onlyA), without(b, onlyB); left != right {
			t.Fatalf("%q and %q have %q and %q in common", a, b, left, right)
		}
	}
}

// TestLongLinesAreComparedAtTheirEnds alone: their middle is one change.
func TestLongLinesAreComparedAtTheirEnds(t *testing.T) {
	many := strings.Repeat("x y ", maxWords)
	words := ChangedWords("-same start " + many + "same end and more of it\n+same start other same end and more of it")
	if got := words[0]; len(got) > 1 {
		t.Errorf("%d ranges", len(got))
	}
}
