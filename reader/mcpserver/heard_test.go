package mcpserver

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// valuesIn is how many values a decoded JSON text has.
func valuesIn(v any) (n int) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			n += valuesIn(e)
		}
	case map[string]any:
		for _, e := range v {
			n += valuesIn(e)
		}
	}
	return n + 1
}

// FuzzHeard: of whatever a server sends a message is made or a reason is given, and all values of it are counted.
func FuzzHeard(f *testing.F) {
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`, `{"jsonrpc":"2.0","method":"x","params":{"a":"\\\",{["}}`,
		`[]`, `{}`, ``, `"`, `"\`, `[[],[[]],{},{"":{}}]`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"\u001b"}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"a":0,"a":[1,2,3]}}`, strings.Repeat("[", 2000), `{"jsonrpc":"2.0","id":{}}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.ReplaceAll(line, []byte("\n"), nil)
		h := heard{maxHeardInAll, 1, maxHeardValues}
		message, err := h.message(line, len(line))
		if (message == nil) == (err == nil) {
			t.Errorf("%v, %v", message, err)
		}
		if err == nil && !json.Valid(line) {
			t.Errorf("%q is no JSON", line)
		}
		var v any
		if json.Unmarshal(line, &v) == nil && maxHeardValues-h.values < valuesIn(v) {
			t.Errorf("%q has %d values, %d are counted", line, valuesIn(v), maxHeardValues-h.values)
		}
		if _, err := h.message([]byte(`{"jsonrpc":"2.0","method":"x"}`), 30); err == nil {
			t.Error("one message too many is taken")
		}
	})
}
