package checkreport

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/reader/check"
)

func filesNamed(t *testing.T, names ...string) (files []file) {
	t.Helper()
	for _, name := range names {
		name, level, _ := strings.Cut(name, " ")
		files = append(files, file{name: name, found: []check.Finding{{Level: level}}})
	}
	return files
}

// TestPlacesOf: a tree is shown by folders, those with graver findings first, and the one with most by the folders in
// it.
func TestPlacesOf(t *testing.T) {
	places := placesOf(filesNamed(t,
		"a.txt note", "src/x/1.go warning", "src/x/2.go note", "src/y/3.go warning", "src/4.go note",
		"docs/d.md error",
	))
	var got []string
	for i := range places {
		got = append(got, places[i].folder+": "+places[i].words())
	}
	want := "docs/: █ 1 error|src/x/: ▓ 1 warning, ░ 1 note|src/y/: ▓ 1 warning|: ░ 1 note|src/: ░ 1 note"
	if text := strings.Join(got, "|"); text != want {
		t.Errorf("%s\nnot\n%s", text, want)
	}
	for _, one := range [][]string{nil, {"a.txt error"}, {"a.txt error", "b.txt note"}, {"x/a error", "x/b note"}} {
		if places := placesOf(filesNamed(t, one...)); places != nil {
			t.Errorf("%q is in %+v", one, places)
		}
	}
}

// TestPlacesHaveAllFindings: whatever the tree, each finding is in exactly one of the places, and their bars are as
// wide as the column.
func TestPlacesHaveAllFindings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var names []string
		for k := range r.IntN(40) {
			name := fmt.Sprint(k)
			for range r.IntN(5) {
				name = fmt.Sprintf("%c/%s", 'a'+r.IntN(4), name)
			}
			names = append(names, name+" "+levels[r.IntN(len(levels))].name)
		}
		places, sum := placesOf(filesNamed(t, names...)), 0
		for i := range places {
			sum += places[i].findings()
			width := 0
			for _, p := range places[i].bar(20, len(names)) {
				width += len([]rune(p.Text))
			}
			if width != 20 {
				t.Fatalf("a bar of %+v is %d cells wide", places[i], width)
			}
		}
		if places != nil && sum != len(names) {
			t.Fatalf("%d findings of %q are in %+v", sum, names, places)
		}
	}
}
