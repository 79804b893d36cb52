package search

import (
	"bytes"
	"regexp"
	"unicode/utf8"
)

// A text for a pager may contain sequences for colors (SGR, ECMA-48 8.3.117) and links, and characters overprinted by
// themselves or an underscore. With Options.Styled, a pattern is matched with what remains of a line without these.

// isStyled reports whether a line may have style.
func isStyled(line []byte) bool {
	return bytes.IndexByte(line, 0x1B) >= 0 || bytes.IndexByte(line, '\b') >= 0
}

// bareLine is a line without its style. Byte i of text stands for the bytes [from[i], to[i]) of the line.
type bareLine struct {
	text     []byte
	from, to []int
}

// bareOf removes the style of a line.
func bareOf(line []byte) bareLine {
	b := bareLine{text: make([]byte, 0, len(line)), from: make([]int, 0, len(line)), to: make([]int, 0, len(line))}
	for i := 0; i < len(line); {
		if n := colouring(line[i:]); n > 0 {
			i += n
			continue
		}

		last, n := struck(line[i:])
		_, size := utf8.DecodeRune(line[i+last : i+n])
		for _, c := range line[i+last : i+last+size] {
			b.text = append(b.text, c)
			b.from = append(b.from, i)
			b.to = append(b.to, i+n)
		}

		i += n
	}

	return b
}

// Hyperlink returns the length in bytes of the sequence at the start of p that begins or ends a link (OSC 8 ;
// parameters ; URI, ended by BEL or ESC \); 0 without one. A sequence with a control character in it, or longer than
// 2,100 bytes, does not count.
func Hyperlink(p []byte) int {
	const begin, most = "\x1b]8;", 2100 // browsers and terminals agree on URIs of up to 2083 bytes
	if !bytes.HasPrefix(p, []byte(begin)) {
		return 0
	}

	parts := 1
	for i := len(begin); i < min(len(p), most); i++ {
		c := p[i]
		switch {
		case c == 0x07 && parts > 1:
			return i + 1
		case c == 0x1B && parts > 1 && i+1 < len(p) && p[i+1] == '\\':
			return i + 2
		case c < 0x20 || c == 0x7F:
			return 0
		case c == ';':
			parts++
		}
	}

	return 0
}

// colouring returns the length of the sequence at the start of p that sets a color or a link, or erases to the end of
// the line, as programs do with colors; 0 without one.
func colouring(p []byte) int {
	if n := Hyperlink(p); n > 0 {
		return n
	}
	if len(p) < 3 || p[0] != 0x1B || p[1] != '[' {
		return 0
	}

	for i, c := range p[2:] {
		switch {
		case c >= '0' && c <= '9' || c == ';' || c == ':': // parameters
		case c == 'm' || c == 'K':
			return i + 3
		default:
			return 0
		}
	}

	return 0
}

// struck returns the length of the character at the start of p including what overprints it, and the index of the
// visible one.
func struck(p []byte) (last, n int) {
	_, n = utf8.DecodeRune(p)
	for n < len(p)-1 && p[n] == '\b' && p[last] >= 0x20 {
		_, k := utf8.DecodeRune(p[n+1:])
		if c := p[n+1]; c < 0x20 {
			break
		} else if c != '_' || p[last] == '_' {
			last = n + 1
		}

		n += 1 + k
	}

	return last, n
}

// in converts a range of the text to one of the line.
func (b bareLine) in(line []byte, h hit) hit {
	start := len(line)
	end := len(line)
	if h.start < len(b.from) {
		start = b.from[h.start]
		end = start
	}
	if h.end > h.start {
		end = b.to[h.end-1]
	}

	return hit{start, end}
}

// matches reports whether the pattern matches in a line without its line end.
func (p *Pattern) matches(re *regexp.Regexp, line []byte) bool {
	if p.styled && isStyled(line) {
		line = bareOf(line).text
	}
	return re.Match(line)
}
