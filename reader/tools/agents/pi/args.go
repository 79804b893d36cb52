package pi

import (
	"math"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/pi/brokenjson"
)

// policy: values of other types are converted before they are checked.
var policy = tools.Policy{NumbersAsText: true}

// readArguments are the arguments after conversion. The numbers may be fractions, and are used unchanged.
type readArguments struct {
	path          string
	offset, limit float64
	limited       bool
	value         js.Value // the object of the arguments
}

// numberOf converts a value to a finite number; absent for null.
func numberOf(v js.Value, policy tools.Policy) (n float64, given, ok bool) {
	n, given, ok = js.Coerced(v, policy.NumbersAsText)
	return n, given, ok && !math.IsNaN(n) && !math.IsInf(n, 0)
}

func parseArgs(args []byte, policy tools.Policy) (readArguments, error) {
	v := parseJSON(string(args))
	if v.Kind == js.Number && math.IsNaN(v.Num) {
		return readArguments{}, tools.Refuse("Cannot read properties of undefined (reading 'replace')")
	}
	if v.Kind != js.Object {
		return readArguments{}, refuseFaults(v, []string{"root: must be object"})
	}

	return checkArgs(v, policy, "must have required properties path", func(want string, _ js.Value) string {
		return "must be " + want
	})
}

// parseJSON parses the text of arguments like pi 0.87: as JSON; else as JSON with repaired strings; else as truncated
// JSON; else as an empty object.
func parseJSON(args string) js.Value {
	if js.Trim(args) == "" {
		return js.Value{Kind: js.Object}
	}
	if v, ok := brokenjson.ParseMended(args, false); ok {
		return v
	}

	for _, text := range []string{args, brokenjson.Mend(args, false)} {
		if v, ok := brokenjson.ParsePartial(text); ok && v.Kind == js.Null {
			break
		} else if ok {
			return v
		}
	}

	return js.Value{Kind: js.Object}
}

// parse15Args parses arguments like pi 1.5.
func parse15Args(args []byte, policy tools.Policy) (readArguments, error) {
	text := string(args)
	v := js.Value{Kind: js.Object}
	if js.Trim(text) != "" {
		why := ""
		var ok bool
		v, ok = brokenjson.ParseMended(text, true)
		if !ok {
			why = js.V8Error(brokenjson.Mend(text, true))
		} else if v.Kind != js.Object {
			why = "Tool arguments must be a JSON object"
		}

		if why != "" {
			return readArguments{}, tools.Refuse(
				"Invalid arguments for tool \"read\": " + why + "\n\nReceived arguments:\n" + text,
			)
		}
	}

	for _, name := range []string{"offset", "limit"} {
		if word := v.Get(name); word.Text == "true" || word.Text == "false" {
			truth, _ := js.Parse([]byte(word.Text))
			v = v.With(name, truth)
		}
	}

	return checkArgs(v, policy, "missing", func(want string, v js.Value) string {
		got := string(v.Kind)
		if v.Kind == js.Number {
			got = js.NumberText(v.Num)
		}
		return "expected " + want + ", got " + got
	})
}

// checkArgs returns the arguments in an object; missing and wrong return a version's text for an error.
func checkArgs(
	v js.Value, policy tools.Policy, missing string, wrong func(want string, v js.Value) string,
) (readArguments, error) {
	a := readArguments{value: v}
	var faults []string
	ok := false

	switch path := v.Get("path"); path.Kind {
	case js.Undefined:
		faults = append(faults, "path: "+missing)
	case js.String:
		a.path = path.Text
	case js.Number:
		a.path = js.NumberText(path.Num)
	case js.Null, js.Boolean:
		a.path = path.String()
	default:
		faults = append(faults, "path: "+wrong("string", path))
	}

	a.offset, _, ok = numberOf(v.Get("offset"), policy)
	if !ok {
		faults = append(faults, "offset: "+wrong("number", v.Get("offset")))
	}
	a.limit, a.limited, ok = numberOf(v.Get("limit"), policy)
	if !ok {
		faults = append(faults, "limit: "+wrong("number", v.Get("limit")))
	}
	if faults != nil {
		return a, refuseFaults(v, faults)
	}

	return a, nil
}

func refuseFaults(v js.Value, faults []string) error {
	return tools.Refuse("Validation failed for tool \"read\":\n  - " + strings.Join(faults, "\n  - ") +
		"\n\nReceived arguments:\n" + v.Pretty("  "))
}
