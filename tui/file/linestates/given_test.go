package linestates

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// TestByReads compares with the bytes of each line: of random runs of a random file, of which some lines are cut.
func TestByReads(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var text []byte
		for range 1 + random.IntN(9) {
			text = append(text, strings.Repeat("x", random.IntN(4))+"\n"...)
		}
		if random.IntN(2) == 0 {
			text = append(text, 'x')
		}
		lineOf := func(off int) int64 { return int64(bytes.Count(text[:off], []byte{'\n'})) + 1 }
		has := make([]bool, len(text))
		var runs []window.Run
		for range random.IntN(4) {
			start := random.IntN(len(text))
			end := start + 1 + random.IntN(len(text)-start)
			for i := start; i < end; i++ {
				has[i] = true
			}
			runs = append(runs, window.Run{Start: int64(start), End: int64(end), First: lineOf(start), Last: lineOf(end - 1)})
		}
		var cuts []tools.Cut
		if cut := random.IntN(len(text)); random.IntN(3) == 0 && has[cut] {
			cuts = []tools.Cut{{Line: lineOf(cut), Start: int64(cut), End: int64(cut) + 1}}
		}
		given, err := ByReads(source.View(bytes.NewReader(text), int64(len(text))), runs, cuts, false)
		if err != nil {
			t.Fatal(err)
		}
		number, start := int64(1), 0
		for line := range bytes.Lines(text) {
			state, want := given.Of(number, number), Never
			bare := bytes.TrimSuffix(line, []byte{'\n'})
			whole, part := true, false
			for i := range line {
				whole = whole && (has[start+i] || i >= len(bare))
				part = part || has[start+i]
			}
			switch isCut := len(cuts) > 0 && cuts[0].Line == number; {
			case part && (isCut || !whole):
				want = Cut
			case part:
				want = Sent
			}
			if state != want {
				t.Fatalf("line %d of %q with %+v, cut %+v: %s, not %s", number, text, runs, cuts, state, want)
			}
			number, start = number+1, start+len(line)
		}
	}
	many := tools.Cut{Line: 2, Start: 3, End: 4}
	given, err := ByReads(source.View(strings.NewReader("a\nbb\nc\nd\n"), 9), []window.Run{{Start: 0, End: 9, First: 1, Last: 4}},
		[]tools.Cut{many}, true)
	if err != nil || given.Of(1, 1) != Sent || given.Of(2, 2) != Cut || given.Of(3, 4) != Unsure || given.Of(1, 4) != Cut {
		t.Errorf("behind the last cut that is named: %v, %v", given, err)
	}
}

// TestOfSymbols: the states of several lines at once.
func TestOfSymbols(t *testing.T) {
	f := coverageOf([]State{Sent, Written, Never, Cut, Changed, Unsure, Left})
	given := Recorded(&f)
	for _, one := range []struct {
		first, last int64
		want        State
	}{
		{1, 2, Sent},
		{3, 3, Never},
		{2, 3, Cut},
		{4, 4, Cut},
		{5, 5, Changed},
		{6, 6, Unsure},
		{6, 7, Unsure},
		{7, 7, Sent},
		{1, 7, Cut},
		{8, 9, Never},
	} {
		if got := given.Of(one.first, one.last); got != one.want {
			t.Errorf("lines %d to %d: %s, not %s", one.first, one.last, got, one.want)
		}
	}
}
