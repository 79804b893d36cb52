// Package decode shows a person what a file says whose bytes are not UTF-8 text: text in another encoding, or
// compressed. The tools read the raw bytes all the same; so nothing here decides what a model gets.
package decode

import (
	"fmt"
	"strings"
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

// String is the encoding's usual name, as "UTF-16LE".
func (e Encoding) String() string {
	if int(e) >= len(encodingNames) {
		return fmt.Sprintf("encoding %d", uint8(e))
	}
	return encodingNames[e]
}

// Encodings lists all of them.
func Encodings() []Encoding { return []Encoding{UTF8, Latin1, UTF16LE, UTF16BE, UTF32LE, UTF32BE} }

// ParseEncoding reads an encoding's name; case, blanks, '-' and '_' do not matter. UTF-16 and UTF-32 without an order
// are little-endian, as nearly all such files are. The result is false for a name that is none.
func ParseEncoding(s string) (Encoding, bool) {
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s)) {
	case "utf8", "ascii", "usascii":
		return UTF8, true
	case "latin1", "l1", "iso88591", "88591":
		return Latin1, true
	case "utf16", "utf16le", "ucs2", "ucs2le":
		return UTF16LE, true
	case "utf16be", "ucs2be":
		return UTF16BE, true
	case "utf32", "utf32le", "ucs4", "ucs4le":
		return UTF32LE, true
	case "utf32be", "ucs4be":
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

// String is the name of the program that packs so, as "gzip"; "" for None.
func (c Compression) String() string {
	if int(c) >= len(compressionNames) {
		return fmt.Sprintf("compression %d", uint8(c))
	}
	return compressionNames[c]
}

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
