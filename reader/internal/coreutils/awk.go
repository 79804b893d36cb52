package coreutils

import (
	"fmt"
	"go/ast"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// awk is awk with scripts that choose lines, by their numbers and by what they match, and print them or their fields.
// It has no loops and functions, writes no file and runs nothing.
func awk(c *Call, o options) int {
	r := &awkRun{call: c, made: map[string]*regexp.Regexp{}, vars: map[string]any{"FS": " ", "OFS": " ", "ORS": "\n"}}
	for _, f := range o.flags {
		name, value, assigned := strings.Cut(f.value, "=")
		switch {
		case f.name == "F":
			r.vars["FS"] = strings.ReplaceAll(f.value, `\t`, "\t")
		case !assigned || strings.Contains(value, `\`):
			return c.Unknown("-v " + f.value)
		default:
			r.vars[name] = awkField(value)
		}
	}
	assigns := func(name string) bool { return strings.Contains(name, "=") }
	if o.scripts == nil || slices.ContainsFunc(o.files, assigns) {
		return c.Unknown("no script, or with assignments among the files")
	}
	rules, bad := awkScript(o.scripts[0])
	if bad != "" {
		return c.Unknown("the script at " + strconv.Quote(bad[:min(len(bad), 40)]))
	}
	return r.run(rules, o.files)
}

// awkRun is a run of a script.
type awkRun struct {
	call *Call
	vars map[string]any // float64, string, awkField, or nil for what was never set
	made map[string]*regexp.Regexp
	line line

	closed bool // nobody reads on
	next   bool // the rest of the script is not for this line
	exits  bool
	status int
}

// awkRule is a pattern with its action.
type awkRule struct {
	when     string // BEGIN, END or ""
	from, to ast.Expr
	open     bool // the range from … to has begun
	action   []awkStatement
}

// awkStatement is a statement: print or printf with its list, if, next, exit, or a variable that is set.
type awkStatement struct {
	word string
	list [][]ast.Expr // of values, each of parts that are joined
	sign string       // of a variable: "=", "+=", "-="

	then, otherwise []awkStatement // of if
}

// awkField is a text of a file, which is compared as a number where it looks like one.
type awkField string

// run runs the script.
func (r *awkRun) run(rules []*awkRule, operands []string) int {
	c, number := r.call, 0.0
	failed := 0
	r.all(rules, "BEGIN")
	if !r.exits && slices.ContainsFunc(rules, func(rule *awkRule) bool { return rule.when != "BEGIN" }) {
		failed = c.each(operands, func(o operand) next {
			ofFile := 0.0
			r.vars["FILENAME"] = o.name
			c.eachLine(o.read, mostLine, func(l line) bool {
				number++
				ofFile++
				r.line, r.vars["NR"], r.vars["FNR"] = l, number, ofFile
				r.all(rules, "")
				return !r.exits && !r.closed
			})
			if r.exits || o.directory {
				return stop
			}
			return whileRead(!r.closed)
		})
	}
	if failed > 0 {
		return max(r.status, failed)
	}
	r.exits = false
	r.all(rules, "END")
	return r.status
}

// all runs the rules for a line, for the beginning or for the end.
func (r *awkRun) all(rules []*awkRule, when string) {
	for _, rule := range rules {
		if rule.when == when && rule.applies(r) && !r.block(rule.action) {
			r.next = false
			return
		}
	}
}

// block runs statements; false where nothing more is to be done.
func (r *awkRun) block(statements []awkStatement) bool {
	for _, st := range statements {
		switch {
		case st.word != "if":
			r.do(st)
		case awkTruth(r.value(st.list[0][0])):
			r.block(st.then)
		default:
			r.block(st.otherwise)
		}
		if r.next || r.exits || r.closed || r.call.err != nil {
			return false
		}
	}
	return true
}

func (rule *awkRule) applies(r *awkRun) bool {
	begins := rule.open || rule.from == nil || awkTruth(r.value(rule.from))
	if begins && rule.to != nil {
		rule.open = !awkTruth(r.value(rule.to))
	}
	return begins
}

func awkTruth(v any) bool {
	if n, ok := awkNumber(v); ok {
		return n != 0
	}
	return awkText(v) != ""
}

// awkNumber is the number of a value; ok is false for a text that is none.
func awkNumber(v any) (n float64, ok bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case nil:
		return 0, true
	case awkField:
		text := strings.TrimSpace(string(v))
		n, err := strconv.ParseFloat(text, 64)
		return n, err == nil && strings.Trim(text, "0123456789.+-eE") == ""
	}
	return 0, false
}

func awkText(v any) string {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= math.MaxInt32 {
			return strconv.Itoa(int(v))
		}
		return fmt.Sprintf("%.6g", v)
	case awkField:
		return string(v)
	case string:
		return v
	}
	return ""
}

// fields are the fields of the line.
func (r *awkRun) fields() []string {
	switch text, fs := string(r.line.text), awkText(r.vars["FS"]); {
	case fs == " ":
		return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' })
	case text == "":
		return nil
	case len(fs) == 1 && fs != `\`:
		return strings.Split(text, fs)
	}
	return r.pattern(awkText(r.vars["FS"])).Split(string(r.line.text), -1)
}

// field is the n-th field of the line; 0 is all of it.
func (r *awkRun) field(n float64) any {
	if n == 0 {
		return awkField(r.line.text)
	}
	if all := r.fields(); n >= 1 && int(n) <= len(all) {
		return awkField(all[int(n)-1])
	}
	return nil
}

// write writes a text in place of the line.
func (r *awkRun) write(text string) {
	p := Literal(text)
	if len(r.line.pieces) > 0 {
		p = r.line.replaced(p.Text)
	}
	r.closed = r.closed || !r.call.Out(p)
}

// printLine writes the line as it is.
func (r *awkRun) printLine() {
	if ors := awkText(r.vars["ORS"]); ors != "\n" || len(r.line.pieces) == 0 {
		r.write(string(r.line.text) + ors)
		return
	}
	r.closed = r.closed || !r.call.writeWhole(r.line)
}
