package contextfiles

import "bytes"

// plainJSON removes comments, and commas before a closing bracket, from JSON.
func plainJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	comma := -1 // offset in out of a comma that is so far followed by white space alone
	for at := 0; at < len(text); {
		n := tokenLength(text[at:])
		token := text[at : at+n]
		at += n

		switch {
		case n > 1 && token[0] == '/':
			token = []byte(" ")
		case bytes.IndexByte([]byte(" \t\r\n"), token[0]) >= 0: // white space does not reset comma
		case token[0] == ',':
			comma = len(out)
		case token[0] == '}' || token[0] == ']':
			if comma >= 0 {
				out[comma] = ' '
			}
			comma = -1
		default:
			comma = -1
		}

		out = append(out, token...)
	}

	return out
}

// tokenLength returns the length of the string or comment at the start of a text; for anything else 1.
func tokenLength(text []byte) int {
	end := -1
	switch {
	case text[0] == '"':
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}

		return len(text)
	case bytes.HasPrefix(text, []byte("//")):
		end = bytes.IndexByte(text, '\n')
		if end >= 0 {
			return end
		}
		return len(text)
	case bytes.HasPrefix(text, []byte("/*")):
		end = bytes.Index(text[2:], []byte("*/"))
		if end >= 0 {
			return end + 4
		}
		return len(text)
	}

	return 1
}
