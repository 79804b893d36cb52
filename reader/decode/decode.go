// Package decode shows a person what a file says whose bytes are not UTF-8 text: text in another encoding, or
// compressed. The tools read the raw bytes all the same; so nothing here decides what a model gets.
package decode

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is how bytes stand for characters.
type Encoding uint8

// The encodings. UTF8 is also that of ASCII.
const (
	UTF8 Encoding = iota
	Latin1
	UTF16LE
	UTF16BE
	UTF32LE
	UTF32BE
)

var encodingNames = [...]string{"UTF-8", "Latin-1", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}

func (e Encoding) String() string { return encodingNames[e] }

// Encodings lists all of them.
func Encodings() []Encoding { return []Encoding{UTF8, Latin1, UTF16LE, UTF16BE, UTF32LE, UTF32BE} }

// ParseEncoding reads an encoding's name; case, '-' and '_' do not matter.
func ParseEncoding(s string) (Encoding, bool) {
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s)) {
	case "utf8", "ascii":
		return UTF8, true
	case "latin1", "iso88591":
		return Latin1, true
	case "utf16", "utf16le":
		return UTF16LE, true
	case "utf16be":
		return UTF16BE, true
	case "utf32", "utf32le":
		return UTF32LE, true
	case "utf32be":
		return UTF32BE, true
	}
	return UTF8, false
}

// Compression is how bytes are packed.
type Compression uint8

// The compressions.
const (
	None Compression = iota
	Gzip
	Zstd
	Bzip2
	XZ
)

var compressionNames = [...]string{"", "gzip", "zstd", "bzip2", "xz"}

func (c Compression) String() string { return compressionNames[c] }

// Form is how a file's bytes are to be read as text.
type Form struct {
	Compression Compression
	// Encoding is that of the file, or of what is packed in it, as far as it is known: UTF8 stands for what the
	// unpacked bytes themselves tell.
	Encoding Encoding
	// BOM says that the file begins with a byte order mark.
	BOM bool
	// Binary says that the bytes are no text of any of these forms.
	Binary bool
}

// HeadSize is how many of a file's first bytes Detect looks at.
const HeadSize = 64 << 10

// Detect tells a file's form from its first bytes; whole says that they are all of it.
func Detect(head []byte, whole bool) Form {
	if len(head) > HeadSize {
		head, whole = head[:HeadSize], false
	}
	if c := compression(head); c != None {
		return Form{Compression: c}
	}
	for _, b := range []struct {
		mark string
		enc  Encoding
		unit int
	}{
		{"\xff\xfe\x00\x00", UTF32LE, 4},
		{"\x00\x00\xfe\xff", UTF32BE, 4},
		{"\xff\xfe", UTF16LE, 2},
		{"\xfe\xff", UTF16BE, 2},
		{"\xef\xbb\xbf", UTF8, 1},
	} {
		if rest, ok := bytes.CutPrefix(head, []byte(b.mark)); ok && (b.unit == 1 || plausible(rest, b.enc)) {
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

// compression looks for the first bytes of a packed file, and at the fields of its header that can be wrong.
func compression(head []byte) Compression {
	switch {
	case len(head) >= 10 && bytes.HasPrefix(head, []byte{0x1F, 0x8B, 8}) && head[3]&0xE0 == 0:
		return Gzip
	case bytes.HasPrefix(head, []byte{0x28, 0xB5, 0x2F, 0xFD}) && len(head) >= 6 && head[4]&0x08 == 0:
		return Zstd
	case len(head) >= 10 && bytes.HasPrefix(head, []byte("BZh")) && head[3] >= '1' && head[3] <= '9' &&
		(string(head[4:10]) == "1AY&SY" || string(head[4:10]) == "\x17\x72\x45\x38\x50\x90"):
		return Bzip2
	case len(head) >= 12 && bytes.HasPrefix(head, []byte("\xfd7zXZ\x00\x00")) && head[7] <= 15:
		return XZ
	}
	return None
}

// controls says whether bytes hold NULs or many control characters.
func controls(p []byte) bool {
	n := 0
	for _, c := range p {
		switch {
		case c == 0:
			return true
		case c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1B && c != '\b' || c == 0x7F:
			n++
		}
	}
	return n > len(p)/20+1
}

// zeros says whether zero bytes stand where an encoding without a BOM has them: characters of European scripts, line
// ends and blanks have zeros in all bytes but the lowest.
func zeros(head []byte, e Encoding) bool {
	size := unitSize(e)
	low := 0 // place of the lowest byte in a unit
	if e == UTF16BE || e == UTF32BE {
		low = size - 1
	}
	units := len(head) / size
	if units == 0 {
		return false
	}
	high, lowest := 0, 0
	for i := range units * size {
		if head[i] != 0 {
			continue
		}
		if i%size == low {
			lowest++
		} else {
			high++
		}
	}
	return lowest <= units/50 && high >= units*(size-1)*2/5
}

func unitSize(e Encoding) int {
	switch e {
	case UTF16LE, UTF16BE:
		return 2
	case UTF32LE, UTF32BE:
		return 4
	}
	return 1
}

// plausible says whether bytes read as an encoding are text: assigned characters, few of them controls.
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
			i += size
		}
		if unicode.IsPrint(r) && r != utf8.RuneError || r == '\t' || r == '\n' || r == '\r' || r == '\f' || r == 0x1B || r == 0xFEFF || unicode.IsSpace(r) {
			good++
		} else {
			bad++
		}
	}
	return bad <= good/20
}

func unitAt(p []byte, e Encoding) rune {
	switch e {
	case UTF16LE:
		return rune(p[0]) | rune(p[1])<<8
	case UTF16BE:
		return rune(p[1]) | rune(p[0])<<8
	case UTF32LE:
		return rune(p[0]) | rune(p[1])<<8 | rune(p[2])<<16 | rune(p[3])<<24
	}
	return rune(p[3]) | rune(p[2])<<8 | rune(p[1])<<16 | rune(p[0])<<24
}

// latin1 says whether bytes without NULs are not UTF-8 but letters of ISO 8859-1 in words: most bytes past ASCII are
// letters, and stand beside an ASCII letter or a byte of their kind.
func latin1(p []byte, whole bool) bool {
	multi, invalid, letters := 0, 0, 0
	for i := 0; i < len(p); {
		if p[i] < utf8.RuneSelf {
			i++
			continue
		}
		if !whole && !utf8.FullRune(p[i:]) {
			break
		}
		r, n := utf8.DecodeRune(p[i:])
		if r != utf8.RuneError || n > 1 {
			multi++
			i += n
			continue
		}
		invalid++
		if c := p[i]; c >= 0xC0 && c != 0xD7 && c != 0xF7 && (i > 0 && letter(p[i-1]) || i+1 < len(p) && letter(p[i+1])) {
			letters++
		} else if c >= 0xA0 {
			letters++ // signs: « » ° § and the like
			if c < 0xA9 && c != 0xA7 && c != 0xA3 {
				letters--
			}
		}
		i++
	}
	return invalid > 0 && multi <= invalid/4 && letters*10 >= invalid*8
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0xC0 && c != 0xD7 && c != 0xF7
}
