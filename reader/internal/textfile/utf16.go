package textfile

import (
	"encoding/binary"
	"unicode/utf16"
)

// FromUTF16 returns the line, in UTF-8 and with its line end, that begins at an offset of a UTF-16 text of even length;
// next is the offset after it. Lone surrogates become U+FFFD.
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
