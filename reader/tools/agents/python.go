package agents

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

// pyPath is a path as Python's pathlib prints it: without empty parts, "." and a slash at the end. Two slashes in front
// stay.
func pyPath(s string) string {
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

// pyDecodeError is what Python says of bytes that its strict UTF-8 decoder refuses.
func pyDecodeError(f tools.Fault) string {
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

// pyOSError is what Python says of an error of the system: "[Errno 13] Permission denied: '/a'".
func pyOSError(err error, file string) string {
	text := access.Text(err)
	if i := strings.LastIndex(text, " (os error "); i >= 0 {
		text = "[Errno " + strings.TrimSuffix(text[i+len(" (os error "):], ")") + "] " + text[:i]
	}
	return text + ": " + pyQuote(file)
}

// pyInt is a whole number of any size, or a boolean, which Python takes for one.
type pyInt struct {
	value *big.Int
	bool  bool
}

// parsePyInt reads a JSON value that is one; 1.0 is none.
func parsePyInt(raw []byte) (n pyInt, ok bool) {
	switch raw = bytes.TrimSpace(raw); string(raw) {
	case "true":
		return pyInt{big.NewInt(1), true}, true
	case "false":
		return pyInt{new(big.Int), true}, true
	}
	if len(raw) == 0 || raw[0] == '"' || bytes.ContainsAny(raw, ".eE[{n") {
		return n, false
	}
	n.value, ok = new(big.Int).SetString(string(raw), 10)
	return n, ok
}

// String is the number as Python prints it.
func (n pyInt) String() string {
	if n.bool {
		return map[bool]string{true: "True", false: "False"}[n.value.Sign() != 0]
	}
	return n.value.String()
}

// compare is the sign of n - m.
func (n pyInt) compare(m int64) int { return n.value.Cmp(big.NewInt(m)) }

// pyRefuses reports whether Path.exists of Python raises the error instead of saying no.
func pyRefuses(err error) bool {
	for _, e := range []error{syscall.ENOENT, syscall.ENOTDIR, syscall.EBADF, syscall.ELOOP, access.ErrNUL, access.ErrNowhere} {
		if errors.Is(err, e) {
			return false
		}
	}
	return err != nil
}

// clampBig is a whole number as an int64, or the nearest one.
func clampBig(n *big.Int) int64 {
	switch {
	case n.IsInt64():
		return n.Int64()
	case n.Sign() < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

var pyIntForm = later.Regexp(`^[+-]?[0-9]+(_[0-9]+)*$`)

// pyIntText is Python's int(s), for the digits of ASCII.
func pyIntText(s string) (*big.Int, bool) {
	s = strings.TrimFunc(s, isPySpace)
	if !pyIntForm().MatchString(s) || len(s) > pyMostDigits {
		return nil, false
	}
	return new(big.Int).SetString(strings.ReplaceAll(s, "_", ""), 10)
}
