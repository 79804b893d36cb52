package serdejson

import (
	"runtime"
	"strings"
	"testing"
)

func TestValue(t *testing.T) {
	for text, want := range map[string]string{
		`null`:                                `null`,
		` [1,-2, 2.5,1e3,true ,"é\n\u0001"] `: `[1,-2,2.5,1000.0,true,"é\n\u0001"]`,
		`{"a":1,"b":{},"a":[]}`:               `{"a":[],"b":{}}`,
		`18446744073709551616`:                `1.8446744073709552e+19`,
		strings.Repeat("[", 127) + strings.Repeat("]", 127): strings.Repeat("[", 127) + strings.Repeat("]", 127),
	} {
		v, err := ParseValue([]byte(text))
		if err != nil || v.String() != want {
			t.Errorf("%.40s is %s, %v", text, v, err)
		}
	}
	for text, want := range map[string]string{
		``:         "EOF while parsing a value at line 1 column 0",
		`{"a":1,}`: "trailing comma at line 1 column 8",
		`{} {}`:    "trailing characters at line 1 column 4",
		`1e400`:    "number out of range at line 1 column 5",
		`"\ud800"`: "unexpected end of hex escape at line 1 column 8",
		strings.Repeat("[", 128) + strings.Repeat("]", 128): "recursion limit exceeded at line 1 column 128",
	} {
		if _, err := ParseValue([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
	if n := len(ParseObjects([]byte(` {"a":{}} {}{"b":1}[] {}`))); n != 3 {
		t.Errorf("%d objects", n)
	}
	for _, fine := range []string{`1e400`, `"\ud800"`, ` [] `} {
		if err := CheckSyntax([]byte(fine)); err != nil {
			t.Errorf("%s: %v", fine, err)
		}
	}
}

func TestVariant(t *testing.T) {
	for text, want := range map[string]string{
		`"a"`: "", `{"b":null}`: "",
		`"x"`:     "unknown variant `x`, expected `a` or `b`",
		`{"x":1}`: "unknown variant `x`, expected `a` or `b`",
		`{"a":1}`: "invalid type: integer `1`, expected unit",
		`{}`:      "invalid value: map, expected map with a single key",
		`[1]`:     "invalid type: sequence, expected string or map",
		`-1.5`:    "invalid type: floating point `-1.5`, expected string or map",
	} {
		v, err := ParseValue([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if _, err := v.Variant("a", "b"); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestDeepSyntax: what is not kept takes little memory, however deep it nests.
func TestDeepSyntax(t *testing.T) {
	deep := []byte(strings.Repeat("[", 1<<20))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := CheckSyntax(deep)
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; err == nil || grown > 64<<20 {
		t.Errorf("%v, %d bytes", err, grown)
	}
}
