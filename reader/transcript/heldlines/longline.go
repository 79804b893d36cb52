package heldlines

import (
	"bytes"
	"hash/maphash"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
)

const byteOrderMark = "\ufeff"

// longLine hashes a line that comes in pieces as [Hasher.Line] and [Hasher.Trimmed] hash it whole. It keeps no more of
// the line than a few bytes.
type longLine struct {
	trims    bool // white space is cut off the end, as by Hasher.Trim
	begun    bool // a piece came
	hasText  bool // some of it was no white space
	whole    trimmedHash
	bare     trimmedHash // without the white space that the line begins with
	unmarked trimmedHash // without the byte order mark that it begins with
	// held are the last bytes that came, which are not in the hashes: they may be a part of a character, or the first
	// half of a line end.
	held []byte
}

// trimmedHash is the hash of what came, and that of the same without the white space that it ends with.
type trimmedHash struct{ all, cut maphash.Hash }

// lineSums are the hashes of a line: of its text, of that without the white space around it, and of that without a byte
// order mark.
type lineSums struct{ whole, bare, unmarked uint64 }

// reset begins a new line.
func (l *longLine) reset(h Hasher) {
	*l = longLine{trims: h.Trim}
	for _, hash := range []*trimmedHash{&l.whole, &l.bare, &l.unmarked} {
		hash.all.SetSeed(seed)
		hash.cut.SetSeed(seed)
	}
}

// write takes the next piece of the line.
func (l *longLine) write(piece []byte) {
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
	l.held = bytes.Clone(piece[end:])
	l.begun = true
}

// sums ends the line.
func (l *longLine) sums() lineSums {
	l.hash(bytes.TrimSuffix(l.held, []byte("\r")))
	if l.trims {
		return lineSums{l.whole.cut.Sum64(), l.bare.cut.Sum64(), l.unmarked.cut.Sum64()}
	}
	return lineSums{l.whole.all.Sum64(), l.bare.cut.Sum64(), l.unmarked.all.Sum64()}
}

// hash adds whole characters to the hashes.
func (l *longLine) hash(text []byte) {
	if !utf8.Valid(text) {
		text = lossy.Decode(text)
	}

	l.whole.add(text)
	if l.begun {
		l.unmarked.add(text)
	} else {
		l.unmarked.add(bytes.TrimPrefix(text, []byte(byteOrderMark)))
	}

	if !l.hasText {
		text = bytes.TrimLeftFunc(text, isTrimmed)
		l.hasText = len(text) > 0
	}
	l.bare.add(text)
}

// add adds a text.
func (h *trimmedHash) add(text []byte) {
	end := len(bytes.TrimRightFunc(text, isTrimmed))
	_, _ = h.all.Write(text[:end]) // which never fails
	if end > 0 {
		h.cut = h.all
	}
	_, _ = h.all.Write(text[end:])
}
