package coreutils

import (
	"strconv"
	"strings"
)

// options are a program's arguments taken apart as getopt does.
type options struct {
	flags    []option
	operands []string
}

// option is an option: "-n", "--lines", with its value.
type option struct{ name, value string }

// getopt is the function of that name for the arguments of the call. Options that are not taken are none of what is
// imitated, and end the evaluation.
func (c *Call) getopt(plain, valued string, long map[string]byte) (o options, ok bool) {
	o, bad := getopt(c.Args[1:], plain, valued, long)
	if bad != "" {
		c.Unknown(bad)
	}
	return o, bad == ""
}

// getopt takes arguments apart: valued are the letters of options with a value, long the long options, each with
// the letter that it stands for. bad is an argument that is in neither, or lacks its value.
func getopt(args []string, plain, valued string, long map[string]byte) (o options, bad string) {
	take := func(letter byte, value string, given bool) bool {
		switch {
		case strings.IndexByte(valued, letter) < 0:
			if given || strings.IndexByte(plain, letter) < 0 {
				return false
			}
		case !given:
			if len(args) == 0 {
				return false
			}
			value, args = args[0], args[1:]
		}
		o.flags = append(o.flags, option{string(letter), value})
		return true
	}
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch {
		case a == "--":
			o.operands = append(o.operands, args...)
			return o, ""
		case strings.HasPrefix(a, "--"):
			name, value, given := strings.Cut(a[2:], "=")
			letter, known := long[name]
			if !known || !take(letter, value, given) {
				return o, a
			}
		case len(a) < 2 || a[0] != '-':
			o.operands = append(o.operands, a)
		default:
			for i := 1; i < len(a); i++ {
				value := ""
				if strings.IndexByte(valued, a[i]) >= 0 {
					value = a[i+1:]
				}
				if !take(a[i], value, value != "") {
					return o, a
				}
				if strings.IndexByte(valued, a[i]) >= 0 {
					break
				}
			}
		}
	}
	return o, ""
}

// decimal reads a number without a sign or suffix.
func decimal(s string) (int64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}
