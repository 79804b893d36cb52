package python

import (
	"bytes"
	"math"
	"math/big"
	"strings"

	"eyeline/reader/internal/later"
)

// Int is a whole number of any size, or a boolean, which Python takes for one.
type Int struct {
	Value *big.Int
	bool  bool
}

// ParseInt reads a JSON value that is an Int; 1.0 is none.
func ParseInt(raw []byte) (n Int, ok bool) {
	switch raw = bytes.TrimSpace(raw); string(raw) {
	case "true":
		return Int{big.NewInt(1), true}, true
	case "false":
		return Int{new(big.Int), true}, true
	}
	if len(raw) == 0 || raw[0] == '"' || bytes.ContainsAny(raw, ".eE[{n") {
		return n, false
	}
	n.Value, ok = new(big.Int).SetString(string(raw), 10)
	return n, ok
}

// String is the number as Python prints it.
func (n Int) String() string {
	if n.bool {
		return map[bool]string{true: "True", false: "False"}[n.Value.Sign() != 0]
	}
	return n.Value.String()
}

// Compare is the sign of n - m.
func (n Int) Compare(m int64) int { return n.Value.Cmp(big.NewInt(m)) }

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

var intForm = later.Regexp(`^[+-]?[0-9]+(_[0-9]+)*$`)

// IntText is Python's int(s), for the digits of ASCII.
func IntText(s string) (*big.Int, bool) {
	s = strings.TrimFunc(s, IsSpace)
	if !intForm().MatchString(s) || len(s) > mostDigits {
		return nil, false
	}
	return new(big.Int).SetString(strings.ReplaceAll(s, "_", ""), 10)
}
