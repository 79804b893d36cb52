package tools

import (
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
)

// Unit is a unit of length of text.
type Unit uint8

const (
	Bytes Unit = iota // bytes of UTF-8, after decoding
	Runes             // Unicode scalar values
	UTF16             // UTF-16 code units: two for a character beyond U+FFFF
)

// String returns the name of the unit in the plural.
func (u Unit) String() string { return [...]string{"bytes", "characters", "UTF-16 units"}[u] }

// MarshalText implements encoding.TextMarshaler.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// Length returns the length of decoded text in the unit.
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

// Fit returns the length in bytes of the longest prefix of p, decoded text, that is at most room units long and ends
// between characters; left is the rest of room. It is 1 if only half of a character of two UTF-16 units would fit.
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

// Line describes a line for the functions of a LineFormat.
type Line struct {
	Number int64 // the tool's number of the line
	First  bool  // it is the first line of the answer
	Width  int   // digits of the last number in the answer if the tool aligns numbers by it; else 0
	// Before is ShownRun.Before, for the first line of a run.
	Before int
	// Length is the length of the whole line in the format's Unit; only set for Mark, if Whole is set.
	Length int64
	// Kept is how much of the line is shown, in the format's Unit; only set for Mark.
	Kept int64
}

// LineFormat is how a tool writes a line of a file: its prefix, where it is cut, and what joins lines.
type LineFormat struct {
	// Prefix appends what precedes the text of a line; nil for nothing.
	Prefix func(dst []byte, l Line) []byte
	// Limit is the length above which the decoded text of a line is cut, in Unit; 0 for no limit.
	Limit int64
	Unit  Unit
	// Keep is how much of a longer line is shown, in Unit; 0 is Limit.
	Keep int64
	// Half replaces a character of which only half fits (Unit UTF16): "", or U+FFFD if the agent sends half a surrogate
	// pair.
	Half string
	// Mark appends what follows the text of a line that was cut; nil for nothing.
	Mark func(dst []byte, l Line) []byte
	// Whole: Mark needs Line.Length, so the rest of a cut line is decoded and counted.
	Whole bool
	// Each: every line ends with "\n". Otherwise "\n" joins lines, and does not follow the last one.
	Each bool
}

// Numbered returns a Prefix: the number, right-aligned to width, and after. A negative width is Line.Width.
func Numbered(width int, after string) func(dst []byte, l Line) []byte {
	return func(dst []byte, l Line) []byte {
		if width < 0 {
			return append(AppendNumber(dst, l.Number, l.Width), after...)
		}
		return append(AppendNumber(dst, l.Number, width), after...)
	}
}

// MarkText returns a Mark that is the same for all lines.
func MarkText(text string) func(dst []byte, l Line) []byte {
	return func(dst []byte, _ Line) []byte { return append(dst, text...) }
}

func (f *LineFormat) kept() int64 {
	if f.Keep > 0 {
		return f.Keep
	}
	return f.Limit
}

// PrefixOf returns the prefix of a line; "" for a tool without prefixes.
func (f *LineFormat) PrefixOf(l Line) string {
	if f == nil || f.Prefix == nil {
		return ""
	}
	return string(f.Prefix(nil, l))
}

// Cut returns where a line is cut: keep is how many bytes of head are shown, and cut whether the rest is lost. head is
// the beginning of the line in the file, without its line end. If it is not the whole line it may be too short to tell,
// and cut is false.
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

		if keep < 0 && length > f.kept() {
			keep = at
		}
		if length > f.Limit {
			return keep, true
		}

		at += size
	}

	return len(head), false
}

// DecodedPrefix returns the length of the longest prefix of p whose decoded text has at most most bytes.
func DecodedPrefix(p []byte, most int) int {
	at := 0
	for n := 0; at < len(p); {
		valid, subpart := lossy.Next(p[at:])
		if n+valid > most {
			fits, _ := Bytes.Fit(p[at:at+valid], int64(most-n))
			return at + fits
		}

		n += valid
		at += valid
		n += len(lossy.Replacement)
		if subpart == 0 || n > most {
			break
		}

		at += subpart
	}

	return at
}
