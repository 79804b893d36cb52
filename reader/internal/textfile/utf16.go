package textfile

import (
	"encoding/binary"
	"unicode/utf16"
)

// FromUTF16 is the line that begins at an offset of a text in UTF-16 of an even number of bytes, with its end, in
// UTF-8; next is the offset behind it. Halves of pairs become U+FFFD.
func FromUTF16(data []byte, at int, order binary.ByteOrder) (line []byte, next int) {
	var units []uint16
	for next = at; next < len(data); {
		unit := order.Uint16(data[next:])
		units = append(units, unit)
		next += 2
		if unit == '\n' {
			break
		}
	}
	return []byte(string(utf16.Decode(units))), next
}
