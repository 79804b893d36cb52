package coreutils

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// options are a program's arguments taken apart as getopt does. For a program that takes a script, or a pattern, that
// is the values of its option e, or else the first operand, and the files are the others.
type options struct {
	flags    []option
	operands []string
	scripts  []string
	files    []string
}

// last is the last option of some letters, "" where none is given.
func (o options) last(letters string) (name string) {
	for _, f := range o.flags {
		if strings.Contains(letters, f.name) {
			name = f.name
		}
	}
	return name
}

func (o options) has(letters string) bool { return o.last(letters) != "" }

// only reports whether no options but some letters are given.
func (o options) only(names string) bool {
	return !slices.ContainsFunc(o.flags, func(f option) bool { return !strings.Contains(names, f.name) })
}

// option is an option: "-n", "--lines", with its value.
type option struct{ name, value string }

// sort tells the scripts from the files.
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

// parse splits arguments into options and operands as getopt does. bad is the first one that is no option of the
// program or lacks its value.
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
		case slices.Contains(p.colors, a): // the output is not a terminal, so it has no colours
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
				if a[i] < '.' || !take(a[i], value, value != "") { // signs stand for long options
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

// Decimal reads a number without a sign or suffix.
func Decimal(s string) (int64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// Options are a program's arguments taken apart.
type Options = options

// Name is the letter of an option, Value its value.
func (o option) Name() string { return o.name }

// Value is the value of an option; "" for none.
func (o option) Value() string { return o.value }

// Has reports whether one of some letters is given.
func (o options) Has(letters string) bool { return o.has(letters) }

// Last is the last option of some letters, "" where none is given.
func (o options) Last(letters string) string { return o.last(letters) }

// Flags are the options in their order, Operands the other arguments.
func (o options) Flags() []option { return o.flags }

// Operands are the arguments that are no options.
func (o options) Operands() []string { return o.operands }

// OptionsOf takes arguments apart as getopt does. plain and valued are the letters of options, valued those with a
// value; long are long options by the letters that they stand for. bad is the first unknown option.
func OptionsOf(args []string, plain, valued string, long map[string]byte) (o Options, bad string) {
	return program{plain: plain, valued: valued, long: long}.parse(args)
}
