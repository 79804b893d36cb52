package agents

import (
	"math"
	"strings"

	"golang.org/x/text/unicode/norm"

	"eyeline/reader/tools"
)

// parseClineArgs reads the arguments in all the forms that Cline takes.
func parseClineArgs(data []byte) (requests []clineRequest, ok bool) {
	v, valid := jsParse(data)
	if !valid {
		return nil, false
	}
	v = clineMend(v)
	switch v.kind {
	case jsString:
		return []clineRequest{{path: v.text}}, true
	case jsArray:
		return clineList(clineJoin(v.items))
	case jsObject:
		return clineObject(v)
	}
	return nil, false
}

// clineMend reads JSON texts that are given where a list or an object belongs.
func clineMend(v jsValue) jsValue {
	files := v.get("files")
	if text := jsTrim(files.text); files.kind == jsString && strings.HasPrefix(text, "[") {
		if parsed, ok := jsParse([]byte(text)); ok && parsed.kind == jsArray {
			files = parsed
		}
	}
	if files.kind == jsArray {
		items := make([]jsValue, len(files.items))
		for i, item := range files.items {
			items[i] = item
			if text := jsTrim(item.text); item.kind == jsString && strings.HasPrefix(text, "{") {
				if parsed, ok := jsParse([]byte(text)); ok && parsed.kind == jsObject {
					items[i] = parsed
				}
			}
		}
		files.items = items
	}
	if v.kind == jsObject && v.has("files") {
		v = v.with("files", files)
	}
	return v
}

// clineJoin gives elements that are nothing but a range to the path before them.
func clineJoin(items []jsValue) []jsValue {
	var joined []jsValue
	for _, item := range items {
		if n := len(joined) - 1; isClineRange(item) && n >= 0 {
			before := joined[n]
			if before.kind == jsString {
				joined[n] = clineWith(jsValue{kind: jsObject}.with("path", before), item)
				continue
			}
			if before.kind == jsObject && before.has("path") && !before.has(item.keys[0]) && !before.has(item.keys[len(item.keys)-1]) {
				joined[n] = clineWith(before, item)
				continue
			}
		}
		joined = append(joined, item)
	}
	return joined
}

// isClineRange reports whether a value is an object of start_line and end_line alone.
func isClineRange(v jsValue) bool {
	for _, name := range v.keys {
		if name != "start_line" && name != "end_line" {
			return false
		}
	}
	return v.kind == jsObject && len(v.keys) > 0
}

// clineWith is an object with the fields of another one.
func clineWith(v, more jsValue) jsValue {
	for i, name := range more.keys {
		v = v.with(name, more.values[i])
	}
	return v
}

// clineObject reads an object: {files}, one request, {file_paths}, {paths}.
func clineObject(v jsValue) ([]clineRequest, bool) {
	if files := v.get("files"); files.kind == jsArray {
		if requests, ok := clineList(clineJoin(files.items)); ok {
			return requests, true
		}
	}
	if q, ok := clineOne(v); ok {
		return []clineRequest{q}, true
	}
	if files := v.get("files"); files.kind != jsUndefined && files.kind != jsArray {
		if q, ok := clineEither(files); ok {
			return []clineRequest{q}, true
		}
	}
	switch paths := v.get("file_paths"); paths.kind {
	case jsString:
		return []clineRequest{{path: paths.text}}, true
	case jsArray:
		if requests, ok := clineStrings(paths.items); ok {
			return requests, true
		}
	}
	switch paths := v.get("paths"); paths.kind {
	case jsArray:
		return clineList(clineJoin(paths.items))
	case jsUndefined:
	default:
		q, ok := clineEither(paths)
		return []clineRequest{q}, ok
	}
	return nil, false
}

// clineList reads paths and requests.
func clineList(items []jsValue) ([]clineRequest, bool) {
	var requests []clineRequest
	for _, item := range items {
		q, ok := clineEither(item)
		if !ok {
			return nil, false
		}
		requests = append(requests, q)
	}
	return requests, true
}

// clineStrings reads paths.
func clineStrings(items []jsValue) ([]clineRequest, bool) {
	var requests []clineRequest
	for _, item := range items {
		if item.kind != jsString {
			return nil, false
		}
		requests = append(requests, clineRequest{path: item.text})
	}
	return requests, true
}

// clineEither reads a path or a request.
func clineEither(v jsValue) (clineRequest, bool) {
	if v.kind == jsString {
		return clineRequest{path: v.text}, true
	}
	return clineOne(v)
}

// clineOne reads a request.
func clineOne(v jsValue) (q clineRequest, ok bool) {
	if v.kind != jsObject {
		return q, false
	}
	first, firstOK := clineLineNumber(v.get("start_line"))
	last, lastOK := clineLineNumber(v.get("end_line"))
	for _, name := range []string{"path", "file_path", "filePath"} {
		if path := v.get(name); path.kind == jsString && firstOK && lastOK {
			return clineRequest{path.text, first, last}, true
		}
	}
	return q, false
}

// clineLineNumber is an optional whole number above 0, or what JavaScript's Number makes one; 0 when it is not given.
func clineLineNumber(v jsValue) (int64, bool) {
	if v.kind == jsUndefined || v.kind == jsNull {
		return 0, true
	}
	n := jsToNumberOf(v)
	if n != math.Trunc(n) || n < 1 || n > jsMaxSafe {
		return 0, false
	}
	return int64(n), true
}

// jsToNumberOf is JavaScript's Number(v).
func jsToNumberOf(v jsValue) float64 {
	switch v.kind {
	case jsNum:
		return v.num
	case jsBoolean:
		if v.yes {
			return 1
		}
		return 0
	case jsNull:
		return 0
	case jsString:
		return jsToNumber(v.text)
	case jsArray:
		switch len(v.items) {
		case 0:
			return 0
		case 1:
			if inner := v.items[0]; inner.kind != jsBoolean { // a boolean becomes a word first
				return jsToNumberOf(inner)
			}
		}
	}
	return math.NaN()
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
