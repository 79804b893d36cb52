package posix

import (
	"strings"
	"testing"
)

// TestWordEdges: the beginning of a word is not its end, and what may be either is refused.
func TestWordEdges(t *testing.T) {
	for text, want := range map[string]string{
		`\<foo`: `\bfoo`, `foo\>`: `foo\b`, `\<\(foo\|bar\)\>`: `\b(foo|bar)\b`, `\<[a-z]*x\>`: `\b[a-z]*x\b`, `\<[a-z_]\w*`: `\b[a-z_]\w*`,
		`a \<b`: `a \bb`, `\(\<a \)*`: `(\ba )*`, `x\>\|\<y`: `x\b|\by`, `\<\(a\|b*c\)`: `\b(a|b*c)`,
	} {
		if got, bad := (Dialect{}).Go(text); got != want || bad != "" {
			t.Errorf("%s: %s (%s), and not %s", text, got, bad, want)
		}
	}
	for _, text := range []string{
		`\<`, `\>`, `\<.`, `.\>`, `\>.\<`, `\<a*`, `a*\>`, `b\<-`, `\(a\|-\)\>`, `\<\(a\|-\)`, `[^a]\>`, `\<[a-]`, `\<a\{0,2\}`,
	} {
		if got, bad := (Dialect{}).Go(text); bad == "" {
			t.Errorf("%s: %s is not refused", text, got)
		}
	}
}

// TestDialects: what backslashes stand for is another thing in each program.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		program    program
		text, want string // "": refused
	}{
		{grep, `[\n]`, `[\\n]`},
		{Sed, `[\n]`, `[\n]`},
		{Awk, `[\n]`, `[\n]`},
		{grep, `[\.]`, `[\\.]`},
		{Sed, `[\.]`, `[\\.]`},
		{Awk, `[\.]`, `[\.]`},
		{Sed, `[\x]`, ""},
		{Sed, `[\d]`, ""},
		{Awk, `[\w]`, ""},
		{grep, `[\w]`, `[\\w]`},
		{grep, `\w`, `\w`},
		{Awk, `\w`, ""},
		{Awk, `\b`, ""},
		{Awk, `\<a`, ""},
		{Awk, `a{2}`, ""},
		{Awk, `a\{2`, `a\{2`},
		{Awk, `a|`, ""},
		{Awk, `(|a)`, ""},
		{Awk, `()`, ""},
		{grep, `a|`, `a|`},
		{grep, `\t`, ""},
		{Sed, `\t`, `\t`},
		{Sed, `\x41`, ""},
		{grep, `é*`, `é*`},
		{grep, `[:space:]`, ""},
		{grep, `[[:space:]]`, `[[:space:]]`},
		{grep, `a)|(b`, ""},
	} {
		got, bad := Dialect{Extended: true, Program: c.program}.Go(c.text)
		if bad == "" && got != c.want || (bad != "") != (c.want == "") {
			t.Errorf("%s of %d: %s (%s), and not %s", c.text, c.program, got, bad, c.want)
		}
	}
}

// TestBoundedExpressions: large expressions and repetitions are refused before they are compiled.
func TestBoundedExpressions(t *testing.T) {
	for _, source := range []string{
		strings.Repeat("a", maxSource+1), strings.Repeat("(?:ab){1000}", 1000), "(?:" + strings.Repeat("a?", 100) + "){999}",
	} {
		if _, bad := CompileGo(source, true); bad == "" {
			t.Errorf("%.20s is compiled", source)
		}
	}
	e, bad := CompileGo("(a)|b", true)
	if bad != "" {
		t.Fatal(bad)
	}
	left := int64(1 << 40)
	if _, ok := e.All([]byte(strings.Repeat("a", maxGroups)), -1, &left); ok {
		t.Error("too many matches are held")
	}
	if all, ok := e.All([]byte("aba"), 2, &left); !ok || len(all) != 2 {
		t.Errorf("%v, %v", all, ok)
	}
}

// TestWorkOfMatches: matches end with the work that may be done for them, which is more for those behind whose end the
// text is read again and again. No match is too few.
func TestWorkOfMatches(t *testing.T) {
	text := []byte(strings.Repeat("e", 30_000))
	for source, fits := range map[string]bool{
		"e": true, "e+": true, "[a-e]{2,4}": true, "(e|ee|eee)": true, "e*f?": true,
		"e.*z|e": false, "(e.*z|e)": false, "e(e*z)?": false, "e([a-e]+z|)": false, "(?:e|(?:e+)z)": false,
	} {
		e, bad := CompileGo(source, false)
		if bad != "" {
			t.Fatal(bad)
		}
		const most = 64 << 20
		left := int64(most)
		matches, ok := e.All(text, -1, &left)
		if ok != fits || left == most || ok && left < 0 {
			t.Errorf("%s: %v, %d of %d steps are left after %d matches", source, ok, left, most, len(matches))
		}
		if matches, ok = e.All(text[:3], -1, &left); fits && (!ok || len(matches) == 0) {
			t.Errorf("%s: %v in a short text", source, matches)
		}
		left = 0
		if _, ok := e.All(text, -1, &left); ok {
			t.Errorf("%s is looked for without work", source)
		}
		if matches, ok := e.All([]byte("xyz"), 0, &left); !ok || len(matches) > 0 {
			t.Errorf("%s: %v without a match", source, matches)
		}
	}
}

// TestCost: a text without what all matches begin with takes little work, and a larger expression takes more.
func TestCost(t *testing.T) {
	text := []byte(strings.Repeat("the quick brown fox ", 100))
	cost := func(source string) int64 {
		e, bad := CompileGo(source, false)
		if bad != "" {
			t.Fatal(bad)
		}
		return e.Cost(text)
	}
	last := int64(0)
	for _, source := range []string{"Zq[a-z]+", "q[a-z]", "[a-z]+Z", "([a-z]+) ([a-z]+)Z", "(a?){100}x"} {
		if c := cost(source); c <= last {
			t.Errorf("%s takes %d, not more than the one before", source, c)
		} else {
			last = c
		}
	}
}

// TestUnsure: what hangs on the letters beyond ASCII is told, and so is what hangs on how many bytes they have.
func TestUnsure(t *testing.T) {
	for _, c := range []struct {
		source, text   string
		unsure, counts bool
	}{
		{`\bfoo`, "foo – x", false, false},
		{`\bfoo`, "ä foo", true, false},
		{`foo`, "ä foo", false, false},
		{`[[:alpha:]]`, "ä", true, false},
		{`[[:digit:]]`, "ä", false, false},
		{`\s`, "ä", false, false},
		{`\s`, "a\u3000", true, false},
		{`[[:punct:]]`, "–", true, false},
		{`\\w`, "ä", false, false},
		{`a.*b`, "ä", false, false},
		{`a.b`, "ä", false, true},
		{`[^x]+`, "ä", false, false},
		{`[^x]`, "ä", false, true},
		{`(a.)*`, "ä", false, true},
	} {
		e, bad := CompileGo(c.source, true)
		if bad != "" || e.Unsure([]byte(c.text)) != c.unsure || e.Counts() != c.counts {
			t.Errorf("%s in %q: %s, unsure %v, counts %v", c.source, c.text, bad, e.Unsure([]byte(c.text)), e.Counts())
		}
	}
}
