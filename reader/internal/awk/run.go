package awk

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

// output takes what a script prints.
type output interface {
	// Line prints the line as it is.
	Line()
	// Text prints a text in place of the line.
	Text(text string)
	// Unknown ends the run: what is not imitated, in words.
	Unknown(what string)
	// Compile compiles a pattern; bad says what of it is not imitated.
	Compile(pattern string) (re *regexp.Regexp, bad string)
}

// Run is a run of a script.
type Run struct {
	script *Script
	out    output
	vars   map[string]any // float64, string, field, or nil for what was never set
	made   map[string]*regexp.Regexp
	line   []byte
	split  []string // the fields of the line, once they were asked for
	isCut  bool

	// Exits: the script has ended itself, with the status Status.
	Exits  bool
	Status int

	next  bool // the rest of the script is not for this line
	ended bool
}

// field is a text of a file, which is compared as a number where it looks like one.
type field string

// NewRun is a run that has begun with no line yet.
func (s *Script) NewRun(out output) *Run {
	return &Run{
		script: s, out: out, made: map[string]*regexp.Regexp{},
		vars: map[string]any{"FS": " ", "OFS": " ", "ORS": "\n"},
	}
}

// Patterns are the patterns that the script has in it, which can be compiled before it runs.
func (s *Script) Patterns() (all []string) {
	for _, t := range s.rules {
		walk(t.from, &all)
		walk(t.to, &all)
		statements(t.action, &all)
	}
	return all
}

func statements(list []statement, all *[]string) {
	for _, st := range list {
		for _, x := range st.list {
			walk(x, all)
		}
		statements(st.then, all)
		statements(st.otherwise, all)
	}
}

func walk(x expr, all *[]string) {
	switch x := x.(type) {
	case patternExpr:
		*all = append(*all, string(x))
	case fieldExpr:
		walk(x.of, all)
	case notExpr:
		walk(x.x, all)
	case minusExpr:
		walk(x.x, all)
	case lengthExpr:
		walk(x.of, all)
	case binaryExpr:
		walk(x.x, all)
		walk(x.y, all)
	case chooseExpr:
		walk(x.if_, all)
		walk(x.then, all)
		walk(x.otherwise, all)
	}
}

// ReadsLines reports whether the script has a rule for lines, or for their end.
func (s *Script) ReadsLines() bool {
	return slices.ContainsFunc(s.rules, func(r *rule) bool { return r.when != "BEGIN" })
}

// Set sets a variable to a text as it is given on a command line.
func (r *Run) Set(name, value string) { r.vars[name] = field(value) }

// SetNumber sets a variable to a number.
func (r *Run) SetNumber(name string, n float64) { r.vars[name] = n }

// SetText sets a variable to a text.
func (r *Run) SetText(name, value string) { r.vars[name] = value }

// RecordEnd is what print puts after a line.
func (r *Run) RecordEnd() string { return toText(r.vars["ORS"]) }

// End says that nothing more is printed.
func (r *Run) End() { r.ended = true }

// All runs the rules for a line, or for the beginning (BEGIN) or the end (END).
func (r *Run) All(when string, line []byte) {
	r.line, r.split, r.isCut = line, nil, false
	for _, one := range r.script.rules {
		if one.when == when && one.applies(r) && !r.block(one.action) {
			r.next = false
			return
		}
	}
}

// block runs statements; false where nothing more is to be done.
func (r *Run) block(list []statement) bool {
	for i := range list {
		st := &list[i]
		switch {
		case st.word != "if":
			r.do(st)
		case truth(r.value(st.list[0])):
			r.block(st.then)
		default:
			r.block(st.otherwise)
		}
		if r.next || r.Exits || r.ended {
			return false
		}
	}
	return true
}

func (one *rule) applies(r *Run) bool {
	begins := one.open || one.from == nil || truth(r.value(one.from))
	if begins && one.to != nil {
		one.open = !truth(r.value(one.to))
	}
	return begins
}

func truth(v any) bool {
	if n, ok := toNumber(v); ok {
		return n != 0
	}
	return toText(v) != ""
}

// toNumber is the number of a value; ok is false for a text that is not a number.
func toNumber(v any) (n float64, ok bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case nil:
		return 0, true
	case field:
		text := strings.TrimSpace(string(v))
		n, err := strconv.ParseFloat(text, 64)
		return n, err == nil && strings.Trim(text, "0123456789.+-eE") == ""
	}
	return 0, false
}

func toText(v any) string {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= math.MaxInt32 {
			return strconv.Itoa(int(v))
		}
		return fmt.Sprintf("%.6g", v)
	case field:
		return string(v)
	case string:
		return v
	}
	return ""
}

// fields are the fields of the line.
func (r *Run) fields() []string {
	if r.isCut {
		return r.split
	}
	switch line, fs := string(r.line), toText(r.vars["FS"]); {
	case fs == " ":
		r.split = strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' })
	case line == "":
		r.split = nil
	case len(fs) == 1 && fs != `\`:
		r.split = strings.Split(line, fs)
	default:
		r.split = r.pattern(fs).Split(line, -1)
	}
	r.isCut = true
	return r.split
}

// fieldOf is the n-th field of the line; 0 is all of it.
func (r *Run) fieldOf(n float64) any {
	if n == 0 {
		return field(r.line)
	}
	if all := r.fields(); n >= 1 && int(min(n, math.MaxInt32)) <= len(all) {
		return field(all[int(n)-1])
	}
	return nil
}

// longestText is how long a text may become that is put together, in bytes.
const longestText = 64 << 10

// do runs a statement that has no others in it.
func (r *Run) do(st *statement) {
	var values []any
	var texts []string
	for _, x := range st.list {
		v := r.value(x)
		values, texts = append(values, v), append(texts, toText(v))
	}
	switch {
	case r.ended:
	case st.sign != "":
		r.set(st.word, st.sign, values[0])
	case st.word == "next":
		r.next = true
	case st.word == "exit":
		n, _ := toNumber(field(strings.Join(texts, "")))
		r.Exits, r.Status = true, int(n)&0xFF
	case st.word == "printf":
		text := r.format(texts[0], values[1:])
		if !r.ended {
			r.out.Text(text)
		}
	case st.whole || len(st.list) == 1 && st.list[0] == expr(fieldExpr{numberExpr(0)}):
		r.out.Line()
	default:
		r.out.Text(strings.Join(texts, toText(r.vars["OFS"])) + toText(r.vars["ORS"]))
	}
}

// set sets a variable.
func (r *Run) set(name, sign string, v any) {
	if name == "FS" {
		r.isCut = false
	}
	if sign == "=" {
		r.vars[name] = v
		return
	}
	x, _ := toNumber(r.vars[name])
	y, _ := toNumber(v)
	r.vars[name] = arithmetic(sign[:1], x, y)
}

func arithmetic(op string, x, y float64) float64 {
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/":
		return x / y
	}
	return math.Mod(x, y)
}

// verbs matches the directives of a format, and a sign of one that is not imitated: with some flags, Go's are not C's.
var verbs = lazy.Regexp(`%(?:%|-?(?:[1-9]\d{0,2})?(?:\.\d{1,3})?s|` +
	`[-+ 0]*\d{0,3}(?:\.\d{1,3})?[difeg]|[-0]*\d{0,3}[xo])?`)

// unknown ends the run.
func (r *Run) unknown(what string) {
	r.ended = true
	r.out.Unknown(what)
}

// format is what printf writes.
func (r *Run) format(format string, values []any) string {
	return verbs().ReplaceAllStringFunc(format, func(verb string) string {
		last := len(verb) - 1
		switch {
		case verb == "%%":
			return "%"
		case verb == "%" || len(values) == 0:
			r.unknown("printf " + strconv.Quote(format))
			return ""
		}
		v := values[0]
		values = values[1:]
		n, isNumber := toNumber(v)
		text := toText(v)
		if ascii := len(text) == utf8.RuneCountInString(text); verb[last] == 's' && (ascii || verb == "%s") {
			return fmt.Sprintf(verb, text)
		} else if verb[last] == 's' || !(math.Abs(n) <= math.MaxInt32) ||
			!isNumber && strings.ContainsAny(text[:min(len(text), 1)], "0123456789+-. \t") {
			r.unknown("printf " + verb + " of " + strconv.Quote(text))
			return ""
		}
		switch verb[last] {
		case 'd', 'i':
			return fmt.Sprintf(verb[:last]+"d", int64(n))
		case 'x', 'o':
			return fmt.Sprintf(verb, uint64(int64(n)))
		case 'g':
			if !strings.Contains(verb, ".") {
				verb = verb[:last] + ".6g"
			}
		}
		return fmt.Sprintf(verb, n)
	})
}

// pattern is a pattern, which is compiled once.
func (r *Run) pattern(text string) *regexp.Regexp {
	if r.made[text] == nil {
		re, bad := r.out.Compile(text)
		if bad != "" {
			r.unknown(bad)
			re = regexp.MustCompile("")
		}
		r.made[text] = re
	}
	return r.made[text]
}

// value is what an expression gives.
func (r *Run) value(x expr) any {
	switch x := x.(type) {
	case numberExpr:
		return float64(x)
	case textExpr:
		return string(x)
	case patternExpr:
		return oneIf(r.pattern(string(x)).Match(r.line))
	case varExpr:
		if x == "NF" {
			return float64(len(r.fields()))
		}
		return r.vars[string(x)]
	case fieldExpr:
		n, _ := toNumber(r.value(x.of))
		return r.fieldOf(n)
	case notExpr:
		return oneIf(!truth(r.value(x.x)))
	case minusExpr:
		n, _ := toNumber(r.value(x.x))
		return -n
	case lengthExpr:
		if x.of == nil {
			return float64(len(r.line))
		}
		return float64(len(toText(r.value(x.of))))
	case chooseExpr:
		if truth(r.value(x.if_)) {
			return r.value(x.then)
		}
		return r.value(x.otherwise)
	case binaryExpr:
		return r.binary(x)
	}
	return nil
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (r *Run) binary(e binaryExpr) any {
	a := r.value(e.x)
	switch e.op {
	case "&&":
		return oneIf(truth(a) && truth(r.value(e.y)))
	case "||":
		return oneIf(truth(a) || truth(r.value(e.y)))
	case "~", "!~":
		return oneIf(r.matches(toText(a), e.y) == (e.op == "~"))
	}
	b := r.value(e.y)
	switch e.op {
	case "":
		all := toText(a) + toText(b)
		if len(all) > longestText {
			r.unknown("texts of more than 64 KiB")
			return nil
		}
		return all
	case "+", "-", "*", "/", "%":
		x, _ := toNumber(a)
		y, _ := toNumber(b)
		return arithmetic(e.op, x, y)
	}
	return oneIf(compares(a, e.op, b))
}

// matches reports whether a text matches a pattern, or a text that is taken for one.
func (r *Run) matches(text string, of expr) bool {
	if p, is := of.(patternExpr); is {
		return r.pattern(string(p)).MatchString(text)
	}
	return r.pattern(toText(r.value(of))).MatchString(text)
}

// compares compares two values: numbers as such, all else as texts.
func compares(a any, op string, b any) bool {
	x, isX := toNumber(a)
	y, isY := toNumber(b)
	order := strings.Compare(toText(a), toText(b))
	if isX && isY {
		order = cmp.Compare(x, y)
	}
	switch op {
	case "==":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}
