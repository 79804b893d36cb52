package textfile

import "encoding/binary"

// unitOf returns the size of a unit of UTF-16 or UTF-32 in bytes.
func unitOf(c Coding) int {
	if c == UTF32LE || c == UTF32BE {
		return 4
	}
	return 2
}

// Position returns the position after a text in UTF-16 or UTF-32 that begins with its byte order mark: a 1-based line,
// ending at '\n', and a 1-based column in characters.
func Position(before []byte, c Coding) (line, column int64) {
	order := binary.ByteOrder(binary.LittleEndian)
	if c == UTF16BE || c == UTF32BE {
		order = binary.BigEndian
	}

	unit := unitOf(c)
	line = 1 // the byte order mark is not a column
	for ; len(before) >= unit; before = before[unit:] {
		var r uint32
		if unit == 4 {
			r = order.Uint32(before)
		} else {
			r = uint32(order.Uint16(before))
		}

		if unit == 4 || r < 0xDC00 || r > 0xDFFF { // the second half of a pair does not count
			column++
		}

		if r == '\n' {
			line++
			column = 1
		}
	}

	return line, column
}
