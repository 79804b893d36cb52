package outline

import (
	"fmt"
	"strings"
	"testing"
)

// TestListed: a symbol of a list has the lines of the comment and the decorators above it, and the names of what it
// stands in; what declares nothing, and what is in no known language, has neither.
func TestListed(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.py", "# Base is.\n@dec(\n    1,\n)\nclass Base(Other):\n    @property\n    def is_private(self):\n        return 1\n\n    class In:\n        async def g(self): pass\n", `1-11 class Base(Other):
6-8 def Base.is_private(self):
10-11 class Base.In:
11-11 async def Base.In.g(self): pass
`},
		{"a.go", "package p\n\n// T is.\ntype T struct{}\n\n// F does.\n//\n//go:noinline\nfunc (t *T) F() {\n}\n\ntype (\n\t// A is.\n\tA int\n)\n", `3-4 type T struct{}
6-10 func (t *T) F() {
12-15 type (
13-14 A int
`},
		{"a.ts", "/** C. */\nexport class C extends B {\n  @Input()\n  f(a: string) {\n    return a;\n  }\n}\n", `1-7 export class C extends B {
3-6 C.f(a: string) {
`},
		{"a.rs", "/// P.\n#[derive(Debug)]\nimpl Display for P {\n    fn fmt(&self) {\n    }\n}\n", `1-6 impl Display for P {
4-5 fn P.fmt(&self) {
`},
		{"a.md", "# One\n\n## Two\n", "0-3 # One\n0-3 ## Two\n"},
		{"a.none", "one\n  two\n", "0-2 one\n"},
	} {
		o, err := Listed(t.Context(), c.name, view(c.text))
		var b strings.Builder
		for _, s := range o.Symbols {
			fmt.Fprintf(&b, "%d-%d %s\n", s.From, s.Last, s.Qualified())
		}
		if err != nil || b.String() != c.want {
			t.Errorf("%s: %v\n%s", c.name, err, b.String())
		}
	}
}

// TestListedOfWhatDoesNotParse: what stands before the first error is told by the parser, the rest is said to be an
// estimate.
func TestListedOfWhatDoesNotParse(t *testing.T) {
	for text, want := range map[string]string{
		"package a\n\nfunc F() {\nlabel:\n}\n\ntype T struct{}\n\nfunc G() {\n\tx(\n}\n": "func F() { 3-5, type T struct{} 7-7, func G() { 9-11, from 8",
		"package a\n\nfunc F() {\n}\n\ntype T struct{}\n\nfunc G() {\n\tx()\n}\n":        "func F() { 3-4, type T struct{} 6-6, func G() { 8-10, from 0",
		"package\nfunc F() {\n}\n": "func F() { 2-3, from 1",
	} {
		out, err := Listed(t.Context(), "a.go", view(text))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, s := range out.Symbols {
			fmt.Fprintf(&b, "%s %d-%d, ", s.Text, s.First, s.Last)
		}
		if got := b.String() + fmt.Sprintf("from %d", out.Unparsed); got != want {
			t.Errorf("%s\n%s\nwants %s", text, got, want)
		}
	}
}
