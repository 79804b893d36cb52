package agents

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/tools"
	"eyeline/reader/tools/serdejson"
)

// copilotCall is a call of view after its arguments were read.
type copilotCall struct {
	args       []byte
	path       string
	ranged     bool // a range is given
	start, end copilotNumber
	force      bool
}

// copilotNumber is a line number as it was given; text is "" for none.
type copilotNumber struct {
	value float64
	text  string // as messages give it
}

// line is the number as a line number, the largest one for any that is larger.
func (n copilotNumber) line() int64 {
	switch {
	case n.value >= math.MaxInt64:
		return math.MaxInt64 - 1
	case n.value < 1:
		return 1
	}
	return int64(n.value)
}

// parseCopilot makes the checks 1 and 2 of the contract.
func parseCopilot(args []byte) (*copilotCall, error) {
	raw := strings.ToValidUTF8(string(args), "\uFFFD")
	text := raw
	if text == "" {
		text = "{}"
	}
	v, err := serdejson.ParseValue([]byte(text))
	if err != nil {
		return nil, tools.Refuse("The arguments for the tool call 'view' were not valid JSON. The arguments have been cleared. Arguments: " +
			raw + ". JSON parse error: " + v8Error(text, err))
	}
	if v.Kind != serdejson.Object {
		return nil, tools.Refuse("Invalid input: Expected JSON object but got " + copilotType(v))
	}
	c := &copilotCall{args: []byte(text), start: copilotNumber{1, "1"}}
	problems := c.take(v)
	switch len(problems) {
	case 0:
		return c, nil
	case 1:
		return nil, tools.Refuse("Invalid input: " + problems[0])
	}
	return nil, tools.Refuse("Invalid input: Multiple validation errors:\n- " + strings.Join(problems, "\n- "))
}

// take reads the fields and returns what is wrong with them, in the order of the schema.
func (c *copilotCall) take(v serdejson.Value) (problems []string) {
	wrong := func(field, expected string, v serdejson.Value) {
		problems = append(problems, fmt.Sprintf("%q: Expected %s, received %s", field, expected, copilotType(v)))
	}
	given := map[string]serdejson.Value{}
	for _, f := range v.Fields {
		given[f.Name] = f.Value
	}
	if path, ok := given["path"]; !ok {
		problems = append(problems, `"path": Required`)
	} else if c.path = path.Text; path.Kind != serdejson.String {
		wrong("path", "string", path)
	}
	if lines, ok := given["view_range"]; ok && lines.Kind != serdejson.Array {
		wrong("view_range", "array", lines)
	} else if ok {
		for i, e := range lines.Elements {
			field := "view_range." + strconv.Itoa(i)
			n := copilotNumber{value: e.Float(), text: strconv.FormatFloat(e.Float(), 'f', -1, 64)}
			if whole, ok := e.Int(); ok {
				n.text = strconv.FormatInt(whole, 10)
			}
			switch {
			case e.Kind != serdejson.Number:
				wrong(field, "number", e)
			case n.value != math.Trunc(n.value):
				problems = append(problems, fmt.Sprintf("%q: Expected integer, received float", field))
			case i == 0:
				c.ranged, c.start = true, n
			case i == 1:
				c.end = n
			}
		}
	}
	if force, ok := given["forceReadLargeFiles"]; ok {
		if c.force = force.Bool; force.Kind != serdejson.Bool {
			wrong("forceReadLargeFiles", "boolean", force)
		}
	}
	return problems
}

func copilotType(v serdejson.Value) string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[v.Kind]
}

// v8Error says serde_json's error about a text in the words of V8's JSON.parse, as Copilot CLI does. Errors that V8 does
// not know stay as they are. Positions are 0-based and counted in UTF-16 units.
func v8Error(text string, err error) string {
	var e *serdejson.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	at := offsetOf(text, e.Line, e.Column)
	placed := func(message string) string {
		before := text[:at]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		return fmt.Sprintf("%s in JSON at position %d (line %d column %d)", message, jsLength(before), strings.Count(before, "\n")+1, jsLength(line)+1)
	}
	if at < len(text) && strings.HasPrefix(e.Reason, "EOF") {
		at = len(text)
	}
	switch e.Reason {
	case "EOF while parsing an object":
		return placed("Expected property name or '}'")
	case "EOF while parsing a string":
		at = len(text)
		return placed("Unterminated string")
	case "EOF while parsing a value", "EOF while parsing a list":
		return "Unexpected end of JSON input"
	case "expected `:`":
		return placed("Expected ':' after property name")
	case "expected `,` or `]`":
		return placed("Expected ',' or ']' after array element")
	case "expected `,` or `}`":
		return placed("Expected ',' or '}' after property value")
	case "control character (\\u0000-\\u001F) found while parsing a string":
		return placed("Bad control character in string literal")
	case "invalid escape":
		return placed("Bad escaped character")
	case "key must be a string":
		if strings.HasSuffix(strings.TrimRight(text[:at], " \t\r\n"), ",") {
			return placed("Expected double-quoted property name")
		}
		return placed("Expected property name or '}'")
	case "trailing comma":
		if at < len(text) && text[at] == '}' {
			return placed("Expected double-quoted property name")
		}
		return v8Token(text, at)
	case "trailing characters":
		return placed("Unexpected non-whitespace character after JSON")
	case "expected value", "expected ident":
		return v8Token(text, at)
	}
	return err.Error()
}

// v8Context is how much of a text V8 shows before and after a bad character, in characters.
const v8Context = 10

// v8Token is V8's error about a character that no value begins with.
func v8Token(text string, at int) string {
	if at >= len(text) {
		return "Unexpected end of JSON input"
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	token := text[at : at+size]
	runes := []rune(text)
	place := utf8.RuneCountInString(text[:at])
	from, to := max(place-v8Context, 0), min(place+v8Context, len(runes))
	before, after := "...", "..."
	if len(runes) <= 2*v8Context {
		from, to = 0, len(runes)
	}
	if from == 0 {
		before = ""
	}
	if to == len(runes) {
		after = ""
	}
	return fmt.Sprintf("Unexpected token '%s', %s\"%s\"%s is not valid JSON", token, before, string(runes[from:to]), after)
}

// offsetOf is the byte that serde_json's line and column (1-based, in bytes) point at.
func offsetOf(text string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return min(at+max(column-1, 0), len(text))
}
