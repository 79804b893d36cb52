package wrap

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, "one": {"one"}, "one two three": {"one two", "three"}, "longerthanall a": {"longerthanall", "a"},
	} {
		if got := Words(text, 8); !slices.Equal(got, want) {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}
