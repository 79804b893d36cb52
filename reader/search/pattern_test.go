package search

import (
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{`a(b`, `bad pattern: a ( is not closed: "a(b"`},
		{`ab)`, `bad pattern: a ) was not opened: "ab)"`},
		{`a**`, `bad pattern: a repetition follows a repetition: "**" at character 2`},
		{`*a`, `bad pattern: nothing to repeat: "*" at character 1`},
		{`é+[b`, `bad pattern: a [ is not closed: "[b" at character 3`},
		{`[b-a]`, `bad pattern: invalid character range: "b-a" at character 2`},
		{`a\`, `bad pattern: a \ is at the end`},
		{`a\y`, `bad pattern: invalid escape: "\y" at character 2`},
		{`\pX`, `bad pattern: invalid character range: "\pX"`},
		{`(?<n`, `bad pattern: invalid group name: "(?<n"`},
		{`(?=a)`, `bad pattern: unknown or unsupported group syntax: "(?=" at character 1`},
		{`a{1001}`, `bad pattern: invalid repetition count: "{1001}" at character 2`},
		{"[\x1b\u202e", `bad pattern: a [ is not closed: "[\x1b\u202e"`},
		{"\xff", `the pattern is not valid UTF-8`},
		{strings.Repeat("(", 2000) + strings.Repeat(")", 2000), `bad pattern: groups are nested too deep`},
		{strings.Repeat("a", maxPattern+1), `the pattern is longer than 10000 bytes`},
		{strings.Repeat(`\pL{999}`, 11), `the pattern is too large once its repetitions are written out`},
		{`((a{100}){100}){100}`, `bad pattern: invalid repetition count: "{100}"`},
		{"(" + strings.Repeat("x", 60), `bad pattern: a ( is not closed: "(` + strings.Repeat("x", 39) + `"…`},
	} {
		_, err := Compile(c.pattern, Options{})
		if err == nil || err.Error() != c.want {
			t.Errorf("Compile(%.40q) = %v\nwant %s", c.pattern, err, c.want)
		}
	}
	for _, pattern := range []string{`a(b`, `\`, `[`, `*`} {
		if _, err := Compile(pattern, Options{Literal: true}); err != nil {
			t.Errorf("literal %q: %v", pattern, err)
		}
	}
}

func TestSmartCase(t *testing.T) {
	for _, c := range []struct {
		pattern string
		literal bool
		ignores bool
	}{
		{"abc", false, true},
		{"Abc", false, false},
		{"é", false, true},
		{"É", false, false},
		{"ǅ", false, false},
		{`\S\D\W\B`, false, true},
		{`\SA`, false, false},
		{`\p{Lu}x`, false, true},
		{`\p{Lu}X`, false, false},
		{`\PLx`, false, true},
		{`\pLX`, false, false},
		{`\x4B\x{4B}`, false, true},
		{`\x4BK`, false, false},
		{`\x{4B}K`, false, false},
		{`(?P<Name>a)`, false, true},
		{`(?P<Name>A)`, false, false},
		{`(?<Name>a)`, false, true},
		{`(?U:a+)b`, false, true},
		{`(?U)B`, false, false},
		{`\QS\E`, false, false},
		{`\Qs\E\S`, false, true},
		{`\\S`, false, false},
		{`[[:upper:]]`, false, true},
		{`\S`, true, false},
		{`\s`, true, true},
		{``, false, true},
	} {
		p, err := Compile(c.pattern, Options{Literal: c.literal})
		if err != nil {
			t.Fatal(err)
		}
		if p.fold != c.ignores || p.String() != c.pattern {
			t.Errorf("%q literal=%v ignores case: %v", p, c.literal, p.fold)
		}
	}
	for mode, want := range map[Case]bool{MatchCase: false, IgnoreCase: true} {
		if p, err := Compile("aB", Options{Case: mode}); err != nil || p.fold != want {
			t.Errorf("mode %d: %v, %v", mode, p.fold, err)
		}
	}
}

// TestRequiredText checks what is looked for before the regular expression runs.
func TestRequiredText(t *testing.T) {
	for _, c := range []struct {
		pattern string
		pure    bool
		want    string // the texts, a letter in any case marked by ~
	}{
		{`abc`, true, `abc`},
		{`(ab)c`, true, `abc`},
		{`(?i)Abc`, true, `~A~B~C`},
		{`ab(?i:C)`, true, `ab~C`},
		{`\babc\b`, false, `abc`},
		{`^abc$`, false, `abc`},
		{`a.bc`, false, `bc`},
		{`error \d+: (file|path) z`, false, `error `},
		{`\d+(foo)+`, false, `foo`},
		{`(foo){2,}x?`, false, `foo`},
		{`foo|bar`, false, `foo,bar`},
		{`(foo|bar)+\d`, false, `foo,bar`},
		{`foo|b*`, false, ``},
		{`[;:]\d`, false, `:,;`},
		{`[a-z]\d`, false, ``},
		{`x*`, false, ``},
		{`a|b|c|d|e|fx|gx|hx|ix|jx`, false, ``},
		{"ab\ufffdcde", false, `cde`},
		{"a\\rb", false, "a\rb"},
		{``, false, ``},
	} {
		p, err := Compile(c.pattern, Options{Case: MatchCase})
		if err != nil {
			t.Fatal(err)
		}
		tree, err := syntax.Parse(c.pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, text := range requiredText(tree).choice() {
			var b strings.Builder
			for _, l := range text {
				if l.fold {
					b.WriteByte('~')
				}
				b.WriteRune(l.r)
			}
			texts = append(texts, b.String())
		}
		if got := strings.Join(texts, ","); got != c.want || (p.pure != nil) != c.pure {
			t.Errorf("%q: looks for %q, pure %v; want %q", c.pattern, got, p.pure != nil, c.want)
		}
		if p.pure == nil && (p.hint != nil) != (c.want != "") {
			t.Errorf("%q: hint %v", c.pattern, p.hint)
		}
	}
}

// TestEveryFolding looks for each character that has other cases, alone and between others, among all characters.
func TestEveryFolding(t *testing.T) {
	var orbits [][]rune
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if cases := (letter{r, true}).cases(); len(cases) > 1 && slices.Min(cases) == r {
			orbits = append(orbits, cases)
		}
	}
	if len(orbits) < 1300 {
		t.Fatalf("only %d characters with cases", len(orbits))
	}
	for _, orbit := range orbits {
		for _, around := range [][2]string{{"", ""}, {"x", "y"}, {"s", ""}, {"", "k"}, {"ask", "sss"}} {
			for _, r := range orbit {
				p, err := Compile(around[0]+string(r)+around[1], Options{Case: IgnoreCase, Literal: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, other := range orbit {
					text := "-\xc5" + strings.ToUpper(around[0]) + string(other) + strings.ToUpper(around[1]) + "\xbf-"
					got := p.MatchesInPart([]byte(text), true, true)
					if len(got) != 1 || got[0] != [2]int{2, len(text) - 2} {
						t.Errorf("%q in %q: %v", p, text, got)
					}
				}
			}
		}
	}
}

func TestMatchesInPart(t *testing.T) {
	for _, c := range []struct {
		pattern, part  string
		atStart, atEnd bool
		want           int
	}{
		{`^a`, "aa", true, false, 1},
		{`^a`, "aa", false, false, 0},
		{`a$`, "aa", false, true, 1},
		{`a$`, "aa", true, false, 0},
		{`\Aa|a\z`, "aa", false, false, 0},
		{`\Aa|a\z`, "aa", true, true, 2},
		{`aa`, "aaaa", false, false, 2},
		{`a*`, "baab", true, true, 1},
	} {
		p, err := Compile(c.pattern, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.MatchesInPart([]byte(c.part), c.atStart, c.atEnd); len(got) != c.want {
			t.Errorf("%q in %q (%v, %v): %v, want %d", c.pattern, c.part, c.atStart, c.atEnd, got, c.want)
		}
	}
	for _, pattern := range []string{"a", "[ab]", "a?"} {
		p, err := Compile(pattern, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.MatchesInPart([]byte(strings.Repeat("a", 2*MaxHighlights)), true, true); len(got) != MaxHighlights {
			t.Errorf("%q: %d matches", pattern, len(got))
		}
	}
}
