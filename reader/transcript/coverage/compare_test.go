package coverage

import (
	"fmt"
	"testing"

	"eyeline/reader/transcript/record"
)

// TestCompareKnowsWhatIsNotKnown: a line that one run was sent is said to be the other's lack only where it is known
// that the other was not sent it.
func TestCompareKnowsWhatIsNotKnown(t *testing.T) {
	run := func(unknownReads int, files ...File) *Coverage {
		return &Coverage{UnknownReads: unknownReads, Files: files}
	}
	file := func(sent, unsure record.Ranges) File {
		return File{Path: "a.go", Exists: true, Lines: 10, Sent: sent, Unsure: unsure}
	}
	all := file(record.Ranges{{1, 10}}, nil)
	for name, c := range map[string]struct {
		a, b *Coverage
		want string // compared, both, the first alone, the second alone, not known
	}{
		"both known": {run(0, all), run(0, file(record.Ranges{{1, 4}}, nil)), "true [[1 4]] [[5 10]] [] []"},
		"the second is unsure": {
			run(0, all), run(1, file(record.Ranges{{1, 4}}, record.Ranges{{7, 10}})),
			"true [[1 4]] [[5 6]] [] [[7 10]]",
		},
		"the first is unsure":       {run(1, file(nil, record.Ranges{{1, 3}})), run(0, all), "true [] [] [[4 10]] [[1 3]]"},
		"not named, and all known":  {run(0, all), run(0), "true [] [[1 10]] [] []"},
		"not named, and not all is": {run(0, all), run(2), "true [] [] [] [[1 10]]"},
		"neither":                   {run(0, file(nil, record.Ranges{{1, 10}})), run(0), "true [] [] [] []"},
	} {
		got := Compare(c.a, c.b).Files[0]
		if said := fmt.Sprint(got.Compared, got.Both, got.First, got.Second, got.NotKnown); said != c.want {
			t.Errorf("%s: %s, want %s", name, said, c.want)
		}
	}
}
