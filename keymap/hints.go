package keymap

import (
	"cmp"
	"slices"
	"sync"
)

// When is a set of states of the screen in which the footer names keys.
type When uint32

// The states. Where several hold at once, the keys of those that stand first here come first.
const (
	Typing    When = 1 << iota // an argument's value is typed
	Symbolic                   // the list of symbols is open
	Lacking                    // the list has items of which something is missing
	Listing                    // a list is open
	Sorting                    // a list that has several orders is open
	Marking                    // a list whose items can be marked is open
	Tuning                     // the options are open
	Choosing                   // a menu is open
	Comparing                  // two reads are compared
	Marked                     // lines are marked
	Refused                    // the tool refuses the read
	Searching                  // matches are highlighted
	Filtered                   // a filter hides lines
	Block                      // the tool gives a block
	Lost                       // the model does not get all of the file
	More                       // another call gives more of it
	Onward                     // as More, once a key has been pressed
	Bytes                      // the tool reads by bytes
	Changed                    // the file differs from what git has
	Fresh                      // no key has been pressed yet
	Recorded                   // the file is one of a transcript
	Paging                     // no tool is on
	Reading                    // a tool is on
)

// Hint is what the footer says of an action in a state: a word behind its key.
type Hint struct {
	Action Action
	// Pair is an action whose key stands behind the action's own, before the same word; "" for none.
	Pair  Action
	Word  string
	When  When
	order int16 // the place among those of its state, from the left
}

// orderedHints are all hints in the order of the footer.
var orderedHints = sync.OnceValue(func() []Hint {
	return slices.SortedStableFunc(slices.Values(tableHints), func(a, b Hint) int {
		return cmp.Or(cmp.Compare(a.When, b.When), cmp.Compare(a.order, b.order))
	})
})

// maxHints is how many hints there is room for before more has to be made: few states have more.
const maxHints = 24

// Hints lists the hints of some states in the order of the footer, one for each action.
func Hints(now When) []Hint {
	hints := make([]Hint, 0, maxHints)
	for _, h := range orderedHints() {
		said := func(o Hint) bool { return o.Action == h.Action || o.Pair == h.Action }
		if h.When&now != 0 && !slices.ContainsFunc(hints, said) {
			hints = append(hints, h)
		}
	}
	return hints
}

// KeysIn are the keys that mean an action in a context: those of its row that mean nothing else there.
func (m *Map) KeysIn(c Context, a Action) (keys []string) {
	b, _ := m.Binding(a)
	for _, k := range b.Keys {
		if does, _ := m.Lookup(c, k); does == a {
			keys = append(keys, k)
		}
	}
	return keys
}
