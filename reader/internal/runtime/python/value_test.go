package python

import "testing"

// The expected texts are CPython 3.11's.
func TestPythonRepr(t *testing.T) {
	for json, want := range map[string]string{
		`null`: "None", `true`: "True", `false`: "False", `-0`: "0", `12345678901234567890`: "12345678901234567890",
		`1.0`: "1.0", `0.0`: "0.0", `2.50`: "2.5", `1e15`: "1000000000000000.0", `1e16`: "1e+16", `123456789012345680.0`: "1.2345678901234568e+17",
		`0.0001`: "0.0001", `0.00001`: "1e-05", `1e999`: "inf", `-1e999`: "-inf",
		`"a'b"`: `"a'b"`, `"a'\"b"`: `'a\'"b'`, `"\\\n\r\t\b\u007f"`: `'\\\n\r\t\x08\x7f'`,
		`"é\u00a0\u00ad\u200b\u2028日😀\udb40\udc01"`: `'é\xa0\xad\u200b\u2028日😀\U000e0001'`,
		`[1,"x",[],{"b":1,"a":null,"b":2}]`:         `[1, 'x', [], {'b': 2, 'a': None}]`,
	} {
		v, ok := Parse([]byte(json))
		if got := v.String(); !ok || got != want {
			t.Errorf("%s is %s, want %s", json, got, want)
		}
	}
	if _, ok := Parse([]byte(`[1,`)); ok {
		t.Error("half a list is a value")
	}
}
