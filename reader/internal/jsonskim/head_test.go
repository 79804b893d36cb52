package jsonskim

import "testing"

// TestHeadGetsWhatTheValueGets: also of values that end too early, or have a key twice.
func TestHeadGetsWhatTheValueGets(t *testing.T) {
	for _, text := range []string{
		`{"a":1,"b":{"c":"x"},"a":2}`, `{"a":{"b":[1,2]},"b":"cut`, `{"b":{"c":1`, `[{"a":1}]`, `"a"`, `{`, ``, `{"\u0061":1}`, `{"a":tru,"b":1}`,
	} {
		s := FromBytes([]byte(text))
		v := s.First(0, s.Size())
		h := HeadOf(v)
		for _, path := range [][]string{nil, {"a"}, {"b"}, {"b", "c"}, {"a", "b"}, {"none"}} {
			if got, want := h.Get(path...), v.Get(path...); got != want {
				t.Errorf("%s: %q is %+v, and by itself %+v", text, path, got, want)
			}
		}
	}
}
