package jsontext

import (
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
	for i := range 3 * few {
		name := fmt.Sprint((7 * i) % (2 * few))
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

// TestParser: all kinds of values with white space between.
func TestParser(t *testing.T) {
	p := Parser{Text: []byte(` { "a" : [ 1 , -2.5e3 , [ ] , true ] , "\u00e4" : "x\"\ud800" , "b":{}}`)}
	var b strings.Builder
	var value func()
	value = func() {
		switch p.Next() {
		case '{':
			b.WriteByte('{')
			p.Object(func(name string) { fmt.Fprintf(&b, "%s:", name); value() })
			b.WriteByte('}')
		case '[':
			b.WriteByte('[')
			p.Array(func() { value(); b.WriteByte(' ') })
			b.WriteByte(']')
		case '"':
			fmt.Fprintf(&b, "%q", p.Str())
		case 't':
			p.Word("true")
			b.WriteByte('T')
		default:
			b.WriteString(p.Number())
		}
	}
	value()
	if got, want := b.String(), `{a:[1 -2.5e3 [] T ]ä:"x\"�"b:{}}`; got != want || p.At != len(p.Text) {
		t.Errorf("%s at %d, want %s", got, p.At, want)
	}
}
