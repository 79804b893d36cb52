package js

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

func TestJSCErrors(t *testing.T) {
	for text, want := range map[string]string{
		``: "Unexpected EOF", `xyz`: `Unexpected identifier "xyz"`, `{`: "Expected '}'", `{"a":1`: "Expected '}'", `{"a":1,}`: "Property name must be a string literal",
		`{"a" 1}`: "Expected ':' before value in object property definition", `[1,]`: "Unexpected comma at the end of array expression", `[1 2]`: "Expected ']'",
		`{'a':1}`: "Single quotes (') are not allowed in JSON", `"\p"`: "Invalid escape character p", `"\u00g0"`: `"\u00g0" is not a valid unicode escape`,
		`"\u00`: `\u must be followed by 4 hex digits`, `"abc`: "Unterminated string", "\"a\nb\"": "Unterminated string", `1 2`: "Unable to parse JSON string",
		`-`: "Invalid number", `1.`: "Invalid digits after decimal point", `[`: "Unexpected EOF", `{a:1}`: "Expected '}'", `#`: "Unrecognized token '#'",
		`truex`: "Unable to parse JSON string", `[}`: "Unexpected token '}'", `01`: "Unable to parse JSON string",
		`1e`: "Unable to parse JSON string",
	} {
		if got := JSCError(text); got != "JSON Parse error: "+want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// What is JSON for encoding/json is JSON here, and the other way round.
func FuzzJSCErrors(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":null}],"c":-1.5e+3}`, ` [ ] `, `{}`, `"\u0041\n"`, `[1,]`, `{"a"`, `1;`, strings.Repeat("[", 40)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if valid := json.Valid([]byte(text)); valid != (JSCError(text) == "") {
			t.Errorf("%q: %s, but encoding/json says %v", text, JSCError(text), valid)
		}
	})
}

// A text may nest as deep as it likes: Bun and Node.js 20 gave these.
func TestDeepJSON(t *testing.T) {
	deep := strings.Repeat("[", 20000)
	for text, want := range map[string][2]string{
		deep:                                 {"Unexpected EOF", "Unexpected end of JSON input"},
		deep + "}":                           {"Unexpected token '}'", "Unexpected token '}', ...\"[[[[[[[[[[}\" is not valid JSON"},
		deep + "x":                           {"Unexpected identifier \"x\"", "Unexpected token 'x', ...\"[[[[[[[[[[x\" is not valid JSON"},
		deep + strings.Repeat("]", 20000):    {},
		strings.Repeat(`{"a":`, 20000) + "}": {"Unexpected token '}'", `Unexpected token '}', ..."{"a":{"a":}" is not valid JSON`},
	} {
		if got := [2]string{strings.TrimPrefix(JSCError(text), "JSON Parse error: "), V8Error(text)}; got != want {
			t.Errorf("%.20s…: %q", text, got)
		}
	}
}

// Tokens are not kept while a fault is looked for.
func TestManyTokens(t *testing.T) {
	text := "[" + strings.Repeat("1,", 1<<20) + "x"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := JSCError(text)
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 48<<20 || got != `JSON Parse error: Unexpected identifier "x"` {
		t.Errorf("the heap grew by %d KiB: %s", grown>>10, got)
	}
}
