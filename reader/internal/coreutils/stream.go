package coreutils

// stream pushes pieces to emit until that returns false. It may be run more than once.
type stream func(emit func(Piece) bool)

// to runs the stream, and returns what emit did last.
func (s stream) to(emit func(Piece) bool) (on bool) {
	on = true
	s(func(p Piece) bool {
		on = emit(p)
		return on
	})
	return on
}

const (
	maxPieces = 1 << 20        // pieces held in memory
	maxHeld   = maxPieces >> 2 // pieces held by head and tail, which re-read them while more arrive
)

// after returns the offset in a piece after n bytes or line ends; found is how many of them the piece has, at most n.
func (r *Runner) after(p Piece, n int64, bytes bool) (off, found int64) {
	if bytes {
		return min(n, p.Size()), min(n, p.Size())
	}
	off, found, err := p.afterLines(r.ctx, n)
	if err != nil {
		r.Fail(err)
	}
	return off, found
}

// skip returns an emit that drops the first n bytes or lines and passes on the rest.
func (r *Runner) skip(n int64, bytes bool, emit func(Piece) bool) func(Piece) bool {
	return func(p Piece) bool {
		off, found := r.after(p, n, bytes)
		n -= found
		rest := p.From(off)
		if off > 0 && p.Line > 0 && !bytes {
			rest.Line = p.Line + found
		}
		return r.err == nil && (rest.Size() == 0 || emit(rest))
	}
}

// upTo returns an emit that passes on the first n lines or bytes.
func (r *Runner) upTo(n int64, bytes bool, emit func(Piece) bool) func(Piece) bool {
	return func(p Piece) bool {
		off, found := r.after(p, n, bytes)
		n -= found
		return r.err == nil && (off == 0 || emit(p.UpTo(off))) && n > 0
	}
}
