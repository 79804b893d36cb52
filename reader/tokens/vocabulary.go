package tokens

import (
	"container/heap"
	_ "embed"
	"encoding/binary"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// table are the tokens of o200k with their ranks, which a test takes from package codec: a hash table that is used as
// it lies in the program, as to unpack one or to make a map would be most of the time of a command that counts a short
// text. It begins with where each bucket begins, in four bytes, and where the last one ends. In a bucket each token has
// a byte for its length, three for its rank, and its bytes.
//
//go:embed o200k.table
var table []byte

// buckets is how many there are.
const buckets = 1 << 16

// rankOf finds the rank of a token; ok is false where it is not one.
func rankOf(token string) (rank int, ok bool) {
	begin := 4 * bucketOf(token)
	at := binary.LittleEndian.Uint32(table[begin:])
	end := binary.LittleEndian.Uint32(table[begin+4:])

	for at < end {
		head := binary.LittleEndian.Uint32(table[at:])
		text := at + 4
		at = text + head&0xFF
		if string(table[text:at]) == token {
			return int(head >> 8), true
		}
	}

	return 0, false
}

// bucketOf is the bucket of a token, by its hash FNV-1a.
func bucketOf(token string) uint32 {
	h := uint32(2166136261)
	for i := range len(token) {
		h = (h ^ uint32(token[i])) * 16777619
	}
	return (h ^ h>>16) % buckets
}

// OfText counts the tokens of a short text.
func OfText(text string) (n int64) {
	if end := asciiEnd(text); end == len(text) {
		n, _ = ofASCII(text, end)
		return n
	}

	for text != "" {
		end := partEnd(text)
		n += ofPart(text[:end])
		text = text[end:]
	}
	return n
}

// ofPart counts the tokens of a text. Only words that have other characters than ASCII need stand-ins to be split.
func ofPart(text string) (n int64) {
	for text != "" {
		end := asciiEnd(text)
		count, rest := ofASCII(text, end)
		n += count
		if rest == "" {
			return n
		}

		end = wordBegin(rest, asciiEnd(rest))
		count, done := ofAlike(rest[:end])
		n += count
		text = rest[done:]
	}
	return n
}

// ofAlike counts the tokens of a text up to the first piece after the last character that is not of ASCII; end is up to
// where it counted. The text is split as its stand-ins are.
func ofAlike(text string) (n int64, end int) {
	var room [256]byte
	like, other := standIns(room[:0], text)

	alike := unsafe.String(unsafe.SliceData(like), len(like)) // which nothing keeps
	for at := 0; at < other; {
		length := pieceOf(alike[at:])
		at += length
		size := sizeOf(text[end:], length)
		n += int64(ofPiece(text[end:], size))
		end += size
	}
	return n, end
}

// sizeOf is how many bytes the first characters of a text have.
func sizeOf(text string, characters int) (end int) {
	for range characters {
		if text[end] < utf8.RuneSelf {
			end++
			continue
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return end
}

// wordBegin is where the first word begins that one blank precedes, which belongs to it, and before that a printable
// character of ASCII, both from an index on: no piece extends over that. Without one it is the length.
func wordBegin(text string, from int) int {
	for i := from + 1; i+1 < len(text); i++ {
		if text[i] == ' ' && text[i-1] > ' ' && text[i-1] < 0x7F && isLetter(text[i+1]) {
			return i
		}
	}
	return len(text)
}

// ofASCII counts the tokens of the pieces of a text up to end, before which all is ASCII. rest is the text from the
// first piece on that what follows may be a part of.
func ofASCII(text string, end int) (n int64, rest string) {
	const ahead = len("'re") // no further does the pattern look for where a piece ends
	last := end
	if end < len(text) {
		last = end - ahead
	}

	for at := 0; at < end; {
		if at+8 <= last {
			word := eight(text[at:])
			if piece := quickPiece(word); piece > 0 {
				n += int64(ofShort(shortKey(word, piece), text[at:at+piece]))
				at += piece
				continue
			}
		}

		piece := pieceOf(text[at:end])
		if at+piece > last {
			return n, text[at:]
		}
		n += int64(ofPiece(text[at:], piece))
		at += piece
	}
	return n, text[end:]
}

// ofSplit is how many tokens a piece of a text is.
func ofSplit(piece string) int {
	if _, whole := rankOf(piece); whole {
		return 1
	}
	if len(piece) <= longestKept {
		return mergedShort(piece)
	}
	return joined.of(piece)
}

// merged is how many tokens a piece becomes: of the parts that lie side by side those are joined first whose token has
// the lowest rank, of equal ones the first; at the beginning each byte is a part.
func merged(piece string) (parts int) {
	if len(piece) <= maxPiece {
		return mergedShort(piece)
	}
	return mergedLong(piece)
}

// noToken is the rank of what is no token.
const noToken = 1 << 30

// mergedShort looks through all parts for the pair with the lowest rank, which takes less time than a heap of so few.
func mergedShort(piece string) (parts int) {
	var begins [maxPiece + 1]uint8 // where each part begins
	var ranks [maxPiece + 1]int32  // of what each part is with the next one
	rank := func(i int) int32 {
		if i+2 > parts {
			return noToken
		}
		return joinedRank(piece[begins[i]:begins[i+2]])
	}

	parts = len(piece)
	for i := range parts + 1 {
		begins[i] = uint8(i)
	}
	for i := range parts {
		ranks[i] = rank(i)
	}

	for {
		lowest := 0
		for i := range parts {
			if ranks[i] < ranks[lowest] {
				lowest = i
			}
		}
		if parts < 2 || ranks[lowest] == noToken {
			return parts
		}

		copy(begins[lowest+1:parts], begins[lowest+2:parts+1])
		copy(ranks[lowest+1:parts-1], ranks[lowest+2:parts])
		parts--
		ranks[lowest] = rank(lowest)
		if lowest > 0 {
			ranks[lowest-1] = rank(lowest - 1)
		}
	}
}

// twoRanks are the ranks of what is two bytes long, by them, plus 1; 0 for one that was not looked up yet. Each part of
// a piece is one byte at first.
var twoRanks [1 << 16]atomic.Int32

// joinedRank is the rank of a token; noToken for what is not one.
func joinedRank(token string) int32 {
	if len(token) != 2 {
		return lookUp(token)
	}

	place := &twoRanks[int(token[0])<<8|int(token[1])]
	rank := place.Load()
	if rank == 0 {
		rank = lookUp(token) + 1
		place.Store(rank)
	}
	return rank - 1
}

// lookUp is joinedRank by the table.
func lookUp(token string) int32 {
	if rank, ok := rankOf(token); ok {
		return int32(rank)
	}
	return noToken
}

// mergedLong keeps the pairs in a heap, so that the time does not grow with the square of the length.
func mergedLong(piece string) (parts int) {
	parts = len(piece)
	next := make([]int, parts+1)
	before := make([]int, parts+1) // where parts begin; 0: none does there
	for i := range parts {
		next[i] = i + 1
		before[i+1] = i
	}

	var waiting pairs
	offer := func(start int) {
		if middle := next[start]; middle < len(piece) {
			if rank, ok := rankOf(piece[start:next[middle]]); ok {
				heap.Push(&waiting, pair{rank, start, middle, next[middle]})
			}
		}
	}

	for start := range parts {
		offer(start)
	}

	for len(waiting) > 0 {
		p := heap.Pop(&waiting).(pair)
		if next[p.start] != p.middle || next[p.middle] != p.end {
			continue // one of them was joined with another
		}

		next[p.start] = p.end
		next[p.middle] = 0
		before[p.end] = p.start
		parts--
		offer(p.start)
		if p.start > 0 {
			offer(before[p.start])
		}
	}

	return parts
}

// pair is two parts side by side that are a token together.
type pair struct{ rank, start, middle, end int }

// pairs is a heap of them.
type pairs []pair

func (h pairs) Len() int      { return len(h) }
func (h pairs) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *pairs) Push(p any)   { *h = append(*h, p.(pair)) }
func (h *pairs) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func (h pairs) Less(i, j int) bool {
	return h[i].rank < h[j].rank || h[i].rank == h[j].rank && h[i].start < h[j].start
}
