package textfile

import "encoding/binary"

// unitOf is how many bytes a unit of UTF-16 or UTF-32 has.
func unitOf(c Coding) int {
	if c == UTF32LE || c == UTF32BE {
		return 4
	}
	return 2
}

// Position is the place behind a text in UTF-16 or UTF-32 that begins a file with its byte-order mark: a 1-based line,
// as '\n' ends lines, and a 1-based column in characters.
func Position(before []byte, c Coding) (line, column int64) {
	order := binary.ByteOrder(binary.LittleEndian)
	if c == UTF16BE || c == UTF32BE {
		order = binary.BigEndian
	}

	unit := unitOf(c)
	line = 1 // and the byte-order mark is no column
	for ; len(before) >= unit; before = before[unit:] {
		var r uint32
		if unit == 4 {
			r = order.Uint32(before)
		} else {
			r = uint32(order.Uint16(before))
		}

		if unit == 4 || r < 0xDC00 || r > 0xDFFF { // the second half of a pair is no character
			column++
		}

		if r == '\n' {
			line++
			column = 1
		}
	}

	return line, column
}
