package linestates

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// coverageOf is a file of so many lines, of which each has the given state and the last ones none.
func coverageOf(states []State) coverage.File {
	f := coverage.File{Exists: true, Lines: int64(len(states))}
	add := func(ranges *record.Ranges, line int64) {
		if k := len(*ranges) - 1; k >= 0 && (*ranges)[k][1] == line-1 {
			(*ranges)[k][1] = line
			return
		}
		*ranges = append(*ranges, record.Range{line, line})
	}
	for i, s := range states {
		line := int64(i + 1)
		switch s {
		case Never:
			add(&f.Never, line)
		case Left:
			add(&f.Compacted, line)
			add(&f.Sent, line)
		case Sent:
			add(&f.Sent, line)
		case Cut:
			add(&f.Cut, line)
		case Written:
			add(&f.Written, line)
		case Changed:
			add(&f.Changed, line)
		case Unsure:
			add(&f.Unsure, line)
		}
	}
	return f
}

// TestStates gives each line of random files the state that it was made of, and says of each line up to where its state
// goes.
func TestStates(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		states := make([]State, 1+random.IntN(30))
		for i := range states {
			if states[i] = State(random.IntN(int(Unsure + 1))); i > 0 && random.IntN(2) == 0 {
				states[i] = states[i-1]
			}
		}
		f := coverageOf(states)
		for i, want := range states {
			line := int64(i + 1)
			if got := StateOf(&f, line); got != want {
				t.Fatalf("line %d of %v: %v", line, states, got)
			}
			until := StateUntil(&f, line)
			if until <= line {
				t.Fatalf("line %d of %v: until %d", line, states, until)
			}
			for k := line; k < min(until, int64(len(states))+1); k++ {
				if states[k-1] != want {
					t.Fatalf("line %d of %v: until %d, but line %d is another", line, states, until, k)
				}
			}
		}
		if got := StateOf(&f, int64(len(states))+1); got != Never {
			t.Fatalf("the line after the last one: %v", got)
		}
		if got := Bar(&f, len(states)); !slices.Equal(got, states) {
			t.Fatalf("a bar of a cell a line: %v, want %v", got, states)
		}
		if got := LastLine(&f); got != int64(len(states)) {
			t.Fatalf("%d lines, want %d", got, len(states))
		}
	}
	if got := StateUntil(&coverage.File{}, 1); got != math.MaxInt64 {
		t.Errorf("of a file without ranges: %d", got)
	}
}

// TestBar: what a person should look at is seen also where it is one line of many, and what was not sent is not drawn
// as sent.
func TestBar(t *testing.T) {
	repeat := func(n int, s State) []State { return slices.Repeat([]State{s}, n) }
	for name, c := range map[string]struct {
		states []State
		width  int
		want   []State
	}{
		"no lines":            {nil, 3, repeat(3, Never)},
		"one cut line":        {slices.Concat(repeat(50, Sent), []State{Cut}, repeat(49, Sent)), 2, []State{Sent, Cut}},
		"one changed line":    {slices.Concat([]State{Changed}, repeat(99, Sent)), 2, []State{Changed, Sent}},
		"one written line":    {slices.Concat(repeat(50, Sent), []State{Written}, repeat(49, Sent)), 2, []State{Sent, Written}},
		"written, not sent":   {slices.Concat(repeat(9, Never), []State{Written}, repeat(10, Never)), 2, []State{Written, Never}},
		"one line not sent":   {slices.Concat([]State{Never}, repeat(99, Sent)), 2, []State{Never, Sent}},
		"one line sent":       {slices.Concat(repeat(99, Never), []State{Sent}), 2, []State{Never, Sent}},
		"one line before":     {slices.Concat([]State{Left}, repeat(99, Sent)), 2, []State{Left, Sent}},
		"one that is unsure":  {slices.Concat(repeat(99, Sent), []State{Unsure}), 2, []State{Sent, Unsure}},
		"no cell is spare":    {slices.Concat(repeat(50, Sent), []State{Cut}, repeat(49, Never)), 2, []State{Sent, Cut}},
		"half of it":          {slices.Concat(repeat(50, Sent), repeat(50, Never)), 4, []State{Sent, Sent, Never, Never}},
		"mostly written":      {slices.Concat(repeat(3, Written), repeat(1, Sent)), 1, []State{Written}},
		"mostly before":       {slices.Concat(repeat(3, Left), repeat(1, Sent)), 1, []State{Left}},
		"less lines than it":  {[]State{Sent, Never}, 4, []State{Sent, Sent, Never, Never}},
		"less than half sent": {slices.Concat(repeat(4, Sent), repeat(6, Never)), 1, []State{Never}},
	} {
		f := coverageOf(c.states)
		if got := Bar(&f, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestNothingIsNotSentOfAFileThatIsGone: between lines that are known to have been sent, the others are not known.
func TestNothingIsNotSentOfAFileThatIsGone(t *testing.T) {
	f := coverage.File{Sets: heldlines.Sets{Sent: record.Ranges{{81, 100}}}}
	if got, want := Bar(&f, 5), []State{Unsure, Unsure, Unsure, Unsure, Sent}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	f.Never = record.Ranges{{1, 20}}
	if got := Bar(&f, 5); got[0] != Never {
		t.Errorf("what is known not to be sent is drawn as %v", got[0])
	}
}

// TestWords are those of ranges and of whole files.
func TestWords(t *testing.T) {
	for want, ranges := range map[string]record.Ranges{
		"no line":                     nil,
		"L7":                          {{7, 7}},
		"L1–L2,197, L3,590":           {{1, 2197}, {3590, 3590}},
		"L1, L3, L5, 2 more":          {{1, 1}, {3, 3}, {5, 5}, {7, 7}, {9, 9}},
		"L1–L2, L4–L5, L7–L1,000,000": {{1, 2}, {4, 5}, {7, 1_000_000}},
		"L1, L3, L5, 1 more":          {{1, 1}, {3, 3}, {5, 5}, {7, 1_000_000}},
	} {
		if got := ranges.Words(); got != want {
			t.Errorf("%v: %q, want %q", ranges, got, want)
		}
	}
	f := coverageOf([]State{Sent, Written, Never, Cut, Changed, Sent})
	f.Changes = []coverage.Change{{BlindThen: record.Ranges{{2, 3}}}, {BlindThen: record.Ranges{{5, 5}}}}
	if a, b, c := f.Share(), Missing(&f), f.BlindLines(); a != 33 || b != 3 || c != 3 {
		t.Errorf("%d%%, %d missing, %d blind", a, b, c)
	}
	f.Outside = true
	if got := f.Share(); got != -1 {
		t.Errorf("outside: %d", got)
	}
	if got := (&coverage.File{Exists: true}).Share(); got != -1 {
		t.Errorf("an empty file: %d", got)
	}
}

// TestLegendOfWhatIsThere names the states of a file's lines alone, so that keys have room beside them.
func TestLegendOfWhatIsThere(t *testing.T) {
	for _, one := range []struct {
		file coverage.File
		want string
	}{
		{coverage.File{}, ""},
		{coverage.File{Sets: heldlines.Sets{Written: record.Ranges{{1, 9}}}}, "marks: w written"},
		{coverage.File{Sets: heldlines.Sets{Sent: record.Ranges{{1, 2}}, Never: record.Ranges{{3, 9}}}}, "marks: . not sent # sent"},
		{coverage.File{Sets: heldlines.Sets{Sent: record.Ranges{{1, 2}}, Compacted: record.Ranges{{1, 3}}}}, "marks: : left context"},
		{coverage.File{Sets: heldlines.Sets{Sent: record.Ranges{{1, 2}}, Compacted: record.Ranges{{2, 9}}}}, "marks: : left context # sent"},
	} {
		if got := LegendOf(true, one.file); got != one.want {
			t.Errorf("of %+v: %q, want %q", one.file, got, one.want)
		}
	}
}
