package coreutils

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// awk is awk with scripts that choose lines and print them, or parts of them. It has no loops, arrays and functions of
// the script's own, writes no file and runs nothing.
func awk(c *Call) int {
	o, ok := c.getopt("", "Fv", nil)
	if !ok {
		return 0
	}
	r := &awkRun{call: c, vars: map[string]awkValue{"FS": {text: " "}, "OFS": {text: " "}, "ORS": {text: "\n"}}}
	for _, f := range o.flags {
		name, value, assigned := strings.Cut(f.value, "=")
		switch {
		case f.name == "F":
			r.vars["FS"] = awkValue{text: strings.ReplaceAll(f.value, `\t`, "\t")}
		case !assigned || name == "FS" || strings.Contains(value, `\`):
			return c.Unknown("-v " + f.value)
		default:
			r.vars[name] = awkField(value)
		}
	}
	if len(o.operands) == 0 {
		return c.Unknown("no script")
	}
	p := &awkParser{rest: o.operands[0]}
	rules := p.script()
	if p.bad != "" {
		return c.Unknown(p.bad)
	}
	if slices.ContainsFunc(o.operands[1:], func(name string) bool { return strings.Contains(name, "=") }) {
		return c.Unknown("assignments among the files")
	}
	return r.run(rules, o.operands[1:])
}

// awkRun is a run of a script.
type awkRun struct {
	call   *Call
	vars   map[string]awkValue
	line   line
	fields []string // $1 and on, once they are asked for
	split  bool

	closed bool // nobody reads on
	next   bool // the rest of the script is not for this line
	exits  bool
	status int
}

// run runs the script.
func (r *awkRun) run(rules []*awkRule, operands []string) int {
	c, number, failed := r.call, 0.0, false
	each := func(when string) {
		for _, rule := range rules {
			if rule.when == when && !r.exits && !r.next && !r.closed && c.Runner.err == nil {
				rule.run(r)
			}
		}
		r.next = false
	}
	each("BEGIN")
	if slices.ContainsFunc(rules, func(rule *awkRule) bool { return rule.when != "BEGIN" }) && !r.exits {
		c.each(operands, func(o operand) next {
			r.vars["FILENAME"] = awkValue{text: o.name}
			ofFile := 0.0
			c.eachLine(o.read, true, func(l line) bool {
				number++
				ofFile++
				r.line, r.split = l, false
				r.vars["NR"], r.vars["FNR"] = awkNumber(number), awkNumber(ofFile)
				each("")
				return !r.exits && !r.closed
			})
			if r.exits {
				return stop
			}
			return whileRead(!r.closed)
		}, func(name, why string, _ bool) next {
			failed = true
			c.Complain(c.Args[0] + ": cannot open " + quoteName(name, false) + " (" + why + ")")
			return stop
		})
	}
	if r.exits = false; !failed {
		each("END")
	}
	if failed && r.status == 0 {
		return 2
	}
	return r.status
}

// awkRule is a pattern with its action.
type awkRule struct {
	when     string // BEGIN, END or ""
	from, to awkExpr
	open     bool // the range from … to has begun
	action   awkStatement
}

func (rule *awkRule) run(r *awkRun) {
	switch {
	case rule.open:
		rule.open = !rule.to(r).truth()
	case rule.from != nil && !rule.from(r).truth():
		return
	case rule.to != nil:
		rule.open = !rule.to(r).truth()
	}
	rule.action(r)
}

type (
	awkExpr      func(r *awkRun) awkValue
	awkStatement func(r *awkRun)
)

// awkValue is a text, a number, or a text that is also compared as the number that it looks like.
type awkValue struct {
	text    string
	number  float64
	numeric bool // number is set
	typed   bool // it is a number, and the text is not set
}

func awkNumber(n float64) awkValue { return awkValue{number: n, numeric: true, typed: true} }

func awkTruth(b bool) awkValue { return awkNumber(map[bool]float64{true: 1}[b]) }

// awkField is a text that comes from a file.
func awkField(text string) awkValue {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	decimal := strings.Trim(strings.TrimSpace(text), "0123456789.+-eE") == ""
	return awkValue{text: text, number: n, numeric: err == nil && decimal}
}

func (v awkValue) truth() bool {
	if v.numeric {
		return v.number != 0
	}
	return v.text != ""
}

func (v awkValue) String() string {
	switch {
	case !v.typed:
		return v.text
	case v.number == math.Trunc(v.number) && math.Abs(v.number) < 1e16:
		return strconv.FormatFloat(v.number, 'f', -1, 64)
	}
	return fmt.Sprintf("%.6g", v.number)
}

var awkLeading = regexp.MustCompile(`^[ \t\n]*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?`)

// float is the number that a value begins with.
func (v awkValue) float() float64 {
	if v.numeric {
		return v.number
	}
	n, _ := strconv.ParseFloat(strings.TrimSpace(awkLeading.FindString(v.text)), 64) // "" is 0
	return n
}

// compare is the sign of v - w.
func (v awkValue) compare(w awkValue) int {
	if v.numeric && w.numeric {
		switch d := v.number - w.number; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	}
	return strings.Compare(v.String(), w.String())
}

// field is the n-th field of the line; 0 is all of it.
func (r *awkRun) field(n float64) awkValue {
	if n == 0 {
		return awkField(string(r.line.text))
	}
	r.splitLine()
	if i := int(n); i >= 1 && i <= len(r.fields) {
		return awkField(r.fields[i-1])
	}
	return awkValue{numeric: true}
}

func (r *awkRun) splitLine() {
	if r.split {
		return
	}
	r.split = true
	switch text, fs := string(r.line.text), r.vars["FS"].String(); {
	case fs == " ":
		r.fields = strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' || c == '\n' })
	case text == "":
		r.fields = nil
	case len(fs) == 1 && fs != `\`:
		r.fields = strings.Split(text, fs)
	default:
		re, bad := posix(fs, true, "", "nt")
		if bad != "" {
			r.call.Unknown(bad)
			return
		}
		r.fields = re.Split(text, -1)
	}
}

// value is the value of a variable.
func (r *awkRun) value(name string) awkValue {
	if name == "NF" {
		r.splitLine()
		return awkNumber(float64(len(r.fields)))
	}
	v, ok := r.vars[name]
	v.numeric = v.numeric || !ok
	return v
}

// write writes a text in place of the line.
func (r *awkRun) write(text string) {
	p := Piece{Text: []byte(text)}
	if len(r.line.pieces) > 0 {
		p = r.line.replaced([]byte(text))
	}
	r.closed = r.closed || !r.call.Out(p)
}

// printLine writes the line as it is.
func (r *awkRun) printLine() {
	if ors := r.vars["ORS"].String(); ors != "\n" || len(r.line.pieces) == 0 {
		r.write(string(r.line.text) + ors)
		return
	}
	r.closed = r.closed || !r.call.write(r.line) || !r.line.ended && !r.call.Out(Literal("\n"))
}

var awkVerb = regexp.MustCompile(`%[-+ #0]*\d{0,3}(\.\d{1,3})?[a-zA-Z%]`)

// format is what printf writes.
func (r *awkRun) format(args []awkValue) string {
	if len(args) == 0 {
		return ""
	}
	format, args := args[0].String(), args[1:]
	rest := strings.ReplaceAll(awkVerb.ReplaceAllString(format, ""), "%%", "")
	if strings.Contains(rest, "%") {
		r.call.Unknown("the format " + format)
		return ""
	}
	return awkVerb.ReplaceAllStringFunc(format, func(verb string) string {
		last := len(verb) - 1
		if verb[last] == '%' {
			return "%"
		}
		v := awkValue{}
		if len(args) > 0 {
			v, args = args[0], args[1:]
		}
		switch kind := verb[last]; {
		case kind == 's':
			return fmt.Sprintf(verb, v.String())
		case kind == 'd' || kind == 'i':
			return fmt.Sprintf(verb[:last]+"d", int64(v.float()))
		case strings.IndexByte("oxX", kind) >= 0:
			return fmt.Sprintf(verb, uint64(v.float()))
		case strings.IndexByte("eEfgG", kind) >= 0:
			return fmt.Sprintf(verb, v.float())
		}
		r.call.Unknown("the format " + verb)
		return ""
	})
}
