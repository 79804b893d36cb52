package contextfiles

import (
	"reflect"
	"testing"
)

// TestLookedFor: folders in which the same names were looked for come together, and nothing is named twice.
func TestLookedFor(t *testing.T) {
	t.Parallel()
	b := &Briefing{looked: []lookedPath{
		{"/home", "RULES.md"},
		{"/w", "A.md"},
		{"/w", "sub/B.md"},
		{"/w", "A.md"},
		{"/w/x", "A.md"},
		{"/w/x", "sub/B.md"},
	}}
	want := []SearchedNames{
		{Names: []string{"RULES.md"}, Folders: []string{"/home"}},
		{Names: []string{"A.md", "sub/B.md"}, Folders: []string{"/w", "/w/x"}},
	}
	if got := b.LookedFor(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
}
