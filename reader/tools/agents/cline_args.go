package agents

import (
	"math"
	"strings"

	"golang.org/x/text/unicode/norm"

	"eyeline/reader/tools"
	"eyeline/reader/tools/runtime/js"
)

// clineReader reads arguments.
type clineReader struct{ policy tools.Policy }

// parse reads the arguments in all the forms that Cline takes.
func (c clineReader) parse(data []byte) (requests []clineRequest, ok bool) {
	v, valid := js.Parse(data)
	if !valid {
		return nil, false
	}
	v = clineMend(v)
	switch v.Kind {
	case js.String:
		return []clineRequest{{path: v.Text}}, true
	case js.Array:
		if c.policy.Array {
			return c.list(clineJoin(v.Items))
		}
	case js.Object:
		return c.object(v)
	}
	return nil, false
}

// clineMend reads JSON texts that are given where a list or an object belongs.
func clineMend(v js.Value) js.Value {
	files := v.Get("files")
	if text := js.Trim(files.Text); files.Kind == js.String && strings.HasPrefix(text, "[") {
		if parsed, ok := js.Parse([]byte(text)); ok && parsed.Kind == js.Array {
			files = parsed
		}
	}
	if files.Kind == js.Array {
		items := make([]js.Value, len(files.Items))
		for i, item := range files.Items {
			items[i] = item
			if text := js.Trim(item.Text); item.Kind == js.String && strings.HasPrefix(text, "{") {
				if parsed, ok := js.Parse([]byte(text)); ok && parsed.Kind == js.Object {
					items[i] = parsed
				}
			}
		}
		files.Items = items
	}
	if v.Kind == js.Object && v.Has("files") {
		v = v.With("files", files)
	}
	return v
}

// clineJoin gives elements that are nothing but a range to the path before them.
func clineJoin(items []js.Value) []js.Value {
	var joined []js.Value
	for _, item := range items {
		if n := len(joined) - 1; isClineRange(item) && n >= 0 {
			before := joined[n]
			if before.Kind == js.String {
				joined[n] = clineWith(js.Value{Kind: js.Object}.With("path", before), item)
				continue
			}
			if before.Kind == js.Object && before.Has("path") && !before.Has(item.Keys[0]) && !before.Has(item.Keys[len(item.Keys)-1]) {
				joined[n] = clineWith(before, item)
				continue
			}
		}
		joined = append(joined, item)
	}
	return joined
}

// isClineRange reports whether a value is an object of start_line and end_line alone.
func isClineRange(v js.Value) bool {
	for _, name := range v.Keys {
		if name != "start_line" && name != "end_line" {
			return false
		}
	}
	return v.Kind == js.Object && len(v.Keys) > 0
}

// clineWith is an object with the fields of another one.
func clineWith(v, more js.Value) js.Value {
	for i, name := range more.Keys {
		v = v.With(name, more.Values[i])
	}
	return v
}

// object reads an object: {files}, one request, {file_paths}, {paths}.
func (c clineReader) object(v js.Value) ([]clineRequest, bool) {
	if files := v.Get("files"); files.Kind == js.Array {
		if requests, ok := c.list(clineJoin(files.Items)); ok {
			return requests, true
		}
	}
	if q, ok := c.one(v); ok {
		return []clineRequest{q}, true
	}
	if files := v.Get("files"); files.Kind != js.Undefined && files.Kind != js.Array {
		if q, ok := c.either(files); ok {
			return []clineRequest{q}, true
		}
	}
	switch paths := v.Get("file_paths"); paths.Kind {
	case js.String:
		return []clineRequest{{path: paths.Text}}, true
	case js.Array:
		if requests, ok := clineStrings(paths.Items); ok {
			return requests, true
		}
	}
	switch paths := v.Get("paths"); paths.Kind {
	case js.Array:
		return c.list(clineJoin(paths.Items))
	case js.Undefined:
	default:
		q, ok := c.either(paths)
		return []clineRequest{q}, ok
	}
	return nil, false
}

// list reads paths and requests.
func (c clineReader) list(items []js.Value) ([]clineRequest, bool) {
	var requests []clineRequest
	for _, item := range items {
		q, ok := c.either(item)
		if !ok {
			return nil, false
		}
		requests = append(requests, q)
	}
	return requests, true
}

// clineStrings reads paths.
func clineStrings(items []js.Value) ([]clineRequest, bool) {
	var requests []clineRequest
	for _, item := range items {
		if item.Kind != js.String {
			return nil, false
		}
		requests = append(requests, clineRequest{path: item.Text})
	}
	return requests, true
}

// either reads a path or a request.
func (c clineReader) either(v js.Value) (clineRequest, bool) {
	if v.Kind == js.String {
		return clineRequest{path: v.Text}, true
	}
	return c.one(v)
}

// one reads a request.
func (c clineReader) one(v js.Value) (q clineRequest, ok bool) {
	if v.Kind != js.Object {
		return q, false
	}
	first, firstOK := c.lineNumber(v.Get("start_line"))
	last, lastOK := c.lineNumber(v.Get("end_line"))
	for _, name := range []string{"path", "file_path", "filePath"} {
		if path := v.Get(name); path.Kind == js.String && firstOK && lastOK {
			return clineRequest{path.Text, first, last}, true
		}
	}
	return q, false
}

// lineNumber is an optional whole number above 0, or what JavaScript's Number makes one; 0 when it is not given.
func (c clineReader) lineNumber(v js.Value) (int64, bool) {
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

// clineFind is a path, or where nothing is there the name in its directory that is the same but for composed characters
// and kinds of blanks and apostrophes.
func clineFind(env tools.Env, file string) string {
	view := env.Files()
	exists := func(name string) bool {
		_, err := view.Stat(name)
		return err == nil
	}
	if exists(file) {
		return file
	}
	slash := strings.LastIndexByte(strings.TrimSuffix(file, "/"), '/')
	dir, base := file[:slash+1], strings.TrimSuffix(file[slash+1:], "/")
	narrow := base
	for _, half := range []string{" AM.", " PM.", " am.", " pm."} {
		narrow = strings.ReplaceAll(narrow, half, "\u202F"+half[1:])
	}
	decomposed := norm.NFD.String(file)
	curly := func(s string) string { return strings.ReplaceAll(s, "'", "’") }
	for _, name := range []string{dir + narrow, decomposed, curly(file), curly(decomposed)} {
		if name != file && exists(name) {
			return name
		}
	}
	const most = 1 << 16 // names
	entries, err := view.ReadDir(dir, most)
	if err != nil {
		return file
	}
	plain := clinePlain(base)
	for _, e := range entries {
		if clinePlain(e.Name()) == plain {
			return dir + e.Name()
		}
	}
	return file
}

// clinePlain is a name with composed characters and plain blanks.
func clinePlain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == 0xA0 || r >= 0x2000 && r <= 0x200A || r == 0x202F || r == 0x205F || r == 0x3000 {
			return ' '
		}
		return r
	}, norm.NFC.String(name))
}
