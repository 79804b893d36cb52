// Package decode shows a person what a file says whose bytes are not UTF-8 text: text in another encoding, or
// compressed. The tools read the raw bytes all the same; so nothing here decides what a model gets. The package changes
// without notice.
package decode

import (
	"encoding/binary"
	"strings"

	"eyeline/reader/internal/wordset"
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

// encodings are the encodings' usual names, and others in small letters without blanks and signs. UTF-16 and UTF-32
// without an order are little-endian, as nearly all such files are.
var encodings = [...]struct {
	name, others string
	unit         int // bytes
	order        binary.ByteOrder
}{
	UTF8:    {"UTF-8", "utf8 ascii usascii", 1, nil},
	Latin1:  {"Latin-1", "latin1 l1 iso88591 88591", 1, nil},
	UTF16LE: {"UTF-16LE", "utf16 utf16le ucs2 ucs2le", 2, binary.LittleEndian},
	UTF16BE: {"UTF-16BE", "utf16be ucs2be", 2, binary.BigEndian},
	UTF32LE: {"UTF-32LE", "utf32 utf32le ucs4 ucs4le", 4, binary.LittleEndian},
	UTF32BE: {"UTF-32BE", "utf32be ucs4be", 4, binary.BigEndian},
}

// String is the encoding's usual name, as "UTF-16LE".
func (e Encoding) String() string { return encodings[e].name }

// Encodings lists all of them.
func Encodings() []Encoding { return []Encoding{UTF8, Latin1, UTF16LE, UTF16BE, UTF32LE, UTF32BE} }

// ParseEncoding reads an encoding's name; case, blanks, '-' and '_' do not matter. The result is false for an unknown
// name.
func ParseEncoding(s string) (Encoding, bool) {
	s = strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
	for _, e := range Encodings() {
		if wordset.Has(encodings[e].others, s) {
			return e, true
		}
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

// String is the name of the program that packs so, as "gzip"; "" for None.
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
