package js

import (
	"encoding/json"
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
		if valid := json.Valid([]byte(text)); valid != (JSCError(text) == "") && strings.Count(text, "[")+strings.Count(text, "{") < 9000 {
			t.Errorf("%q: %s, but encoding/json says %v", text, JSCError(text), valid)
		}
	})
}
