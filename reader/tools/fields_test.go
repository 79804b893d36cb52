package tools

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFindField compares with encoding/json the finding of a field in objects that are made up.
func TestFindField(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	var value func(depth int) string
	value = func(depth int) string {
		space := pick("", "", " ", "\n\t")
		if depth == 0 || random.IntN(3) > 0 {
			return space + pick(`1`, `-1.5e+3`, `"a"`, `"}"`, `"\\\""`, `"\u0061"`, `true`, `false`, `null`, `"ä,"`) + space
		}
		var parts []string
		for range random.IntN(4) {
			parts = append(parts, value(depth-1))
		}
		if random.IntN(2) == 0 {
			return space + "[" + strings.Join(parts, ",") + space + "]"
		}
		for i := range parts {
			parts[i] = space + pick(`"a"`, `"b"`, `"\u0061"`, `"ä"`, `""`, `"c\""`) + space + ":" + parts[i]
		}
		return "{" + space + strings.Join(parts, ",") + "}" + space
	}
	for range 3000 {
		text := []byte(value(3))
		if !json.Valid(text) {
			t.Fatalf("%s is not valid", text)
		}
		for _, name := range []string{"a", "b", "ä", "", `c"`} {
			s1, e1, f1, c1 := findField(text, name)
			s2, e2, f2, c2 := decodeField(text, name)
			if s1 != s2 || s1 >= 0 && e1 != e2 || f1 != f2 || c1 != c2 {
				t.Fatalf("%q in %s: %d %d %d %d, decoded %d %d %d %d", name, text, s1, e1, f1, c1, s2, e2, f2, c2)
			}
		}
	}
}

// decodeField is findField by encoding/json.
func decodeField(obj []byte, name string) (start, end, fields, closing int) {
	start, closing = -1, -1
	dec := json.NewDecoder(bytes.NewReader(obj))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return start, end, fields, closing
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return -1, 0, fields, -1
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return -1, 0, fields, -1
		}
		fields++
		if key == name {
			end = int(dec.InputOffset())
			start = end - len(raw)
		}
	}
	if _, err := dec.Token(); err != nil {
		return -1, 0, fields, -1
	}
	return start, end, fields, int(dec.InputOffset()) - 1
}
