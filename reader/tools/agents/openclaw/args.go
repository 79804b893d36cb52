package openclaw

import (
	"math"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// readArguments are the arguments after conversion.
type readArguments struct {
	path string
	// offset is the number of the first line, 1-based; cursor is the start within it, in UTF-16 units.
	offset, cursor int64
	limit          int64 // limit of lines; 0 for no limit
	placed         bool  // offset was given
	optional       bool
	window         int64 // size of the model's context window in tokens
}

// parseArgs parses arguments like OpenClaw: it converts values of other types, then checks them.
func parseArgs(env tools.Env, data []byte) (a readArguments, err error) {
	v, ok := js.Parse(data)
	if !ok || v.Kind != js.Object {
		return a, tools.RefuseOwn("eyeline: the arguments are not an object of JSON, which no client sends")
	}

	c := checker{given: v, text: env.Tool.Policy.NumbersAsText}
	a.window = env.Setting("context-window", defaultWindow)
	a.path = c.path()
	a.offset, a.placed = c.integer("offset", 1)
	a.cursor, _ = c.integer("cursor", 0)
	limit, limited := c.number("limit", "number")
	if limited {
		a.limit = max(js.ClampFloat(math.Floor(limit)), 1)
	}

	optional := v.Get("optional")
	switch {
	case optional.Kind == js.Undefined:
		a.optional = isMemory().MatchString(a.path)
	case !optional.Yes && optional.Text != "true":
		c.fault("optional", "must be equal to constant")
	default:
		a.optional = true
	}

	a.offset = max(a.offset, 1)
	if c.faults != nil {
		return a, tools.Refuse("Validation failed for tool \"read\":\n  - " + strings.Join(c.faults, "\n  - ") +
			"\n\nReceived arguments:\n" + v.Pretty("  "))
	}

	if js.Trim(a.path) == "" {
		const advice = ". Supply correct parameters before retrying."
		return a, refuse("Missing required parameter: path" + c.received() + advice)
	}

	switch {
	case a.offset > js.MaxSafeInteger:
		return a, refuse("Offset must be an integer at least 1")
	case a.cursor > js.MaxSafeInteger:
		return a, refuse("Cursor must be an integer at least 0")
	}

	return a, nil
}

// isMemory matches the agent's daily notes, which may be missing.
var isMemory = lazy.Regexp(`^(?:\./)*memory/\d{4}-\d{2}-\d{2}\.md$`)

// checker collects errors of arguments.
type checker struct {
	given  js.Value
	text   bool // numbers may be strings
	faults []string
}

func (c *checker) fault(name, text string) { c.faults = append(c.faults, name+": "+text) }

func (c *checker) path() string {
	switch v := c.given.Get("path"); v.Kind {
	case js.Undefined:
		c.fault("path", "must have required properties path")
	case js.String, js.Null:
		return v.Text
	case js.Number, js.Boolean:
		return js.ToString(v)
	default:
		c.fault("path", "must be string")
	}

	return ""
}

// number returns a number, and whether it is given; kind says in errors what it must be.
func (c *checker) number(name, kind string) (n float64, given bool) {
	v := c.given.Get(name)
	if v.Kind == js.Undefined {
		return 0, false
	}

	n, _, ok := js.Coerced(v, c.text)
	if !ok || math.IsNaN(n) || math.IsInf(n, 0) {
		c.fault(name, "must be "+kind)
		return 0, false
	}

	return n, true
}

// integer returns an integer of at least least, and whether it is given.
func (c *checker) integer(name string, least int64) (int64, bool) {
	n, given := c.number(name, "integer")
	switch {
	case !given:
		return 0, false
	case n != math.Trunc(n):
		c.fault(name, "must be integer")
	case n < float64(least):
		c.fault(name, "must be >= "+js.NumberText(float64(least)))
	}

	return js.ClampFloat(n), true
}

// received returns which arguments were given, with the types of those that are not strings.
func (c *checker) received() string {
	var said []string
	for _, name := range c.given.Keys {
		v := c.given.Get(name)
		switch {
		case name == "path":
			said = append(said, "path=<empty-string>")
		case v.Kind == js.Null: // counts as absent
		case v.Kind == js.Array:
			said = append(said, name+"=<array>")
		case v.Kind != js.String:
			said = append(said, name+"=<"+string(v.Kind)+">")
		case js.Trim(v.Text) == "":
			said = append(said, name+"=<empty-string>")
		default:
			said = append(said, name)
		}
	}

	if said == nil {
		return ""
	}

	return " (received: " + strings.Join(said, ", ") + ")"
}

// refuse returns an error of the tool as the agent sends it.
func refuse(text string) *tools.Error {
	return tools.Refuse("{\n  \"status\": \"error\",\n  \"tool\": \"read\",\n  \"error\": " + js.Quote(text) + "\n}")
}
