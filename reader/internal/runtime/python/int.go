package python

import (
	"math"
	"math/big"
	"strings"

	"eyeline/reader/internal/lazy"
)

// ClampBig is a whole number as an int64, or the nearest one.
func ClampBig(n *big.Int) int64 {
	switch {
	case n.IsInt64():
		return n.Int64()
	case n.Sign() < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

var intForm = lazy.Regexp(`^[+-]?[0-9]+(_[0-9]+)*$`)

// IntText is Python's int(s), for the digits of ASCII.
func IntText(s string) (*big.Int, bool) {
	s = strings.TrimFunc(s, IsSpace)
	if !intForm().MatchString(s) || len(s) > maxDigits {
		return nil, false
	}
	return new(big.Int).SetString(strings.ReplaceAll(s, "_", ""), 10)
}
