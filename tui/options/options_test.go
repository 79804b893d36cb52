package options

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestJoin puts files behind the one that is read, once each, and none where other files must not be opened.
func TestJoin(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	o := Options{Paths: []string{at("a"), at("d")}}
	o.Join(1, []string{at("b"), at("d"), at("c")})
	if want := []string{at("a"), at("b"), at("d"), at("c")}; !slices.Equal(o.Paths, want) {
		t.Errorf("%q, not %q", o.Paths, want)
	}
	o.Join(99, []string{at("e")})
	if len(o.Paths) != 5 || o.Paths[4] != at("e") {
		t.Errorf("%q", o.Paths)
	}
	o.Secure = true
	if o.Join(0, []string{at("f")}); len(o.Paths) != 5 {
		t.Errorf("%q", o.Paths)
	}
}
