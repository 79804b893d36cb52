package coreutils

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// options are arguments parsed like getopt does. For a program that takes a script or pattern, scripts are the values
// of option e, or else the first operand; files are the remaining operands.
type options struct {
	flags    []option
	operands []string
	scripts  []string
	files    []string
}

// last returns the last option that is one of some letters; "" if no such option is given.
func (o options) last(letters string) (name string) {
	for _, f := range o.flags {
		if strings.Contains(letters, f.name) {
			name = f.name
		}
	}
	return name
}

func (o options) has(letters string) bool { return o.last(letters) != "" }

// only reports whether all options are among some letters.
func (o options) only(names string) bool {
	return !slices.ContainsFunc(o.flags, func(f option) bool { return !strings.Contains(names, f.name) })
}

// option is an option by its letter, with its value.
type option struct{ name, value string }

// sort sets scripts and files.
func (o *options) sort() {
	for _, f := range o.flags {
		if f.name == "e" {
			o.scripts = append(o.scripts, f.value)
		}
	}
	if o.files = o.operands; o.scripts == nil && len(o.files) > 0 {
		o.scripts, o.files = o.files[:1], o.files[1:]
	}
}

// parse parses arguments into options and operands like getopt. bad is the first option that is unknown or lacks its
// value.
func (p program) parse(args []string) (o options, bad string) {
	if p.before != nil {
		args = p.before(slices.Clone(args))
	}

	defer o.sort()
	take := func(letter byte, value string, given bool) bool {
		switch {
		case strings.IndexByte(p.valued, letter) < 0:
			if given || strings.IndexByte(p.plain, letter) < 0 {
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
			return o, bad
		case slices.Contains(p.colors, a): // no colors, since the output is not a terminal
		case strings.HasPrefix(a, "--"):
			name, value, given := strings.Cut(a[2:], "=")
			letter, known := p.long[name]
			if !known || !take(letter, value, given) {
				bad = cmp.Or(bad, a)
			}
		case len(a) < 2 || a[0] != '-':
			o.operands = append(o.operands, a)
		default:
			for i := 1; i < len(a); i++ {
				if rest := strings.TrimLeft(a[i:], "0123456789"); p.context && rest != a[i:] {
					take('C', a[i:len(a)-len(rest)], true)
					i = len(a) - len(rest) - 1
					continue
				}
				value := ""
				valued := strings.IndexByte(p.valued, a[i]) >= 0
				if valued {
					value = a[i+1:]
				}
				if a[i] < '.' || !take(a[i], value, value != "") { // signs are long options
					bad = cmp.Or(bad, a)
				}
				if valued {
					break
				}
			}
		}
	}
	return o, bad
}

// Decimal parses a number without sign or suffix.
func Decimal(s string) (int64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// Options are the parsed arguments of a program.
type Options = options

// Name returns the letter of the option.
func (o option) Name() string { return o.name }

// Value returns the value of the option; "" without one.
func (o option) Value() string { return o.value }

// Has reports whether one of some letters is given.
func (o options) Has(letters string) bool { return o.has(letters) }

// Last returns the last option that is one of some letters; "" if no such option is given.
func (o options) Last(letters string) string { return o.last(letters) }

// Flags returns the options in order.
func (o options) Flags() []option { return o.flags }

// Operands returns the arguments that are not options.
func (o options) Operands() []string { return o.operands }

// OptionsOf parses arguments like getopt. plain are the letters of options without value, valued of those with one;
// long maps long options to letters. bad is the first unknown option.
func OptionsOf(args []string, plain, valued string, long map[string]byte) (o Options, bad string) {
	return program{plain: plain, valued: valued, long: long}.parse(args)
}
