package record

import (
	"iter"
	"slices"
	"sort"
)

// maxBadLines is how many malformed lines are remembered by number; all are counted.
const maxBadLines = 1000

// Run is what was recorded of a run.
type Run struct {
	Header
	Agents      []Agent
	Compactions []Compaction
	// Unknown counts the records of types that the format does not know.
	Unknown int
	// Bad lists malformed lines, at most a thousand; BadCount counts them all. A last line that is not complete is
	// being written, and none of them.
	Bad      []BadLine
	BadCount int

	callList
}

// AddBad counts a malformed line, 1-based, of the file with a name.
func (r *Run) AddBad(file string, line int64) {
	r.BadCount++
	if len(r.Bad) < maxBadLines {
		r.Bad = append(r.Bad, BadLine{file, line})
	}
}

// chunk is how many calls are allocated at once.
const chunk = 512

// callList stores calls in pieces, so that growing copies nothing and a call stays where it is.
type callList struct {
	chunks []*[chunk]Call
	n      int
}

func (l *callList) at(i int) *Call { return &l.chunks[i/chunk][i%chunk] }

func (l *callList) add(c Call) *Call {
	if l.n%chunk == 0 {
		l.chunks = append(l.chunks, new([chunk]Call))
	}
	l.n++
	*l.at(l.n - 1) = c
	return l.at(l.n - 1)
}

// Len is how many calls there are.
func (l *callList) Len() int { return l.n }

// Call returns the call of a 1-based number, nil when there is none. It stays good until the run is added to.
func (l *callList) Call(number int) *Call {
	if number < 1 || number > l.n {
		return nil
	}
	return l.at(number - 1)
}

// Calls gives the calls in order.
func (l *callList) Calls() iter.Seq[*Call] {
	return func(yield func(*Call) bool) {
		for i := range l.n {
			if !yield(l.at(i)) {
				return
			}
		}
	}
}

// sort puts the calls of several files in the order of their times. A call without a time stays behind the one before
// it. moved is the new index of each call; nil when none has moved.
func (r *Run) sort() (moved []int) {
	order := make([]int, r.Len())
	var before *Call
	for i := range order {
		order[i] = i
		c := r.at(i)
		if before != nil && c.Time.IsZero() && c.Agent == before.Agent {
			c.Time = before.Time
		}
		before = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.at(a).Time.Compare(r.at(b).Time) })
	if slices.IsSorted(order) {
		return nil
	}
	var sorted callList
	moved = make([]int, len(order))
	for to, from := range order {
		sorted.add(*r.at(from)).Number = to + 1
		moved[from] = to
	}
	r.callList = sorted
	for i := range r.Compactions {
		c := &r.Compactions[i]
		c.After = sort.Search(r.Len(), func(i int) bool { return r.at(i).Time.After(c.Time) })
	}
	return moved
}
