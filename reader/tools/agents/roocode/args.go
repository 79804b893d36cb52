package roocode

import (
	"math"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// arguments are the arguments of a call. What is not given is NaN.
type arguments struct {
	path          string
	block         bool
	offset, limit float64

	anchor, levels, most float64
	siblings, header     bool
}

// or is n, or other where n is not given.
func or(n, other float64) float64 {
	if math.IsNaN(n) {
		return other
	}
	return n
}

// numberOf reads a number as the agent does; NaN for none.
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

// booleanOf reads a boolean as the agent does; other for none.
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
