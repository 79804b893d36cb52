package outline

import (
	"fmt"
	"strings"
	"testing"
)

// TestFunctions: the body begins below the signature, however many lines that has, and ends before what closes it.
func TestFunctions(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		short            int64
	}{
		{"a.py", "@dec\ndef f(\n    a: str = ':)',\n) -> Dict[str, int]:\n\n    x = 1\n    def inner():\n        pass\n    return x\n\n\nclass C:\n    def g(self): return 1\n\n    def h(self):\n        return 2\n", `f 1 2-9 body 6-9 false
C.h 15 15-16 body 16-16 true
`, 1},
		{"a.go", "package p\n\n// F is.\nfunc (t *T) F(\n\ta interface{ M() },\n) struct{ x int } {\n\treturn nil\n}\n\nfunc g() {}\n\nfunc h() {\n\n}\n", "T.F 3 4-8 body 7-7 true\n", 2},
		{"a.ts", "export function f(a: {b: string}) {\n  g();\n}\n\ntype T = {\n  a: string;\n};\n\nexport const h = (\n  a: string,\n) => {\n  g();\n\n};\n", `f 1 1-3 body 2-2 false
h 9 9-14 body 12-12 false
`, 0},
		{"a.c", "static int\nf(int a)\n{\n  return a;\n}\n\nint g(int a)\n{\n  return a;\n}\n", "f 1 1-5 body 4-4 false\ng 7 7-10 body 9-9 false\n", 0},
		{"a.rb", "def f(a,\n      b)\n  a\nend\n", "f 1 1-4 body 3-3 false\n", 0},
		{"a.md", "# One\n", "", 0},
	} {
		all, short, _, err := Functions(t.Context(), c.name, view(c.text))
		var b strings.Builder
		for _, f := range all {
			fmt.Fprintf(&b, "%s %d %d-%d body %d-%d %t\n", f.Path, f.First, f.Begins, f.Last, f.Body, f.Ends, f.Member)
		}
		if err != nil || b.String() != c.want || short != c.short {
			t.Errorf("%s: %v, %d short\n%s", c.name, err, short, b.String())
		}
	}
}

// TestTheMiddleOfABodyIsCode: neither a blank line nor a comment, but where there is nothing else.
func TestTheMiddleOfABodyIsCode(t *testing.T) {
	for _, c := range []struct {
		name, text string
		middle     int64
	}{
		{"a.py", "def f():\n    a()\n    b()\n    c()\n", 3},
		{"a.py", "def f():\n    a()\n\n    b()\n", 4},
		{"a.py", "def f():\n    a()\n    # said of b\n\n\n    b()\n", 6},
		{"a.py", "def f():\n    # nothing\n\n    # else\n", 3},
		{"a.go", "package p\n\nfunc f() {\n\ta()\n\t// said of b\n\n\tb()\n}\n", 4},
		{"a.c", "int f(int a)\n{\n  a();\n  /* said of b */\n  b();\n}\n", 5},
	} {
		all, _, _, err := Functions(t.Context(), c.name, view(c.text))
		if err != nil || len(all) != 1 || all[0].Middle != c.middle {
			t.Errorf("%q: %+v, %v, want %d", c.text, all, err, c.middle)
		}
	}
}

// TestNamesOfGenerics: type parameters are no part of a name, nor do they end what stands before it.
func TestNamesOfGenerics(t *testing.T) {
	for text, want := range map[string]string{
		"func Plain[T any](x T) {":            "Plain",
		"func Read[T string | []byte](x T) {": "Read",
		"func (s *Set[T]) Add(x T) {":         "Set.Add",
		"func Sum(x []int) int {":             "Sum",

		"public static <T> Map<String, List<T>> find(": "find",
		"Map<K, V>[] all() {":                          "all",
		"public class A<T> extends B<T> {":             "A",
		"impl<T> Show for Point<T> {":                  "Point",
		"fn find<T>(list: &[T]) {":                     "find",
		"fun <T> find(list: List<T>) {":                "find",
		"map<T>(":                                      "map",
	} {
		if got := ownName(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
