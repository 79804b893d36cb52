package python

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/internal/later"
	"eyeline/reader/tools"
)

// Path is a path as Python's pathlib prints it: without empty parts, "." and a slash at the end. Two slashes in front
// stay.
func Path(s string) string {
	if n := len(s) - 1; n > 0 && s[n] != '/' && !strings.Contains(s, "//") && !strings.Contains(s, "/.") && s[0] != '.' {
		return s
	}
	root := ""
	if strings.HasPrefix(s, "/") {
		root = "/"
		if strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "///") {
			root = "//"
		}
	}
	var parts []string
	for _, part := range strings.Split(s, "/") {
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	if root+strings.Join(parts, "/") == "" {
		return "."
	}
	return root + strings.Join(parts, "/")
}

// DecodeError is what Python says of bytes that its strict UTF-8 decoder refuses.
func DecodeError(f tools.Fault) string {
	reason := "invalid start byte"
	switch {
	case f.Cut:
		reason = "unexpected end of data"
	case f.Begins():
		reason = "invalid continuation byte"
	}
	if f.End-f.Start > 1 {
		return fmt.Sprintf("'utf-8' codec can't decode bytes in position %d-%d: %s", f.Start, f.End-1, reason)
	}
	return fmt.Sprintf("'utf-8' codec can't decode byte 0x%02x in position %d: %s", f.First, f.Start, reason)
}

// OSError is what Python says of an error of the system: "[Errno 13] Permission denied: '/a'".
func OSError(err error, file string) string {
	text := access.Text(err)
	if i := strings.LastIndex(text, " (os error "); i >= 0 {
		text = "[Errno " + strings.TrimSuffix(text[i+len(" (os error "):], ")") + "] " + text[:i]
	}
	return text + ": " + Quote(file)
}

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

// Refuses reports whether Path.exists of Python raises the error instead of saying no.
func Refuses(err error) bool {
	for _, e := range []error{syscall.ENOENT, syscall.ENOTDIR, syscall.EBADF, syscall.ELOOP, access.ErrNUL, access.ErrNowhere} {
		if errors.Is(err, e) {
			return false
		}
	}
	return err != nil
}

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
