package js

import (
	"encoding/json"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
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
func (r *Reader) Value() (text []byte, ok bool) { return r.valueAt(0) }

func (r *Reader) valueAt(depth int) (text []byte, ok bool) {
	r.Space()
	if r.Rest == "" || depth > 16 {
		return nil, false
	}

	c := r.Rest[0]
	switch {
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

// object parses an object literal at the given depth and returns it as JSON.
func (r *Reader) object(depth int) (text []byte, ok bool) {
	r.Rest = r.Rest[1:]
	text = append(text, '{')
	for {
		if r.All("}") {
			return append(text, '}'), true
		}

		if len(text) > 1 {
			if !r.All(",") {
				return nil, false
			}
			if r.All("}") {
				return append(text, '}'), true
			}

			text = append(text, ',')
		}

		r.Space()
		key := ""
		if r.Rest != "" && (r.Rest[0] == '"' || r.Rest[0] == '\'') {
			key, ok = r.quoted()
			if !ok {
				return nil, false
			}
		} else if key = r.Name(); key == "" {
			return nil, false
		}

		if !r.All(":") {
			return nil, false
		}

		value, ok := r.valueAt(depth + 1)
		if !ok {
			return nil, false
		}

		text = append(append(append(text, Quote(key)...), ':'), value...)
	}
}

// Strings and templates, and an escape in one. Only that of a character beyond 16 bits is of two parts.
var (
	literal = lazy.Regexp(`(?s)^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`(?:[^`\\\\]|\\\\.)*`)")
	escape  = lazy.Regexp(`(?s)\\(?:(?:x([[:xdigit:]]{2})|u\{([[:xdigit:]]+)\})|` +
		`(u[dD][89abAB][[:xdigit:]]{2}\\u[dD][c-fC-F][[:xdigit:]]{2}|u[[:xdigit:]]{4})|(.))`)
)

// escapes are the escapes of one character that do not stand for it.
var escapes = map[string]string{
	"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\x00", "\n": "",
}

// quoted reads a string or a template without substitutions.
func (r *Reader) quoted() (text string, ok bool) {
	found := literal().FindString(r.Rest)
	r.Rest = r.Rest[len(found):]
	if found == "" || found[0] == '`' && strings.Contains(escape().ReplaceAllString(found, " "), "${") {
		return "", false
	}

	ok = true
	text = escape().ReplaceAllStringFunc(found[1:len(found)-1], func(e string) (text string) {
		m := escape().FindStringSubmatch(e)
		plain, special := escapes[m[4]]
		switch {
		case m[3] != "":
			_ = json.Unmarshal([]byte(`"`+e+`"`), &text) // JSON has it, too
			return text
		case m[4] == "":
			n, err := strconv.ParseUint(m[1]+m[2], 16, 32)
			ok = ok && err == nil
			return string(rune(n))
		case special:
			return plain
		}

		ok = ok && !strings.Contains("xu123456789", m[4])
		return m[4]
	})
	return text, ok
}

// isAlnum reports whether a byte is a letter or a digit of ASCII.
func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
