package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"eyeline/reader/tools"
)

// lastLine stands for "end_line", which is no argument of a read but says how many lines it gives.
const lastLine = "end_line"

// otherNames are the names that agents' own tools have for arguments of the server's reads, so that a model which is
// used to those is understood.
var otherNames = map[string][]string{
	"path":  {"file_path"},
	"line":  {"start_line", "offset"},
	"lines": {"limit"},
	"start": {"offset"},
	"bytes": {"limit"},
}

// arguments are those of a call of one of the server's own reads, by their names in its schema.
type arguments struct {
	read   string // its name
	schema *jsonschema.Schema
	values map[string]json.RawMessage
}

// argumentsOf takes the arguments of a call under their own names or those of agents' tools. The error is a sentence
// for the model.
func argumentsOf(read string, schema *jsonschema.Schema, given []byte) (*arguments, error) {
	a := &arguments{read, schema, map[string]json.RawMessage{}}
	var members map[string]json.RawMessage
	if len(bytes.TrimSpace(given)) > 0 {
		if err := json.Unmarshal(given, &members); err != nil {
			return nil, a.wrong("its arguments are an object of JSON")
		}
		if twice := tools.DoubledName(given); twice != "" {
			return nil, a.wrong("%.60q is given twice", twice)
		}
	}

	names := slices.Sorted(maps.Keys(members)) // what is said of them is the same each time
	slices.SortStableFunc(names, func(x, y string) int { return a.turn(x) - a.turn(y) })
	for _, name := range names {
		if err := a.set(name, members[name]); err != nil {
			return nil, err
		}
	}

	for _, name := range schema.Required {
		if a.values[name] == nil {
			return nil, a.wrong("%q is missing: %s", name, schema.Properties[name].Description)
		}
		if string(a.values[name]) == `""` {
			return nil, a.wrong("%q is empty", name)
		}
	}

	return a, nil
}

// turn is when a name is taken: the read's own names first, and the last line when the first one is known.
func (a *arguments) turn(name string) int {
	switch {
	case a.schema.Properties[name] != nil:
		return 0
	case name != lastLine:
		return 1
	}
	return 2
}

// set sets one argument. null means that it is left out.
func (a *arguments) set(name string, value json.RawMessage) error {
	if string(value) == "null" {
		return nil
	}

	own := a.own(name)
	switch {
	case own == "":
		return a.unknown(name)
	case a.values[own] != nil:
		return a.wrong("%q and %q are the same", own, name)
	}

	value, err := a.checked(own, name, value)
	if err != nil {
		return err
	}
	if name == lastLine {
		return a.takeLast(value)
	}

	a.values[own] = value
	return nil
}

// unknown refuses an argument that the read has under no name, and says which was perhaps meant and which there are.
func (a *arguments) unknown(name string) error {
	var names, listed []string
	for _, own := range a.schema.PropertyOrder {
		others := othersOf(a.schema, own)
		names = append(append(names, own), others...)
		if len(others) > 0 {
			own += " (or " + strings.Join(others, ", ") + ")"
		}
		listed = append(listed, own)
	}

	meant := ""
	if near := tools.Similar(name, names); len(near) > 0 {
		meant = tools.Suggestion(near, nil)
	}

	return a.wrong("it has no argument %.60q%s; it has %s", name, meant, strings.Join(listed, ", "))
}

// othersOf are the other names that an argument of a read has.
func othersOf(schema *jsonschema.Schema, own string) []string {
	others := slices.DeleteFunc(slices.Clone(otherNames[own]), func(other string) bool {
		return ownName(schema, other) != own
	})
	if own == "lines" {
		others = append(others, lastLine)
	}
	return others
}

// own is the read's own name of an argument; "" where it has no such argument.
func (a *arguments) own(name string) string { return ownName(a.schema, name) }

// ownName is the name that an argument has in a schema; "" where that has no such argument.
func ownName(schema *jsonschema.Schema, name string) string {
	if schema.Properties[name] != nil {
		return name
	}
	if name == lastLine && schema.Properties["lines"] != nil {
		return "lines"
	}
	for _, own := range schema.PropertyOrder {
		if slices.Contains(otherNames[own], name) {
			return own
		}
	}

	return ""
}

// takeLast takes the number of the last line. The first one has been taken: its names come before.
func (a *arguments) takeLast(value json.RawMessage) error {
	last, _ := strconv.ParseInt(string(value), 10, 64)
	first, err := strconv.ParseInt(string(a.values["line"]), 10, 64)
	if err != nil || first < 1 {
		first = 1
	}
	if last < first {
		return a.wrong("%q is before the first line, %d", lastLine, first)
	}

	a.values["lines"] = json.RawMessage(strconv.FormatInt(last-first+1, 10))
	return nil
}

// checked is a value as its argument takes it: a whole number without a point or an exponent.
func (a *arguments) checked(own, name string, value json.RawMessage) (json.RawMessage, error) {
	property := a.schema.Properties[own]
	is := func(kind string) bool { return property.Type == kind }
	kind := jsonKind(value)
	switch {
	case is("integer") && kind == "number":
		number, err := wholeNumber(value)
		if err != nil {
			return nil, a.wrong("%q: %w", name, err)
		}
		if number[0] == '-' {
			return nil, a.wrong("%q is not negative, as %s is", name, number)
		}
		if own == "line" && name != "offset" && string(number) == "0" { // an offset of 0 is the beginning
			return nil, a.wrong("%q is counted from 1", name)
		}

		return number, nil
	case is("integer"):
		return nil, a.wrong("%q is a whole number, not a %s", name, kind)
	case is("boolean") && kind != "boolean", is("string") && kind != "string":
		return nil, a.wrong("%q is a %s, not a %s", name, property.Type, kind)
	}

	return value, nil
}

// jsonKind is the type of a value of JSON that is well-formed.
func jsonKind(value json.RawMessage) string {
	switch value[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "list"
	case 't', 'f':
		return "boolean"
	}

	return "number"
}

// wholeNumber is a number of JSON as a whole number of 64 bits.
func wholeNumber(value json.RawMessage) (json.RawMessage, error) {
	if whole, err := strconv.ParseInt(string(value), 10, 64); err == nil {
		return json.RawMessage(strconv.FormatInt(whole, 10)), nil
	}

	number, err := strconv.ParseFloat(string(value), 64)
	switch {
	case err != nil || math.Abs(number) >= 1<<63:
		return nil, fmt.Errorf("the number %.30s is beyond 64 bits", value)
	case number != math.Trunc(number):
		return nil, fmt.Errorf("%.30s is no whole number", value)
	}

	return json.RawMessage(strconv.FormatInt(int64(number), 10)), nil
}

// into sets the fields of what a read takes.
func (a *arguments) into(v any) error { return json.Unmarshal(tools.Encode(a.values), v) }

// path is the file.
func (a *arguments) path() string {
	var path string
	_ = json.Unmarshal(a.values["path"], &path) // it has been looked at
	return path
}

// wrong is what the model is told of arguments that are wrong.
func (a *arguments) wrong(format string, args ...any) error {
	return fmt.Errorf(a.read+": "+format, args...)
}
