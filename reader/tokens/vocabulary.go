package tokens

import (
	"container/heap"
	_ "embed"
	"sync"

	"github.com/dlclark/regexp2/v2"
	"github.com/klauspost/compress/zstd"
	_ "github.com/tiktoken-go/tokenizer/codec" // has the pattern compiled
)

// packed is the table of o200k, which a test makes of package codec's: the length and the bytes of each token, in the
// order of their ranks. As Go's own map it would take six times as much of the program.
//
//go:embed o200k.zst
var packed []byte

// pattern splits a text into pieces, over which no token extends.
const pattern = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+` +
	`(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*` +
	`(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`

// vocabulary is a table of tokens with their ranks.
type vocabulary struct {
	ranks map[string]int
	split *regexp2.Regexp
}

// o200k unpacks the table when it is first needed: it takes some milliseconds and megabytes.
var o200k = sync.OnceValue(func() vocabulary {
	v := vocabulary{make(map[string]int, 200_000), regexp2.MustCompile(pattern, regexp2.None)}
	unpacker, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err) // it is made of nothing that could be wrong
	}
	defer unpacker.Close()
	table, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		panic(err) // the table is part of the program
	}
	for text := string(table); text != ""; {
		end := 1 + int(text[0])
		v.ranks[text[1:end]] = len(v.ranks)
		text = text[end:]
	}
	return v
})

// count counts the tokens of a text. The error is that of splitting it.
func (v vocabulary) count(text string) (n int, err error) {
	m, err := v.split.FindStringMatch(text)
	for ; m != nil && err == nil; m, err = v.split.FindNextMatch(m) {
		piece := m.String()
		if _, whole := v.ranks[piece]; whole {
			n++
		} else {
			n += v.merged(piece)
		}
	}
	return n, err
}

// merged is how many tokens a piece becomes: of the parts that lie side by side those are joined first whose token has
// the lowest rank, of equal ones the first; at the beginning each byte is a part.
func (v vocabulary) merged(piece string) (parts int) {
	parts = len(piece)
	next, before := make([]int, parts+1), make([]int, parts+1) // where parts begin; 0: none does there
	for i := range parts {
		next[i], before[i+1] = i+1, i
	}
	var waiting pairs
	offer := func(start int) {
		if middle := next[start]; middle < len(piece) {
			if rank, ok := v.ranks[piece[start:next[middle]]]; ok {
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
		next[p.start], next[p.middle], before[p.end] = p.end, 0, p.start
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
