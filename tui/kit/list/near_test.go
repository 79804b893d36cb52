package list

import "testing"

// TestMisspelled counts letters left out, added, mistaken and exchanged.
func TestMisspelled(t *testing.T) {
	for _, row := range []struct {
		word, other string
		want        int
	}{
		{"search", "search", 0},
		{"serach", "search", 1},
		{"serch", "search", 1},
		{"searchh", "search", 1},
		{"saerhc", "search", 2},
		{"", "abc", 3},
		{"abc", "", 3},
		{"clipbaord", "clipboard", 1},
		{"x", "y", 1},
	} {
		if got := misspelled(row.word, row.other); got != row.want {
			t.Errorf("%q and %q differ by %d, not %d", row.word, row.other, got, row.want)
		}
	}
}

// TestNearlySpelledWordsAreFound in a list that says so, the nearest first, and only where nothing else matches.
func TestNearlySpelledWordsAreFound(t *testing.T) {
	l := List{Config: Config{Noun: "action", Lenience: Near}, Items: []Item{
		{Name: "1", Words: "perch birds"}, {Name: "2", Words: "search find"}, {Name: "3", Text: "searches (or seeks) text"},
	}}
	for _, row := range []struct {
		typed, want string
		near        bool
	}{
		{"serach", "2", true},
		{"seerches texd", "3", true},
		{"find", "2", false},
		{"xyzzy", "", false},
		{"birch", "", false},
		{"bords", "1", true},
		{"fx", "", false},
		{"seeks", "3", false},
	} {
		l.Begin("")
		l.Input.Set(row.typed)
		got := ""
		for _, i := range l.Matching() {
			got += i.Name
		}
		if got != row.want || l.match().near != row.near {
			t.Errorf("%q lists %q, not %q; %t", row.typed, got, row.want, l.match().near)
		}
	}

	l.Config.Lenience = exact
	l.Begin("")
	l.Input.Set("serach")
	if got := l.Matching(); len(got) > 0 {
		t.Errorf("a list of exact names lists %v", got)
	}
}
