package coverage

import (
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
)

// foundLine is what the texts of a run say of a line of a file.
type foundLine struct {
	known heldlines.Knowledge // that it was given, or written
	call  int32               // in whose text it stands; 0 for a text that is no call's
	own   bool                // the model wrote it, and was not given it
}

// textSearch looks for the lines of files in the texts of a run.
type textSearch struct {
	table *giventext.Table
	blank uint64
	often map[uint64]int // how often the lines that are in the texts are in the files
}

// search prepares a search for the lines of files, by their hashes.
func (t *taker) search(files [][]uint64) *textSearch {
	x := &textSearch{table: t.table, blank: t.h.LooseText(""), often: map[uint64]int{}}
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

// entry is the text that says most of a line: what an agent was given before what one wrote, the main agent's first.
func (x *textSearch) entry(hash uint64) (best giventext.Entry, ok bool) {
	if hash == x.blank {
		return best, false
	}
	for _, agent := range []int{-1, giventext.AnyAgent} {
		if e, is := x.table.Find(hash, agent); is && (!ok || e.Given && !best.Given) {
			best, ok = e, true
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
}

// isMissing reports whether nothing but its text can tell of a line, by its index.
func (x *fileSearch) isMissing(i int) bool {
	return x.states[i] == heldlines.Never || x.states[i] == heldlines.Changed
}

// lines says of each line of a file whether it was found, by their hashes and what is known of them without.
func (x *textSearch) lines(hashes []uint64, states []heldlines.State) []foundLine {
	f := fileSearch{x, hashes, states, make([]giventext.Entry, len(hashes)), make([]bool, len(hashes))}
	found := make([]foundLine, len(hashes))
	for i, h := range hashes {
		f.entries[i], f.has[i] = x.entry(h)
		if f.has[i] && f.isMissing(i) && f.entries[i].Loose || !f.has[i] && x.table.Full() {
			found[i].known = heldlines.Perhaps
		}
	}
	for i := 0; i < len(hashes); i++ {
		if f.has[i] && f.isMissing(i) {
			i = f.take(found, i)
		}
	}
	return found
}

// take takes the lines of the run that begins with a line, and returns the last one that was looked at.
func (x *fileSearch) take(found []foundLine, i int) int {
	r := x.run(i)
	if !r.sure {
		return i
	}
	for k := r.first; k <= r.last; k++ {
		if x.isMissing(k) && (x.has[k] || x.hashes[k] == x.blank) {
			found[k] = foundLine{heldlines.Yes, x.entries[i].Call, !x.entries[i].Given}
		}
	}
	return r.last
}

// lineRun is a run of lines of a file that stand in one text as they do in the file: indices of the first and the last.
type lineRun struct {
	first, last int
	sure        bool // they are taken for the lines of that text
}

// run is the run that begins with a line that is in a text. Blank lines, and lines that stand elsewhere too, may be
// between its lines.
func (x *fileSearch) run(i int) lineRun {
	r := lineRun{first: i, last: i}
	n := 0
	only := false    // one of the lines stands nowhere else in the file
	telling := false // and says enough to be known by itself
	for k := i; k < len(x.hashes) && (x.has[k] || x.hashes[k] == x.blank); k++ {
		if !x.follows(i, k) {
			continue
		}
		n++
		r.last = k
		if x.often[x.hashes[k]] == 1 {
			only = true
			telling = telling || x.entries[k].Telling
		}
	}
	r.sure = only && (telling || n >= fewLines || n == len(x.hashes))
	if allBlank(x.hashes[:r.first], x.blank) {
		r.first = 0
	}
	if allBlank(x.hashes[r.last+1:], x.blank) {
		r.last = len(x.hashes) - 1
	}
	return r
}

// follows reports whether line k stands in the same text as line i, as far behind it as in the file.
func (x *fileSearch) follows(i, k int) bool {
	a, b := x.entries[i], x.entries[k]
	return x.has[k] && b.Call == a.Call && b.Given == a.Given && b.At-a.At == int32(k-i)
}

func allBlank(hashes []uint64, blank uint64) bool {
	for _, h := range hashes {
		if h != blank {
			return false
		}
	}
	return true
}

// explain counts the reads of a file that were not understood, and in whose texts its lines were found, as understood:
// what they gave is known.
func (f *fileState) explain(found []foundLine) {
	kept := f.unknown[:0:0]
	for _, call := range f.unknown {
		explained := false
		for _, one := range found {
			explained = explained || one.known == heldlines.Yes && one.call == call
		}
		if !explained {
			kept = append(kept, call)
		}
	}
	f.unknown, f.Unknown = kept, f.Unknown-(len(f.unknown)-len(kept))
}
