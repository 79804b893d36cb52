package roocode

import (
	"fmt"
	"math"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// readArgs are the arguments of a call. NaN is not given.
type readArgs struct {
	path          string
	block         bool
	offset, limit float64

	anchor, levels, most float64
	siblings, header     bool
}

func parseArgs(v js.Value, t *tools.Tool) readArgs {
	inner := v.Get("indentation")
	number := func(v js.Value) float64 { return numberOf(v, t.Policy) }
	return readArgs{
		path: v.Get("path").Text, block: v.Get("mode").Kind == js.String && v.Get("mode").Text == "indentation",
		offset: number(v.Get("offset")), limit: or(number(v.Get("limit")), float64(t.Caps.Lines.Most)),
		anchor: number(inner.Get("anchor_line")), levels: or(number(inner.Get("max_levels")), 0),
		most:     number(inner.Get("max_lines")),
		siblings: booleanOf(inner.Get("include_siblings"), false), header: booleanOf(inner.Get("include_header"), true),
	}
}

// check checks the values; file is the path as given.
func (a readArgs) check(file js.Value) error {
	const based = "Error: %s must be a 1-indexed line number (got %s). Line numbers start at 1."
	switch {
	case a.offset < 1:
		return tools.Refuse(fmt.Sprintf(based, "offset", js.NumberText(a.offset)))
	case a.anchor < 1:
		return tools.Refuse(fmt.Sprintf(based, "anchor_line", js.NumberText(a.anchor)))
	case file.Kind != js.String:
		return tools.Refuse("File: " + js.ToString(file) +
			"\nError: The \"paths[1]\" argument must be of type string. Received " + js.NodeType(file))
	}

	return nil
}

// or returns n, or other if n is not given.
func or(n, other float64) float64 {
	if math.IsNaN(n) {
		return other
	}
	return n
}

// numberOf converts a value to a number like the agent; NaN if it is not one.
func numberOf(v js.Value, policy tools.Policy) float64 {
	n := math.NaN()
	switch v.Kind {
	case js.Number:
		n = v.Num
	case js.String:
		if policy.NumbersAsText {
			n = js.ToNumber(v.Text)
		}
	}

	if math.IsInf(n, 0) {
		return math.NaN()
	}

	return n
}

// booleanOf converts a value to a boolean like the agent; other if it is not one.
func booleanOf(v js.Value, other bool) bool {
	switch v.Kind {
	case js.Boolean:
		return v.Yes
	case js.String:
		switch strings.ToLower(js.Trim(v.Text)) {
		case "true":
			return true
		case "false":
			return false
		}
	}

	return other
}
