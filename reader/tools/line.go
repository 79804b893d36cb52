package tools

import (
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
)

// Unit is what a length is counted in.
type Unit uint8

const (
	Bytes Unit = iota // bytes of UTF-8, after decoding
	Runes             // Unicode scalar values
	UTF16             // UTF-16 code units: one for a character of the basic plane, two for any other
)

// String names the unit in the plural.
func (u Unit) String() string { return [...]string{"bytes", "characters", "UTF-16 units"}[u] }

// MarshalText implements encoding.TextMarshaler.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// Length is the length of decoded text in the unit.
func (u Unit) Length(p []byte) int64 {
	if u == Bytes {
		return int64(len(p))
	}
	all, wide := lossy.Characters(p)
	if u == UTF16 {
		all += wide
	}
	return int64(all)
}

// Fit is the length in bytes of the longest prefix of p, decoded text, of at most room units that ends between
// characters; left is the room that remains. A character of two UTF-16 units that only half fits is left out, and left
// is then 1.
func (u Unit) Fit(p []byte, room int64) (fits int, left int64) {
	switch {
	case room <= 0:
		return 0, 0
	case int64(len(p)) <= room: // no unit is shorter than a byte
		return len(p), room - u.Length(p)
	case u == Bytes:
		for fits = int(room); fits > 0 && !utf8.RuneStart(p[fits]); fits-- {
		}
		return fits, room - int64(fits)
	}

	for fits < len(p) && room > 0 {
		if p[fits] < utf8.RuneSelf {
			fits++
			room--
			continue
		}

		_, size := utf8.DecodeRune(p[fits:])
		if u == UTF16 && size == 4 {
			if room < 2 {
				return fits, room
			}
			room--
		}

		fits += size
		room--
	}

	return fits, room
}

// Line describes a line to the functions of a LineFormat.
type Line struct {
	Number int64 // the tool's number of it
	First  bool  // it is the first line of the answer
	Width  int   // digits of the last number in the answer, where the tool aligns by it; else 0
	// Before is Shown.Before, for a line that a content has.
	Before int
	// Length is the whole line's length in the format's Unit; it is known to Mark only, and only where Whole is set.
	Length int64
	// Kept is how much of the line is shown, in the format's Unit; known to Mark only.
	Kept int64
}

// LineFormat is how a tool shows one line of a file: what precedes it, where it is cut, and what joins lines.
type LineFormat struct {
	// Prefix appends what precedes a line's text; nil: nothing.
	Prefix func(dst []byte, l Line) []byte
	// Limit is the length above which a line's decoded text is cut, in Unit; 0: never.
	Limit int64
	Unit  Unit
	// Keep is how much of a longer line is shown; 0: Limit.
	Keep int64
	// Half is what stands for a character of which only half fits (Unit UTF16): "" for nothing, U+FFFD where the agent
	// sends half a surrogate pair.
	Half string
	// Mark appends what follows the text of a line that was cut; nil: nothing.
	Mark func(dst []byte, l Line) []byte
	// Whole: Mark asks for the line's whole length, so the rest of a cut line is decoded and counted.
	Whole bool
	// Each: every line is followed by "\n". Otherwise "\n" joins lines, with none at the end.
	Each bool
}

// Numbered is a Prefix: the number, right-aligned to width with blanks, and what follows it. A width below 0 is
// Line.Width.
func Numbered(width int, after string) func(dst []byte, l Line) []byte {
	return func(dst []byte, l Line) []byte {
		if width < 0 {
			return append(AppendNumber(dst, l.Number, l.Width), after...)
		}
		return append(AppendNumber(dst, l.Number, width), after...)
	}
}

// MarkText is a Mark that is the same for all lines.
func MarkText(text string) func(dst []byte, l Line) []byte {
	return func(dst []byte, _ Line) []byte { return append(dst, text...) }
}

func (f *LineFormat) keep() int64 {
	if f.Keep > 0 {
		return f.Keep
	}
	return f.Limit
}

// PrefixOf is what precedes a line in the content; "" for a tool without prefixes.
func (f *LineFormat) PrefixOf(l Line) string {
	if f == nil || f.Prefix == nil {
		return ""
	}
	return string(f.Prefix(nil, l))
}

// Cut says where a line is cut: keep is the number of bytes at the start of head that are shown, cut whether what
// follows is lost. head is the line's beginning in the file, without its terminator; where it is not the whole line it
// may be too short to tell, and cut is false.
func (f *LineFormat) Cut(head []byte) (keep int, cut bool) {
	if f == nil || f.Limit == 0 {
		return len(head), false
	}

	var length int64
	keep = -1
	for at := 0; at < len(head); {
		size, kind := lossy.UnitAt(head[at:])
		switch {
		case f.Unit == Bytes && kind != lossy.Rune:
			length += int64(len(lossy.Replacement))
		case f.Unit == Bytes:
			length += int64(size)
		case f.Unit == UTF16 && kind == lossy.Rune && size == 4:
			length += 2
		default:
			length++
		}

		if keep < 0 && length > f.keep() {
			keep = at
		}
		if length > f.Limit {
			return keep, true
		}

		at += size
	}

	return len(head), false
}

// DecodedPrefix is the length of the longest prefix of p that is at most most bytes long when it is decoded.
func DecodedPrefix(p []byte, most int) int {
	at := 0
	for n := 0; at < len(p); {
		valid, subpart := lossy.Next(p[at:])
		if n+valid > most {
			fits, _ := Bytes.Fit(p[at:at+valid], int64(most-n))
			return at + fits
		}

		n = n + valid
		at = at + valid
		n += len(lossy.Replacement)
		if subpart == 0 || n > most {
			break
		}

		at += subpart
	}

	return at
}
