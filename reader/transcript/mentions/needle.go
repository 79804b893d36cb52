package mentions

import (
	"bytes"
	"slices"
)

// needle is a text that is looked for: by the one of its bytes that is the rarest or, where even that is frequent, by
// its last byte, in steps as long as the text allows (Horspool's way).
type needle struct {
	text []byte
	at   int       // index of the rarest byte
	skip *[256]int // by the byte that stands where the text would end; nil: the rarest byte is looked for
}

// needleIn takes how often bytes occur from a sample.
func needleIn(sample, text []byte) needle {
	often := func(b byte) int { return bytes.Count(sample, []byte{b}) }
	rarest := slices.MinFunc(text, func(a, b byte) int { return often(a) - often(b) })
	n := needle{text: text, at: bytes.IndexByte(text, rarest)}
	const dear = 3 // how many steps cost about as much as a stop at a byte
	if often(rarest)*len(text)*dear > 2*len(sample) {
		n.skip = skips(text)
	}
	return n
}

// skips are how far a text can be moved on, by the byte that stands where it would end.
func skips(text []byte) *[256]int {
	var skip [256]int
	for b := range skip {
		skip[b] = len(text)
	}
	for i, b := range text[:len(text)-1] {
		skip[b] = len(text) - 1 - i
	}
	return &skip
}

// index is where the text is first, the line's length for nowhere.
func (n *needle) index(line []byte) int {
	if n.skip != nil {
		return n.step(line)
	}
	for from := n.at; from < len(line); from++ {
		i := bytes.IndexByte(line[from:], n.text[n.at])
		if i < 0 {
			break
		}
		from += i
		if rest := line[from-n.at:]; rest[0] == n.text[0] && bytes.HasPrefix(rest, n.text) {
			return from - n.at
		}
	}
	return len(line)
}

// step is index in steps.
func (n *needle) step(line []byte) int {
	last := len(n.text) - 1
	end := n.text[last]
	for i := last; i < len(line); {
		b := line[i]
		if b == end && bytes.Equal(line[i-last:i+1], n.text) {
			return i - last
		}
		i += n.skip[b]
	}
	return len(line)
}
