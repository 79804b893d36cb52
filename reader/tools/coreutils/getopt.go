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

// getopt takes arguments apart: valued are the letters of options with a value, long the long options, each with
// the letter that it stands for. Letters that are in neither are not taken. ok is false where that fails.
func getopt(args []string, plain, valued string, long map[string]byte) (o options, ok bool) {
	for n := 0; n < len(args); n++ {
		a := args[n]
		switch {
		case a == "--":
			o.operands = append(o.operands, args[n+1:]...)
			return o, true
		case strings.HasPrefix(a, "--"):
			name, value, given := strings.Cut(a[2:], "=")
			letter, known := long[name]
			if !known {
				return o, false
			}
			wants := strings.IndexByte(valued, letter) >= 0
			switch {
			case given && !wants:
				return o, false
			case wants && !given:
				if n++; n == len(args) {
					return o, false
				}
				value = args[n]
			}
			o.flags = append(o.flags, option{string(letter), value})
		case len(a) < 2 || a[0] != '-':
			o.operands = append(o.operands, a)
		default:
			for i := 1; i < len(a); i++ {
				if strings.IndexByte(plain, a[i]) >= 0 {
					o.flags = append(o.flags, option{name: a[i : i+1]})
					continue
				}
				if strings.IndexByte(valued, a[i]) < 0 {
					return o, false
				}
				value := a[i+1:]
				if value == "" {
					if n++; n == len(args) {
						return o, false
					}
					value = args[n]
				}
				o.flags = append(o.flags, option{a[i : i+1], value})
				break
			}
		}
	}
	return o, true
}

// decimal reads a number without a sign or suffix.
func decimal(s string) (int64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}
