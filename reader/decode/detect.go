package decode

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// HeadSize is how many bytes at the beginning of a file Detect uses.
const HeadSize = 64 << 10

// Detect returns a file's form by its first bytes; whole: they are the whole file. Bytes past HeadSize are ignored. The
// result is deterministic; for a compressed file the encoding is UTF8, since it is not known.
func Detect(head []byte, whole bool) Format {
	if len(head) > HeadSize {
		head = head[:HeadSize]
		whole = false
	}
	if c := PackedBy(head); c != None {
		return Format{Compression: c}
	}

	for _, b := range []struct {
		mark string
		enc  Encoding
	}{
		{"\xff\xfe\x00\x00", UTF32LE}, // precedes UTF-16LE, whose mark is a prefix
		{"\x00\x00\xfe\xff", UTF32BE},
		{"\xff\xfe", UTF16LE},
		{"\xfe\xff", UTF16BE},
		{"\xef\xbb\xbf", UTF8},
	} {
		rest, ok := bytes.CutPrefix(head, []byte(b.mark))
		if ok && (b.enc == UTF8 || plausible(rest, b.enc)) {
			return Format{Encoding: b.enc, BOM: true, Binary: b.enc == UTF8 && controls(rest)}
		}
	}

	if bytes.IndexByte(head, 0) >= 0 {
		for _, e := range []Encoding{UTF32LE, UTF32BE, UTF16LE, UTF16BE} {
			if zeros(head, e) && plausible(head, e) {
				return Format{Encoding: e}
			}
		}
		return Format{Binary: true}
	}

	if controls(head) {
		return Format{Binary: true}
	}
	if latin1(head, whole) {
		return Format{Encoding: Latin1}
	}

	return Format{}
}

// PackedBy returns the compression by the first bytes of a file. It also checks header fields that can be invalid: RFC
// 1952 section 2.3, RFC 8878 section 3.1, the .xz file format 1.2.1 section 2.1.1; for bzip2 the beginning of a block
// or the end of the file.
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

// zstdFrame reports whether bytes begin with a zstd frame, possibly after skippable frames, as parallel compressors
// write; other formats have skippable frames, too.
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

// controls reports whether bytes contain NULs or many control characters.
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

// zeros reports whether zero bytes are where an encoding without a byte order mark has them. Characters of European
// scripts, line ends and spaces have zeros in all bytes but the lowest. The letters of another alphabet share their
// second byte, and only spaces and punctuation have zeros there. Neither is true of Chinese and Japanese in UTF-16,
// which need a byte order mark.
func zeros(head []byte, e Encoding) bool {
	size := unitSize(e)
	low := 0
	second := 1 // indexes of the lowest byte in a unit and of the next
	if e == UTF16BE || e == UTF32BE {
		low = size - 1
		second = size - 2
	}

	units := len(head) / size
	if units == 0 {
		return false
	}

	high := 0
	lowest := 0
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

// plausible reports whether bytes decode as text: assigned characters, few of them controls.
func plausible(p []byte, e Encoding) bool {
	size := unitSize(e)
	good := 0
	bad := 0
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

// unitAt returns the unit at the start of p, which must be long enough.
func unitAt(p []byte, e Encoding) rune {
	if unitSize(e) == 2 {
		return rune(encodings[e].order.Uint16(p))
	}
	return rune(encodings[e].order.Uint32(p))
}

// maxHighRun is the longest run of letters beyond ASCII in words of the languages of ISO 8859-1.
const maxHighRun = 3

// latin1 reports whether bytes without NULs are ISO 8859-1 and not UTF-8: nearly all bytes beyond ASCII are letters in
// words with ASCII letters, short words ("à", "Å"), or punctuation. Words of other scripts in encodings of one or two
// bytes are long runs of bytes beyond ASCII.
func latin1(p []byte, whole bool) bool {
	multi := 0
	invalid := 0
	good := 0
	for i := 0; i < len(p); {
		if p[i] < utf8.RuneSelf {
			i++
			continue
		}

		if !utf8.FullRune(p[i:]) && (!whole || len(p)-i > 1) {
			break // an incomplete character; at the end of a whole text a single byte may be a letter
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

// highRun returns how many letters beyond ASCII that are not UTF-8 are at the start of p.
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

// highLetter reports whether a byte is a letter of ISO 8859-1 beyond ASCII.
func highLetter(c byte) bool { return c >= 0xC0 && c != 0xD7 && c != 0xF7 }

// latin1Sign reports whether a byte is a sign of ISO 8859-1 that occurs in text: no-break space, ¡ £ § © ª « ° ² ³ ´ µ
// · º » and the like, × and ÷.
func latin1Sign(c byte) bool {
	return strings.IndexByte("\xA0\xA1\xA3\xA7\xD7\xF7", c) >= 0 || c >= 0xA9 && c < 0xC0
}
