package js

import (
	"math"
	"strings"
)

// MaxSafeInteger is JavaScript's Number.MAX_SAFE_INTEGER.
const MaxSafeInteger = 1<<53 - 1

// ToString is JavaScript's String(v).
func ToString(v Value) string {
	switch v.Kind {
	case String:
		return v.Text
	case Number:
		return NumberText(v.Num)
	case Object:
		return "[object Object]"
	case Array:
		parts := make([]string, len(v.Items))
		for i, item := range v.Items {
			if item.Kind != Null {
				parts[i] = ToString(item)
			}
		}

		return strings.Join(parts, ",")
	}

	return v.String()
}

// NumberOf is JavaScript's Number(v); NaN for what is no number.
func NumberOf(v Value) float64 {
	switch v.Kind {
	case Number:
		return v.Num
	case Null:
		return 0
	case Boolean:
		if v.Yes {
			return 1
		}
		return 0
	case Undefined, Object:
		return math.NaN()
	}

	return ToNumber(ToString(v))
}

// NodeType is how Node.js names a value that has the wrong type.
func NodeType(v Value) string {
	switch v.Kind {
	case Object:
		return "an instance of Object"
	case Array:
		return "an instance of Array"
	case Number, Boolean:
		return "type " + string(v.Kind) + " (" + ToString(v) + ")"
	}
	return string(v.Kind)
}

// Coerced is the number that a validator which converts types makes of a value: ok is false where it makes none, given
// for what is absent or null, which is 0.
func Coerced(v Value, text bool) (n float64, given, ok bool) {
	switch v.Kind {
	case Undefined, Null:
		return 0, false, true
	case String:
		n = ToNumber(v.Text)
		return n, true, text && !math.IsNaN(n)
	}
	return NumberOf(v), true, v.Kind == Number || v.Kind == Boolean
}
