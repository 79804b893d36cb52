package textfile

import "bytes"

// TrailingBlank returns the index of the first white space before a line end or the end of p; -1 without one.
func TrailingBlank(p []byte) int {
	for at := 0; at < len(p); {
		end := len(p)
		if i := bytes.IndexByte(p[at:], '\n'); i >= 0 {
			end = at + i
		}

		kept := at + len(bytes.TrimRight(p[at:end], " \t\v\f\r"))
		if bytes.ContainsAny(p[kept:end], " \t\v\f") {
			return kept
		}

		at = end + 1
	}

	return -1
}

// NameOfEnd returns the name of the first character within a line at which some programs end a line; "" without one.
func NameOfEnd(line []byte) string {
	for _, c := range []struct{ text, name string }{
		{"\f", "a form feed"},
		{"\v", "a vertical tab"},
		{"\u2028", "U+2028 LINE SEPARATOR"},
		{"\u2029", "U+2029 PARAGRAPH SEPARATOR"},
		{"\u0085", "U+0085 NEXT LINE"},
		{"\x1c", "U+001C"},
		{"\x1d", "U+001D"},
		{"\x1e", "U+001E"},
	} {
		if bytes.Contains(line, []byte(c.text)) {
			return c.name
		}
	}

	if i := bytes.IndexByte(line, '\r'); i >= 0 && i+1 < len(line) {
		return "a lone \\r"
	}

	return ""
}

// Shortened returns the beginning of a text such as a refusal, without advice for a model.
func Shortened(words string) string {
	const most = 120
	if r := []rune(words); len(r) > most {
		return string(r[:most]) + "…"
	}
	return words
}
