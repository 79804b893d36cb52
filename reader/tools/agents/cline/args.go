package cline

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// argReader parses arguments.
type argReader struct{ policy tools.Policy }

// repairs reports whether Cline repairs a text: an object or list without an open quotation.
func repairs(args []byte) bool {
	text := js.Trim(string(args))
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}
	}

	return quote == 0 && isBracketed(text)
}

func isBracketed(text string) bool { return text != "" && strings.IndexByte("{[", text[0]) >= 0 }

// bareField matches an object with one field, whose value need not be JSON.
var bareField = lazy.Regexp(`^\{\s*"([A-Za-z0-9_.$-]+)"\s*:\s*([^"{\[\s][\s\S]*?)\s*\}$`)

// parse parses the arguments in all forms that Cline accepts.
func (c argReader) parse(data []byte) (requests []request, err error) {
	text := js.Trim(string(data))
	v, ok := js.Parse([]byte(text))
	field := bareField().FindStringSubmatch(text)
	switch {
	case ok && v.Kind != js.String, text == "": // parsed below
	case ok, !isBracketed(text):
		return nil, tools.Refuse(fmt.Sprintf(invalidJSON, "must be encoded as a JSON object or array."))
	case field != nil:
		v = js.Value{Kind: js.Object}.With(field[1], js.Value{Kind: js.String, Text: field[2]})
	default:
		return nil, tools.Refuse(fmt.Sprintf(invalidJSON, "could not be parsed as JSON. Ensure the outer tool payload "+
			"is valid JSON and escape embedded quotes/newlines inside string fields."))
	}

	v = mendArgs(v)
	switch {
	case v.Kind == js.Array && c.policy.Array:
		requests, ok = c.list(joinRanges(v.Items))
	case v.Kind == js.Object:
		requests, ok = c.object(v)
	default:
		ok = false
	}

	if !ok {
		return nil, tools.Refuse(invalidInput)
	}

	return requests, nil
}

// mendArgs parses JSON strings that are given in place of a list or object.
func mendArgs(v js.Value) js.Value {
	files := mended(v.Get("files"), "[")
	if files.Kind == js.Array {
		files.Items = lists.Map(files.Items, func(item js.Value) js.Value { return mended(item, "{") })
	}
	if v.Kind == js.Object && v.Has("files") {
		v = v.With("files", files)
	}
	return v
}

// mended returns the value of a string that is JSON and begins with a bracket; any other value unchanged.
func mended(v js.Value, bracket string) js.Value {
	if text := js.Trim(v.Text); v.Kind == js.String && strings.HasPrefix(text, bracket) {
		if parsed, ok := js.Parse([]byte(text)); ok {
			return parsed
		}
	}
	return v
}

// joinRanges merges elements that are only a range into the path before them.
func joinRanges(items []js.Value) []js.Value {
	var joined []js.Value
	for _, item := range items {
		if n := len(joined) - 1; isRange(item) && n >= 0 {
			before := joined[n]
			if before.Kind == js.String {
				joined[n] = withFields(js.Value{Kind: js.Object}.With("path", before), item)
				continue
			}

			if before.Kind == js.Object && before.Has("path") && !before.Has(item.Keys[0]) &&
				!before.Has(item.Keys[len(item.Keys)-1]) {
				joined[n] = withFields(before, item)
				continue
			}
		}

		joined = append(joined, item)
	}

	return joined
}

// isRange reports whether a value is an object with start_line and end_line alone.
func isRange(v js.Value) bool {
	other := func(name string) bool { return name != "start_line" && name != "end_line" }
	return v.Kind == js.Object && len(v.Keys) > 0 && !slices.ContainsFunc(v.Keys, other)
}

// withFields returns an object with the fields of another one added.
func withFields(v, more js.Value) js.Value {
	for i, name := range more.Keys {
		v = v.With(name, more.Values[i])
	}
	return v
}

// object parses an object: {files}, one request, {file_paths}, {paths}.
func (c argReader) object(v js.Value) ([]request, bool) {
	if files := v.Get("files"); files.Kind == js.Array {
		if requests, ok := c.list(joinRanges(files.Items)); ok {
			return requests, true
		}
	}

	if q, ok := c.one(v); ok {
		return []request{q}, true
	}

	if files := v.Get("files"); files.Kind != js.Undefined && files.Kind != js.Array {
		if q, ok := c.either(files); ok {
			return []request{q}, true
		}
	}

	switch paths := v.Get("file_paths"); paths.Kind {
	case js.String:
		return []request{{path: paths.Text}}, true
	case js.Array:
		if !slices.ContainsFunc(paths.Items, func(v js.Value) bool { return v.Kind != js.String }) {
			return c.list(paths.Items)
		}
	}

	switch paths := v.Get("paths"); paths.Kind {
	case js.Array:
		return c.list(joinRanges(paths.Items))
	case js.Undefined: // not given
	default:
		q, ok := c.either(paths)
		return []request{q}, ok
	}

	return nil, false
}

// list parses paths and requests.
func (c argReader) list(items []js.Value) ([]request, bool) {
	var requests []request
	for _, item := range items {
		q, ok := c.either(item)
		if !ok {
			return nil, false
		}
		requests = append(requests, q)
	}
	return requests, true
}

// either parses a path or a request.
func (c argReader) either(v js.Value) (request, bool) {
	if v.Kind == js.String {
		return request{path: v.Text}, true
	}
	return c.one(v)
}

// one parses a request.
func (c argReader) one(v js.Value) (q request, ok bool) {
	if v.Kind != js.Object {
		return q, false
	}

	first, firstOK := c.lineNumber(v.Get("start_line"))
	last, lastOK := c.lineNumber(v.Get("end_line"))
	for _, name := range []string{"path", "file_path", "filePath"} {
		path := v.Get(name)
		if path.Kind == js.String && firstOK && lastOK {
			return request{path.Text, first, last}, true
		}
	}

	return q, false
}

// lineNumber returns an optional integer above 0, as JavaScript's Number converts it; 0 if it is not given.
func (c argReader) lineNumber(v js.Value) (int64, bool) {
	if v.Kind == js.Undefined || v.Kind == js.Null {
		return 0, true
	}
	if v.Kind == js.String && !c.policy.NumbersAsText {
		return 0, false
	}

	n := js.NumberOf(v)
	if n != math.Trunc(n) || n < 1 || n > js.MaxSafeInteger {
		return 0, false
	}

	return int64(n), true
}

// findFile returns a path, or if it does not exist that of the file whose name only differs in composed characters,
// blanks or apostrophes.
func findFile(env tools.Env, file string) string {
	if paths.Exists(env, file) {
		return file
	}

	sep := node.Path(env).Separator()
	slash := strings.LastIndex(strings.TrimSuffix(file, sep), sep)
	dir := file[:slash+1]
	base := strings.TrimSuffix(file[slash+1:], sep)
	narrow := base
	for _, half := range []string{" AM.", " PM.", " am.", " pm."} {
		narrow = strings.ReplaceAll(narrow, half, "\u202F"+half[1:])
	}

	if other := paths.Lookalike(env, file, dir+narrow); other != "" {
		return other
	}

	const most = 1 << 16 // names
	entries, err := env.Files().ReadDir(dir, most)
	if err != nil {
		return file
	}

	plain := plainName(base)
	for _, e := range entries {
		if utf8.ValidString(e.Name()) && plainName(e.Name()) == plain { // Cline can only open such names
			return dir + e.Name()
		}
	}

	return file
}

// plainName returns a name with composed characters and plain blanks.
func plainName(name string) string { return paths.PlainBlanks(norm.NFC.String(name)) }
