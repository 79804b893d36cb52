package js

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/textfile"
)

// Reader reads a script from its front: identifiers of ASCII letters, signs, and literals. Comments and regular
// expressions are not read. What a method that returns false has taken is not put back, but for Word.
type Reader struct {
	Rest string // what is not read yet
}

// Space takes white space and line ends.
func (r *Reader) Space() { r.Rest = strings.TrimLeftFunc(r.Rest, textfile.IsJSSpace) }

// Name reads an identifier of ASCII letters, digits, "_" and "$"; "" where none is next.
func (r *Reader) Name() string {
	r.Space()
	n := 0
	for n < len(r.Rest) && (isAlnum(r.Rest[n]) || r.Rest[n] == '_' || r.Rest[n] == '$') {
		n++
	}
	if n > 0 && r.Rest[0] >= '0' && r.Rest[0] <= '9' {
		return ""
	}
	name := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return name
}

// Word takes an identifier, when it is next.
func (r *Reader) Word(want string) bool {
	before := r.Rest
	if r.Name() == want {
		return true
	}
	r.Rest = before
	return false
}

// All takes identifiers and signs, one after the other.
func (r *Reader) All(tokens ...string) bool {
	for _, t := range tokens {
		if isAlnum(t[0]) {
			if !r.Word(t) {
				return false
			}
			continue
		}
		r.Space()
		if !strings.HasPrefix(r.Rest, t) {
			return false
		}
		r.Rest = r.Rest[len(t):]
	}
	return true
}

// End takes the end of a statement: a semicolon, a line break, or the end of the script.
func (r *Reader) End() bool {
	line := strings.TrimLeft(r.Rest, " \t")
	if line == "" || line[0] == '\n' || line[0] == '\r' {
		return true
	}
	return r.All(";")
}

// Value reads an object, a string, a number, true, false or null, and gives it as JSON. Objects may be nested in each
// other 16 deep.
func (r *Reader) Value() (json []byte, ok bool) { return r.value(0) }

func (r *Reader) value(depth int) (json []byte, ok bool) {
	r.Space()
	if r.Rest == "" || depth > 16 {
		return nil, false
	}
	switch c := r.Rest[0]; {
	case c == '{':
		return r.object(depth)
	case c == '"' || c == '\'' || c == '`':
		s, ok := r.quoted()
		return []byte(Quote(s)), ok
	case c == '-' || c >= '0' && c <= '9':
		n := 1
		for n < len(r.Rest) && (isAlnum(r.Rest[n]) || strings.IndexByte(".+-_", r.Rest[n]) >= 0) {
			n++
		}
		f := ToNumber(r.Rest[:n])
		text := NumberText(f)
		r.Rest = r.Rest[n:]
		return []byte(text), f-f == 0 // neither infinite nor no number
	}
	switch name := r.Name(); name {
	case "true", "false", "null":
		return []byte(name), true
	}
	return nil, false
}

// object reads an object literal.
func (r *Reader) object(depth int) (json []byte, ok bool) {
	r.Rest = r.Rest[1:]
	json = append(json, '{')
	for {
		if r.All("}") {
			return append(json, '}'), true
		}
		if len(json) > 1 {
			if !r.All(",") {
				return nil, false
			}
			if r.All("}") {
				return append(json, '}'), true
			}
			json = append(json, ',')
		}
		r.Space()
		key := ""
		if r.Rest != "" && (r.Rest[0] == '"' || r.Rest[0] == '\'') {
			if key, ok = r.quoted(); !ok {
				return nil, false
			}
		} else if key = r.Name(); key == "" {
			return nil, false
		}
		if !r.All(":") {
			return nil, false
		}
		value, ok := r.value(depth + 1)
		if !ok {
			return nil, false
		}
		json = append(append(append(json, Quote(key)...), ':'), value...)
	}
}

// quoted reads a string or a template without substitutions.
func (r *Reader) quoted() (string, bool) {
	quote := r.Rest[0]
	var b strings.Builder
	for s := r.Rest[1:]; s != ""; {
		c := s[0]
		switch {
		case c == quote:
			r.Rest = s[1:]
			return b.String(), true
		case c == '\n' && quote != '`', quote == '`' && strings.HasPrefix(s, "${"):
			return "", false
		case c == '\\':
			text, size, ok := unescape(s)
			if !ok {
				return "", false
			}
			b.WriteString(text)
			s = s[size:]
			continue
		}
		b.WriteByte(c)
		s = s[1:]
	}
	return "", false
}

// unescape reads the escape at the front of s.
func unescape(s string) (text string, size int, ok bool) {
	if len(s) < 2 {
		return "", 0, false
	}
	if i := strings.IndexByte("nrtbfv0", s[1]); i >= 0 {
		return "\n\r\t\b\f\v\x00"[i : i+1], 2, true
	}
	hex := func(from, digits int) (rune, bool) {
		if len(s) < from+digits {
			return 0, false
		}
		n, err := strconv.ParseUint(s[from:from+digits], 16, 32)
		return rune(n), err == nil
	}
	switch {
	case s[1] == '\n':
		return "", 2, true
	case s[1] == 'x':
		r, ok := hex(2, 2)
		return string(r), 4, ok
	case strings.HasPrefix(s[1:], "u{"):
		end := strings.IndexByte(s, '}')
		if end < 0 {
			return "", 0, false
		}
		r, ok := hex(3, end-3)
		return string(r), end + 1, ok
	case s[1] == 'u':
		r, ok := hex(2, 4)
		if r >= 0xD800 && r < 0xDC00 && strings.HasPrefix(s[6:], `\u`) && len(s) >= 12 {
			if low, okay := hex(8, 4); okay && low >= 0xDC00 && low < 0xE000 {
				return string((r-0xD800)<<10 + low - 0xDC00 + 0x10000), 12, ok
			}
		}
		return string(r), 6, ok
	case s[1] >= '1' && s[1] <= '9':
		return "", 0, false
	}
	_, n := utf8.DecodeRuneInString(s[1:])
	return s[1 : 1+n], 1 + n, true
}

// isAlnum reports whether a byte is a letter or a digit of ASCII.
func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
