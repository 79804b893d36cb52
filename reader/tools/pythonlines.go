package tools

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"math/bits"
	"runtime"
	"unicode/utf8"

	"eyeline/reader/access"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
)

// PythonEnds counts the line ends that Python's str.splitlines finds in a text.
type PythonEnds struct {
	LineEnds
	Others int64 // VT, FF, FS, GS, RS, NEL, U+2028 and U+2029
}

// Lines is the number of lines: one more than line ends where text follows the last one.
func (e PythonEnds) Lines() int64 { return e.LineEnds.Lines() + e.Others }

// CountPythonEnds counts the line ends of a file in UTF-8. valid is false, and they are not known, where the file is not UTF-8. The
// file is read through once, near the speed of memory.
func CountPythonEnds(ctx context.Context, b source.Bytes) (e PythonEnds, valid bool, err error) {
	if m := source.MemoryOf(b); m != nil && m.ASCII() && m.Special(0) > m.Ends(m.Size()) {
		e.LF = int64(m.Ends(b.Size()))
		e.Open = m.Lines(b.Size()) > e.LF
		return e, true, ctx.Err()
	}
	mid, err := halfway(b)
	if err != nil || mid == 0 {
		valid, err = e.count(ctx, b, 0, b.Size())
		return e, valid, err
	}
	type half struct {
		ends  PythonEnds
		valid bool
		err   error
	}
	second := make(chan half, 1)
	go func() {
		var h half
		h.valid, h.err = h.ends.count(ctx, b, mid, b.Size())
		second <- h
	}()
	valid, err = e.count(ctx, b, 0, mid)
	h := <-second
	e.LF, e.CRLF, e.CR, e.Others, e.Open = e.LF+h.ends.LF, e.CRLF+h.ends.CRLF, e.CR+h.ends.CR, e.Others+h.ends.Others, h.ends.Open
	return e, valid && h.valid, cmp.Or(err, h.err)
}

// halfway is the offset after a '\n' near the middle of a file that is worth to be read by two processors at once; 0 for none.
func halfway(b source.Bytes) (int64, error) {
	const worth = 512 << 10
	if b.Size() < worth || runtime.GOMAXPROCS(0) < 2 || source.MemoryOf(b) != nil {
		return 0, nil
	}
	var near [1 << 10]byte
	mid := b.Size() / 2
	if err := access.ReadFull(b, near[:], mid); err != nil {
		return 0, err
	}
	i := bytes.IndexByte(near[:], '\n')
	if i < 0 {
		return 0, nil
	}
	return mid + int64(i) + 1, nil
}

// count adds the line ends of the bytes of b from start to end, which are whole lines.
func (e *PythonEnds) count(ctx context.Context, b source.Bytes, start, end int64) (valid bool, err error) {
	valid = true
	err = eachChunk(ctx, b, start, end, func(p []byte, _ int64, last bool) (int, bool) {
		if !last {
			p = p[:len(p)-lossy.PartialTail(p)]
			if len(p) > 0 && p[len(p)-1] == '\r' { // whether a '\n' follows is in the next chunk
				p = p[:len(p)-1]
			}
		}
		if valid = e.add(p); valid && last {
			r, _ := utf8.DecodeLastRune(p)
			e.Open = r != '\n' && r != '\r' && !pythonEnd(r)
		}
		return len(p), !valid
	}, nil)
	return valid, err
}

// add counts the line ends in p; it returns false where p is not UTF-8.
func (e *PythonEnds) add(p []byte) (valid bool) {
	e.LF += int64(bytes.Count(p, lineFeed))
	for i := ordinary(p, 0); i < len(p); i = ordinary(p, i) {
		switch c := p[i]; {
		case c == 0xE2 && i+2 < len(p) && p[i+1]&0xC0 == 0x80 && p[i+2]&0xC0 == 0x80: // dashes, quotation marks, U+2028, U+2029
			if p[i+1] == 0x80 && p[i+2]|1 == 0xA9 {
				e.Others++
			}
			i += 3
			continue
		case c >= utf8.RuneSelf:
			n, kind := lossy.UnitAt(p[i:])
			if kind != lossy.Rune {
				return false
			}
			if c == 0xC2 && p[i+1] == 0x85 { // NEL
				e.Others++
			}
			i += n
			continue
		case c == '\r' && i+1 < len(p) && p[i+1] == '\n':
			e.LF--
			e.CRLF++
		case c == '\r':
			e.CR++
		case c == '\v', c == '\f', c >= 0x1c && c <= 0x1e:
			e.Others++
		}
		i++
	}
	return true
}

// ordinary is the index of the first byte of p from an index on that is not ASCII, or from 0x0B to 0x1F: the line ends that are
// rarer than '\n' are among those.
func ordinary(p []byte, i int) int {
	flip, least := flipBits, leastBits // in registers
	for ; len(p)-i >= 32; i += 32 {
		q := p[i : i+32 : i+32]
		a, b := binary.LittleEndian.Uint64(q), binary.LittleEndian.Uint64(q[8:])
		c, d := binary.LittleEndian.Uint64(q[16:]), binary.LittleEndian.Uint64(q[24:])
		if (((a^flip)-least)|((b^flip)-least)|((c^flip)-least)|((d^flip)-least)|a|b|c|d)&highBits == 0 {
			continue
		}
		for _, w := range [...]uint64{a, b, c, d} {
			if found := ((w ^ flip) - least | w) & highBits; found != 0 {
				return i + bits.TrailingZeros64(found)/8
			}
			i += 8
		}
	}
	for ; i < len(p); i++ {
		if c := p[i]; c >= utf8.RuneSelf || c >= 0x0B && c <= 0x1F {
			break
		}
	}
	return i
}

// Of eight bytes b, each ASCII, the first one for which b^0x1F is less than 0x15, which are those from 0x0B to 0x1F, borrows in a
// subtraction of 0x15 from each, and shows its highest bit. Variables are kept in registers, where constants would be loaded again
// for each eight bytes.
var (
	flipBits  uint64 = 0x1F1F1F1F1F1F1F1F
	leastBits uint64 = 0x1515151515151515
)

const highBits = 0x8080808080808080
