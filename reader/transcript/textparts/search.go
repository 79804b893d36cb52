package textparts

import (
	"math"
	"slices"
	"strings"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/record"
)

// Search looks for lines of files within the lines of the texts of a run. Its memory is bounded.
type Search struct {
	s     *transcript.Session
	texts Texts
	pairs Pairs
	// before are the lines that were looked for in all texts.
	before map[wanted]looked
	spent  int // how many bytes were searched
}

// Texts gives the texts of calls.
type Texts interface {
	// Given is what a call gave; cut: there is more of it.
	Given(c *record.Call) (text []byte, cut bool)
	// Written is what the agent wrote in a call.
	Written(c *record.Call) []string
}

// wanted names a line of a file.
type wanted struct {
	path, text string
}

// looked is what came of looking for a line in all texts.
type looked struct {
	calls, said int // how many of each were searched
	held        bool
}

const (
	// maxKept bounds how many lines are kept that were looked for.
	maxKept = 20_000
	// maxSearched bounds how many bytes are searched, over all changes of a run and all looks at its files.
	maxSearched = 128 << 20
)

// NewSearch looks through the texts of a session that are added.
func NewSearch(s *transcript.Session, texts Texts) *Search {
	return &Search{s: s, texts: texts, before: map[wanted]looked{}}
}

// AddCall takes a text that a call gave, or that the agent wrote in it.
func (x *Search) AddCall(c *record.Call, text string) {
	x.pairs.AddCall(c.Number, text)
	x.pairs.AddCall(c.Number, giventext.Escaped(text))
}

// AddSaid takes a text that was said, by its 1-based place in the session's list of such texts.
func (x *Search) AddSaid(place int, text string) {
	x.pairs.AddSaid(place, text)
	x.pairs.AddSaid(place, giventext.Escaped(text))
}

// Line is a line of a file that is looked for.
type Line struct {
	path  string
	calls []int32 // that concern the file, in order
	text  string  // without the white space around it

	Held bool // it stands within a text, or too much was searched already
}

// Line is a line of a file, by the file's path and the numbers of the calls that concern it, in their order; nil where
// it says too little to be told from others, or stands within no text.
func (x *Search) Line(path string, calls []int32, text string) *Line {
	text = strings.TrimSpace(text)
	if !giventext.IsDistinctive(text) || !x.pairs.MayHold(text) {
		return nil
	}
	return &Line{path: path, calls: calls, text: text}
}

// Before looks for lines within the texts that the agent of a call had before it.
func (x *Search) Before(c *record.Call, all []*Line) {
	x.look(all, scope{
		lastCall: c.Number - 1, lastSaid: len(x.s.Said),
		had:     func(n *record.Call) bool { return x.s.Had(c, n) },
		hadSaid: func(one record.SaidText) bool { return x.s.HadText(c, one) },
	})
}

// All looks for lines within the texts of all calls up to the one of a number, and within the first texts that were
// said. What was looked for before is looked for in what came since alone.
func (x *Search) All(all []*Line, lastCall, lastSaid int) {
	in := scope{
		firstCall: math.MaxInt, firstSaid: math.MaxInt, lastCall: lastCall, lastSaid: lastSaid,
		had:     func(*record.Call) bool { return true },
		hadSaid: func(record.SaidText) bool { return true },
	}
	var left []*Line
	for _, one := range all {
		was := x.before[wanted{one.path, one.text}]
		one.Held = was.held
		if !one.Held {
			left = append(left, one)
			in.firstCall = min(in.firstCall, was.calls)
			in.firstSaid = min(in.firstSaid, was.said)
		}
	}

	x.look(left, in)
	if len(x.before)+len(left) > maxKept {
		clear(x.before)
	}

	answered := x.answeredUpTo(lastCall)
	for _, one := range left {
		x.before[wanted{one.path, one.text}] = looked{answered, lastSaid, one.Held}
	}
}

// FindInSaid looks for lines without white space around them, however little they say, within the first texts that were
// said, up to a 1-based place. It calls found with those that stand in one, and with all where a text has more than is
// read.
func (x *Search) FindInSaid(lines []string, last int, found func(line string)) {
	sought := NewSoughtLines(lines)
	for _, one := range x.s.Said[:last] {
		text, cut, _ := x.s.Text(one.Text, record.TextLimit) // what cannot be read has no lines
		if cut {
			for _, line := range lines {
				found(line)
			}

			return
		}

		sought.In(string(text), func(i int) (isDone bool) {
			found(lines[i])
			return true
		})
	}
}

// answeredUpTo is the number of calls before the first one without a result, up to a number.
func (x *Search) answeredUpTo(last int) int {
	for n := 1; n <= last; n++ {
		if !x.s.Call(n).Answered() {
			return n - 1
		}
	}
	return last
}

// scope says in which texts is looked: those of the calls after a number and up to another one, and those that were
// said at the places after one and up to another one, as far as they were had.
type scope struct {
	firstCall, lastCall int
	firstSaid, lastSaid int

	had     func(*record.Call) bool
	hadSaid func(record.SaidText) bool
}

// look looks for lines in the texts that may have them.
func (x *Search) look(all []*Line, in scope) {
	if len(all) == 0 {
		return
	}

	var calls, said record.Ranges
	lines := make([]string, len(all))
	for i, one := range all {
		lines[i] = one.text
		for _, of := range x.pairs.Where(one.text) {
			calls = append(calls, within(of.Calls, in.firstCall, in.lastCall))
			said = append(said, within(of.Said, in.firstSaid, in.lastSaid))
		}
	}

	sought := NewSoughtLines(lines)
	eachIn(calls, func(n int64) (goesOn bool) {
		if c := x.s.Call(int(n)); c.Answered() && in.had(c) {
			x.call(c, all, sought)
		}
		return slices.ContainsFunc(all, isLeft)
	})
	eachIn(said, func(n int64) (goesOn bool) {
		if one := x.s.Said[n-1]; in.hadSaid(one) && slices.ContainsFunc(all, isLeft) {
			text, cut, _ := x.s.Text(one.Text, record.TextLimit) // what cannot be read has no lines
			x.text(nil, string(text), cut, all, sought)
		}
		return slices.ContainsFunc(all, isLeft)
	})
}

// isLeft reports whether a line is still to be looked for.
func isLeft(one *Line) bool { return !one.Held }

// within is the part of a range that is after one number and up to another one; it may be empty.
func within(r record.Range, after, last int) record.Range {
	return record.Range{max(r[0], int64(after)+1), min(r[1], int64(last))}
}

// eachIn calls take once with each number in some ranges, as long as it answers true; a range may be empty.
func eachIn(ranges record.Ranges, take func(n int64) (goesOn bool)) {
	ranges = slices.DeleteFunc(ranges, func(r record.Range) bool { return r[1] < r[0] })
	ranges.Sort()
	for _, r := range ranges {
		for n := r[0]; n <= r[1]; n++ {
			if !take(n) {
				return
			}
		}
	}
}

// call looks into what a call gave, and into what the agent wrote in it.
func (x *Search) call(c *record.Call, all []*Line, sought *SoughtLines) {
	result, cut := x.texts.Given(c)
	x.text(c, string(result), cut, all, sought)
	if c.Kind == record.Change {
		return // what it wrote of a file is taken as that
	}
	for _, text := range x.texts.Written(c) {
		x.text(nil, text, false, all, sought)
	}
}

// text looks into a text, which is what a call gave, nil for no call; cut: it has more than is looked at.
func (x *Search) text(c *record.Call, text string, cut bool, all []*Line, sought *SoughtLines) {
	x.spent += len(text)
	if cut || x.spent > maxSearched {
		for _, one := range all {
			one.Held = true
		}
		return
	}

	sought.In(text, func(i int) (isDone bool) {
		one := all[i]
		one.Held = one.Held || c == nil || !x.isReadOf(c, one)
		return one.Held
	})
}

// isReadOf reports whether all that a call gave of the file of a line is known by its reads of it.
func (x *Search) isReadOf(c *record.Call, one *Line) bool {
	_, ok := slices.BinarySearch(one.calls, int32(c.Number))
	return ok && transcript.IsOther(x.s, c, one.path)
}
