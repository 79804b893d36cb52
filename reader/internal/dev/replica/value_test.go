package replica

import (
	"encoding/json"
	"strings"
)

// object and list are JSON values.
type (
	object = map[string]any
	list   = []any
)

// dig goes down in a JSON value by names and numbers; nil where there is nothing.
func dig(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(object)
			v = m[p]
		case int:
			l, _ := v.(list)
			if p >= len(l) {
				return nil
			}
			v = l[p]
		}
	}
	return v
}

// str is the text that Dig finds; "" where it is not one.
func str(v any, path ...any) string {
	s, _ := dig(v, path...).(string)
	return s
}

// items is the list that Dig finds.
func items(v any, path ...any) list {
	l, _ := dig(v, path...).(list)
	return l
}

// encode writes JSON without the escapes that only HTML needs.
func encode(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // the values are made here, or were JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// asObject is the text of arguments as JSON; {} where it is not one.
func asObject(args string) json.RawMessage {
	if json.Valid([]byte(args)) {
		return json.RawMessage(args)
	}
	return json.RawMessage("{}")
}
