package decode

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// HeadSize is how many of a file's first bytes Detect looks at.
const HeadSize = 64 << 10

// Detect tells a file's form from its first bytes; whole says that they are all of it. Bytes past HeadSize are not
// looked at. The same bytes always give the same form; of a packed file the encoding is UTF8, since it is unknown.
func Detect(head []byte, whole bool) Form {
	if len(head) > HeadSize {
		head = head[:HeadSize]
		whole = false
	}
	if c := PackedBy(head); c != None {
		return Form{Compression: c}
	}

	for _, b := range []struct {
		mark string
		enc  Encoding
	}{
		{"\xff\xfe\x00\x00", UTF32LE}, // before the mark of UTF-16LE, which begins it
		{"\x00\x00\xfe\xff", UTF32BE},
		{"\xff\xfe", UTF16LE},
		{"\xfe\xff", UTF16BE},
		{"\xef\xbb\xbf", UTF8},
	} {
		rest, ok := bytes.CutPrefix(head, []byte(b.mark))
		if ok && (b.enc == UTF8 || plausible(rest, b.enc)) {
			return Form{Encoding: b.enc, BOM: true, Binary: b.enc == UTF8 && controls(rest)}
		}
	}

	if bytes.IndexByte(head, 0) >= 0 {
		for _, e := range []Encoding{UTF32LE, UTF32BE, UTF16LE, UTF16BE} {
			if zeros(head, e) && plausible(head, e) {
				return Form{Encoding: e}
			}
		}
		return Form{Binary: true}
	}

	if controls(head) {
		return Form{Binary: true}
	}
	if latin1(head, whole) {
		return Form{Encoding: Latin1}
	}

	return Form{}
}

// PackedBy tells by the first bytes of a file how it is packed. It looks at the fields of a header that can be wrong,
// too: RFC 1952 section 2.3, RFC 8878 section 3.1, the .xz file format 1.2.1 section 2.1.1. A file of bzip2 begins with
// a block or its end.
func PackedBy(head []byte) Compression {
	switch {
	case len(head) >= 10 && bytes.HasPrefix(head, []byte{0x1F, 0x8B, 8}) && head[3]&0xE0 == 0:
		return Gzip
	case zstdFrame(head):
		return Zstd
	case len(head) >= 10 && bytes.HasPrefix(head, []byte("BZh")) && head[3] >= '1' && head[3] <= '9' &&
		(string(head[4:10]) == "1AY&SY" || string(head[4:10]) == "\x17\x72\x45\x38\x50\x90"):
		return Bzip2
	case len(head) >= 12 && bytes.HasPrefix(head, []byte("\xfd7zXZ\x00\x00")) && head[7] <= 15:
		return XZ
	}
	return None
}

// zstdFrame reports whether bytes begin with a frame of zstd, or with frames to be skipped and then one of zstd, as
// what packs in parallel writes; other formats have skippable frames too.
func zstdFrame(head []byte) bool {
	for len(head) >= 8 && head[0]&0xF0 == 0x50 && bytes.HasPrefix(head[1:], []byte{0x2A, 0x4D, 0x18}) {
		size := int64(binary.LittleEndian.Uint32(head[4:]))
		head = head[8:]
		if size > int64(len(head)) {
			return false
		}
		head = head[size:]
	}
	return len(head) >= 6 && bytes.HasPrefix(head, []byte{0x28, 0xB5, 0x2F, 0xFD}) && head[4]&0x08 == 0
}

// controls reports whether bytes hold NULs or many control characters.
func controls(p []byte) bool {
	n := 0
	for _, c := range p {
		switch {
		case c == 0:
			return true
		case c < 0x20 && !strings.ContainsRune("\t\n\r\f\x1B\b", rune(c)) || c == 0x7F:
			n++
		}
	}
	return n > len(p)/20+1
}

// zeros reports whether zero bytes are where an encoding without a BOM has them. Characters of European scripts, line
// ends and blanks have zeros in all bytes but the lowest. The letters of another alphabet share their second byte; then
// only blanks and signs have zeros there. Of Chinese and Japanese in UTF-16 neither is true: they are known by their
// BOM.
func zeros(head []byte, e Encoding) bool {
	size := unitSize(e)
	low, second := 0, 1 // the places of the lowest byte in a unit and of the next
	if e == UTF16BE || e == UTF32BE {
		low = size - 1
		second = size - 2
	}

	units := len(head) / size
	if units == 0 {
		return false
	}

	high, lowest := 0, 0
	var seconds [256]int
	for i, c := range head[:units*size] {
		place := i & (size - 1)
		if place == second {
			seconds[c]++
		}

		switch {
		case c == 0 && place == low:
			lowest++
		case c == 0:
			high++
		}
	}

	if lowest > units/50 {
		return false
	}

	alphabet := 0
	for _, n := range seconds[1:] {
		alphabet = max(alphabet, n)
	}

	return high >= units*(size-1)*2/5 ||
		size == 2 && units >= 8 && seconds[0] >= units/20+1 && (alphabet+seconds[0])*10 >= units*9
}

func unitSize(e Encoding) int { return encodings[e].unit }

// plausible reports whether bytes read as an encoding are text: assigned characters, few of them controls.
func plausible(p []byte, e Encoding) bool {
	size := unitSize(e)
	good, bad := 0, 0
	for i := 0; i+size <= len(p); i += size {
		r := unitAt(p[i:], e)
		if utf16.IsSurrogate(r) && size == 2 {
			if i+2*size > len(p) {
				break
			}
			r = utf16.DecodeRune(r, unitAt(p[i+size:], e))
			if r != utf8.RuneError {
				i += size
			}
		}

		if r == 0x1B || r == 0xFEFF || unicode.IsSpace(r) || r != utf8.RuneError && unicode.IsPrint(r) {
			good++
		} else {
			bad++
		}
	}

	return bad <= good/20
}

// unitAt is the unit that p begins with; p is at least that long.
func unitAt(p []byte, e Encoding) rune {
	if unitSize(e) == 2 {
		return rune(encodings[e].order.Uint16(p))
	}
	return rune(encodings[e].order.Uint32(p))
}

// maxHighRun is the most letters past ASCII that follow each other in words of the languages of ISO 8859-1.
const maxHighRun = 3

// latin1 reports whether bytes without NULs are not UTF-8 but text in ISO 8859-1: nearly all bytes past ASCII are
// letters of words that have ASCII letters, short words by themselves ("à", "Å"), or signs. Words of other scripts in
// encodings of one or two bytes are long runs of bytes past ASCII.
func latin1(p []byte, whole bool) bool {
	multi, invalid, good := 0, 0, 0
	for i := 0; i < len(p); {
		if p[i] < utf8.RuneSelf {
			i++
			continue
		}

		if !utf8.FullRune(p[i:]) && (!whole || len(p)-i > 1) {
			break // a character that is not all there; at the end of a whole text a single byte may be a letter
		}

		if _, n := utf8.DecodeRune(p[i:]); n > 1 {
			multi++
			i += n
			continue
		}

		from := i
		run := highRun(p[i:], whole)
		i += run
		invalid += run
		beside := from > 0 && asciiLetter(p[from-1]) || i < len(p) && asciiLetter(p[i])
		if run == 1 && latin1Sign(p[from]) || highLetter(p[from]) && (run == 1 || beside && run <= maxHighRun) {
			good += run
		}
	}

	return invalid > 0 && multi <= invalid/4 && good*10 >= invalid*8
}

// highRun is how many letters past ASCII that are no UTF-8 follow each other at the front of p.
func highRun(p []byte, whole bool) (n int) {
	for n = 1; n < len(p) && highLetter(p[n]) && highLetter(p[n-1]); n++ {
		_, size := utf8.DecodeRune(p[n:])
		if size > 1 || !whole && !utf8.FullRune(p[n:]) {
			break
		}
	}
	return n
}

func asciiLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// highLetter reports whether a byte is a letter of ISO 8859-1 past ASCII.
func highLetter(c byte) bool { return c >= 0xC0 && c != 0xD7 && c != 0xF7 }

// latin1Sign reports whether a byte is one of the signs of ISO 8859-1 that occur in text: no-break space, ¡ £ § © ª « °
// ² ³ ´ µ · º » and the like, × and ÷.
func latin1Sign(c byte) bool {
	return strings.IndexByte("\xA0\xA1\xA3\xA7\xD7\xF7", c) >= 0 || c >= 0xA9 && c < 0xC0
}
