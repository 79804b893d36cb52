package node

import "strings"

// NULPath is what Node.js says of a path with a NUL character in it.
func NULPath(file string) string {
	return "The argument 'path' must be a string, Uint8Array, or URL without null bytes. Received " + inspect(file)
}

// inspect is a string as util.inspect of Node.js prints it.
func inspect(s string) string {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 {
		switch {
		case strings.IndexByte(s, '"') < 0:
			quote = '"'
		case strings.IndexByte(s, '`') < 0 && !strings.Contains(s, "${"):
			quote = '`'
		}
	}

	const hex = "0123456789ABCDEF"
	out := []byte{quote}
	for i := range len(s) {
		c := s[i]
		if j := strings.IndexByte("\b\t\n\f\r", c); j >= 0 {
			out = append(out, '\\', "btnfr"[j])
			continue
		}

		switch {
		case c == '\\' || c == quote && quote == '\'':
			out = append(out, '\\', c)
		case c < 0x20 || c == 0x7F:
			out = append(out, '\\', 'x', hex[c>>4], hex[c&15])
		default:
			out = append(out, c)
		}
	}

	return string(append(out, quote))
}
