// Package budget, which changes without notice, bounds the work on proofs and searches over all changes of a run: where
// there is more to look at, it is not known what was sent.
package budget

// Budget is what has been spent. The zero value is a new one.
type Budget struct {
	searched int // bytes of texts that were searched for parts of lines
	visits   int // calls that were looked at, with one for every 64 lines and changes
}

const (
	maxSearched = 256 << 20
	maxVisits   = 100_000
)

// Search counts bytes that are searched; false where they are too many.
func (b *Budget) Search(n int) bool {
	b.searched += n
	return b.searched <= maxSearched
}

// Visit counts visits; false where they are too many.
func (b *Budget) Visit(n int) bool {
	b.visits += n
	return b.visits <= maxVisits
}
