package toolrequest

import (
	"math"
	"math/rand/v2"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// at is a request of a tool in one of its modes.
func at(t *testing.T, mode tools.Mode, tool string) Request {
	t.Helper()
	r := New().WithModeTool(mode, tool)
	if r.ToolName() != tool || r.Mode() != mode {
		t.Fatalf("%s in mode %v is %s in %v", tool, mode, r.ToolName(), r.Mode())
	}
	return r
}

// A new request asks each tool for what its path alone gives: no argument is made up.
func TestANewRequestIsTheDefaultCall(t *testing.T) {
	for _, tool := range tools.All() {
		if !has(tool.Name, tools.ModeSlice) {
			continue
		}
		r := at(t, tools.ModeSlice, tool.Name)
		want := tools.BuildArgs(tool, "/f", nil)
		if got := r.Args("/f"); string(got) != string(want) {
			t.Errorf("%s: %s, want %s", tool.Name, got, want)
		}
	}
}

// What is put at a place and sized is there, and comes back from its own arguments.
func TestPlacesAndSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, tool := range tools.AllVersions() {
		for _, p := range tool.Windows {
			for range 50 {
				place, size := 1+r.Int64N(1_000_000), 1+r.Int64N(5000)
				q := at(t, p.Mode, tool.Name)
				if p.Movable() {
					q = q.At(place)
				}
				if p.Sizable() {
					q = q.Sized(size)
				}
				back, ok := q.WithArgs(q.Args("/f"))
				if !ok {
					t.Fatalf("%s: its own arguments %s are not taken back", tool.Name, q.Args("/f"))
				}
				for _, got := range []Request{q, back} {
					if p.Movable() && got.Place() != place || p.Sizable() && got.Size() != size {
						t.Errorf("%s mode %v: %s is at %d with size %d, want %d and %d", tool.Name, p.Mode,
							q.Args("/f"), got.Place(), got.Size(), place, size)
					}
				}
			}
		}
	}
}

// A change makes a new request and leaves the old one as it was: undo depends on it.
func TestRequestsAreValues(t *testing.T) {
	defer tools.Register(toolstest.Numbered("made_up"))()
	r := at(t, tools.ModeSlice, "made_up").At(5)
	before := string(r.Args("f"))
	_ = r.At(9).Sized(3).With("take", int64(1)).With("skip", nil)
	if got := string(r.Args("f")); got != before {
		t.Errorf("the request became %s, was %s", got, before)
	}
	if r.Equal(r.At(6)) || !r.Equal(r.At(6).At(5)) {
		t.Error("Equal does not compare what is asked for")
	}
}

// The place and the size come along to another tool, in its own arguments.
func TestAnotherToolTakesOverPlaceAndSize(t *testing.T) {
	defer tools.Register(toolstest.Numbered("made_up"))()
	r := at(t, tools.ModeSlice, "made_up").At(101).Sized(7)
	for _, tool := range tools.ByMode(tools.ModeSlice) {
		p, ok := tool.WindowParams(tools.ModeSlice)
		if !ok || !p.Movable() || !p.Sizable() {
			continue
		}
		if got := r.WithTool(tool.Name); got.Place() != 101 || got.Size() != 7 {
			t.Errorf("%s: at %d with size %d: %s", tool.Name, got.Place(), got.Size(), got.Args("f"))
		}
	}
}

// Steps of size are round, go there and back, and never leave what the tool takes.
func TestResize(t *testing.T) {
	defer tools.Register(toolstest.Numbered("made_up"))()
	r := at(t, tools.ModeSlice, "made_up")
	for _, c := range []struct{ from, steps, want int64 }{
		{1, 1, 2}, {9, 1, 10}, {10, 1, 20}, {2000, 1, 3000}, {3000, -1, 2000}, {1000, -1, 900}, {1, -1, 1}, {20, -2, 9},
	} {
		if got := r.Sized(c.from).Resize(int(c.steps), 0).Size(); got != c.want {
			t.Errorf("%d by %d steps is %d, want %d", c.from, c.steps, got, c.want)
		}
	}
	if got := r.Resize(1, 0).Resize(-1, 0).Size(); got != r.Size() {
		t.Errorf("up and down from %d is %d", r.Size(), got)
	}
	for _, given := range []int64{0, 10, 2000, 2500, 54321} {
		if got := r.Resize(1, given).Size(); got <= max(given, r.Size()) {
			t.Errorf("larger than %d lines that the tool gives by itself is %d", given, got)
		}
	}
}

// Steps come to an end at once and never overflow, whatever the size was given as.
func TestResizeOfExtremes(t *testing.T) {
	for _, tool := range tools.AllVersions() {
		for _, p := range tool.Windows {
			if !p.Sizable() {
				continue
			}
			for _, size := range []int64{1, math.MaxInt64 / 2, math.MaxInt64 - 1, math.MaxInt64} {
				for _, place := range []int64{1, math.MaxInt64} {
					q := at(t, p.Mode, tool.Name).At(place).Sized(size)
					was := q.Size()
					if got := q.Resize(1<<30, 0).Size(); got < was {
						t.Errorf("%s in %s mode: %d made larger is %d", tool.Name, p.Mode.String(), was, got)
					}
					if got := q.Resize(-1<<30, 0).Size(); got < 0 || got > was {
						t.Errorf("%s in %s mode: %d made smaller is %d", tool.Name, p.Mode.String(), was, got)
					}
					if last, _, ok := q.Range(); ok && last < q.Place() {
						t.Errorf("%s: the range from %d ends at %d", tool.Name, q.Place(), last)
					}
				}
			}
		}
	}
}

func TestModes(t *testing.T) {
	for _, m := range tools.Modes() {
		if got, ok := ParseMode(m.String()); !ok || got != m {
			t.Errorf("mode %v is called %q, which is %v", m, m.String(), got)
		}
	}
	if m, ok := ParseMode("indentation"); !ok || m != tools.ModeBlock {
		t.Error("indentation is not the block mode")
	}
	if _, ok := ParseMode("Slice"); ok {
		t.Error("a mode in another case is taken")
	}
	r := New()
	if r.NextMode(1).NextMode(1).NextMode(1).Mode() != r.Mode() || r.NextMode(-1).NextMode(1).Mode() != r.Mode() {
		t.Error("the modes do not go round")
	}
}

// Steps lead to the largest size that a tool obeys, and no further.
func TestResizeEndsAtTheLargestSizeThatIsObeyed(t *testing.T) {
	for _, tool := range tools.AllVersions() {
		for _, p := range tool.Windows {
			if p.Max == 0 || p.Mode == tools.ModeBlock {
				continue
			}
			r := New().WithModeTool(p.Mode, tool.Name)
			if r.ToolName() != tool.Name || r.Mode() != p.Mode {
				continue // it is not on the list
			}
			if got := r.Sized(1+p.Plus).Resize(1000, 0).Size(); got != p.Max+p.Plus {
				t.Errorf("%s goes up to %d, not to %d", tool.Name, got, p.Max+p.Plus)
			}
			if got := r.Sized(p.Max+p.Plus+5).Resize(1, 0).Size(); got != p.Max+p.Plus+5 {
				t.Errorf("%s: a larger size that was asked for becomes %d", tool.Name, got)
			}
		}
	}
}
