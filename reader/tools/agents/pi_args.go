package agents

import (
	"math"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/pi/brokenjson"
	"eyeline/reader/tools/runtime/js"
)

// piPolicy: what may stand for a value of another type is converted before it is checked.
var piPolicy = tools.Policy{NumbersAsText: true}

// piArgs are the arguments after they were made fit. The numbers may be fractions, and are used as they are.
type piArgs struct {
	path          string
	offset, limit float64
	limited       bool
}

// piNumber makes a number of a value; absent for null.
func piNumber(v js.Value, policy tools.Policy) (n float64, given, ok bool) {
	switch v.Kind {
	case js.Undefined, js.Null:
		return 0, false, true
	case js.Number:
		return v.Num, true, !math.IsNaN(v.Num) && !math.IsInf(v.Num, 0)
	case js.Boolean:
		if v.Yes {
			n = 1
		}
		return n, true, true
	case js.String:
		n = js.ToNumber(v.Text)
		return n, true, policy.NumbersAsText && !math.IsNaN(n) && !math.IsInf(n, 0)
	}
	return 0, false, false
}

func parsePiArgs(args []byte, policy tools.Policy) (piArgs, error) {
	v := piParseJSON(string(args))
	if v.Kind == js.Number && math.IsNaN(v.Num) {
		return piArgs{}, tools.Refuse("Cannot read properties of undefined (reading 'replace')")
	}
	if v.Kind != js.Object {
		return piArgs{}, piFaults(v, []string{"root: must be object"})
	}
	return checkPiArgs(v, policy, "must have required properties path", func(want string, _ js.Value) string { return "must be " + want })
}

// piParseJSON reads the text of arguments as pi 0.87 does: as JSON; else as JSON with strings that are mended; else as the beginning
// of JSON, up to where it breaks off; else as an empty object.
func piParseJSON(args string) js.Value {
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

// parsePi15Args reads arguments as pi 1.5 does.
func parsePi15Args(args []byte, policy tools.Policy) (piArgs, error) {
	text := string(args)
	v := js.Value{Kind: js.Object}
	if js.Trim(text) != "" {
		why := ""
		var ok bool
		if v, ok = brokenjson.ParseMended(text, true); !ok {
			why = js.V8Error(brokenjson.Mend(text, true))
		} else if v.Kind != js.Object {
			why = "Tool arguments must be a JSON object"
		}
		if why != "" {
			return piArgs{}, tools.Refuse("Invalid arguments for tool \"read\": " + why + "\n\nReceived arguments:\n" + text)
		}
	}
	return checkPiArgs(v, policy, "missing", func(want string, v js.Value) string {
		got := string(v.Kind)
		if v.Kind == js.Number {
			got = js.NumberText(v.Num)
		}
		return "expected " + want + ", got " + got
	})
}

// checkPiArgs takes the arguments out of an object; missing and wrong say what a version says of a fault.
func checkPiArgs(v js.Value, policy tools.Policy, missing string, wrong func(want string, v js.Value) string) (piArgs, error) {
	var a piArgs
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
	if a.offset, _, ok = piNumber(v.Get("offset"), policy); !ok {
		faults = append(faults, "offset: "+wrong("number", v.Get("offset")))
	}
	if a.limit, a.limited, ok = piNumber(v.Get("limit"), policy); !ok {
		faults = append(faults, "limit: "+wrong("number", v.Get("limit")))
	}
	if faults != nil {
		return a, piFaults(v, faults)
	}
	return a, nil
}

func piFaults(v js.Value, faults []string) error {
	return tools.Refuse("Validation failed for tool \"read\":\n  - " + strings.Join(faults, "\n  - ") +
		"\n\nReceived arguments:\n" + v.Pretty("  "))
}
