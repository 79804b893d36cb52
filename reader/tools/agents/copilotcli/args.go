package copilotcli

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/serdejson"
	"eyeline/reader/tools"
)

// call is a call of view with parsed arguments.
type call struct {
	args       []byte
	path       string
	ranged     bool // a range is given
	start, end number
	force      bool
}

// number is a line number as given; text is "" if it is not given.
type number struct {
	value float64
	text  string // as in messages
}

// line returns the number as a line number, clamped to int64.
func (n number) line() int64 {
	switch {
	case n.value >= math.MaxInt64:
		return math.MaxInt64 - 1
	case n.value < 1:
		return 1
	}
	return int64(n.value)
}

// parseCall makes the checks 1 and 2 of the contract.
func parseCall(_ tools.Env, args []byte) (*call, error) {
	raw := strings.ToValidUTF8(string(args), "\uFFFD")
	text := cmp.Or(raw, "{}")
	v := serdejson.Value{Kind: serdejson.String, Text: text}
	for v.Kind == serdejson.String { // a string is parsed as JSON
		var err error
		text = v.Text
		if v, err = serdejson.ParseValue([]byte(text)); err != nil {
			return nil, tools.Refuse("The arguments for the tool call 'view' were not valid JSON. " +
				"The arguments have been cleared. Arguments: " + raw + ". JSON parse error: " +
				js.V8ErrorOfSerde(text, err))
		}
	}

	if v.Kind != serdejson.Object {
		return nil, tools.Refuse("Invalid input: Expected JSON object but got " + typeName(v))
	}

	c := &call{args: []byte(text), start: number{1, "1"}}
	problems := c.parse(v)
	switch len(problems) {
	case 0:
		return c, nil
	case 1:
		return nil, tools.Refuse("Invalid input: " + problems[0])
	}

	return nil, tools.Refuse("Invalid input: Multiple validation errors:\n- " + strings.Join(problems, "\n- "))
}

// parse sets the fields and returns the problems, in the order of the schema.
func (c *call) parse(v serdejson.Value) (problems []string) {
	wrong := func(field, expected string, v serdejson.Value) {
		problems = append(problems, fmt.Sprintf("%q: Expected %s, received %s", field, expected, typeName(v)))
	}

	if path, ok := v.Fields.Lookup("path"); !ok {
		problems = append(problems, `"path": Required`)
	} else if c.path = path.Text; path.Kind != serdejson.String {
		wrong("path", "string", path)
	}

	if lines, ok := v.Fields.Lookup("view_range"); ok && lines.Kind != serdejson.Array {
		wrong("view_range", "array", lines)
	} else if ok {
		for i, e := range lines.Elements {
			field := "view_range." + strconv.Itoa(i)
			n := number{value: e.Float(), text: strconv.FormatFloat(e.Float(), 'f', -1, 64)}
			if whole, ok := e.Int(); ok {
				n.text = strconv.FormatInt(whole, 10)
			}

			switch {
			case e.Kind != serdejson.Number:
				wrong(field, "number", e)
			case n.value != math.Trunc(n.value):
				problems = append(problems, fmt.Sprintf("%q: Expected integer, received float", field))
			case i == 0:
				c.ranged = true
				c.start = n
			case i == 1:
				c.end = n
			}
		}
	}

	if force, ok := v.Fields.Lookup("forceReadLargeFiles"); ok {
		c.force = force.Bool
		if force.Kind != serdejson.Bool {
			wrong("forceReadLargeFiles", "boolean", force)
		}
	}

	return problems
}

func typeName(v serdejson.Value) string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[v.Kind]
}
