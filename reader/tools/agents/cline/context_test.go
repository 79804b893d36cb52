package cline

import (
	"slices"
	"testing"
)

// Headings are in JavaScript's order; what stands for bytes that are not UTF-8 comes last.
func TestByName(t *testing.T) {
	want := []string{"## _u", "## .hid", "## 10", "## 9", "## a", "## a b", "## É", "## Global AGENTS.md", "## Z", "## \uFFFD"}
	got := slices.Clone(want)
	slices.Reverse(got)
	if slices.SortFunc(got, byName); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A name that is not UTF-8 is a name all the same.
func TestFrontMatterOfBadBytes(t *testing.T) {
	n, keys := frontMatter([]byte("---\nname: \xe9\n---\ntext\n"))
	if n != 16 || len(keys) != 1 || !slices.Equal(keys["name"], []string{"\uFFFD"}) {
		t.Errorf("%d %v", n, keys)
	}
}
