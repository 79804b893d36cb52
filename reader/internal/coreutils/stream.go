package coreutils

// stream writes pieces to emit until that returns false. It may be run more than once.
type stream func(emit func(Piece) bool)

// to writes a stream to what takes it, and returns what that did last.
func (s stream) to(emit func(Piece) bool) (on bool) {
	on = true
	s(func(p Piece) bool {
		on = emit(p)
		return on
	})
	return on
}

// mostPieces is how many pieces are kept in memory at most.
const mostPieces = 1 << 20

// skipBytes is a stream without its first n bytes, and takeBytes with no more than those; both as functions of emit.
func skipBytes(n int64, emit func(Piece) bool) func(Piece) bool {
	return func(p Piece) bool {
		if n >= p.Size() {
			n -= p.Size()
			return true
		}
		p = p.From(n)
		n = 0
		return emit(p)
	}
}

func takeBytes(n int64, emit func(Piece) bool) func(Piece) bool {
	return func(p Piece) bool {
		if n <= 0 {
			return false
		}
		p = p.UpTo(min(n, p.Size()))
		n -= p.Size()
		return emit(p) && n > 0
	}
}

// lineRange writes the lines from first to last of a stream, 1-based and inclusive; last -1 is the end.
func (r *Runner) lineRange(first, last int64, emit func(Piece) bool) func(Piece) bool {
	line := int64(1) // of the next byte
	return func(p Piece) bool {
		for p.Size() > 0 {
			if last >= 0 && line > last {
				return false
			}
			if line < first {
				off, n, err := p.afterLines(r.ctx, first-line)
				if err != nil {
					return r.Fail(err)
				}
				number := p.Line
				p = p.From(off)
				line += n
				if number > 0 {
					p.Line = number + n
				}
				continue
			}
			part := p
			if last >= 0 {
				off, n, err := p.afterLines(r.ctx, last-line+1)
				if err != nil {
					return r.Fail(err)
				}
				part, p = p.UpTo(off), p.From(off)
				line += n
			} else {
				p = Piece{}
			}
			if !emit(part) {
				return false
			}
		}
		return last < 0 || line <= last
	}
}
