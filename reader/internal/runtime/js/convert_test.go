package js

import (
	"math"
	"testing"
)

// TestConversions: String(v) and Number(v) of what JSON.parse gives.
func TestConversions(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		json, text string
		number     float64
	}{
		{`"a"`, "a", nan},
		{`" 5 "`, " 5 ", 5},
		{`""`, "", 0},
		{`1e21`, "1e+21", 1e21},
		{`true`, "true", 1},
		{`false`, "false", 0},
		{`null`, "null", 0},
		{`{"a":1}`, "[object Object]", nan},
		{`[]`, "", 0},
		{`[null]`, "", 0},
		{`["7"]`, "7", 7},
		{`[[7]]`, "7", 7},
		{`[true]`, "true", nan},
		{`[1,null,"b",{}]`, "1,,b,[object Object]", nan},
	} {
		v, ok := Parse([]byte(c.json))
		if got := ToString(v); !ok || got != c.text {
			t.Errorf("%s as a text: %q, want %q", c.json, got, c.text)
		}
		if got := NumberOf(v); got != c.number && !(math.IsNaN(got) && math.IsNaN(c.number)) {
			t.Errorf("%s as a number: %v, want %v", c.json, got, c.number)
		}
	}
	if got := NumberOf(Value{Kind: Undefined}); !math.IsNaN(got) {
		t.Errorf("what is not there is %v", got)
	}
}
