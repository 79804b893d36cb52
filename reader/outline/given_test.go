package outline

import (
	"testing"
)

// TestWhatABlockLacks: the head is a declaration's own first line; without the comment and the decorators above that, a
// declaration is not whole either.
func TestWhatABlockLacks(t *testing.T) {
	text := "import os\n\n# is_private tells.\n@cached\ndef is_private(\n    name,\n):\n    return name[0] == '_'\n\nx = 1\n"
	d, known, err := Around(t.Context(), "f.py", view(text), 8)
	if err != nil || !known || d == nil {
		t.Fatal(d, known, err)
	}
	if d.Name() != "def is_private" || d.Begins != 5 || d.Last != 8 {
		t.Errorf("%q in L%d–L%d", d.Name(), d.Begins, d.Last)
	}
	for lines, want := range map[[2]int64]Missing{
		{3, 8}: {}, {3, 9}: {}, {5, 8}: {Above: true}, {4, 8}: {Above: true}, {8, 8}: {Above: true, Head: true},
		{6, 8}: {Above: true, Head: true}, {1, 7}: {End: true}, {6, 7}: {true, true, true}, {0, 0}: {true, true, true},
		{1, 4}: {Head: true, End: true},
	} {
		if got := d.Without(lines[0], lines[1]); got != want || got.Whole() != (want == Missing{}) {
			t.Errorf("%v lacks %v, not %v", lines, got, want)
		}
	}
}

// TestNamesOfDeclarations end before the parameters, the bases and the body.
func TestNamesOfDeclarations(t *testing.T) {
	for text, want := range map[string]string{
		"def f(a, b):":                         "def f",
		"class Base(Other):":                   "class Base",
		"class Base:":                          "class Base",
		"func (s *Server) Handle(w W, r *R) {": "func Server.Handle",
		"func Map[T any](x []T) []T {":         "func Map[T any]",
		"export const run = async () => {":     "export const run",
		"fn main() {":                          "fn main",
		"(":                                    "(",
	} {
		if got := (&Declaration{Text: text}).Name(); got != want {
			t.Errorf("%q is called %q, not %q", text, got, want)
		}
	}
}
