package copilotchat

import (
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// policy is that of Ajv with type coercion.
var policy = tools.Policy{NumbersAsText: true}

// readArguments are the arguments after their coercion. first and second are startLine and endLine of the old form, or
// offset and limit of the new one.
type readArguments struct {
	path          string
	old           bool // startLine and endLine were given
	first, second float64
	hasFirst      bool // offset was given
	hasSecond     bool // limit was given
}

// parseArgs validates the arguments like Ajv with type coercion, and returns the first error only.
func parseArgs(data []byte, policy tools.Policy) (a readArguments, err error) {
	invalid := func(message string) error {
		return tools.Refuse(
			"ERROR: Your input to the tool was invalid (" + message + ")\nPlease check your input and try again.",
		)
	}

	v, ok := js.Parse(data)
	if !ok || v.Kind != js.Object {
		return a, invalid("must be object")
	}

	a.old = v.Has("startLine") || v.Has("endLine")
	names := [2]string{"offset", "limit"}
	required := []string{"filePath"}
	if a.old {
		names = [2]string{"startLine", "endLine"}
		required = []string{"filePath", "startLine", "endLine"}
	}

	for _, name := range required {
		if !v.Has(name) {
			return a, invalid("must have required property '" + name + "'")
		}
	}

	switch file := v.Get("filePath"); file.Kind {
	case js.String:
		a.path = file.Text
	case js.Number, js.Boolean:
		a.path = file.String()
	case js.Null: // counts as an empty path
	default:
		return a, invalid("must be string")
	}

	var numbers [2]float64
	for i, name := range names {
		field := v.Get(name)
		n, _, ok := js.Coerced(field, policy.NumbersAsText && field.Text != "")
		if !ok {
			return a, invalid("must be number")
		}
		numbers[i] = n
	}

	a.first = numbers[0]
	a.second = numbers[1]
	a.hasFirst = v.Has(names[0])
	a.hasSecond = v.Has(names[1])
	return a, nil
}
