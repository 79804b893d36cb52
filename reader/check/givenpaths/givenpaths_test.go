package givenpaths

import (
	"path/filepath"
	"testing"
)

func TestNumber(t *testing.T) {
	at := func(name string) string { return filepath.Join(t.TempDir(), "..", filepath.FromSlash(name)) }
	s := Of([]string{at("a/b"), at("a/b/c.txt"), at("d/e/f.txt"), at("a/b")})
	for name, want := range map[string]struct {
		number  int
		reaches bool
	}{
		"a": {-1, true}, "a/b": {0, true}, "a/b/x": {0, true}, "a/b/c.txt": {1, true}, "a/bc": {-1, false},
		"d": {-1, true}, "d/e": {-1, true}, "d/e/f.txt": {2, true}, "d/e/g.txt": {-1, false}, "z": {-1, false},
	} {
		if n, r := s.Number(at(name)), s.Reaches(at(name)); n != want.number || r != want.reaches {
			t.Errorf("%s: %d, %v; want %+v", name, n, r, want)
		}
	}
}

func TestCommon(t *testing.T) {
	for want, all := range map[string][]string{
		"a/b": {"a/b"}, "a": {"a/b", "a/bc"}, "a/b/c": {"a/b/c", "a/b/c/d"}, ".": {"x", "a/b"}, "a/": nil,
	} {
		if all == nil {
			want = "."
		}
		if got := Common(all); got != want {
			t.Errorf("%q: %q, want %q", all, got, want)
		}
	}
	if got := Common([]string{"a", "."}); got != "." {
		t.Errorf("%q", got)
	}
}
