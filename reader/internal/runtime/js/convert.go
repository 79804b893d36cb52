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
