package jsontext

import (
	"maps"
	"slices"
)

// Fields are the fields of an object: each name where it was first given, with the value that it was given last.
type Fields[V any] struct {
	Keys   []string
	Values []V            // of the keys
	places map[string]int // of the keys
}

// Has reports whether there is a field.
func (f Fields[V]) Has(name string) bool {
	_, ok := f.places[name]
	return ok
}

// Lookup is the value of a field; ok is false without one.
func (f Fields[V]) Lookup(name string) (value V, ok bool) {
	i, ok := f.places[name]
	if ok {
		value = f.Values[i]
	}
	return value, ok
}

// Set gives a field a value; a new field comes last.
func (f *Fields[V]) Set(name string, value V) {
	if i, ok := f.places[name]; ok {
		f.Values[i] = value
		return
	}
	if f.places == nil {
		f.places = map[string]int{}
	}

	f.places[name] = len(f.Keys)
	f.Keys = append(f.Keys, name)
	f.Values = append(f.Values, value)
}

// Delete takes a field out.
func (f *Fields[V]) Delete(name string) {
	if i, ok := f.places[name]; ok {
		f.Keys = slices.Delete(f.Keys, i, i+1)
		f.Values = slices.Delete(f.Values, i, i+1)
		f.index()
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
	values := slices.Clone(f.Values)
	slices.SortStableFunc(f.Keys, order)
	for i, name := range f.Keys {
		f.Values[i] = values[f.places[name]]
	}
	f.index()
}

// index fills in places.
func (f *Fields[V]) index() {
	f.places = map[string]int{}
	for i, name := range f.Keys {
		f.places[name] = i
	}
}
