package js

import (
	"math"
	"strings"
	"testing"
)

func TestJSNumbers(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", -1: "-1", 2.5: "2.5", 1e20: "100000000000000000000", 1e21: "1e+21", 1e300: "1e+300", 1.5e-7: "1.5e-7",
		0.000001: "0.000001", 9007199254740991: "9007199254740991", math.Inf(1): "Infinity", 123456789.125: "123456789.125",
	} {
		if got := NumberText(f); got != want {
			t.Errorf("%g: %s, want %s", f, got, want)
		}
	}
	for s, want := range map[string]float64{
		"": 0, " 3 ": 3, "+2": 2, "-2.5": -2.5, "1e3": 1000, ".5": 0.5, "5.": 5, "0x1F": 31, "0b11": 3, "1e999": math.Inf(1), "-Infinity": math.Inf(-1),
	} {
		if got := ToNumber(s); got != want {
			t.Errorf("%q: %g, want %g", s, got, want)
		}
	}
	for _, s := range []string{"abc", "1,000", "--2", "0x", "1_0", "inf", "NaN", "٣", "1 2", "+-1", "e5", "0x-1"} {
		if got := ToNumber(s); !math.IsNaN(got) {
			t.Errorf("%q is the number %g", s, got)
		}
	}
	for _, c := range []struct {
		f      float64
		digits int
		want   string
	}{{0.25, 1, "0.3"}, {0.5, 0, "1"}, {1.005, 2, "1.00"}, {292.96875, 1, "293.0"}, {-0.25, 1, "-0.3"}} {
		if got := Fixed(c.f, c.digits); got != c.want {
			t.Errorf("%g: %s, want %s", c.f, got, c.want)
		}
	}
}

func TestJSValues(t *testing.T) {
	v, ok := Parse([]byte(` {"b":1.0,"2":[1,"x\u0001\u2028"],"a":{},"1":null,"b":{"c":[],"d":1e400},"é":-0} `))
	if !ok {
		t.Fatal("valid JSON is refused")
	}
	if got, want := v.String(), "{\"1\":null,\"2\":[1,\"x\\u0001\u2028\"],\"b\":{\"c\":[],\"d\":null},\"a\":{},\"é\":0}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	v, _ = Parse([]byte(`{"a":[1,{"b":2}],"c":{},"d":[]}`))
	want := "{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ],\n  \"c\": {},\n  \"d\": []\n}"
	if got := v.Pretty("  "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, bad := range []string{"", "{", "xyz", `{"a":1,}`, "1 2"} {
		if _, ok := Parse([]byte(bad)); ok {
			t.Errorf("%s is taken for JSON", bad)
		}
	}
	if v.Get("nothing").Kind != Undefined || v.Get("c").Kind != Object || v.Has("nothing") {
		t.Error("fields are not found")
	}
}

func TestLength(t *testing.T) {
	text := strings.Repeat("aé€😀\xff", 100)
	if got := Length(text); got != 600 {
		t.Errorf("%d units", got)
	}
	units := int64(0)
	if n := testing.AllocsPerRun(10, func() { units += Length(text) }); n > 0 || units == 0 {
		t.Errorf("%v allocations", n)
	}
}
