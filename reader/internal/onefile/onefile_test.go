package onefile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOf: names are those of one file where the file system says so. A second name of a file stands for the file
// systems that take both names for one; where they do, the second cannot be made.
func TestOf(t *testing.T) {
	const composed, apart = "zo\u00eb.go", "zoe\u0308.go"
	dir := t.TempDir()
	for _, name := range []string{"a.go", composed, "b.go"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	isOne := func(a, b string) bool {
		one, err := os.Stat(filepath.Join(dir, a))
		if err != nil {
			t.Fatal(err)
		}
		other, err := os.Stat(filepath.Join(dir, b))
		return err == nil && os.SameFile(one, other)
	}
	for from, to := range map[string]string{"a.go": "A.GO", composed: apart} {
		if err := os.Link(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil && !isOne(from, to) {
			t.Skip(err)
		}
	}
	if !isOne("b.go", "B.go") {
		if err := os.WriteFile(filepath.Join(dir, "B.go"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var names Names
	for _, c := range [][2]string{
		{"a.go", "a.go"},
		{"A.GO", "a.go"},
		{composed, composed},
		{apart, composed},
		{"b.go", "b.go"},
		{"gone.go", "gone.go"},
		{"Gone.go", "Gone.go"},
		{"a.go", "a.go"},
	} {
		if got := names.Of(dir, c[0]); got != c[1] {
			t.Errorf("%s is %s, want %s", c[0], got, c[1])
		}
	}
	if got := names.Of(dir, "B.go"); got == "b.go" != isOne("b.go", "B.go") {
		t.Errorf("B.go is %s, the file system: %v", got, isOne("b.go", "B.go"))
	}
}
