package attributes

import (
	"iter"
	"strings"
)

// state is what a line says of an attribute.
type state struct{ name, value string }

const (
	blanks = " \t\r\n"
	// mostLine is the length of the longest line that git takes, in bytes.
	mostLine = 2047
)

// parse reads a line of a file of attributes: a pattern, or the name of a macro, and the text that says which states
// attributes have. pattern and macro are "" where git leaves the line out.
func parse(line string) (pattern, macro, said string) {
	line = strings.TrimLeft(line, blanks)
	if line == "" || line[0] == '#' || len(line) > mostLine {
		return "", "", ""
	}

	name, rest, quoted := unquote(line)
	if !quoted {
		n := strings.IndexAny(line+" ", blanks)
		name = line[:n]
		rest = line[n:]
	}

	if given, is := strings.CutPrefix(name, "[attr]"); is && given != "" {
		given = strings.TrimLeft(given, blanks)
		macro, _, _ = strings.Cut(given, " ")
		if macro == "" || !isName(macro) {
			return "", "", ""
		}
	} else if pattern = name; strings.HasPrefix(pattern, "!") {
		return "", "", ""
	}

	for _, ok := range eachState(rest) {
		if !ok {
			return "", "", ""
		}
	}

	return pattern, macro, rest
}

// eachState gives the states that a line says; false where git does not take one.
func eachState(said string) iter.Seq2[state, bool] {
	return func(yield func(state, bool) bool) {
		for word := range strings.FieldsFuncSeq(said, func(r rune) bool { return strings.ContainsRune(blanks, r) }) {
			if !yield(parseState(word)) {
				return
			}
		}
	}
}

// statesOf are the states that a line says.
func statesOf(said string) (states []state) {
	for s := range eachState(said) {
		states = append(states, s)
	}
	return states
}

// parseState reads NAME, -NAME, !NAME or NAME=VALUE.
func parseState(word string) (s state, ok bool) {
	name, value, has := strings.Cut(word, "=")
	s = state{name, Set}
	switch {
	case word[0] == '-':
		s = state{name[1:], Unset}
	case word[0] == '!':
		s = state{name[1:], Unspecified}
	case has:
		s.value = value
	}
	return s, isName(s.name)
}

// isName reports whether an attribute may have a name.
func isName(name string) bool {
	if name == "" || name[0] == '-' {
		return false
	}
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && !strings.ContainsRune("-._", rune(c)) {
			return false
		}
	}
	return true
}

// escapes are the characters that stand for others behind a backslash.
var escapes = map[byte]byte{
	'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', '\\': '\\', '"': '"',
}

// unquote reads a name in quotes as in C, and what follows it; ok is false where a line has no such name.
func unquote(line string) (name, rest string, ok bool) {
	if line[0] != '"' {
		return "", "", false
	}

	var out []byte
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			return string(out), line[i+1:], true
		case c != '\\':
			out = append(out, c)
		case i+3 < len(line) && isOctal(line[i+1:i+4]):
			out = append(out, (line[i+1]-'0')<<6|(line[i+2]-'0')<<3|line[i+3]-'0')
			i += 3
		case i+1 < len(line) && escapes[line[i+1]] != 0:
			i++
			out = append(out, escapes[line[i]])
		default:
			return "", "", false
		}
	}

	return "", "", false
}

// isOctal reports whether three digits are a byte.
func isOctal(digits string) bool {
	return strings.Trim(digits, "01234567") == "" && digits[0] <= '3'
}
