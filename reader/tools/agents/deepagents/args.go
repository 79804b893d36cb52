package deepagents

import (
	"math"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// readArguments are the parsed arguments: offset is the number of lines to skip as given, from and limit are integers
// derived from it and the limit.
type readArguments struct {
	path        string
	offset      float64
	from, limit int64
}

// parseArgs parses the arguments as the tool's schema does, which converts other values to numbers.
func parseArgs(env tools.Env, data []byte) (a readArguments, err error) {
	v, ok := js.Parse(data)
	if !ok || v.Kind != js.Object {
		return a, mismatch([]string{"Invalid input: expected object, received " + kindOf(v)})
	}

	file := v.Get("file_path")
	if path := v.Get("path"); path.Kind != js.Undefined && !v.Has("file_path") {
		file = path
	}

	var faults []string
	a.path = file.Text
	if file.Kind != js.String {
		faults = append(faults, "Invalid input: expected string, received "+kindOf(file)+"\n  → at file_path")
	}

	number := func(name string, otherwise float64) float64 {
		given := v.Get(name)
		if given.Kind == js.Undefined {
			return otherwise
		}

		n := js.NumberOf(given)
		if given.Kind == js.String && !env.Tool.Policy.NumbersAsText {
			n = math.NaN()
		}
		if math.IsNaN(n) || math.IsInf(n, 0) {
			faults = append(faults, "Invalid input: expected number, received "+js.NumberText(n)+"\n  → at "+name)
		}

		return n
	}

	caps := env.Tool.Caps
	a.offset = number("offset", 0)
	a.limit = whole(number("limit", float64(caps.Lines.Most)))
	a.from = whole(a.offset)
	if faults != nil {
		return a, mismatch(faults)
	}

	return a, nil
}

// whole truncates a number; negative ones become 0.
func whole(n float64) int64 {
	return int64(max(0, min(math.Floor(n), math.MaxInt64/2)))
}

// kindOf returns zod's name for the type of a value.
func kindOf(v js.Value) string {
	if v.Kind == js.Number && math.IsInf(v.Num, 0) {
		return js.NumberText(v.Num)
	}
	return string(v.Kind)
}

func mismatch(faults []string) error {
	const head = "[exception] Received tool input did not match expected schema"
	return tools.Refuse(head + "\n\n✖ " + strings.Join(faults, "\n✖ "))
}
