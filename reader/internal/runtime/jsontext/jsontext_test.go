package jsontext

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestFields compares with a map and a list of names, also of many fields.
func TestFields(t *testing.T) {
	var f Fields[int]
	want, order := map[string]int{}, []string{}
	check := func() {
		t.Helper()
		if !slices.Equal(f.Keys, order) {
			t.Fatalf("%v, want %v", f.Keys, order)
		}
		for i, name := range order {
			if got, ok := f.Lookup(name); !ok || got != want[name] || f.Values[i] != got || !f.Has(name) {
				t.Fatalf("%s is %d, %v, want %d", name, got, ok, want[name])
			}
		}
		if f.Has("none") {
			t.Fatal("a field that is not there is")
		}
	}
	for i := range 48 {
		name := fmt.Sprint((7 * i) % 32)
		if _, ok := want[name]; !ok {
			order = append(order, name)
		}
		want[name] = i
		f.Set(name, i)
		check()
	}
	kept := f.Clone()
	for len(order) > 1 {
		name := order[len(order)/2]
		order = slices.Delete(order, len(order)/2, len(order)/2+1)
		f.Delete(name)
		f.Delete("none")
		check()
	}
	f, order = kept, kept.Clone().Keys
	slices.Sort(order)
	f.Sort(strings.Compare)
	check()
}

// TestParse: all kinds of values with white space between.
func TestParse(t *testing.T) {
	m := Maker[string]{
		Scalar: func(token json.Token) string { return fmt.Sprintf("%T:%v", token, token) },
		Array:  func(items []string) string { return fmt.Sprintf("[%s]", strings.Join(items, " ")) },
		Object: func(f Fields[string]) string {
			return fmt.Sprintf("{%s: %s}", strings.Join(f.Keys, " "), strings.Join(f.Values, " "))
		},
	}
	text := ` { "a" : [ 1 , -2.5e3 , [ ] , true ] , "\u00e4" : "x\"\ud800" , "b":{}, "c":null, "a":1e400}`
	got, ok := m.Parse([]byte(text))
	want := "{a ä b c: json.Number:1e400 string:x\"\ufffd {: } <nil>:<nil>}"
	if !ok || got != want {
		t.Errorf("%s, %v, want %s", got, ok, want)
	}
	if got, ok := m.Parse([]byte("[1, -2.5e3, [], true]")); !ok || got != "[json.Number:1 json.Number:-2.5e3 [] bool:true]" {
		t.Errorf("%s, %v", got, ok)
	}
	if _, ok := m.Parse([]byte(text + "]")); ok {
		t.Error("a text that goes on is taken")
	}
}
