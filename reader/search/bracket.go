package search

import (
	"context"

	"eyeline/reader/source"
)

// bracketBlock is how many bytes Bracket reads at a time.
const bracketBlock = 64 << 10

// Bracket finds the matching bracket: forward the closing one for the opening bracket at off, or backward the opening
// one for the closing bracket at off. It returns its 0-based offset; ok is false if there is no match. A bracket right
// after an escape character is part of a sequence and is skipped. The error is ctx's or that of reading.
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

		from := max(lo-1, 0) // includes the preceding byte
		data := buf[:hi-from]
		if err := readFull(b, data, from); err != nil {
			return 0, false, err
		}
		if i := pairIn(data, int(lo-from), opening, closing, dir, &depth); i >= 0 {
			return from + int64(i), true, nil
		}

		lo, hi = hi, lo // one of them is recomputed for either direction
	}
}

// pairIn continues counting in data from first on, or from its end down to first, and returns the index of the bracket
// at which the depth becomes 0; -1 if it does not.
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
