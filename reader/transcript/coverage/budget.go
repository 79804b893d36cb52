package coverage

// budget bounds the work on proofs and searches over all changes of a run: where there is more to look at, it is not
// known what was sent.
type budget struct {
	searched int // bytes of texts that were searched for parts of lines
	visits   int // calls that were looked at, with one for every 64 lines and changes
}

const (
	maxSearched = 256 << 20
	maxVisits   = 100_000
)

// search counts bytes that are searched; false where they are too many.
func (b *budget) search(n int) bool {
	b.searched += n
	return b.searched <= maxSearched
}

// visit counts visits; false where they are too many.
func (b *budget) visit(n int) bool {
	b.visits += n
	return b.visits <= maxVisits
}
