package awk

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/posix"
)

// output receives what a script prints.
type output interface {
	// Line prints the current line unchanged.
	Line()
	// Text prints a text in place of the current line.
	Text(text string)
	// Unknown reports what is not imitated; the run has ended.
	Unknown(what string)
	// Looks counts n bytes of work.
	Looks(n int64)
}

// Run is a run of a script.
type Run struct {
	script *Script
	out    output
	// values are float64, string, field or absent; nil if not set
	vars     map[string]any
	compiled map[string]*posix.Expression
	line     []byte
	text     *string  // the line as a string, once it is needed
	fs       string   // FS at the time when the line was read
	split    []string // fields of the line, if hasSplit
	hasSplit bool

	// Exits: the script has exited, with Status.
	Exits  bool
	Status int

	next  bool // next was executed
	ended bool
}

// field is a text from input, which is compared as a number if it looks like one.
type field string

// absent is a field after the last one. Awks differ about whether it equals 0.
type absent struct{}

// NewRun returns a run before its first line.
func (s *Script) NewRun(out output) *Run {
	return &Run{
		script: s, out: out, compiled: map[string]*posix.Expression{},
		vars: map[string]any{"FS": " ", "OFS": " ", "ORS": "\n"},
	}
}

// HasEnd reports whether the script has an END rule.
func (s *Script) HasEnd() bool {
	return slices.ContainsFunc(s.rules, func(r *rule) bool { return r.when == "END" })
}

// ReadsLines reports whether the script has rules other than BEGIN.
func (s *Script) ReadsLines() bool {
	return slices.ContainsFunc(s.rules, func(r *rule) bool { return r.when != "BEGIN" })
}

// Set sets a variable as on the command line, where a text may count as a number.
func (r *Run) Set(name, value string) { r.vars[name] = field(value) }

// SetNumber sets a variable to a number.
func (r *Run) SetNumber(name string, n float64) { r.vars[name] = n }

// SetText sets a variable to a string.
func (r *Run) SetText(name, value string) { r.vars[name] = value }

// RecordEnd returns ORS.
func (r *Run) RecordEnd() string { return r.toText(r.vars["ORS"]) }

// End ends the run: its output is not wanted any more.
func (r *Run) End() { r.ended = true }

// All runs the rules for a line (when is ""), or those of BEGIN or END.
func (r *Run) All(when string, line []byte) {
	r.line = line
	r.text = nil
	if when == "" {
		r.fs = r.toText(r.vars["FS"])
	}

	r.split = nil
	r.hasSplit = false
	for _, one := range r.script.rules {
		if one.when == when && one.applies(r) && !r.block(one.action) {
			r.next = false
			return
		}
	}
}

// block runs statements; it returns false if no further ones are to run.
func (r *Run) block(list []statement) bool {
	for i := range list {
		st := &list[i]
		switch {
		case st.word != "if":
			r.do(st)
		case r.truth(r.value(st.list[0])):
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

func (ru *rule) applies(r *Run) bool {
	begins := ru.open || ru.from == nil || r.truth(r.value(ru.from))
	if begins && ru.to != nil {
		ru.open = !r.truth(r.value(ru.to))
	}
	return begins
}

func (r *Run) truth(v any) bool {
	if n, ok := r.numeric(v); ok {
		return n != 0
	}
	return r.toText(v) != ""
}

// numeric returns the number of a value that counts as one, which includes a field that looks like one; ok is false for
// others.
func (r *Run) numeric(v any) (n float64, ok bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case nil, absent:
		return 0, true
	case field:
		n, size := r.leadingNumber(string(v))
		rest := strings.TrimRight(string(v)[size:], " \t\n")
		if size > 0 && rest != "" && strings.Trim(rest, " \t\r\v\f\n") == "" {
			r.unknown("a number before a control character")
		}
		return n, size > 0 && rest == ""
	}

	return 0, false
}

// number converts a value to a number: that at its start, or 0.
func (r *Run) number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case field:
		n, _ := r.leadingNumber(string(v))
		return n
	case string:
		n, _ := r.leadingNumber(v)
		return n
	}

	return 0
}

// numbers matches the number at the start of a text, or as group 1 forms that not all awks accept.
var numbers = lazy.Regexp(`^[ \t\n\v\f\r]*[-+]?(?:(?i:(0x[0-9a-f]|inf|nan))|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)`)

// maxNumber is how long the number at the start of a text may be, in bytes.
const maxNumber = 400

// leadingNumber returns the number at the start of a text, and the length of it with the spaces before it; 0 and 0
// without one.
func (r *Run) leadingNumber(text string) (n float64, size int) {
	m := numbers().FindStringSubmatchIndex(text[:min(len(text), maxNumber)])
	switch {
	case m == nil:
		return 0, 0
	case m[2] >= 0 || m[1] == maxNumber:
		r.unknown("the number " + strconv.Quote(text[:min(len(text), 20)]))
		return 0, 0
	}

	n, err := strconv.ParseFloat(strings.TrimSpace(text[:m[1]]), 64)
	if err != nil {
		r.unknown("the number " + strconv.Quote(text[:min(len(text), 20)]))
	}

	return n, m[1]
}

// toText converts a value to a string.
func (r *Run) toText(v any) string {
	switch v := v.(type) {
	case float64:
		isWhole := v == math.Trunc(v)
		switch {
		case isWhole && math.Abs(v) > math.MaxInt32, math.IsNaN(v), v == 0 && math.Signbit(v):
			r.unknown("the number " + strconv.FormatFloat(v, 'g', -1, 64)) // awks differ
			return ""
		case isWhole:
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

// maxFields is how many fields a line may have.
const maxFields = 1 << 20

// fields splits the current line by FS, once; $1 is at index 0.
func (r *Run) fields() []string {
	if r.hasSplit {
		return r.split
	}

	r.hasSplit = true
	line := r.lineText()
	fs := r.fs
	if fs == `\\` { // as given by -F
		fs = `\`
	}

	switch {
	case line == "": // an empty line has no fields
	case fs == "" || len(fs) > 1 && strings.Contains(strings.ReplaceAll(fs, "[^", ""), "^"):
		r.unknown("FS " + strconv.Quote(fs))
	case fs == " " && strings.Count(line, " ")+strings.Count(line, "\t") > maxFields,
		len(fs) == 1 && strings.Count(line, fs) > maxFields:
		r.unknown("a line of more than a million fields")
	case fs == " ":
		r.split = strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' })
	case len(fs) == 1:
		r.split = strings.Split(line, fs)
	default:
		r.split = r.splitBy(fs)
	}

	return r.split
}

// lineText returns the line as a string.
func (r *Run) lineText() string {
	if r.text == nil {
		text := string(r.line)
		r.text = &text
	}
	return *r.text
}

// fieldOf returns the n-th field of the line; 0 is the whole line.
func (r *Run) fieldOf(n float64) any {
	n = math.Trunc(n)
	if n < 0 {
		r.unknown("a field before the first one")
		return nil
	}
	if n == 0 {
		return field(r.lineText())
	}
	if all := r.fields(); n <= float64(len(all)) {
		return field(all[int(n)-1])
	}

	return absent{}
}

// maxText is how long a constructed string may be, in bytes.
const maxText = 64 << 10

// do runs a statement without nested statements.
func (r *Run) do(st *statement) {
	var values []any
	size := 0
	for _, x := range st.list {
		v := r.value(x)
		values = append(values, v)
		size += sizeOf(v)
		if size > maxText+len(r.line) {
			r.unknown("a list of such a length")
		}
		if r.ended {
			return
		}
	}

	switch {
	case r.ended: // the program has ended
	case st.sign != "":
		r.assign(st.word, st.sign, values[0])
	case st.word == "next":
		r.next = true
	case st.word == "exit":
		r.exit(values)
	case st.word == "printf":
		text := r.format(r.toText(values[0]), values[1:])
		if !r.ended {
			r.out.Text(text)
		}
	case st.whole || len(st.list) == 1 && st.list[0] == expr(fieldExpr{numberExpr(0)}):
		r.out.Line()
	default:
		r.print(values)
	}
}

// sizeOf returns the length of a string in bytes, 0 for a number.
func sizeOf(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case field:
		return len(v)
	}
	return 0
}

// print writes values separated by OFS, followed by ORS.
func (r *Run) print(values []any) {
	var text strings.Builder
	between := r.toText(r.vars["OFS"])
	for i, v := range values {
		if i > 0 {
			text.WriteString(between)
		}

		text.WriteString(r.toText(v))
		if text.Len() > 2*maxText+len(r.line) {
			r.unknown("a list of such a length")
			return
		}
	}

	text.WriteString(r.RecordEnd())
	if !r.ended {
		r.out.Text(text.String())
	}
}

// exit ends the script, with a status if one is given.
func (r *Run) exit(values []any) {
	if len(values) > 0 {
		n := r.number(values[0])
		if math.Abs(n) > math.MaxInt32 {
			r.unknown("such a status")
			return
		}
		r.Status = int(n) & 0xFF
	}
	r.Exits = true
}

// assign assigns to a variable; sign is "=" or an operator such as "+=". A new FS takes effect with the next line.
func (r *Run) assign(name, sign string, v any) {
	if sign != "=" {
		v = r.arithmetic(sign[:1], r.number(r.vars[name]), r.number(v))
	}
	r.vars[name] = v
}

func (r *Run) arithmetic(op string, x, y float64) float64 {
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	}

	if y == 0 {
		r.unknown("a division by zero")
		return 0
	}

	if op == "/" {
		return x / y
	}

	return math.Mod(x, y)
}

// verbs matches the verbs of a format. A lone "%" is a verb that is not imitated, because Go differs from C for it.
var verbs = lazy.Regexp(`%(?:%|-?(?:[1-9]\d{0,2})?(?:\.\d{1,3})?s|` +
	`[-+ 0]*\d{0,3}(?:\.\d{1,3})?[difeg]|[-0]*\d{0,3}[xo])?`)

// unknown ends the run.
func (r *Run) unknown(what string) {
	r.ended = true
	r.out.Unknown(what)
}

// format returns what printf writes.
func (r *Run) format(format string, values []any) string {
	size := 0
	return verbs().ReplaceAllStringFunc(format, func(verb string) string {
		switch {
		case verb == "%%":
			return "%"
		case r.ended:
			return ""
		case verb == "%" || len(values) == 0:
			r.unknown("printf " + strconv.Quote(format))
			return ""
		}

		text := r.formatted(verb, values[0])
		values = values[1:]
		size += len(text)
		if size > maxText+len(r.line) {
			r.unknown("printf of such a length")
		}

		return text
	})
}

// formatted formats one value by one verb.
func (r *Run) formatted(verb string, v any) string {
	last := len(verb) - 1
	if verb[last] == 's' {
		text := r.toText(v)
		if len(text) != utf8.RuneCountInString(text) && verb != "%s" {
			r.unknown("printf " + verb + " of " + strconv.Quote(text))
		}
		return fmt.Sprintf(verb, text)
	}

	n := r.number(v)
	s, isText := v.(string)
	if f, ok := v.(field); ok {
		_, isNumber := r.numeric(f)
		s = string(f)
		isText = !isNumber
	}

	if !(math.Abs(n) <= math.MaxInt32) || isText && strings.ContainsAny(s[:min(len(s), 1)], "0123456789+-. \t") {
		r.unknown("printf " + verb + " of " + strconv.Quote(s))
		return ""
	}

	switch verb[last] {
	case 'd', 'i':
		return fmt.Sprintf(verb[:last]+"d", int64(n))
	case 'x', 'o':
		if n < 0 {
			r.unknown("printf " + verb + " of a negative number")
		}
		return fmt.Sprintf(verb, uint64(max(n, 0)))
	case 'g':
		if !strings.Contains(verb, ".") {
			verb = verb[:last] + ".6g"
		}
	}

	return fmt.Sprintf(verb, n)
}

// value evaluates an expression.
func (r *Run) value(x expr) any {
	switch x := x.(type) {
	case numberExpr:
		return float64(x)
	case textExpr:
		return string(x)
	case patternExpr:
		return oneIf(r.finds(string(x), r.line))
	case varExpr:
		if x == "NF" {
			return float64(len(r.fields()))
		}
		return r.vars[string(x)]
	case fieldExpr:
		return r.fieldOf(r.number(r.value(x.of)))
	case notExpr:
		return oneIf(!r.truth(r.value(x.x)))
	case minusExpr:
		return -r.number(r.value(x.x))
	case lengthExpr:
		text := r.lineText()
		if x.of != nil {
			text = r.toText(r.value(x.of))
		}
		if len(text) != utf8.RuneCountInString(text) { // awks count bytes or characters
			r.unknown("length of a text beyond ASCII")
		}

		return float64(len(text))
	case chooseExpr:
		if r.truth(r.value(x.if_)) {
			return r.value(x.then)
		}
		return r.value(x.otherwise)
	case binaryExpr:
		return r.binary(x)
	}

	return nil
}

func isAbsent(v any) bool {
	_, ok := v.(absent)
	return ok
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
		return oneIf(r.truth(a) && r.truth(r.value(e.y)))
	case "||":
		return oneIf(r.truth(a) || r.truth(r.value(e.y)))
	case "~", "!~":
		return oneIf(r.matches(r.toText(a), e.y) == (e.op == "~"))
	}

	b := r.value(e.y)
	switch e.op {
	case "":
		all := r.toText(a) + r.toText(b)
		if len(all) > maxText {
			r.unknown("texts of more than 64 KiB")
			return nil
		}
		return all
	case "+", "-", "*", "/", "%":
		return r.arithmetic(e.op, r.number(a), r.number(b))
	}

	return oneIf(r.compares(a, e.op, b))
}

// matches reports whether a text matches a pattern, or a string used as one.
func (r *Run) matches(text string, of expr) bool {
	if p, ok := of.(patternExpr); ok {
		return r.finds(string(p), []byte(text))
	}
	return r.finds(r.toText(r.value(of)), []byte(text))
}

// compares evaluates a comparison: of numbers as such, of anything else as strings.
func (r *Run) compares(a any, op string, b any) bool {
	x, isX := r.numeric(a)
	y, isY := r.numeric(b)
	if isX && isY && isAbsent(a) == isAbsent(b) {
		return holds(cmp.Compare(x, y), op)
	}

	asTexts := holds(strings.Compare(r.toText(a), r.toText(b)), op)
	if isX && isY && asTexts != holds(cmp.Compare(x, y), op) {
		r.unknown("a field that is not there, compared with a number")
	}

	return asTexts
}

// holds reports whether a result of cmp.Compare satisfies a comparison operator.
func holds(order int, op string) bool {
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
