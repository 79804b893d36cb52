package wording

import (
	"fmt"
	"strings"
	"testing"
)

// TestWording: what is the same is said once, the worst first; what to do is said once.
func TestWording(t *testing.T) {
	parts := []Part{
		{"a", "a line cut", "break it", 1}, {"b", "all of it", "", 9}, {"c", "a line cut", "break it", 2},
	}
	if got := fmt.Sprint(Sayings(parts), Todo(parts)); got != "[{[b] all of it 9} {[a c] a line cut 2}]break it" {
		t.Error(got)
	}
	for want, of := range map[string]func([]string, string) string{
		"a, c: a line cut; b: all of it; break it":   Before,
		"a line cut (a, c); all of it (b); break it": Behind,
	} {
		if got, named := Join(parts, of); got != want || !named {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got, named := Join(parts[:1], Before); got != "a line cut; break it" || named {
		t.Error(got, named)
	}
	if got := Behind([]string{"a", "b", "c", "d"}, "cut"); got != "cut (a, b and 2 more)" {
		t.Error(got)
	}
}

// TestJoinDifferentWords: of eight different things at most it is said of which tools they are so.
func TestJoinDifferentWords(t *testing.T) {
	var parts []Part
	for i := range maxWords + 1 {
		parts = append(parts, Part{Of: fmt.Sprint("t", i), Words: fmt.Sprint("loses ", i)})
	}
	if words, named := Join(parts[:maxWords], Before); !named || !strings.HasSuffix(words, "; t7: loses 7") {
		t.Errorf("%d different words: %q, named %v", maxWords, words, named)
	}
	if words, named := Join(parts, Before); named || !strings.HasSuffix(words, "; t7: loses 7; others otherwise") {
		t.Errorf("%d different words: %q, named %v", len(parts), words, named)
	}
	if words, named := Join(append(parts[:1:1], Part{Of: "b", Words: "loses 0"}), Before); named || words != "loses 0" {
		t.Errorf("the same words: %q, named %v", words, named)
	}
}
