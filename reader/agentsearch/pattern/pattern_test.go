package pattern

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// TestQuery: what the engines' languages share is taken, what they refuse is said, and the rest is not known.
func TestQuery(t *testing.T) {
	for _, c := range []struct {
		pattern string
		syntax  Syntax
		line    string
		matches bool
		failure string // "refused", "unknown"
	}{
		{`w.rd`, Rust, "a word", true, ""},
		{`\d`, Rust, "٣", true, ""},
		{`\d`, JS, "٣", false, ""},
		{`[\w]+é`, Rust, "caféé", true, ""},
		{`foo{`, Rust, "", false, "refused"},
		{`foo{`, JS, "foo{", true, ""},
		{`foo(`, Rust, "", false, "refused"},
		{`foo(`, Basic, "foo(", true, ""},
		{`(?=a)b`, Rust, "", false, "refused"},
		{`(?=a)b`, JS, "", false, "unknown"},
		{`[a&&b]`, Rust, "", false, "refused"},
		{`[a&&b]`, NewRust, "a", false, ""},
		{`[a-z&&[^q]--x]`, Rust, "qx", false, ""},
		{`[a-z&&[^q]--x]`, Rust, "y", true, ""},
		{`[a-c~~b-d]+$`, Rust, "bc", false, ""},
		{`[a-c~~b-d]+$`, Rust, "ad", true, ""},
		{`[^\W_]+$`, Rust, "é_", false, ""},
		{`^[\S ]$`, Rust, " ", true, ""},
		{`[a[bc]]{2}`, Rust, "cb", true, ""},
		{`(?i)WORD`, Rust, "a word", true, ""},
		{`(?i)WORD`, Go, "a word", true, ""},
		{`(?i:WORD)`, Rust, "a word", true, ""},
		{`(?i)É`, Rust, "é", true, ""},
		{`(?i)[a[^b]]`, Rust, "", false, "unknown"},
		{`\x41\x{e9}\u00e9\U000000e9`, Rust, "Aééé", true, ""},
		{`\u{D800}`, Rust, "", false, "refused"},
		{`(?P<a>x)(?P<b>y)`, Rust, "xy", true, ""},
		{`(?P<a>x)(?P<a>y)`, Rust, "", false, "refused"},
		{`(?<a>x)`, Rust, "", false, "refused"},
		{`(?<a>x)`, NewRust, "x", true, ""},
		{`a\/b\"`, Rust, "", false, "refused"},
		{`a\/b\"`, NewRust, `a/b"`, true, ""},
		{`\<a`, Rust, "", false, "refused"},
		{`\<a`, NewRust, "", false, "unknown"},
		{`a{,2}b`, Rust, "", false, "refused"},
		{`^a{,2}b`, NewRust, "aab", true, ""},
		{`^a*+b`, Rust, "aaab", true, ""},
		{`^(ab)+{2}$`, Rust, "abab", true, ""},
		{`\p{Letter}\p{sc=Greek}`, Rust, "aα", true, ""},
		{`\p{Emoji}`, Rust, "", false, "unknown"},
		{`a\nb`, Rust, "", false, "refused"},
		{`(x)\1`, Rust, "", false, "refused"},
		{`(?x) a`, Rust, "", false, "unknown"},
		{`[[:alpha:]_]+`, Rust, "a_", true, ""},
		{`\u0041\x42\cJ?\/\-`, JS, "AB/-", true, ""},
		{`\u{3}`, JS, "uuu", true, ""},
		{`\ud83d\ude00`, JS, "😀", true, ""},
		{`\ud83d`, JS, "", false, "unknown"},
		{`\x4z`, JS, "x4z", true, ""},
		{`(?<name>a)`, JS, "a", true, ""},
		{`(?<name>a)\k<name>`, JS, "", false, "unknown"},
		{`(a)\1`, JS, "", false, "unknown"},
		{`(?<!a)b`, JS, "", false, "unknown"},
		{`^[^]{2}$`, JS, "ab", true, ""},
		{`a[]`, JS, "a", false, ""},
		{`[\b\]]`, JS, "\b", true, ""},
		{`^[\W]$`, JS, "é", true, ""},
		{`[[a]+]`, JS, "[]", true, ""},
		{`a{,2}`, JS, "a{,2}", true, ""},
		{`\e\p`, JS, "ep", true, ""},
		{`(a+)+$`, Rust, strings.Repeat("a", 5000) + "b", false, ""},
		{`a{1001}`, Rust, "", false, "unknown"},
		{"a\nb", Rust, "", false, "refused"},
		{`^b$`, JS, "a\rb\rc", true, ""},
		{`^b$`, Rust, "a\rb\rc", false, ""},
		{`a\|b`, Basic, "b", true, ""},
		{`a|b`, Extended, "b", true, ""},
		{"\xff", Rust, "", false, "unknown"},
		{strings.Repeat("a", 100_000), Rust, "", false, "unknown"},
	} {
		m, err := Query{Pattern: c.pattern}.Compile(c.syntax, false)
		wrong, _ := errors.AsType[*Error](err)
		failure := ""
		if wrong != nil {
			failure = map[bool]string{true: "refused", false: "unknown"}[wrong.Refused]
		}
		if failure != c.failure {
			t.Errorf("%.40q in %d: %v", c.pattern, c.syntax, err)
			continue
		}
		if m == nil {
			continue
		}
		if is, _ := m.Matches([]byte(c.line), true); is != c.matches {
			t.Errorf("%.40q in %d: %.40q: %v", c.pattern, c.syntax, c.line, is)
		}
	}
}

// FuzzFinder: no line that matches is passed over.
func FuzzFinder(f *testing.F) {
	f.Add("wo+rd", "a Word\nWOORD\n\nx")
	f.Add("ſtop|k", "STOP\nK\n")
	f.Add("(ab|cd)e", "abe\nCDE")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 200 || len(text) > 2000 {
			return
		}
		m, err := Query{Pattern: pattern}.Compile(Go, true)
		if err != nil {
			return
		}
		s := Cursor{Finder: NewFinder([]*Matcher{m})}
		s.Reset([]byte(text))
		at := 0
		for line := range strings.SplitSeq(text, "\n") {
			end := at + len(line)
			if is, _ := m.Matches([]byte(line), false); is && !s.Finder.Every() {
				s.Reset([]byte(text))
				if got := s.Next(at); got > end {
					t.Fatalf("%q: the line %q at %d is passed over: %d", pattern, line, at, got)
				}
			}
			at = end + 1
		}
	})
}

// pieces are what patterns are made of to be compared with ripgrep.
var pieces = strings.Fields(`a b A é _ / " . ^ $ | ( ) (?: (?P<n> (?<m> (?i) (?i: (?s) [ ] [^ [a-c] [^a] [\w-] [\W] [^\s/] [a[bc]] ` +
	`[a-z&&[^b]] [a-f--[b]] [[:alpha:]] [[:^digit:]] [\]] []a] [--a] [a-] \d \D \w \W \s \S \b \B \A \z \/ \" \. \- \_ \< \p{L} ` +
	`\p{Letter} \PL \p{greek} \x41 \x{e9} \u0041 \u{e9} \U00000041 \x4 \n \t \q \1 * + ? *? {2} {1,} {0,2} {,2} {1 a** b*+ & ~ # - =`)

// TestLikeRipgrep: patterns made of pieces match the lines that ripgrep finds by them, or are refused as it refuses them.
func TestLikeRipgrep(t *testing.T) {
	version, err := exec.Command("rg", "--version").Output()
	language := Rust
	switch text := string(version); {
	case err == nil && strings.HasPrefix(text, "ripgrep 15."):
		language = NewRust
	case err != nil || !strings.HasPrefix(text, "ripgrep 13."):
		t.Skipf("there is no ripgrep 13 or 15: %.20s", version)
	}
	lines := []string{"abc", "a/b", `"q"`, "é_É", "A", "", "aab", "x y-z", "αβ", "[]", "{2}", "a\tb", "123", "Bb"}
	file := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	known, tries := 0, 400
	if !longtest.IsRequested() { // each starts a program
		tries = 80
	}
	for range tries {
		pattern := ""
		for range 1 + r.IntN(4) {
			pattern += pieces[r.IntN(len(pieces))]
		}
		m, err := Query{Pattern: pattern}.Compile(language, false)
		wrong, _ := errors.AsType[*Error](err)
		if wrong != nil && !wrong.Refused {
			continue
		}
		known++
		out, err := exec.Command("rg", "--no-config", "-N", "-e", pattern, file).Output()
		failed, _ := errors.AsType[*exec.ExitError](err)
		if refused := failed != nil && failed.ExitCode() == 2; refused != (wrong != nil) {
			t.Errorf("%q: %v, and ripgrep says %s", pattern, wrong, err)
			continue
		}
		if wrong != nil {
			continue
		}
		want, got := string(out), ""
		for _, line := range lines {
			if is, unsure := m.Matches([]byte(line), false); is {
				got += line + "\n"
			} else if unsure && strings.Contains(want, line+"\n") {
				got += line + "\n"
			}
		}
		if got != want && !m.words {
			t.Errorf("%q, in Go %q: %q, and ripgrep finds %q", pattern, m.source, got, want)
		}
	}
	if known < tries/2 {
		t.Errorf("only %d patterns of %d are known", known, tries)
	}
}

// TestJavaScriptFoldsOtherwise: of characters that only Go takes for another in the other case it is not known whether
// a line matches; of all others it is. What is sure is what Node 20 says of /PATTERN/i.
func TestJavaScriptFoldsOtherwise(t *testing.T) {
	for _, c := range []struct {
		pattern, line string
		is, unsure    bool
	}{
		{"key", "KEY", true, false},
		{"é", "É", true, false},
		{"σ", "ς", true, false},
		{"µ", "Μ", true, false},
		{"key", "\u212aey", true, true}, // the Kelvin sign
		{"sum", "\u017fum", true, true}, // the long s
		{"ω", "\u2126", true, true},     // the Ohm sign
		{"ß", "\u1e9e", true, true},
		{"none", "\u212aey", false, true},
	} {
		m, err := Query{Pattern: c.pattern}.Compile(JS, true)
		if err != nil {
			t.Fatal(err)
		}
		if is, unsure := m.Matches([]byte(c.line), false); is != c.is || unsure != c.unsure {
			t.Errorf("%q of %q: %v, unsure %v", c.pattern, c.line, is, unsure)
		}
	}
	m, err := Query{Pattern: "key"}.Compile(Rust, true)
	if err != nil {
		t.Fatal(err)
	}
	if is, unsure := m.Matches([]byte("\u212aey"), false); !is || unsure {
		t.Errorf("Rust folds it: %v, unsure %v", is, unsure)
	}
}
