package attributes

import (
	"iter"
	"strings"
)

// state is a line's value for an attribute.
type state struct{ name, value string }

const (
	blanks = " \t\r\n"
	// maxLine is the length of the longest line that git accepts, in bytes.
	maxLine = 2047
)

// parse parses a line of an attributes file: a pattern, or the name of a macro, and the text of the states. pattern and
// macro are "" if git skips the line.
func parse(line string) (pattern, macro, said string) {
	line = strings.TrimLeft(line, blanks)
	if line == "" || line[0] == '#' || len(line) > maxLine {
		return "", "", ""
	}

	name, rest, quoted := unquote(line)
	if !quoted {
		n := strings.IndexAny(line+" ", blanks)
		name = line[:n]
		rest = line[n:]
	}

	if given, ok := strings.CutPrefix(name, "[attr]"); ok && given != "" {
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

// eachState yields the states of a line, and false for one that git rejects.
func eachState(said string) iter.Seq2[state, bool] {
	return func(yield func(state, bool) bool) {
		for word := range strings.FieldsFuncSeq(said, func(r rune) bool { return strings.ContainsRune(blanks, r) }) {
			if !yield(parseState(word)) {
				return
			}
		}
	}
}

// statesOf returns the states of a line.
func statesOf(said string) (states []state) {
	for s := range eachState(said) {
		states = append(states, s)
	}
	return states
}

// parseState parses NAME, -NAME, !NAME or NAME=VALUE.
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

// isName reports whether a name is valid for an attribute.
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

// escapes are the escapes of quoted names.
var escapes = map[byte]byte{
	'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', '\\': '\\', '"': '"',
}

// unquote parses a C-style quoted name, and returns it with what follows; ok is false if it is malformed.
func unquote(line string) (name, rest string, ok bool) {
	if line[0] != '"' {
		return "", "", false
	}

	var out []byte
	for i := 1; i < len(line); i++ {
		c := line[i]
		switch {
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

// isOctal reports whether three octal digits are a byte.
func isOctal(digits string) bool {
	return strings.Trim(digits, "01234567") == "" && digits[0] <= '3'
}
