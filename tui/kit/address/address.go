// Package address, which changes without notice, reads places in a file as a person types them on the command line
// (+LINE) and in the viewer (:LINE).
package address

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// position is a place in a file. At most one of its fields is set.
type position struct {
	Line int64 // 1-based; 0: not given
	Byte offset
	Part part
}

// offset is a byte offset, 0-based, that may be absent.
type offset struct {
	At    int64
	Given bool
}

// part is a share of the file, 0 to 1, that may be absent.
type part struct {
	Of    float64
	Given bool
}

// ErrSyntax is the error for a text that has none of the three forms.
var ErrSyntax = errors.New("type a line, N%, or @BYTE (0x…, KiB, MiB, GiB)")

// Parse reads LINE, N% or @BYTE.
func Parse(s string) (position, error) {
	s = strings.TrimSpace(s)
	if at, ok := strings.CutPrefix(s, "@"); ok {
		n, err := Bytes(at)
		return position{Byte: offset{n, err == nil}}, err
	}

	if percent, ok := strings.CutSuffix(s, "%"); ok {
		f, err := strconv.ParseFloat(strings.TrimSpace(percent), 64)
		if err != nil || math.IsNaN(f) || f < 0 || f > 100 {
			return position{}, fmt.Errorf("%q is not a percentage from 0 to 100", s)
		}
		return position{Part: part{f / 100, true}}, nil
	}

	if groups := strings.Split(s, ","); slices.ContainsFunc(groups[1:], func(g string) bool { return len(g) != 3 }) {
		return position{}, ErrSyntax // two numbers
	}

	n, err := strconv.ParseInt(strings.NewReplacer(",", "", "_", "").Replace(s), 10, 64)
	if err != nil || n < 1 {
		return position{}, ErrSyntax
	}

	return position{Line: n}, nil
}

// Bytes reads a number of bytes or an offset: decimal, 0x hexadecimal, with an optional unit KiB, MiB, GiB or TiB (or
// K, M, G, T, which mean the same).
func Bytes(s string) (int64, error) {
	t := strings.NewReplacer(",", "", "_", "", " ", "").Replace(s)
	bad := fmt.Errorf("%q is not a number of bytes; write 4096, 0x1000 or 1.5MiB", s)
	if hex, ok := strings.CutPrefix(strings.ToLower(t), "0x"); ok {
		n, err := strconv.ParseInt(hex, 16, 64)
		if err != nil || n < 0 {
			return 0, bad
		}
		return n, nil
	}

	unit := int64(1)
	low := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(t), "b"), "i")
	for i, u := range []string{"k", "m", "g", "t"} {
		if rest, ok := strings.CutSuffix(low, u); ok {
			low = rest
			unit = int64(1) << (10 * (i + 1))
			break
		}
	}

	if n, err := strconv.ParseInt(low, 10, 64); err == nil {
		if n < 0 || n > math.MaxInt64/unit {
			return 0, bad
		}
		return n * unit, nil
	}

	f, err := strconv.ParseFloat(low, 64)
	if err != nil || !(f >= 0) || f*float64(unit) >= math.MaxInt64 {
		return 0, bad
	}

	return int64(f * float64(unit)), nil
}
