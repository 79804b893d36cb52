package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/tools"
)

// codexCodeMode is what Codex's newest models get, who write JavaScript that calls exec_command (CONTRACT-codex, custom
// tool exec).
var codexCodeMode = &tools.Tool{
	Name: "codex_code_mode", Title: "Codex CLI's exec: a script that runs exec_command",
	Since: codexSince, Recorded: []string{"exec"},
	Limits: "10000 tokens (estimated: 4 bytes each), at most 12000 with the header; the middle is cut",
	Params: codeParams,
}

var codeParams = []tools.Param{
	{
		Path: []string{"input"}, Flag: "input", Type: tools.TypeString, Required: true,
		Help: "the script: const r = await tools.exec_command({cmd: \"…\"}); text(r.output);",
	},
	{Flag: "first", Type: tools.TypeInteger, Help: "number of the first line of FILE, 1-based: sed -n 'FIRST,LASTp' FILE"},
	{Flag: "last", Type: tools.TypeInteger, Help: "number of the last line of FILE, inclusive"},
}

func init() {
	t := codexCodeMode
	t.Paths, t.Places, t.Words = tools.PathAny, execPlaces, execWords
	t.Args = func(file string, values tools.Values) json.RawMessage {
		script, given := values["input"]
		if !given {
			script = codeScript(execRead(file, values))
		}
		return append(append([]byte(`{"input":`), tools.Encode(script)...), '}')
	}
	t.Values = codeValues
	t.Parse = parseCode
	t.Read = readCode
}

const (
	codeTokens  = 10000 // of the items together, when the script asks for no other number
	codeHistory = 12000 // of the whole answer
)

func codeScript(command string) string {
	return "const r = await tools.exec_command({cmd: " + jsQuote(command) + "}); text(r.output);"
}

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
	for n < len(p.rest) && (isAlnum(p.rest[n]) || p.rest[n] == '_' || p.rest[n] == '$') {
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
		if isAlnum(t[0]) {
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
		return []byte(jsQuote(s)), ok
	case c == '-' || c >= '0' && c <= '9':
		n := 1
		for n < len(p.rest) && (isAlnum(p.rest[n]) || strings.IndexByte(".+-_", p.rest[n]) >= 0) {
			n++
		}
		f := jsToNumber(p.rest[:n])
		text := jsNumber(f)
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
		json = append(append(append(json, jsQuote(key)...), ':'), value...)
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

const codeHeader = "Script %s\nWall time 0.0 seconds\nOutput:\n"

func readCode(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	c, err := parseCodeArgs(args)
	if err != nil {
		return nil, err
	}
	a, err := parseExecArgs(c.args)
	if err != nil {
		var refusal *tools.Error
		if errors.As(err, &refusal) {
			return nil, tools.Refuse(fmt.Sprintf(codeHeader, "failed") + "Script error:\n" + refusal.Text)
		}
		return nil, err
	}
	return evaluate(ctx, env, codexCodeMode, a, func(t *execText) (*execAnswer, error) {
		ans := &execAnswer{
			header: fmt.Sprintf(codeHeader, "completed"), parts: t.whole(), items: true,
			next: func(last int64, more bool) json.RawMessage {
				next := execNext(t.commands, last, more)
				if next == "" {
					return nil
				}
				args := tools.SetArg(c.args, []string{"cmd"}, jsQuote(next))
				return tools.SetArg([]byte("{}"), []string{"input"}, tools.Quote(c.script+string(args)+c.rest))
			},
		}
		if a.MaxOutputTokens != nil {
			ans.parts = t.cutTokens(*a.MaxOutputTokens)
		}
		tokens := uint64(codeTokens)
		if c.tokens != nil {
			tokens = *c.tokens
		}
		if size, limit := partsSize(ans.parts), 4*int64(min(tokens, 1<<40)); size > limit {
			second := fmt.Sprintf("Total output lines: %d", lineCount(joinParts(ans.parts)))
			ans.parts = append(execWarning(tokensOf(size), second), cutParts(ans.parts, limit, tokensOf(size-limit), "tokens")...)
		}
		if size, limit := partsSize(ans.parts), 4*(codeHistory-tokensOf(int64(len(ans.header)))); size > limit {
			ans.parts = cutParts(ans.parts, limit, tokensOf(size-limit), "tokens")
		}
		return ans, nil
	})
}

// codeValues is the Tool.Values of codex_code_mode.
func codeValues(args json.RawMessage) (tools.Values, bool) {
	var fields struct{ Input *string }
	if json.Unmarshal(args, &fields) != nil {
		return nil, false
	}
	values := tools.Values{}
	if fields.Input == nil {
		return values, true
	}
	if c, ok := parseScript(*fields.Input); ok && c.tokens == nil {
		if v, ok := execValues(c.args); ok && v["cmd"] == nil && v["workdir"] == nil && v["max-output-tokens"] == nil && v["tty"] == nil {
			return v, true
		}
	}
	values["input"] = *fields.Input
	return values, true
}

// parseCode takes an answer for the lines that its script's command reads.
func parseCode(args json.RawMessage, content string) (tools.Parsed, bool) {
	c, err := parseCodeArgs(args)
	const start = "\nOutput:\n"
	at := strings.Index(content, start)
	if err != nil || at < 0 || !strings.HasPrefix(content, "Script completed\n") {
		return tools.Parsed{Total: -1}, false
	}
	a, err := parseExecArgs(c.args)
	if err != nil {
		return tools.Parsed{Total: -1}, false
	}
	return parseOutput(a.Cmd, content, at+len(start))
}
