package desktopcommander

import (
	"math"
	"slices"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// readArguments are the parsed arguments; offset and length may be fractions.
type readArguments struct {
	path           string
	offset, length float64
	unknown        []string // unknown arguments
}

// known are the names of the arguments in order of the schema.
var known = []string{"path", "isUrl", "offset", "length", "sheet", "range", "options", "origin"}

func parseArgs(env tools.Env, data []byte) (a readArguments, err error) {
	v, ok := js.Parse(data)
	if !ok || v.Kind != js.Object {
		return a, tools.RefuseOwn("eyeline: the arguments are not an object of JSON, which no client sends")
	}
	if issues := issuesOf(v); issues != nil {
		return a, refuse("[\n" + strings.Join(issues, ",\n") + "\n]")
	}

	caps := env.Tool.Caps
	a = readArguments{path: v.Get("path").Text, length: float64(caps.Lines.Most)}
	a.offset = v.Get("offset").Num
	if length := v.Get("length"); length.Kind == js.Number {
		a.length = length.Num
	}

	for _, name := range v.Keys {
		if !slices.Contains(known, name) {
			a.unknown = append(a.unknown, name)
		}
	}

	switch {
	case v.Get("isUrl").Yes:
		return a, tools.RefuseOwn("eyeline: nothing is fetched from the web")
	case v.Get("origin").Text == "ui":
		return a, tools.RefuseOwn("eyeline: what Desktop Commander gives to its own preview is not imitated")
	}

	return a, nil
}

// warning returns a warning about unknown arguments; "" if all are known.
func (a readArguments) warning() string {
	if a.unknown == nil {
		return ""
	}
	return "You sent parameters not supported by this tool, which were ignored: " + strings.Join(a.unknown, ", ") +
		". Supported parameters for read_file: " + strings.Join(known, ", ") + "."
}

// first returns the number of the first requested line, 1-based.
func (a readArguments) first() int64 {
	return int64(min(math.Ceil(a.offset), math.MaxInt64/2)) + 1
}

// count returns the limit of lines.
func (a readArguments) count() int64 {
	return int64(max(min(math.Ceil(a.length), math.MaxInt64/2), 0))
}

// issuesOf returns zod's issues for the arguments as JSON.
func issuesOf(v js.Value) (issues []string) {
	for _, name := range known {
		field := v.Get(name)
		want := map[string]string{
			"path": "string", "isUrl": "boolean", "offset": "number", "length": "number", "options": "object",
			"sheet": "string", "range": "string",
		}[name]
		got := string(field.Kind)
		switch {
		case field.Kind == js.Undefined && name != "path", got == want: // valid
		case name == "origin":
			issues = append(issues, originIssue(field)...)
		case field.Kind == js.Undefined:
			issues = append(issues, wrongType("string", got, name, "Required"))
		default:
			issues = append(issues, wrongType(want, got, name, "Expected "+want+", received "+got))
		}
	}

	return issues
}

func wrongType(want, got, name, message string) string {
	return issue("code", "invalid_type", "expected", want, "received", got) + pathOf(name, message)
}

// originIssue returns zod's issue for a value that is not allowed.
func originIssue(v js.Value) []string {
	const allowed = "'ui' | 'llm'"
	switch {
	case v.Kind != js.String:
		got := string(v.Kind)
		return []string{
			issue("expected", allowed, "received", got, "code", "invalid_type") +
				pathOf("origin", "Expected "+allowed+", received "+got),
		}
	case v.Text == "ui", v.Text == "llm":
		return nil
	}

	options := "    \"options\": [\n      \"ui\",\n      \"llm\"\n    ],\n"
	head := issue("received", v.Text, "code", "invalid_enum_value") + options
	return []string{head + pathOf("origin", "Invalid enum value. Expected "+allowed+", received '"+v.Text+"'")}
}

// issue returns the beginning of an issue: names and values in turn.
func issue(fields ...string) string {
	var b strings.Builder
	b.WriteString("  {\n")
	for i := 0; i+1 < len(fields); i += 2 {
		b.WriteString("    " + js.Quote(fields[i]) + ": " + js.Quote(fields[i+1]) + ",\n")
	}
	return b.String()
}

// pathOf returns the end of an issue: the argument's name, and the message.
func pathOf(name, message string) string {
	return "    \"path\": [\n      " + js.Quote(name) + "\n    ],\n    \"message\": " + js.Quote(message) + "\n  }"
}
