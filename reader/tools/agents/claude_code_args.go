package agents

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"eyeline/reader/tools"
)

// claudeArgs are Claude Code's arguments after its cleaning and its checks.
type claudeArgs struct {
	given, path string // the path as given, and without white space around it
	offset      int64  // 1 where it is not given
	offsetGiven bool
	limit       int64 // 0 where it is not given
	pages       string
	pagesGiven  bool
	large       bool
}

// claudeDigits is a text that counts as a number.
var claudeDigits = later(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// toolUseError puts a text into the tags that Claude Code gives its own refusals.
func toolUseError(text string) error {
	return tools.Refuse("<tool_use_error>" + text + "</tool_use_error>")
}

// parse reads the arguments (CONTRACT-claude_code.md, Arguments, cleaning and checks 1 and 2).
func (c claude) parse(args []byte) (claudeArgs, error) {
	v := jsValue{kind: jsObject}
	if len(args) > 0 {
		var ok bool
		if v, ok = jsParse(bytes.TrimPrefix(args, []byte("\ufeff"))); !ok {
			return claudeArgs{}, c.notJSON(string(args))
		}
	}
	if c.old && v.kind == jsNull {
		v = jsValue{kind: jsObject}
	}
	if c.old && v.kind != jsObject {
		return claudeArgs{}, toolUseError("InputValidationError: Read failed due to the following issue:\n" +
			"The parameter `` type is expected as `object` but provided as `" + string(v.kind) + "`")
	}
	return c.check(claudeObject(v))
}

// notJSON is the refusal of arguments that are no JSON. It counts in UTF-16 units, whatever it says.
func (c claude) notJSON(args string) error {
	const most = 200
	begin, n := args, jsLength(args)
	if n > most {
		begin = firstUnits(args, most)
	}
	shown := begin
	if !c.old {
		shown = claudeVisible(begin)
	}
	return toolUseError(fmt.Sprintf("InputValidationError: Read was called with input that could not be parsed as JSON.\n"+
		"You sent (first %d of %d bytes): %s\nCommon causes: unescaped backslashes in file paths (use / or \\\\), "+
		"unescaped control characters, or truncated output. Retry with valid JSON.", jsLength(begin), n, shown))
}

// firstUnits is the beginning of a text, in UTF-16 units, without half of a character.
func firstUnits(text string, n int64) string {
	for i, r := range text {
		if n -= int64(utf16.RuneLen(r)); n < 0 {
			return text[:i]
		}
	}
	return text
}

// claudeVisible writes the characters that are not seen as \u{…}.
func claudeVisible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			fmt.Fprintf(&b, `\u{%X}`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// kindOf names the kind of a value; a number without bounds has a name of its own.
func (c claude) kindOf(v jsValue) string {
	switch {
	case c.old || v.kind != jsNum || !math.IsInf(v.num, 0):
		return string(v.kind)
	case v.num > 0:
		return "Infinity"
	}
	return "unknown"
}

// claudeObject is what arguments that are no object count as.
func claudeObject(v jsValue) jsValue {
	o := jsValue{kind: jsObject}
	n := 0
	switch v.kind {
	case jsObject:
		return v
	case jsArray:
		n = len(v.items)
	case jsString:
		n = int(jsLength(v.text))
	}
	for i := range n {
		o.set(strconv.Itoa(i), jsValue{kind: jsNull})
	}
	return o
}

// claudeNumber cleans an argument that should be a number. Below the least number that counts it is as if absent.
func claudeNumber(v jsValue, least float64) jsValue {
	if v.kind == jsArray && len(v.items) == 1 {
		v = v.items[0]
	}
	if v.kind == jsString {
		if s := jsTrim(v.text); claudeDigits().MatchString(s) {
			v = jsValue{kind: jsNum, num: jsToNumber(s)}
		}
	}
	if v.kind == jsNum && v.num < least && !math.IsInf(v.num, 0) {
		return jsValue{kind: jsUndefined}
	}
	return v
}

func (c claude) check(v jsValue) (claudeArgs, error) {
	path, pages, large := v.get("file_path"), v.get("pages"), v.get("allow_large")
	offset, limit := claudeNumber(v.get("offset"), 0), claudeNumber(v.get("limit"), math.SmallestNonzeroFloat64)
	if large.kind == jsString && (large.text == "true" || large.text == "false") {
		large = jsValue{kind: jsBoolean, yes: large.text == "true"}
	}
	names := []string{"file_path", "offset", "limit", "pages", "allow_large"}
	if c.old {
		names = names[:4]
	}
	var missing, unexpected, wrong, tooBig []string
	if path.kind == jsUndefined {
		missing = append(missing, "The required parameter `file_path` is missing")
	}
	for _, name := range v.keys {
		if !slices.Contains(names, name) && name != "__proto__" {
			unexpected = append(unexpected, "An unexpected parameter `"+name+"` was provided")
		}
	}
	for i, f := range []struct {
		v    jsValue
		want string
	}{{path, "string"}, {offset, "number"}, {limit, "number"}, {pages, "string"}, {large, "boolean"}}[:len(names)] {
		switch isInt := f.want == "number" && f.v.kind == jsNum; {
		case f.v.kind == jsUndefined:
		case string(f.v.kind) != f.want, isInt && math.IsInf(f.v.num, 0):
			wrong = append(wrong, fmt.Sprintf("The parameter `%s` type is expected as `%s` but provided as `%s`", names[i], f.want, c.kindOf(f.v)))
		case isInt && f.v.num != math.Trunc(f.v.num):
			wrong = append(wrong, fmt.Sprintf("The parameter `%s` type is expected as `int` but provided as `number`", names[i]))
		case isInt && f.v.num > jsMaxSafe:
			tooBig = append(tooBig, c.tooBig(names[i]))
		}
	}
	if tooBig != nil {
		return claudeArgs{}, toolUseError("InputValidationError: [\n" + strings.Join(tooBig, ",\n") + "\n]")
	}
	if err := claudeIssues(missing, unexpected, wrong); err != nil {
		return claudeArgs{}, err
	}
	a := claudeArgs{
		given: path.text, path: jsTrim(path.text), offset: 1, offsetGiven: offset.kind == jsNum, limit: int64(limit.num),
		pages: pages.text, pagesGiven: pages.kind == jsString, large: large.yes,
	}
	if a.offsetGiven {
		a.offset = int64(offset.num)
	}
	return a, nil
}

// tooBig is one of zod's issues as JSON.
func (c claude) tooBig(name string) string {
	inclusive, at := "    \"inclusive\": true,\n", "<="
	if c.old {
		inclusive, at = "", "<"
	}
	return "  {\n    \"code\": \"too_big\",\n    \"maximum\": 9007199254740991,\n" +
		"    \"note\": \"Integers must be within the safe integer range.\",\n    \"origin\": \"int\",\n" + inclusive +
		"    \"path\": [\n      \"" + name + "\"\n    ],\n    \"message\": \"Too big: expected int to be " + at + "9007199254740991\"\n  }"
}

// claudeIssues is the refusal of arguments with these problems; nil when there are none.
func claudeIssues(missing, unexpected, wrong []string) error {
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

// claudePages are the pages that Claude Code takes.
var claudePages = later(`^\s*([0-9]+)\s*(-\s*([0-9]+)?\s*)?$`)

// checkPages makes check 5.
func (c claude) checkPages(a claudeArgs) error {
	if a.pages == "" && !(c.old && a.pagesGiven) {
		return nil
	}
	m := claudePages().FindStringSubmatch(a.pages)
	first, last := 0.0, 0.0
	if m != nil {
		first = jsToNumber(m[1])
		switch {
		case m[3] != "":
			last = jsToNumber(m[3])
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
		return toolUseError(fmt.Sprintf("Page range \"%s\" exceeds maximum of 20 pages per request. Please use a smaller range.", a.pages))
	case c.old:
		return toolUseError(fmt.Sprintf("Invalid pages parameter: \"%s\". Use formats like \"1-5\", \"3\", or \"10-20\". Pages are 1-indexed.", a.pages))
	}
	return toolUseError(fmt.Sprintf("Invalid pages parameter: \"%s\". Give one page (\"3\") or one range (\"1-5\"), not a list. "+
		"To read several pages or ranges, read each one separately. Pages are 1-indexed.", a.pages))
}
