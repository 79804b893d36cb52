package serdejson

import "testing"

// decoded is what a struct of a tool's arguments is read into.
type decoded struct {
	path  string
	first uint64
	last  *uint64
	kind  int
	on    bool
}

// decodeInto reads arguments of the form that tools have.
func decodeInto(text string, objectsOnly bool) (to decoded, err error) {
	err = Decode([]byte(text), func(d *Decoder) *Error {
		d.ObjectsOnly = objectsOnly
		return d.Struct("Args", []StructField{
			{Name: "path", Read: func() *Error { return d.Text(&to.path) }, Required: true},
			{Name: "first", Read: func() *Error { return d.Usize(&to.first) }, Placed: true},
			{Name: "last", Read: Optional(d, &to.last, d.Usize)},
			{Name: "kind", Read: func() *Error { return d.Enum(&to.kind, "line", "block") }},
			{Name: "on", Read: func() *Error { return d.Bool(&to.on) }},
		})
	})
	return to, err
}

// TestStruct takes an object by the names of its fields, or an array by their places.
func TestStruct(t *testing.T) {
	two := uint64(2)
	for text, want := range map[string]decoded{
		`{"path":"a"}`:                    {path: "a"},
		`{"path":"a","first":1,"last":2}`: {path: "a", first: 1, last: &two},

		` {"other":{"x":[1,{}]},"path":"\u00e9","last":null} `: {path: "é"},

		`{"path":"a","kind":"block","on":true}`:     {path: "a", kind: 1, on: true},
		`{"path":"a","kind":{"block":null}}`:        {path: "a", kind: 1},
		`["a",1]`:                                   {path: "a", first: 1},
		`["a",1,2,"block",false]`:                   {path: "a", first: 1, last: &two, kind: 1},
		`{"path":"a","first":18446744073709551615}`: {path: "a", first: 1<<64 - 1},
	} {
		got, err := decodeInto(text, false)
		last := func(d decoded) uint64 {
			if d.last == nil {
				return 0
			}
			return *d.last
		}
		if err != nil || last(got) != last(want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		got.last, want.last = nil, nil
		if got != want {
			t.Errorf("%s: %+v, not %+v", text, got, want)
		}
	}
}

// TestStructErrors has the words and the positions of serde_json.
func TestStructErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                       "missing field `path` at line 1 column 2",
		"{\n}":                     "missing field `path` at line 2 column 1",
		`{"path":1}`:               "invalid type: integer `1`, expected a string at line 1 column 9",
		`{"path":"a","path":"b"}`:  "duplicate field `path` at line 1 column 18",
		`{"path":"a","first":-1}`:  "invalid value: integer `-1`, expected usize at line 1 column 22",
		`{"path":"a","first":1.5}`: "invalid type: floating point `1.5`, expected usize at line 1 column 23",
		`{"path":"a","first":"1"}`: "invalid type: string \"1\", expected usize at line 1 column 23",
		`{"path":"a","kind":"x"}`:  "unknown variant `x`, expected `line` or `block` at line 1 column 22",
		`{"path":"a","on":1}`:      "invalid type: integer `1`, expected a boolean at line 1 column 18",
		`{"path":"a"`:              "EOF while parsing an object at line 1 column 11",
		`{"path" "a"}`:             "expected `:` at line 1 column 9",
		`{"path":"a",}`:            "trailing comma at line 1 column 13",
		`["a"]`:                    "invalid length 1, expected struct Args with 5 elements at line 1 column 5",
		`"a"`:                      "invalid type: string \"a\", expected struct Args at line 1 column 3",
		`{"path":"a"} x`:           "trailing characters at line 1 column 14",
		``:                         "EOF while parsing a value at line 1 column 0",
	} {
		if _, err := decodeInto(text, false); err == nil || err.Error() != want {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
	if _, err := decodeInto(`["a",1]`, true); err == nil {
		t.Error("an array is taken where objects alone are")
	}
}

// FuzzDecode: no text makes the decoder panic, and an error has a place in the text.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{`{"path":"a","last":null}`, `["a",1]`, `{"path":"\ud800"}`, "{\n", "\xff", `{"kind":{"line":null}}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := decodeInto(text, false)
		if e, ok := err.(*Error); err != nil && (!ok || e.Line < 1 || e.Column < 0) {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
