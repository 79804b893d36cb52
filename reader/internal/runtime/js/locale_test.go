package js

import (
	"slices"
	"testing"
)

func TestLocaleCompare(t *testing.T) {
	want := []string{
		"_a", "-", ".hid", "(x)", "a b.txt", "a.b", "a/", "A/", "a1", "ab", "AB", "abc", "éa", "eb", "Eb", "Éb", "sub.txt", "sub/", "sub1", "y.txt", "Zoo", "αβ", "жук", "日本",
	}
	for i := range want {
		for j := range want {
			got := LocaleCompare(want[i], want[j])
			if i < j && got >= 0 || i > j && got <= 0 || i == j && got != 0 {
				t.Errorf("%q against %q: %d", want[i], want[j], got)
			}
		}
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, LocaleCompare)
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
