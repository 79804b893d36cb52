package coreutils

// stream writes pieces to emit until that returns false. It may be run more than once.
type stream func(emit func(Piece) bool)

// mostPieces is how many pieces are kept in memory at most.
const mostPieces = 1 << 20

// gather keeps what a stream writes. keep is how many of its last lines are wanted, below 0 for all.
func (r *Runner) gather(in stream, keep int64) []Piece {
	var held []Piece
	limit := 1 << 12
	in(func(p Piece) bool {
		if p.Size() == 0 {
			return true
		}
		if held = append(held, p); len(held) < limit {
			return r.err == nil
		}
		if keep >= 0 {
			held = r.lastLines(held, keep)
		}
		if limit = 2 * len(held); len(held) > mostPieces {
			return r.Fail(ErrTooMuch)
		}
		limit = max(limit, 1<<12)
		return r.err == nil
	})
	return held
}

// lastLines is the last n lines of what is kept.
func (r *Runner) lastLines(held []Piece, n int64) []Piece {
	if len(held) == 0 {
		return held
	}
	last, err := held[len(held)-1].last()
	if err != nil {
		r.Fail(err)
		return nil
	}
	ends := n
	if last != '\n' {
		ends--
	}
	if n <= 0 {
		return nil
	}
	for i := len(held) - 1; i >= 0; i-- {
		off, more, err := held[i].beforeLines(r.ctx, ends)
		switch {
		case err != nil:
			r.Fail(err)
			return nil
		case more == 0:
			rest := append([]Piece{held[i].From(off)}, held[i+1:]...)
			return rest
		}
		ends = more - 1
	}
	return held
}

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
