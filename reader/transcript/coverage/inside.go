package coverage

import (
	"math"
	"slices"
	"strings"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// A line of a file may stand within a line of any text: in a sentence of a message, or after what a log puts before it.
// Where it says enough to be told from others, it is then not known whether it was sent.

// soughtLine is a line of a file that is looked for within texts.
type soughtLine struct {
	file *fileState
	text string // without the white space around it
	held bool   // it stands within a text, or too much was searched already
}

// searchedLine names a line of a file that was looked for.
type searchedLine struct {
	file, text string
}

// searched is what came of a search for a line within all texts.
type searched struct {
	calls, said int // how many of each were searched
	held        bool
}

// mostRemembered is of how many lines it is kept that they were looked for.
const mostRemembered = 20_000

// mostInside bounds how many bytes of texts are searched for lines within them, over all changes and looks at files.
const mostInside = 128 << 20

// mayStandInside notes the words of a text of a call, within which lines of files may stand.
func (t *taker) mayStandInside(c *record.Call, text string) {
	t.pairs.AddCall(c.Number, text)
	t.pairs.AddCall(c.Number, giventext.Escaped(text))
}

// mayStandInSaid is mayStandInside for a text that was said, by its 1-based place.
func (t *taker) mayStandInSaid(place int, text string) {
	t.pairs.AddSaid(place, text)
	t.pairs.AddSaid(place, giventext.Escaped(text))
}

// isInside says of the lines that a call replaces, and of which nothing else tells that they were sent, whether they
// stand within texts that its agent had before.
func (t *taker) isInside(f *fileState, c *record.Call, lines []string, said []heldlines.Otherwise) {
	var all []*soughtLine
	var indices []int
	for i, line := range lines {
		if one := t.sought(f, line); one != nil && said[i].Known == heldlines.No {
			all = append(all, one)
			indices = append(indices, i)
		}
	}

	t.searchInside(all, func(n *record.Call) bool { return t.s.Had(c, n) },
		func(one record.Said) bool { return t.s.HadSaid(c, one) }, searched{}, c.Number-1)
	for k, one := range all {
		if one.held {
			said[indices[k]].Known = heldlines.Perhaps
		}
	}
}

// sought is a line of a file that has to be looked for within texts; nil where it says too little, or stands in none.
func (t *taker) sought(f *fileState, line string) *soughtLine {
	line = strings.TrimSpace(line)
	if !giventext.IsTelling(line) || !t.pairs.MayHold(line) {
		return nil
	}
	return &soughtLine{file: f, text: line}
}

// findInside takes the lines of files for possibly sent that stand within a text and were not found otherwise.
func (t *taker) findInside(states []*fileState, laid []laidFile, found [][]foundLine) {
	var all []*soughtLine
	var places []*foundLine
	for i, f := range states {
		if found[i] == nil {
			continue
		}

		n := 0
		for line := range laid[i].now.Texts() {
			if n >= len(found[i]) {
				break
			}
			if place := &found[i][n]; laid[i].as.States[n] == heldlines.Never && place.known == heldlines.No {
				if one := t.sought(f, line); one != nil {
					all = append(all, one)
					places = append(places, place)
				}
			}
			n++
		}
	}

	t.searchAll(all)
	for i, one := range all {
		if one.held {
			places[i].known = heldlines.Perhaps
		}
	}
}

// searchAll looks for lines within all texts so far. What was looked for before is looked for in what came since.
func (t *taker) searchAll(all []*soughtLine) {
	var left []*soughtLine
	from := searched{calls: math.MaxInt, said: math.MaxInt}
	for _, one := range all {
		was := t.searched[searchedLine{one.file.Path, one.text}]
		one.held = was.held
		if !one.held {
			left = append(left, one)
			from.calls = min(from.calls, was.calls)
			from.said = min(from.said, was.said)
		}
	}

	all = left
	isAny := func(*record.Call) bool { return true }
	t.searchInside(all, isAny, func(record.Said) bool { return true }, from, t.last)

	if len(t.searched)+len(all) > mostRemembered {
		clear(t.searched)
	}
	until := t.answeredUpTo()
	for _, one := range all {
		t.searched[searchedLine{one.file.Path, one.text}] = searched{until, t.said, one.held}
	}
}

// answeredUpTo is the number of calls before the first one without a result.
func (t *taker) answeredUpTo() int {
	for n := 1; n <= t.last; n++ {
		if !t.s.Call(n).Answered() {
			return n - 1
		}
	}
	return t.last
}

// searchInside looks for lines within the texts of the calls, up to the one of a number, and what was said, but for
// those that a search had before and that were not had.
func (t *taker) searchInside(
	all []*soughtLine, had func(*record.Call) bool, hadSaid func(record.Said) bool, before searched, last int,
) {
	if len(all) == 0 {
		return
	}

	var calls, said record.Ranges
	lines := make([]string, len(all))
	for i, one := range all {
		lines[i] = one.text
		for _, of := range t.pairs.Where(one.text) {
			calls = append(calls, record.Range{max(of.Calls[0], int64(before.calls)+1), min(of.Calls[1], int64(last))})
			said = append(said, record.Range{max(of.Said[0], int64(before.said)+1), min(of.Said[1], int64(t.said))})
		}
	}

	x := insideSearch{taker: t, all: all, lines: giventext.NewSought(lines)}
	eachIn(calls, func(n int64) {
		if c := t.s.Call(int(n)); c.Answered() && had(c) {
			x.call(c)
		}
	})
	eachIn(said, func(n int64) {
		if one := t.s.Said[n-1]; hadSaid(one) {
			text, cut, _ := t.s.Text(one.Text, record.TextLimit)
			x.text(nil, string(text), cut)
		}
	})
}

// eachIn calls take once with each number in some ranges, of which some may be empty.
func eachIn(ranges record.Ranges, take func(n int64)) {
	ranges = slices.DeleteFunc(ranges, func(r record.Range) bool { return r[1] < r[0] })
	ranges.Sort()
	for _, r := range ranges {
		for n := r[0]; n <= r[1]; n++ {
			take(n)
		}
	}
}

// insideSearch is a search for lines within texts.
type insideSearch struct {
	*taker
	all   []*soughtLine
	lines *giventext.Sought
}

// call looks into what a call gave, and into what the agent wrote in it.
func (x *insideSearch) call(c *record.Call) {
	result, cut := x.given(c)
	x.text(c, string(result), cut)
	if c.Kind == record.Change {
		return // what it wrote of a file is taken as that
	}
	for _, text := range x.written(c) {
		x.text(nil, text, false)
	}
}

// text looks into a text, which is what a call gave, nil for none; cut: it has more than is looked at.
func (x *insideSearch) text(c *record.Call, text string, cut bool) {
	x.spentInside += len(text)
	if cut || x.spentInside > mostInside {
		for _, one := range x.all {
			one.held = true
		}
		return
	}

	x.lines.In(text, func(i int) {
		one := x.all[i]
		one.held = one.held || c == nil || !isReadOf(x.s, c, one.file)
	})
}

// isReadOf reports whether all that a call gave of a file is known by its reads of it.
func isReadOf(s *transcript.Session, c *record.Call, f *fileState) bool {
	_, is := slices.BinarySearch(f.Calls, int32(c.Number))
	return is && transcript.IsOther(s, c, f.Path)
}
