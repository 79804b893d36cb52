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
		strings.Repeat("a", mostSource+1), strings.Repeat("(?:ab){1000}", 1000), "(?:" + strings.Repeat("a?", 100) + "){999}",
	} {
		if _, bad := CompileGo(source, true); bad == "" {
			t.Errorf("%.20s is compiled", source)
		}
	}
	e, bad := CompileGo("(a)|b", true)
	if bad != "" {
		t.Fatal(bad)
	}
	if _, ok := e.All([]byte(strings.Repeat("a", mostGroups)), -1); ok {
		t.Error("too many matches are held")
	}
	if all, ok := e.All([]byte("aba"), 2); !ok || len(all) != 2 {
		t.Errorf("%v, %v", all, ok)
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
