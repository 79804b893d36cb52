package heldlines

import (
	"bytes"
	"hash/maphash"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
)

// longLine hashes a line that comes in pieces as [Hasher.Line] and [Hasher.Trimmed] hash it whole. It keeps no more of
// the line than a few bytes.
type longLine struct {
	trims bool // white space is cut off the end, as by Hasher.Trim
	begun bool // a piece came
	// whole is the hash of all that came. cut is that of the same without the white space that it ends with, bare
	// likewise without the white space that it begins with; bareAll has the white space at the end.
	whole, cut, bare, bareAll maphash.Hash
	hasText                   bool // some of it was no white space
	// held are the last bytes that came, which are not in the hashes: they may be a part of a character, or the first
	// half of a line end.
	held []byte
}

// reset begins a new line.
func (l *longLine) reset(h Hasher) {
	*l = longLine{trims: h.Trim, held: l.held[:0]}
	for _, hash := range []*maphash.Hash{&l.whole, &l.cut, &l.bare, &l.bareAll} {
		hash.SetSeed(seed)
	}
}

// write takes the next piece of the line.
func (l *longLine) write(piece []byte) {
	l.begun = true
	piece = append(l.held, piece...)
	end := len(piece)
	for n := 1; n <= min(utf8.UTFMax-1, len(piece)); n++ {
		if last := piece[len(piece)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) || last[0] == '\r' && n == 1 {
				end -= n
			}
			break
		}
	}

	l.hash(piece[:end])
	l.held = append([]byte{}, piece[end:]...)
}

// sums ends the line, and returns its hashes: of its text, and of that without the white space around it.
func (l *longLine) sums() (whole, bare uint64) {
	l.hash(bytes.TrimSuffix(l.held, []byte("\r")))
	if l.trims {
		return l.cut.Sum64(), l.bare.Sum64()
	}
	return l.whole.Sum64(), l.bare.Sum64()
}

// hash adds whole characters to the hashes.
func (l *longLine) hash(text []byte) {
	if !utf8.Valid(text) {
		text = lossy.Decode(text)
	}

	end := len(bytes.TrimRightFunc(text, isTrimmed))
	advance(&l.whole, &l.cut, text, end)
	if !l.hasText {
		start := len(text) - len(bytes.TrimLeftFunc(text, isTrimmed))
		text = text[start:]
		end = max(end-start, 0)
	}
	if end > 0 {
		l.hasText = true
	}
	if l.hasText {
		advance(&l.bareAll, &l.bare, text, end)
	}
}

// advance adds a text to the hash of all that came, and makes cut that of what came up to an end in it; 0 where the text
// is white space alone.
func advance(all, cut *maphash.Hash, text []byte, end int) {
	_, _ = all.Write(text[:end]) // which never fails
	if end > 0 {
		*cut = *all
	}
	_, _ = all.Write(text[end:])
}
