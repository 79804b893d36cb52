package godecls

import (
	"fmt"
	"strings"
	"testing"
)

var kinds = [...]string{"declaration", "func", "type", "const", "var", "field", "method"}

// list has each node of a text with its name.
func list(text string) string {
	nodes, ok := declarations([]byte(text))
	if !ok {
		return "no Go"
	}
	var b strings.Builder
	for _, n := range nodes {
		fmt.Fprintf(&b, "%s %s%s %q\n", kinds[n.Kind], text[n.Receiver.Start:n.Receiver.End], text[n.Name.Start:n.Name.End], text[n.Start:n.End])
	}
	return b.String()
}

var examples = []struct{ text, want string }{
	{"package p", ""},
	{"package p\nimport (\n\t\"a\"\n)\nimport . \"b\"; var x int", "declaration  \"var x int\"\nvar x \"x\"\n"},
	{"\uFEFFpackage p /* a */ // b\n\nfunc (t T) f(a int) (b struct{ c int }) { if x := (T{1}); x.y['{'] != \"}\" { return } }", `func (t T)f "func (t T) f(a int) (b struct{ c int }) { if x := (T{1}); x.y['{'] != \"}\" { return } }"
field c "c"
`},
	{"package p\nfunc f() interface{ m() }\nfunc g[T any, P *T](x struct {\n\ta, b int\n\tc []T\n\td [2]T `x`\n\tE[T]\n\tq.F\n\t*G\n\tH `y`\n}) map[string]struct{} {\n}", `func f "func f() interface{ m() }"
method m "m()"
func g "func g[T any, P *T](x struct {\n\ta, b int\n\tc []T\n\td [2]T ` + "`x`" + `\n\tE[T]\n\tq.F\n\t*G\n\tH ` + "`y`" + `\n}) map[string]struct{} {\n}"
field a "a"
field b "b"
field c "c"
field d "d"
`},
	{"package p\ntype (\n\tA = B\n\tC interface {\n\t\tm(int) (a, b T)\n\t\tn()\n\t\tD\n\t\tE[int]\n\t\t~int | string\n\t}\n)\n", `declaration  "type (\n\tA = B\n\tC interface {\n\t\tm(int) (a, b T)\n\t\tn()\n\t\tD\n\t\tE[int]\n\t\t~int | string\n\t}\n)"
type A "A = B"
type C "C interface {\n\t\tm(int) (a, b T)\n\t\tn()\n\t\tD\n\t\tE[int]\n\t\t~int | string\n\t}"
method m "m(int) (a, b T)"
method n "n()"
`},
	{"package p\nfunc f(x any) {\n\tconst (\n\t\ta, b = iota, 1 /* c\n\t\t*/\n\t\td\n\t)\n\tswitch x.(type) {\n\tcase int:\n\t\ttype T struct{ e int }\n\t}\n\tvar v struct{ g int }; { const h = 1 }\n}", `func f "func f(x any) {\n\tconst (\n\t\ta, b = iota, 1 /* c\n\t\t*/\n\t\td\n\t)\n\tswitch x.(type) {\n\tcase int:\n\t\ttype T struct{ e int }\n\t}\n\tvar v struct{ g int }; { const h = 1 }\n}"
const a "a, b = iota, 1"
const d "d"
type T "T struct{ e int }"
field e "e"
field g "g"
const h "h = 1"
`},
	{"package p\nvar a, b = func() {\n\tx := 0x1p-2 + 1e+3 - .5\n}, `\r\n`\nconst π = 'a'\n", `declaration  "var a, b = func() {\n\tx := 0x1p-2 + 1e+3 - .5\n}, ` + "`\\r\\n`" + `"
var a "a"
var b "b"
declaration  "const π = 'a'"
const π "π = 'a'"
`},
	{"package p\nfunc f() { x := := }\nvar y int\n", "no Go"},
	{"", "no Go"},
	{"package", "no Go"},
	{"package p\nx := 1", "no Go"},
	{"package p\nvar x int\nimport \"a\"", "no Go"},
	{"package p\nfunc f() {", "no Go"},
	{"package p\nfunc f() { ( }", "no Go"},
	{"package p\nfunc f()\n{\n}", "no Go"},
	{"package p\nfunc f() {} func g() {}", "no Go"},
	{"package p\nfunc f {}", "no Go"},
	{"package p\nvar a = \"b\n\"", "no Go"},
	{"package p\nvar a = `b", "no Go"},
	{"package p /*", "no Go"},
	{"package p\nvar a = \x00", "no Go"},
	{"package p\nvar a = \xff", "no Go"},
	{"package p\nvar a = \uFEFF", "no Go"},
	{"package p\nvar func int", "no Go"},
	{"package p\ntype [T] int", "no Go"},
	{"package p\nfunc f() { a #b }", "no Go"},
	{"package p\nvar x = " + strings.Repeat("(", 10_000) + strings.Repeat(")", 10_001), "no Go"},
}

func TestDeclarations(t *testing.T) {
	for _, c := range examples {
		if got := list(c.text); got != c.want {
			t.Errorf("%q\ngot\n%s\nwant\n%s", c.text, got, c.want)
		}
		check(t, "example", []byte(c.text))
	}
}

// Types within one another are read as deep as brackets are.
func TestDeepTypes(t *testing.T) {
	for depth, want := range map[int]bool{1000: true, 1 << 20: false} {
		text := "package p\nvar x " + strings.Repeat("struct{a ", depth) + "int" + strings.Repeat("}", depth)
		if _, got := declarations([]byte(text)); got != want {
			t.Errorf("%d structs: %v", depth, got)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	text := []byte("package server\n\n" + strings.Repeat("// Handle runs the hooks and then what they guard.\nfunc (s *Server) Handle(w http.ResponseWriter, r *http.Request) {\n"+
		"\tfor _, h := range s.hooks {\n\t\tif err := h.Run(r.Context()); err != nil {\n\t\t\thttp.Error(w, err.Error(), http.StatusForbidden)\n\t\t\treturn\n\t\t}\n\t}\n\ts.next.ServeHTTP(w, r)\n}\n\n", 800))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := declarations(text); !ok {
			b.Fatal("no Go")
		}
	}
}
