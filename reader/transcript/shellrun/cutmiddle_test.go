package shellrun

import (
	"fmt"
	"strings"
	"testing"
)

// TestBeforeWhatIsLeftOut: rows before a part that is left out are the first lines of a file where nothing else can
// have printed one of them. Lines between them may be known already, and lines of another text show that the file was
// changed.
func TestBeforeWhatIsLeftOut(t *testing.T) {
	rows := func(word string) (text string) {
		for i := range 20 {
			text += fmt.Sprintf("%s row %d\n", word, i+1)
		}
		return text
	}
	for _, c := range []struct {
		line, found string // found is what a search before it printed
		want        int    // how many rows are known
		first       string
	}{
		{"sed -n '100,500p' f", "", 20, "/w/f 100:head row 1 "},
		{"sed -n '100,500p' f", "105:head row 6\n", 20, "/w/f 100:head row 1 "},
		{"sed -n '100,500p' f", "300:tail row 6\n", 20, "/w/f 100:head row 1 "},
		{"sed -n '100,500p' f", "105:another row 6\n", 0, "/w/f ?"},
		{"cat f 2>&1 || echo none", "", 20, "/w/f 1:head row 1 "},
		{"cat f; cat g", "", 0, "/w/f ?|/w/g ?"},
		{"cat f; echo done; cat g", "", 0, "/w/f ?|/w/g ?"},
		{"cat f; python show.py", "", 0, "/w/f ?"},
	} {
		m := NewModel()
		search := Command{Line: "grep -n row f", Dir: "/w", Output: c.found, Answered: true}
		for _, r := range Run(t.Context(), Disk{Recorded: "/w"}, m, search).Reads {
			m.Read(r)
		}

		command := Command{Line: c.line, Dir: "/w", Answered: true}
		command.Join([]string{rows("head"), rows("tail")})
		got := described(Run(t.Context(), Disk{Recorded: "/w"}, m, command).Reads)
		if strings.Count(got, ":head row") != c.want || !strings.HasPrefix(got, c.first) {
			t.Errorf("%s after %q:\n got %s\nwant %s, %d", c.line, c.found, got, c.first, c.want)
		}
	}
}
