package brokenjson

import "testing"

// TestMend: what a model writes into strings that JSON does not allow there.
func TestMend(t *testing.T) {
	for _, c := range []struct{ text, want, strict string }{
		{`{"a":"b\n"}`, `{"a":"b\n"}`, `{"a":"b\n"}`},
		{"{\n\"a\":\"b\nc\t\x01\"}", "{\n\"a\":\"b\\nc\\t\\u0001\"}", "{\n\"a\":\"b\\nc\\t\\u0001\"}"},
		{`"C:\dir\new"`, `"C:\\dir\new"`, `"C:\\dir\new"`},
		{`"\u00e4 \ux"`, `"\u00e4 \ux"`, `"\u00e4 \\ux"`},
		{`"\`, `"\\`, `"\\`},
	} {
		if got := Mend(c.text, false); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if got := Mend(c.text, true); got != c.strict {
			t.Errorf("%q, strictly: %q, want %q", c.text, got, c.strict)
		}
	}
	if v, ok := ParseMended("{\"a\":\"b\n\"}", true); !ok || v.Get("a").Text != "b\n" {
		t.Errorf("%v, %v", v, ok)
	}
	if v, ok := ParseMended(`{"a":`, false); ok {
		t.Errorf("half an object is %v", v)
	}
}

// TestParsePartial: texts that break off anywhere, and others that are not quite JSON.
func TestParsePartial(t *testing.T) {
	for text, want := range map[string]string{
		`{"path":"a.txt","limit":2}`: `{"path":"a.txt","limit":2}`,
		`{"path":"a.txt","limit":2`:  `{"path":"a.txt","limit":2}`,
		`{"path":"a.txt","limit":`:   `{"path":"a.txt"}`,
		`{"path":"a.txt","lim`:       `{"path":"a.txt"}`,
		`{"path":"a.t`:               `{"path":"a.t"}`,
		`{"path":"a\`:                `{"path":"a"}`,
		`{"a":tru`:                   `{"a":true}`,
		`{"a":1e`:                    `{"a":1}`,
		`{"a":1 "b":2}`:              `{}`,
		`{"a"="b" "c":"d",,}`:        `{"a":"b","c":"d"}`,
		`{"a":[1,2,{"b":"c`:          `{"a":[1,2,{"b":"c"}]}`,
		`{"a":1} more`:               `{"a":1}`,
		`{"2":0,"1":0`:               `{"1":0,"2":0}`,
		``:                           "",
		`-`:                          "",
		`path`:                       "",
	} {
		v, ok := ParsePartial(text)
		if got := v.String(); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %s, %v, want %s", text, got, ok, want)
		}
	}
}
