// Package decode, which changes without notice, decodes files that are not UTF-8 for people: text in another encoding,
// or compressed. The tools read the raw bytes nevertheless, so nothing here affects what a model gets.
package decode

import (
	"encoding/binary"
	"strings"

	"eyeline/reader/lists"
)

// Encoding is a character encoding.
type Encoding uint8

// The encodings. UTF8 includes ASCII.
const (
	UTF8 Encoding = iota
	Latin1
	UTF16LE
	UTF16BE
	UTF32LE
	UTF32BE
)

// encodings are the usual names, and others in lower case without spaces and punctuation. UTF-16 and UTF-32 without
// byte order are little-endian, as nearly all such files are.
var encodings = [...]struct {
	name, others string
	unit         int // size of a unit in bytes
	order        binary.ByteOrder
}{
	UTF8:    {"UTF-8", "utf8 ascii usascii", 1, nil},
	Latin1:  {"Latin-1", "latin1 l1 iso88591 88591", 1, nil},
	UTF16LE: {"UTF-16LE", "utf16 utf16le ucs2 ucs2le", 2, binary.LittleEndian},
	UTF16BE: {"UTF-16BE", "utf16be ucs2be", 2, binary.BigEndian},
	UTF32LE: {"UTF-32LE", "utf32 utf32le ucs4 ucs4le", 4, binary.LittleEndian},
	UTF32BE: {"UTF-32BE", "utf32be ucs4be", 4, binary.BigEndian},
}

// String returns the encoding's usual name, such as "UTF-16LE".
func (e Encoding) String() string { return encodings[e].name }

// Encodings returns all encodings.
func Encodings() []Encoding { return []Encoding{UTF8, Latin1, UTF16LE, UTF16BE, UTF32LE, UTF32BE} }

// ParseEncoding returns the encoding of a name, ignoring case, spaces, '-' and '_'; false for an unknown name.
func ParseEncoding(s string) (Encoding, bool) {
	s = strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
	for _, e := range Encodings() {
		if lists.HasWord(encodings[e].others, s) {
			return e, true
		}
	}
	return UTF8, false
}

// Compression is a compression format.
type Compression uint8

const (
	None Compression = iota
	Gzip
	Zstd
	Bzip2
	XZ
)

var compressionNames = [...]string{"", "gzip", "zstd", "bzip2", "xz"}

// String returns the name of the compressing program, such as "gzip"; "" for None.
func (c Compression) String() string { return compressionNames[c] }

// Format says how a file's bytes are to be decoded as text.
type Format struct {
	Compression Compression
	// Encoding is that of the file, or of its decompressed content if it is known: UTF8 stands for detection in the
	// decompressed bytes.
	Encoding Encoding
	// BOM: the file begins with a byte order mark.
	BOM bool
	// Binary: the bytes are not text in any of these forms.
	Binary bool
}
