package tokens

import (
	"hash/maphash"
	"strings"
)

// Memo counts the tokens of many texts that have lines in common, as reads of the same files do: it remembers the
// numbers of parts of texts. The zero Memo is ready to use, by one goroutine at a time.
type Memo struct {
	seed  maphash.Seed
	known map[uint64]int32
}

// maxKnown is how many parts a Memo remembers; when there are more, it begins anew. They take about 4 MiB.
const maxKnown = 1 << 17

// Count is what [OfText] gives.
func (m *Memo) Count(text string) (n int64) {
	if m.known == nil {
		m.seed = maphash.MakeSeed()
		m.known = map[uint64]int32{}
	}
	for text != "" {
		end := partEnd(text)
		n += m.countPart(text[:end])
		text = text[end:]
	}

	return n
}

// countPart returns the tokens of a part, and remembers them.
func (m *Memo) countPart(text string) int64 {
	key := maphash.String(m.seed, text)
	if n, known := m.known[key]; known {
		return int64(n)
	}

	n := OfText(text)
	if len(m.known) == maxKnown {
		clear(m.known)
	}

	m.known[key] = int32(n)
	return n
}

// partEnd is where the first part of a text ends: after a line end over which no piece of the pattern extends. Such a
// piece takes blank lines with the one before them, and slashes after a line end with the punctuation before it.
func partEnd(text string) int {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}

		at += i + 1
		if beginsLine(text[at:]) {
			return at
		}
	}
}

// beginsLine reports whether a text begins with a printable character of ASCII, which may be indented, and no slash.
func beginsLine(text string) bool {
	inner := strings.TrimLeft(text, " \t")
	return inner != "" && inner[0] > ' ' && inner[0] < 0x7F && text[0] != '/'
}

// maxExact is up to how many bytes of a text the tokens are all counted by About.
const maxExact = 64 << 10

// About is what Count gives of a text that is not long: of a longer one the tokens of the beginning are counted, and
// the rest is taken to be like it. exact reports whether all were counted.
func (m *Memo) About(text string) (n int64, exact bool) {
	if len(text) <= maxExact {
		return m.Count(text), true
	}
	return m.Count(text[:maxExact]) * int64(len(text)) / maxExact, false
}
