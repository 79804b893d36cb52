package js

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestJSParse compares with what encoding/json reads.
func TestJSParse(t *testing.T) {
	for _, text := range []string{
		`1`, ` -0.5e3 `, `"a"`, `"\u00e4\n\\"`, "\"\xff\"", `"\ud800"`, `null`, `true`, `[]`, ` [ 1 , [ ] , {} , "x" ] `, `{}`, `{ "a" : 1 , "b" : [ true , false ] }`,
		`{"a":1,"a":{"c":"}"}}`, `{"":"","\u0061":2}`, `1e999`,
	} {
		got, ok := Parse([]byte(text))
		var want any
		if err := json.Unmarshal([]byte(text), &want); err != nil && text != `1e999` {
			t.Fatal(text, err)
		}
		if text != `1e999` && (!ok || !reflect.DeepEqual(anyOf(got), want)) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
	for _, text := range []string{``, `{`, `[1,]`, `{"a"}`, `1 2`, `tru`} {
		if v, ok := Parse([]byte(text)); ok {
			t.Errorf("%s is read as %+v", text, v)
		}
	}
}

// anyOf is a value as encoding/json has it.
func anyOf(v Value) any {
	switch v.Kind {
	case Boolean:
		return v.Yes
	case Number:
		return v.Num
	case String:
		return v.Text
	case Array:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, anyOf(item))
		}
		return list
	case Object:
		fields := map[string]any{}
		for i, name := range v.Keys {
			fields[name] = anyOf(v.Values[i])
		}
		return fields
	}
	return nil
}
