package mentions

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// finder finds some texts in one pass over bytes: every third pair of bytes is looked up in a table of those pairs that
// the texts have in four of their bytes. Texts that are shorter, or too many for the table, are found by one of their
// bytes.
type finder struct {
	texts []Text
	same  []int          // of each text the next one that is the same; 0 for none
	pairs [1 << 16]uint8 // 1 + the index into spots; 0 for no text
	spots [][]spot
	short []spot // with the rarest byte of each
}

// spot is where in a text something stands.
type spot struct {
	text, at int
	first    uint32 // the first bytes of a text that has them: most places are told by these
}

// Every stride-th pair is looked up; a text of window bytes and more has one of them, wherever it stands.
const (
	stride = 3
	window = stride + 1
)

// newFinder takes from a sample how often bytes occur.
func newFinder(sample []byte, texts []Text) *finder {
	var often [256]int
	for _, b := range sample {
		often[b]++
	}

	f := &finder{spots: make([][]spot, 1)}
	for i, text := range texts {
		text.Is = text.Is[:min(len(text.Is), longestText)]
		f.texts = append(f.texts, text)
		f.same = append(f.same, 0)
		if last := f.lastSame(text.Is, i); last >= 0 {
			f.same[last] = i
			continue
		}

		if len(text.Is) < window || len(f.spots)+stride > 1<<8 {
			rarest := slices.MinFunc(text.Is, func(a, b byte) int { return often[a] - often[b] })
			f.short = append(f.short, spot{text: i, at: bytes.IndexByte(text.Is, rarest)})
			continue
		}

		at := rarestWindow(sample, text.Is)
		first := binary.LittleEndian.Uint32(text.Is)
		for n := stride - 1; n >= 0; n-- { // so that places are found in their order
			f.add(binary.LittleEndian.Uint16(text.Is[at+n:]), spot{i, at + n, first})
		}
	}

	return f
}

// maxCompared is how many bytes of a text are compared to find its rarest ones.
const maxCompared = 40

// lastSame is the index of the last text before one that is the same; -1 for none.
func (f *finder) lastSame(is []byte, before int) int {
	for k := before - 1; k >= 0; k-- {
		if bytes.Equal(f.texts[k].Is, is) {
			return k
		}
	}
	return -1
}

// rarestWindow is the index of those bytes of a text whose pairs are the rarest in a sample, of the first of its bytes.
func rarestWindow(sample, text []byte) (at int) {
	var counts []int
	for i := range min(len(text), maxCompared) - 1 {
		counts = append(counts, bytes.Count(sample, text[i:i+2]))
	}

	least := math.MaxInt
	for i := range len(counts) - stride + 1 {
		if sum := counts[i] + counts[i+1] + counts[i+2]; sum < least {
			at = i
			least = sum
		}
	}

	return at
}

// add adds a pair of a text to the table.
func (f *finder) add(pair uint16, s spot) {
	if f.pairs[pair] == 0 {
		f.pairs[pair] = uint8(len(f.spots))
		f.spots = append(f.spots, nil)
	}
	i := f.pairs[pair]
	f.spots[i] = append(f.spots[i], s)
}

// find gives, for each text, the places where it begins before an index of some bytes, and counts, in their order.
func (f *finder) find(in []byte, before int) [][]int {
	at := make([][]int, len(f.texts))
	i := 0
	for rest := in; len(rest) >= 2*8; rest = rest[4*stride:] {
		a := binary.LittleEndian.Uint64(rest)
		b := binary.LittleEndian.Uint64(rest[2*stride:])
		first := uint32(f.pairs[uint16(a)])
		second := uint32(f.pairs[uint16(a>>(8*stride))])
		third := uint32(f.pairs[uint16(b)])
		fourth := uint32(f.pairs[uint16(b>>(8*stride))])
		for all := first | second<<8 | third<<16 | fourth<<24; all != 0; {
			k := bits.TrailingZeros32(all) / 8
			f.take(at, in, before, i+k*stride, uint8(all>>(8*k)))
			all &^= 0xff << (8 * k)
		}
		i += 4 * stride
	}

	for ; i+2 <= len(in); i += stride {
		f.take(at, in, before, i, f.pairs[binary.LittleEndian.Uint16(in[i:])])
	}

	for k := range f.short {
		s := &f.short[k]
		is := f.texts[s.text].Is
		for from := s.at; from < len(in); from++ {
			n := bytes.IndexByte(in[from:], is[s.at])
			if n < 0 {
				break
			}
			from += n
			f.check(at, in, before, s, from)
		}
	}

	return at
}

// take takes the texts that have the pair of bytes at an index, by its number in the table.
func (f *finder) take(at [][]int, in []byte, before, i int, pair uint8) {
	for k := range f.spots[pair] {
		s := &f.spots[pair][k]
		start := i - s.at
		if start >= 0 && start+window <= len(in) && binary.LittleEndian.Uint32(in[start:]) == s.first {
			f.check(at, in, before, s, i)
		}
	}
}

// check takes a text that may stand at an index with one of its spots.
func (f *finder) check(at [][]int, in []byte, before int, s *spot, i int) {
	text := &f.texts[s.text]
	start := i - s.at
	if start < 0 || start >= before || in[start] != text.Is[0] || !bytes.HasPrefix(in[start:], text.Is) {
		return
	}

	for k, isFirst := s.text, true; isFirst || k > 0; k, isFirst = f.same[k], false {
		if is := f.texts[k].IsMeant; is == nil || is(in[start+len(text.Is):]) {
			at[k] = append(at[k], start)
		}
	}
}
