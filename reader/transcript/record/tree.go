package record

import (
	"hash/maphash"
	"time"

	"eyeline/reader/internal/jsonskim"
)

// Tree follows a conversation that is recorded as a tree: each record names the one before it. Records are never walked
// from one to the next, so that a loop among them does no harm.
type Tree struct {
	turns map[uint64]treePlace // of each record, by the hash of its identity
	ends  []int32              // for each turn the order of the last call that was made in it or before
	seed  maphash.Seed
	name  string // of the message that the last turn is
	base  int32  // the order of the last call when that turn began, also of one on a branch that was left
}

// treePlace is where a record stands in a tree, and which one it is: another may have the same identity.
type treePlace struct {
	turn int32
	is   uint32
}

// NewTree is a conversation without records.
func NewTree() *Tree { return &Tree{turns: map[uint64]treePlace{}, seed: maphash.MakeSeed()} }

func (t *Tree) hash(id jsonskim.Value) uint64 { return maphash.String(t.seed, id.Text(256)) }

// IsAgain reports whether a record was there before, by its identity and what else tells it from others: a run that is
// resumed may be recorded again from its beginning. A new one is kept, in the turn that is the last then.
func (t *Tree) IsAgain(id jsonskim.Value, is string) bool {
	if id.Kind != jsonskim.String {
		return false
	}

	key := t.hash(id)
	sum := uint32(maphash.String(t.seed, is))
	if one, known := t.turns[key]; known && one.is == sum {
		return true
	}

	t.turns[key] = treePlace{max(int32(len(t.ends))-1, 0), sum}
	return false
}

// Has reports whether a record is one of the conversation, and which call was the last one of its turn, by the order:
// last is the last call of the conversation so far.
func (t *Tree) Has(id jsonskim.Value, is string, last int32) (after int32, has bool) {
	if id.Kind != jsonskim.String {
		return 0, false
	}

	one, known := t.turns[t.hash(id)]
	if !known || one.is != uint32(maphash.String(t.seed, is)) {
		return 0, false
	}
	if k := int32(len(t.ends)) - 1; one.turn < k {
		return t.ends[one.turn], true
	}

	return last, true
}

// stay says that a record is in the last turn.
func (t *Tree) stay(id jsonskim.Value) {
	key := t.hash(id)
	one := t.turns[key]
	one.turn = max(int32(len(t.ends))-1, 0)
	t.turns[key] = one
}

// Starts says which record the first one of a conversation goes on from, also where that one begins no turn: the record
// of an agent's notice may come first, and what follows goes on from it.
func (t *Tree) Starts(b *Builder, parent jsonskim.Value) {
	if len(t.turns) == 0 {
		t.lacks(b, parent)
	}
}

// lacks says that a record goes on from one that is not there, if it names one: the conversation begins earlier. That a
// sub-agent, or a question aside, goes on from another conversation is known.
func (t *Tree) lacks(b *Builder, parent jsonskim.Value) {
	if parent.Kind == jsonskim.String && !b.IsSub() && b.aside == 0 {
		b.BeginsWithin()
	}
}

// Begin says that a record begins a turn: a question, or an answer by the model's message of a name. Where the record
// before it is in another turn than the last one, the conversation goes on from there.
func (t *Tree) Begin(b *Builder, at time.Time, id, parent jsonskim.Value, name string) {
	defer t.stay(id)
	if len(t.ends) > 0 && name != "" && name == t.name {
		return // a message has a record for each of its blocks
	}

	last := b.LastOrder()
	t.close(last)
	end := int32(0)
	if k := len(t.ends) - 1; k >= 0 {
		end = t.ends[k]
	}

	one, known := t.turns[t.hash(parent)]
	if !known && len(t.ends) == 0 {
		t.lacks(b, parent)
	}
	if known && parent.Kind == jsonskim.String && len(t.ends) > 0 &&
		t.ends[one.turn] < end {
		end = t.ends[one.turn]
		b.Rewind(at, end)
	}

	t.name = name
	t.base = last
	t.ends = append(t.ends, end)
}

// close notes the calls of the turn that ends.
func (t *Tree) close(last int32) {
	if k := len(t.ends) - 1; k >= 0 && last > t.base {
		t.ends[k] = last
		t.base = last
	}
}
