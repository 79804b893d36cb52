package terminal

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	esc = 0x1B

	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// unit measures the first key, mouse event or answer in p: its length, 0 when p ends inside it. p is not empty.
func unit(p []byte) int {
	if p[0] != esc {
		if !utf8.FullRune(p) {
			return 0
		}
		_, n := utf8.DecodeRune(p)
		return n
	}

	if len(p) == 1 {
		return 0
	}

	switch p[1] {
	case '[':
		return csi(p)
	case 'O':
		switch {
		case len(p) < 3:
			return 0
		case p[2] == esc:
			return 2
		}

		return 3
	}

	if isString(p[1]) {
		return controlString(p)
	}

	n := unit(p[1:])
	if n == 0 {
		return 0
	}

	return 1 + n
}

// csi measures a control sequence: parameters, intermediates, one final byte. One that is broken off ends there.
func csi(p []byte) int {
	if len(p) < 3 {
		return 0
	}

	if n := fixedLen(p); n > 0 {
		if i := bytes.IndexFunc(p[2:min(n, len(p))], isControl); i >= 0 {
			return 2 + i
		}
		if len(p) < n {
			return 0
		}

		return n
	}

	if i := endOfSequence(p[2:]); i >= 0 {
		return 2 + i
	}

	return 0
}

// endOfSequence is the offset after the final byte of a control sequence, or before a byte that cannot be in one; -1
// when the sequence goes on.
func endOfSequence(p []byte) int {
	for i, c := range p {
		switch {
		case final(c):
			return i + 1
		case c < 0x20 || c > 0x3F:
			return i
		}
	}
	return -1
}

func isControl(r rune) bool { return r < ' ' }

// fixedLen is the length of a control sequence of those that do not end with a final byte; 0 for others.
func fixedLen(p []byte) int {
	switch p[2] {
	case 'M': // a mouse event in the old form: three bytes follow
		return 6
	case '[': // a function key of the Linux console
		return 4
	}
	return 0
}

// final reports whether a byte ends a control sequence.
func final(c byte) bool { return c >= 0x40 && c <= 0x7E }

// broken reports whether a unit is the beginning of a control sequence whose rest never came.
func broken(u []byte) bool {
	if len(u) < 3 || u[0] != esc || u[1] != '[' {
		return false
	}
	if n := fixedLen(u); n > 0 {
		return len(u) < n
	}
	return !final(u[len(u)-1])
}

// escaped reports whether p begins with an Escape by itself, though more follows at once: what no key begins with, so
// that it would make no key with Alt. p begins with an escape character.
func escaped(p []byte) bool {
	if len(p) < 3 || p[1] != esc {
		return false
	}

	switch {
	case p[2] == esc, isString(p[2]):
		return true
	case p[2] != '[':
		return false
	}

	u := p[1:]
	u = u[:unit(u)]
	return answer(u) || len(u) > 3 && (u[2] == '<' || u[2] == 'M') || string(u) == pasteStart || string(u) == pasteEnd
}

// isString reports whether a byte after an escape character begins OSC, DCS, APC, PM or SOS.
func isString(c byte) bool { return strings.IndexByte("]P_^X", c) >= 0 }

// controlString measures OSC, DCS, APC, PM or SOS: to BEL or ST.
func controlString(p []byte) int {
	end := endOfString(bytes.TrimSuffix(p[2:], []byte{esc})) // the last may begin ST
	if end >= 0 {
		return end + 2
	}
	return 0
}

// endOfString is the offset after the end of a control string, or before a control character that breaks it off; -1
// when it goes on.
func endOfString(p []byte) int {
	for i, c := range p {
		switch {
		case c == '\a':
			return i + 1
		case c == esc && bytes.HasPrefix(p[i:], []byte("\x1b\\")):
			return i + 2
		case c < 0x20:
			return i
		}
	}

	return -1
}

// answer reports whether a unit is a terminal's answer to a query, not something a person did.
func answer(u []byte) bool {
	if len(u) < 3 || u[0] != esc {
		return false
	}

	switch {
	case isString(u[1]):
		return true
	case u[1] != '[':
		return false
	}

	private := u[2] == '?' || u[2] == '>' || u[2] == '='
	switch u[len(u)-1] {
	case 'n', 't', 'y':
		return true
	case 'c', 'u':
		return private
	case 'R':
		// The cursor's position; CSI 1;N R is a function key with a modifier.
		return private || !(len(u) == 6 && u[2] == '1' && u[3] == ';')
	}

	return false
}

// The answers to AskStatus: the terminal works, or says that it does not.
const statusGood, statusBad = "\x1b[0n", "\x1b[3n"

// isStatus reports whether an answer is one of those.
func isStatus(u []byte) bool { return string(u) == statusGood || string(u) == statusBad }

const (
	colourStart = "\x1b]11;rgb:" // of the answer to AskBackground
	colourLen   = len("ffff/ffff/ffff")
)

// expected measures what is looked for inside of a paste, at the beginning of p: the mark of its end, and answers to
// what is asked here. more says that p ends inside one.
func expected(p []byte) (n int, more bool) {
	for _, whole := range []string{pasteEnd, statusGood, statusBad, colourStart} {
		switch {
		case len(p) > 0 && len(p) < len(whole) && strings.HasPrefix(whole, string(p)):
			return 0, true
		case bytes.HasPrefix(p, []byte(whole)):
			n = len(whole)
		}
	}

	if n < len(colourStart) {
		return n, false
	}

	for ; n < len(p) && n < len(colourStart)+colourLen && strings.IndexByte("0123456789abcdefABCDEF/", p[n]) >= 0; n++ {
	}
	end := string(p[n:])
	switch {
	case end == "", end == "\x1b":
		return 0, true
	case end[0] == '\a':
		return n + 1, false
	case strings.HasPrefix(end, "\x1b\\"):
		return n + 2, false
	}

	return 0, false
}

// backgroundOf reads the answer to AskBackground: OSC 11 ; rgb:RRRR/GGGG/BBBB.
func backgroundOf(u []byte) (dark, ok bool) {
	value, ok := strings.CutPrefix(string(u), "\x1b]11;rgb:")
	channels := strings.Split(strings.TrimRight(value, "\x07\x1b\\"), "/")
	if !ok || len(channels) != 3 {
		return false, false
	}

	luminance := 0.0
	for i, share := range [3]float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(channels[i], 16, 16)
		if err != nil {
			return false, false
		}
		luminance += share * float64(n) / float64(int(1)<<(4*len(channels[i]))-1)
	}

	return luminance < 0.5, true
}
