package posix

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// FuzzCompile: an expression of any program is refused or compiled, and what is found with it is what package regexp
// finds, within the work that may be done.
func FuzzCompile(f *testing.F) {
	for _, seed := range []string{
		`\(a\|b\)*c\{2,3\}`, `(a|b)*c{2,3}`, `[[:alpha:]_-]+\b`, `\<foo\>`, `a\{`, `[]a]`, `[^]]*`, `e.*z|e`, `(a?){30}`, `\.`,
		`^*a$`, `x**`, `[a\]b]`, `[\n]`, `é+`, `\1`, `a|`, `()`, `[[.a.]]`, `\x41`,
	} {
		f.Add(seed, "foo bar eeez\taé")
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		if len(source) > 200 || len(text) > 500 {
			t.Skip()
		}
		for _, d := range []Dialect{{}, {Extended: true}, {Program: Sed}, {Extended: true, Program: Sed}, {Extended: true, Program: Awk}} {
			e, bad := d.Compile(source, false)
			if (e == nil) != (bad != "") {
				t.Fatalf("%+v: %v %q", d, e, bad)
			}
			if e == nil {
				continue
			}
			e.Unsure([]byte(text))
			const most = 1 << 30
			left := int64(most)
			matches, ok := e.All([]byte(text), -1, &left)
			inGo, _ := d.Go(source)
			re := regexp.MustCompile(inGo)
			re.Longest()
			want := re.FindAllStringSubmatchIndex(text, -1)
			if ok && !slices.EqualFunc(matches, want, slices.Equal[[]int]) {
				t.Fatalf("%q in %q: %v, want %v", source, text, matches, want)
			}
			if e.Match([]byte(text)) != (len(want) > 0) {
				t.Fatalf("%q in %q: Match and All differ", source, text)
			}
			if e.Cost([]byte(text)) < 0 || left > most {
				t.Fatalf("%q in %q: work is given back", source, text)
			}
			if e.prefix != "" && len(want) > 0 && !strings.Contains(text, e.prefix) {
				t.Fatalf("%q: no %q in %q", source, e.prefix, text)
			}
		}
	})
}
