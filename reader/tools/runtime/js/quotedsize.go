package js

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// QuotedSize is the length in bytes of what AppendQuote appends for well-formed text.
func QuotedSize(p []byte) int {
	size := len(p) + len(`""`)
	for _, c := range []byte{'"', '\\'} {
		size += bytes.Count(p, []byte{c})
	}
	controls := controlCount(p)
	for _, c := range []byte{'\n', '\t', '\r', '\b', '\f'} {
		if controls == 0 {
			break
		}
		n := bytes.Count(p, []byte{c})
		size += n
		controls -= n
	}
	return size + controls*len(`u00XX`)
}

// controlCount is the number of bytes below a blank.
func controlCount(p []byte) (n int) {
	const ones = 0x0101010101010101
	i := 0
	for ; len(p)-i >= 8; i += 8 {
		x := binary.LittleEndian.Uint64(p[i:])
		// The three highest bits of a byte are 0 in one below 0x20.
		if low := ^(x>>7 | x>>6 | x>>5) & ones; low != 0 {
			n += bits.OnesCount64(low)
		}
	}
	for ; i < len(p); i++ {
		if p[i] < ' ' {
			n++
		}
	}
	return n
}
