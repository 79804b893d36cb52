package claudecode

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// readArguments are Claude Code's arguments after cleaning and checks.
type readArguments struct {
	given, path string // path as given, and trimmed
	offset      int64  // 1 if not given
	offsetGiven bool
	limit       int64 // 0 if not given
	pages       string
	pagesGiven  bool
	large       bool
}

// numberForm matches a text that counts as a number.
var numberForm = lazy.Regexp(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// toolUseError wraps a text in the tags of Claude Code's own refusals.
func toolUseError(text string) error {
	return tools.Refuse("<tool_use_error>" + text + "</tool_use_error>")
}

// parse parses the arguments (CONTRACT-claude_code.md, Arguments, cleaning and checks 1 and 2).
func (c version) parse(args []byte, policy tools.Policy) (readArguments, error) {
	v := js.Value{Kind: js.Object}
	if len(args) > 0 {
		var ok bool
		v, ok = js.Parse(bytes.TrimPrefix(args, []byte("\ufeff")))
		if !ok {
			return readArguments{}, c.notJSON(string(args))
		}
	}

	if c.old && v.Kind == js.Null {
		v = js.Value{Kind: js.Object}
	}
	if c.old && v.Kind != js.Object {
		return readArguments{}, toolUseError("InputValidationError: Read failed due to the following issue:\n" +
			"The parameter `` type is expected as `object` but provided as `" + string(v.Kind) + "`")
	}

	a, err := c.check(asObject(v), policy)
	if err != nil && !c.old && bytes.Contains(args, []byte(`\u`)) {
		// Surrogates are marked, since the refusal may quote names of arguments that have them.
		if marked, ok := js.Parse(js.MarkSurrogates(bytes.TrimPrefix(args, []byte("\ufeff")))); ok {
			return c.check(asObject(marked), policy)
		}
	}

	return a, err
}

// notJSON returns the refusal of arguments that are not JSON. It counts UTF-16 units, even though it says otherwise.
func (c version) notJSON(args string) error {
	const most = 200
	begin := js.Prefix(args, most)
	n := js.Length(args)
	shown := begin

	if !c.old {
		shown = ""
		for _, r := range begin {
			shown += shownChar(r)
		}
	}

	return toolUseError(fmt.Sprintf("InputValidationError: Read was called with input that could not be parsed as "+
		"JSON.\nYou sent (first %d of %d bytes): %s\nCommon causes: unescaped backslashes in file paths (use / or "+
		"\\\\), unescaped control characters, or truncated output. Retry with valid JSON.", js.Length(begin), n, shown))
}

// shownChar returns a character as refusals show it.
func shownChar(r rune) string {
	if surrogate, ok := js.Surrogate(r); ok {
		return fmt.Sprintf(`\u{%X}`, surrogate)
	}
	if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
		return fmt.Sprintf(`\u{%X}`, r)
	}
	return string(r)
}

// shownName returns the name of an unknown argument as refusals show it: blanks at its ends escaped, quotation marks
// replaced, and a long one shortened to its first 40 and last 24 UTF-16 units.
func shownName(name string) string {
	const most, atStart, atEnd = 64, 40, 24
	first := len(name) - len(strings.TrimLeftFunc(name, textfile.IsJSSpace))
	last := len(strings.TrimRightFunc(name, textfile.IsJSSpace))
	var shown []string
	var units []int64 // UTF-16 units of the name as shown
	for i, r := range name {
		text := strings.NewReplacer("`", "'", "<", "‹", ">", "›").Replace(shownChar(r))
		if i < first || i >= last {
			text = fmt.Sprintf(`\u{%X}`, r)
		}

		size := js.Length(string(r))
		if _, ok := js.Surrogate(r); ok {
			size = 1
		}

		shown = append(shown, text)
		units = append(units, size)
	}

	if js.Length(strings.Join(shown, "")) <= most {
		return strings.Join(shown, "")
	}

	head := 0
	tail := len(shown)
	for room := int64(atStart) - js.Length(shown[0]); room >= 0; room -= js.Length(shown[head]) {
		head++
	}

	for room := int64(atEnd) - js.Length(shown[tail-1]); room >= 0; room -= js.Length(shown[tail-1]) {
		tail--
	}

	gone := int64(0)
	for _, n := range units[head:tail] {
		gone += n
	}

	return fmt.Sprintf("%s… [+%d char%s] …%s",
		strings.Join(shown[:head], ""), gone, tools.Plural(gone), strings.Join(shown[tail:], ""))
}

// kindOf returns zod's name of the kind of a value; an infinite number has its own.
func (c version) kindOf(v js.Value) string {
	switch {
	case c.old || v.Kind != js.Number || !math.IsInf(v.Num, 0):
		return string(v.Kind)
	case v.Num > 0:
		return "Infinity"
	}
	return "unknown"
}

// asObject returns the object that arguments of another kind count as.
func asObject(v js.Value) js.Value {
	o := js.Value{Kind: js.Object}
	n := 0
	switch v.Kind {
	case js.Object:
		return v
	case js.Array:
		n = len(v.Items)
	case js.String:
		n = int(js.Length(v.Text))
	}

	for i := range n {
		o.Set(strconv.Itoa(i), js.Value{Kind: js.Null})
	}

	return o
}

// cleanNumber converts an argument that should be a number. Below least it counts as absent.
func cleanNumber(v js.Value, least float64, policy tools.Policy) js.Value {
	if v.Kind == js.Array && len(v.Items) == 1 {
		v = v.Items[0]
	}
	if v.Kind == js.String && policy.NumbersAsText {
		if s := js.Trim(v.Text); numberForm().MatchString(s) {
			v = js.Value{Kind: js.Number, Num: js.ToNumber(s)}
		}
	}
	if v.Kind == js.Number && v.Num < least && !math.IsInf(v.Num, 0) {
		return js.Value{Kind: js.Undefined}
	}

	return v
}

// lengthOf converts the argument length, an alias of limit: only an integer in a text counts, or a number, if at least
// 1.
func lengthOf(v js.Value, policy tools.Policy) js.Value {
	cleaned := cleanNumber(v, math.SmallestNonzeroFloat64, policy)
	if cleaned.Kind != js.Number || v.Kind == js.Array ||
		v.Kind == js.String && cleaned.Num != math.Trunc(cleaned.Num) {
		return js.Value{Kind: js.Undefined}
	}
	return cleaned
}

func (c version) check(v js.Value, policy tools.Policy) (readArguments, error) {
	path := v.Get("file_path")
	pages := v.Get("pages")
	large := v.Get("allow_large")
	offset := cleanNumber(v.Get("offset"), 0, policy)
	limit := cleanNumber(v.Get("limit"), math.SmallestNonzeroFloat64, policy)
	if limit.Kind == js.Undefined && !c.old {
		limit = lengthOf(v.Get("length"), policy)
	}
	if large.Kind == js.String && (large.Text == "true" || large.Text == "false") {
		large = js.Value{Kind: js.Boolean, Yes: large.Text == "true"}
	}

	names := []string{"file_path", "offset", "limit", "pages", "allow_large"}
	known := "file_path offset limit pages allow_large length description __proto__"
	if c.old {
		names = names[:4]
		known = "file_path offset limit pages __proto__"
	}

	var missing, unexpected []string
	if path.Kind == js.Undefined {
		missing = append(missing, "The required parameter `file_path` is missing")
	}

	for _, name := range v.Keys {
		if policy.Unknown && !lists.HasWord(known, name) {
			if !c.old {
				name = shownName(name)
			}
			unexpected = append(unexpected, "An unexpected parameter `"+name+"` was provided")
		}
	}

	wrong, tooBig := c.checkKinds(names, []js.Value{path, offset, limit, pages, large})
	if tooBig != nil {
		return readArguments{}, toolUseError("InputValidationError: [\n" + strings.Join(tooBig, ",\n") + "\n]")
	}
	if err := refuseIssues(missing, unexpected, wrong); err != nil {
		return readArguments{}, err
	}

	a := readArguments{
		given: path.Text, path: js.Trim(path.Text), offset: 1, offsetGiven: offset.Kind == js.Number,
		limit: int64(limit.Num),
		pages: pages.Text, pagesGiven: pages.Kind == js.String, large: large.Yes,
	}
	if a.offsetGiven {
		a.offset = int64(offset.Num)
	}

	return a, nil
}

// checkKinds returns which arguments have a wrong type, and which numbers are too big.
func (c version) checkKinds(names []string, values []js.Value) (wrong, tooBig []string) {
	for i, name := range names {
		v := values[i]
		want := [...]string{"string", "number", "number", "string", "boolean"}[i]
		isInt := want == "number" && v.Kind == js.Number
		switch {
		case v.Kind == js.Undefined: // not given
		case string(v.Kind) != want, isInt && math.IsInf(v.Num, 0):
			wrong = append(
				wrong, "The parameter `"+name+"` type is expected as `"+want+"` but provided as `"+c.kindOf(v)+"`",
			)
		case isInt && v.Num != math.Trunc(v.Num):
			wrong = append(wrong, "The parameter `"+name+"` type is expected as `int` but provided as `number`")
		case isInt && v.Num > js.MaxSafeInteger:
			tooBig = append(tooBig, c.tooBig(name))
		}
	}

	return wrong, tooBig
}

// tooBig returns a zod issue as JSON.
func (c version) tooBig(name string) string {
	inclusive := "    \"inclusive\": true,\n"
	at := "<="
	if c.old {
		inclusive = ""
		at = "<"
	}

	return "  {\n    \"code\": \"too_big\",\n    \"maximum\": 9007199254740991,\n" +
		"    \"note\": \"Integers must be within the safe integer range.\",\n    \"origin\": \"int\",\n" + inclusive +
		"    \"path\": [\n      \"" + name + "\"\n    ],\n    \"message\": \"Too big: expected int to be " + at +
		"9007199254740991\"\n  }"
}

// refuseIssues returns the refusal of arguments with these problems; nil without problems.
func refuseIssues(missing, unexpected, wrong []string) error {
	n := len(missing) + len(unexpected) + len(wrong)
	if n == 0 {
		return nil
	}

	head := "InputValidationError: Read failed due to the following issue:\n"
	if n > 1 {
		head = "InputValidationError: Read failed due to the following issues:\n"
	}

	var more []string
	const most = 20
	if n > most+1 {
		unexpected = unexpected[:most-len(missing)-len(wrong)]
		more = []string{fmt.Sprintf("(%d more parameters not listed)", n-most)}
	}

	return toolUseError(head + strings.Join(slices.Concat(missing, unexpected, wrong, more), "\n"))
}

// pagesForm matches the page ranges that Claude Code accepts.
var pagesForm = lazy.Regexp(`^\s*([0-9]+)\s*(-\s*([0-9]+)?\s*)?$`)

// checkPages makes check 5.
func (c version) checkPages(a readArguments) error {
	if js.Trim(a.pages) == "" && !(c.old && a.pagesGiven) {
		return nil
	}

	m := pagesForm().FindStringSubmatch(a.pages)
	first := 0.0
	last := 0.0
	if m != nil {
		first = js.ToNumber(m[1])
		switch {
		case m[3] != "":
			last = js.ToNumber(m[3])
		case m[2] != "":
			last = math.Inf(1)
		default:
			last = first
		}
	}

	switch {
	case m != nil && first >= 1 && last >= first && last-first < 20:
		return nil
	case m != nil && first >= 1 && last >= first:
		return toolUseError(fmt.Sprintf(
			"Page range \"%s\" exceeds maximum of 20 pages per request. Please use a smaller range.", a.pages,
		))
	case c.old:
		return toolUseError(fmt.Sprintf("Invalid pages parameter: \"%s\". Use formats like \"1-5\", \"3\", or "+
			"\"10-20\". Pages are 1-indexed.", a.pages))
	}

	return toolUseError(fmt.Sprintf("Invalid pages parameter: \"%s\". Give one page (\"3\") or one range (\"1-5\"), "+
		"not a list. To read several pages or ranges, read each one separately. Pages are 1-indexed.", a.pages))
}
