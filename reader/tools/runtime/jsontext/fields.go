package jsontext

import (
	"maps"
	"slices"
)

// Fields are the fields of an object: each name where it was first given, with the value that it was given last.
type Fields[V any] struct {
	Keys   []string
	Values []V            // of the keys
	places map[string]int // of the keys, where there are many
}

// few is how many keys are looked through one by one.
const few = 16

// find is the place of a field; -1 when there is none.
func (f *Fields[V]) find(name string) int {
	if f.places == nil {
		return slices.Index(f.Keys, name)
	}
	if i, ok := f.places[name]; ok {
		return i
	}
	return -1
}

// Has reports whether there is a field.
func (f Fields[V]) Has(name string) bool { return f.find(name) >= 0 }

// Lookup is the value of a field; ok is false when there is none.
func (f Fields[V]) Lookup(name string) (value V, ok bool) {
	if i := f.find(name); i >= 0 {
		return f.Values[i], true
	}
	return value, false
}

// Set gives a field a value; a new field comes last.
func (f *Fields[V]) Set(name string, value V) {
	if i := f.find(name); i >= 0 {
		f.Values[i] = value
		return
	}
	f.Keys, f.Values = append(f.Keys, name), append(f.Values, value)
	switch {
	case f.places != nil:
		f.places[name] = len(f.Keys) - 1
	case len(f.Keys) > few:
		f.index()
	}
}

// Delete takes a field out.
func (f *Fields[V]) Delete(name string) {
	if i := f.find(name); i >= 0 {
		f.Keys, f.Values = slices.Delete(f.Keys, i, i+1), slices.Delete(f.Values, i, i+1)
		if f.places != nil {
			f.index()
		}
	}
}

// Clone is a copy that can be changed without changing f.
func (f Fields[V]) Clone() Fields[V] {
	return Fields[V]{slices.Clone(f.Keys), slices.Clone(f.Values), maps.Clone(f.places)}
}

// Sort puts the fields into an order, in place; fields that are equal in it stay as they are.
func (f *Fields[V]) Sort(order func(a, b string) int) {
	if slices.IsSortedFunc(f.Keys, order) {
		return
	}
	values := make(map[string]V, len(f.Keys))
	for i, name := range f.Keys {
		values[name] = f.Values[i]
	}
	slices.SortStableFunc(f.Keys, order)
	for i, name := range f.Keys {
		f.Values[i] = values[name]
	}
	if f.places != nil {
		f.index()
	}
}

// index fills in places.
func (f *Fields[V]) index() {
	f.places = make(map[string]int, 2*len(f.Keys))
	for i, name := range f.Keys {
		f.places[name] = i
	}
}
