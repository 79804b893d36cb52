package coverage

import (
	"slices"

	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// foundLine is what the texts of a run tell of a line of a file.
type foundLine struct {
	known heldlines.Knowledge // that it was given, or written
	call  int32               // call whose text has the line; 0: a text of no call
	// writtenByModel: the model wrote the line, and was not given it.
	writtenByModel bool
	// appliesToChanged: that it was given, or may have been, holds for a line in state Changed, too, and not only for
	// one in state Never.
	appliesToChanged bool
}

// textSearch looks for the lines of files in the texts of a run.
type textSearch struct {
	table  *giventext.Table
	agents []int // whose texts count, the first before the others
	blank  uint64
	often  map[uint64]int // how many lines of the files have a text, for texts that were given
}

// search prepares a search for the lines of files, by their hashes, in the texts of one agent or of all.
func (t *taker) search(files [][]uint64, agent int) *textSearch {
	agents := []int{agent}
	if agent == giventext.AnyAgent {
		agents = []int{record.MainAgent, giventext.AnyAgent}
	}

	x := &textSearch{table: t.table, agents: agents, blank: t.h.TrimmedText(""), often: map[uint64]int{}}
	for _, hashes := range files {
		for _, h := range hashes {
			if n := x.often[h]; n > 0 {
				x.often[h]++
			} else if _, ok := x.entry(h); ok {
				x.often[h] = 1
			}
		}
	}

	return x
}

// entry is the best text that has a line: one that an agent was given before one that it wrote.
func (x *textSearch) entry(hash uint64) (best giventext.Entry, ok bool) {
	if hash == x.blank {
		return best, false
	}

	for _, agent := range x.agents {
		e, is := x.table.Find(hash, agent)
		if is && (!ok || e.Given && !best.Given) {
			best = e
			ok = true
		}
	}

	return best, ok
}

// fileSearch is a search for the lines of one file.
type fileSearch struct {
	*textSearch
	hashes  []uint64
	states  []heldlines.State
	entries []giventext.Entry
	has     []bool // there is an entry
	// Lines up to end are looked at together; inText has the lines that stand in texts, by their place there.
	end    int
	inText map[lineText][]int
}

// lineText is a text, and how far a line in it is from its place in the file; see textOf.
type lineText struct {
	call  int32
	given bool
	shift int32
}

// isMissing reports whether a line, by its 0-based index, is not known as a whole from reads, so that only its text can
// tell of it.
func (x *fileSearch) isMissing(i int) bool {
	return x.states[i] != heldlines.Whole && x.states[i] != heldlines.Written
}

// lines looks for each line of a file, by its hash. states are what is known of the lines from reads.
func (x *textSearch) lines(hashes []uint64, states []heldlines.State) []foundLine {
	f := fileSearch{
		textSearch: x, hashes: hashes, states: states,
		entries: make([]giventext.Entry, len(hashes)), has: make([]bool, len(hashes)),
	}
	found := make([]foundLine, len(hashes))
	for i, h := range hashes {
		f.entries[i], f.has[i] = x.entry(h)
		e := f.entries[i]
		// A line that stands in the text of another file may be of this one, too, unless it is a short one such as "}".
		mayBeIt := f.has[i] && (e.FileUnknown || e.Distinctive || e.Recognizable)
		if mayBeIt && f.isMissing(i) || !f.has[i] && x.table.Full() {
			found[i].known = heldlines.Perhaps
			found[i].appliesToChanged = e.Distinctive
		}
	}

	for i := 0; i < len(hashes); i++ {
		if f.has[i] && f.isMissing(i) {
			i = f.take(found, i)
		}
	}

	return found
}

// take marks the lines of the run that begins with line i as found, and returns the last line that was looked at.
func (x *fileSearch) take(found []foundLine, i int) int {
	r := x.run(i)
	if !r.sure {
		return i
	}
	for k := r.first; k <= r.last; k++ {
		if x.isMissing(k) && (x.has[k] || x.hashes[k] == x.blank) {
			found[k] = foundLine{known: heldlines.Yes, call: x.entries[i].Call, writtenByModel: !x.entries[i].Given}
		}
	}

	return r.last
}

// lineRun is a run of lines that follow each other in a text as they do in the file; from and to are indices of the
// file.
type lineRun struct {
	first, last int
	sure        bool // they are taken for the lines of that text
}

// run finds the longest run that begins with line i. Between its lines may be blank ones, and lines that stand in other
// texts.
func (x *fileSearch) run(i int) lineRun {
	if i >= x.end {
		x.block(i)
	}

	of := x.textOf(i)
	at, _ := slices.BinarySearch(x.inText[of], i)
	lines := x.inText[of][at:]
	r := lineRun{first: i, last: i}
	only := false    // one of the lines stands nowhere else in the file
	telling := false // and says enough to be known by itself
	for _, k := range lines {
		r.last = k
		if x.often[x.hashes[k]] == 1 {
			only = true
			telling = telling || x.entries[k].Distinctive
		}
	}

	r.sure = only && (telling || len(lines) >= fewLines || len(lines) == len(x.hashes))
	if !r.sure {
		delete(x.inText, of) // nor is a run that begins with a later one of them
		return r
	}

	if allBlank(x.hashes[:r.first], x.blank) {
		r.first = 0
	}
	if allBlank(x.hashes[r.last+1:], x.blank) {
		r.last = len(x.hashes) - 1
	}

	return r
}

// textOf is the text in which a line stands, with the distance from its place in the file. Where a text has lines 10 to
// 12 of a file as its lines 0 to 2, all three have the same distance.
func (x *fileSearch) textOf(k int) lineText {
	e := x.entries[k]
	return lineText{e.Call, e.Given, e.At - int32(k)}
}

// block collects by their texts the lines from i up to the first one that is in no text and not blank.
func (x *fileSearch) block(i int) {
	x.inText = map[lineText][]int{}
	for x.end = i; x.end < len(x.hashes) && (x.has[x.end] || x.hashes[x.end] == x.blank); x.end++ {
		if x.has[x.end] {
			of := x.textOf(x.end)
			x.inText[of] = append(x.inText[of], x.end)
		}
	}
}

func allBlank(hashes []uint64, blank uint64) bool {
	for _, h := range hashes {
		if h != blank {
			return false
		}
	}
	return true
}

// addFoundCalls counts reads that were not understood as understood where lines of the file were found in their texts:
// what they gave is known now. A call that only named the file counts as a read of it then.
func (f *fileState) addFoundCalls(found []foundLine) {
	isExplained := func(u unknownCall) bool {
		return !u.part && slices.ContainsFunc(found, func(one foundLine) bool {
			return one.known == heldlines.Yes && one.call == u.call
		})
	}

	kept := f.unknown[:0:0]
	for _, one := range f.unknown {
		switch {
		case !isExplained(one):
			kept = append(kept, one)
		case one.named:
			f.Named--
			f.Reads++
		default:
			f.Unknown--
			if one.unrecorded {
				f.Unrecorded--
			}
		}
	}

	f.unknown = kept
}
