package agents

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
)

// codeCall is a script of the one form that is evaluated.
type codeCall struct {
	script string // before the call's arguments, and after them
	rest   string
	args   []byte  // of exec_command, as JSON
	tokens *uint64 // of the line "// @exec:"
}

// errNotCode: a script is none that is evaluated.
var errNotCode = tools.RefuseOwn("eyeline runs no script: it reads `const r = await tools.exec_command({…}); text(r.output);`, with or without a line `// @exec: {…}` before it, and nothing else")

func parseCodeArgs(args []byte) (*codeCall, error) {
	var fields struct{ Input *string }
	if err := json.Unmarshal(args, &fields); err != nil || fields.Input == nil {
		return nil, errNotCode
	}
	c, ok := parseScript(*fields.Input)
	if !ok {
		return nil, errNotCode
	}
	return c, nil
}

// parseScript reads a script.
func parseScript(script string) (*codeCall, bool) {
	c := &codeCall{}
	p := &jsReader{rest: script}
	p.space()
	if line, rest, ok := strings.Cut(p.rest, "\n"); ok && strings.HasPrefix(line, "// @exec:") {
		var pragma struct {
			MaxOutputTokens *uint64 `json:"max_output_tokens"`
		}
		if json.Unmarshal([]byte(strings.TrimPrefix(line, "// @exec:")), &pragma) != nil {
			return nil, false
		}
		c.tokens = pragma.MaxOutputTokens
		p.rest = rest
	}
	name := ""
	if !p.word("const") && !p.word("let") && !p.word("var") {
		return nil, false
	}
	if name = p.name(); name == "" {
		return nil, false
	}
	if !p.all("=", "await", "tools", ".", "exec_command", "(") {
		return nil, false
	}
	p.space()
	c.script = script[:len(script)-len(p.rest)]
	value, ok := p.value(0)
	if !ok || len(value) == 0 || value[0] != '{' {
		return nil, false
	}
	c.args, c.rest = value, p.rest
	if !p.all(")") || !p.end() || !p.all("text", "(", name, ".", "output", ")") || !p.end() {
		return nil, false
	}
	p.space()
	return c, p.rest == ""
}

// jsReader reads the few forms of JavaScript that a script has.
type jsReader struct{ rest string }

func (p *jsReader) space() { p.rest = strings.TrimLeftFunc(p.rest, tools.IsJSSpace) }

// name reads an identifier of ASCII letters.
func (p *jsReader) name() string {
	p.space()
	n := 0
	for n < len(p.rest) && (isJSAlnum(p.rest[n]) || p.rest[n] == '_' || p.rest[n] == '$') {
		n++
	}
	if n > 0 && p.rest[0] >= '0' && p.rest[0] <= '9' {
		return ""
	}
	name := p.rest[:n]
	p.rest = p.rest[n:]
	return name
}

// word takes an identifier, when it is next.
func (p *jsReader) word(want string) bool {
	before := p.rest
	if p.name() == want {
		return true
	}
	p.rest = before
	return false
}

// all takes identifiers and signs, one after the other.
func (p *jsReader) all(tokens ...string) bool {
	for _, t := range tokens {
		if isJSAlnum(t[0]) {
			if !p.word(t) {
				return false
			}
			continue
		}
		p.space()
		if !strings.HasPrefix(p.rest, t) {
			return false
		}
		p.rest = p.rest[len(t):]
	}
	return true
}

// end takes the end of a statement: a semicolon, a line break, or the end of the script.
func (p *jsReader) end() bool {
	line := strings.TrimLeft(p.rest, " \t")
	if line == "" || line[0] == '\n' || line[0] == '\r' {
		return true
	}
	return p.all(";")
}

// value reads an object, array, string, number, true, false or null and gives it as JSON.
func (p *jsReader) value(depth int) (json []byte, ok bool) {
	p.space()
	if p.rest == "" || depth > 16 {
		return nil, false
	}
	switch c := p.rest[0]; {
	case c == '{':
		return p.object(depth)
	case c == '"' || c == '\'' || c == '`':
		s, ok := p.quoted()
		return []byte(js.Quote(s)), ok
	case c == '-' || c >= '0' && c <= '9':
		n := 1
		for n < len(p.rest) && (isJSAlnum(p.rest[n]) || strings.IndexByte(".+-_", p.rest[n]) >= 0) {
			n++
		}
		f := js.ToNumber(p.rest[:n])
		text := js.NumberText(f)
		p.rest = p.rest[n:]
		return []byte(text), f-f == 0 // neither infinite nor no number
	}
	switch name := p.name(); name {
	case "true", "false", "null":
		return []byte(name), true
	}
	return nil, false
}

// object reads an object literal.
func (p *jsReader) object(depth int) (json []byte, ok bool) {
	p.rest = p.rest[1:]
	json = append(json, '{')
	for {
		if p.all("}") {
			return append(json, '}'), true
		}
		if len(json) > 1 {
			if !p.all(",") {
				return nil, false
			}
			if p.all("}") {
				return append(json, '}'), true
			}
			json = append(json, ',')
		}
		p.space()
		key := ""
		if p.rest != "" && (p.rest[0] == '"' || p.rest[0] == '\'') {
			if key, ok = p.quoted(); !ok {
				return nil, false
			}
		} else if key = p.name(); key == "" {
			return nil, false
		}
		if !p.all(":") {
			return nil, false
		}
		value, ok := p.value(depth + 1)
		if !ok {
			return nil, false
		}
		json = append(append(append(json, js.Quote(key)...), ':'), value...)
	}
}

// quoted reads a string or a template without substitutions.
func (p *jsReader) quoted() (string, bool) {
	quote := p.rest[0]
	var b strings.Builder
	for s := p.rest[1:]; s != ""; {
		c := s[0]
		switch {
		case c == quote:
			p.rest = s[1:]
			return b.String(), true
		case c == '\n' && quote != '`', quote == '`' && strings.HasPrefix(s, "${"):
			return "", false
		case c == '\\':
			text, size, ok := jsEscape(s)
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

// jsEscape reads the escape at the front of s.
func jsEscape(s string) (text string, size int, ok bool) {
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

// isJSAlnum reports whether a byte is a letter or a digit of ASCII.
func isJSAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
