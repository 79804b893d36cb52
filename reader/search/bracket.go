package search

import (
	"context"

	"eyeline/reader/source"
)

// bracketBlock is how much is read at a time, in bytes, to find a bracket.
const bracketBlock = 64 << 10

// Bracket finds the other bracket of a pair: from the opening one at off forward the one that closes it or, backward,
// from the closing one at off the one that opens it. It returns its 0-based byte offset; false without one
// before the end or the beginning. A bracket right after an escape character begins a sequence and is skipped. The
// error is that of ctx or of reading.
func Bracket(
	ctx context.Context, b source.Bytes, opening, closing byte, off int64, dir Direction,
) (at int64, ok bool, err error) {
	buf := make([]byte, bracketBlock+1)
	depth := 0
	for lo, hi := off, off+1; ; {
		if dir == Forward {
			hi = min(lo+bracketBlock, b.Size())
		} else {
			lo = max(hi-bracketBlock, 0)
		}

		if lo >= hi {
			return 0, false, nil
		}
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}

		from := max(lo-1, 0) // with the byte before
		data := buf[:hi-from]
		if err := readFull(b, data, from); err != nil {
			return 0, false, err
		}
		if i := pairIn(data, int(lo-from), opening, closing, dir, &depth); i >= 0 {
			return from + int64(i), true, nil
		}

		lo, hi = hi, lo // each way one of them is set above
	}
}

// pairIn goes on counting in data from first on, or from its end down to first, and returns the index of the bracket at
// which the depth comes back to nothing; -1 without one.
func pairIn(data []byte, first int, opening, closing byte, dir Direction, depth *int) int {
	i := first
	step := 1
	n := len(data) - first
	if dir == Backward {
		i = len(data) - 1
		step = -1
		opening, closing = closing, opening
	}

	for ; n > 0; n, i = n-1, i+step {
		c := data[i]
		if c != opening && c != closing || i > 0 && data[i-1] == 0x1B {
			continue
		}

		if c == opening {
			*depth++
		} else if *depth--; *depth == 0 {
			return i
		}
	}

	return -1
}
