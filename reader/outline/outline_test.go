package outline

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
)

func of(t testing.TB, name, text string) Outline {
	t.Helper()
	o, err := Of(context.Background(), name, source.View(strings.NewReader(text), int64(len(text))))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func show(o Outline) string {
	var b strings.Builder
	for _, s := range o.Symbols {
		fmt.Fprintf(&b, "%s%s [%d-%d]\n", strings.Repeat(" ", s.Level), s.Text, s.First, s.Last)
	}
	return b.String()
}

func TestLanguages(t *testing.T) {
	for _, c := range []struct{ name, language, text, want string }{
		{"a.go", "Go", "package p\n\nimport \"fmt\"\n\n// T is.\ntype T struct {\n\tx int\n}\n\nfunc (t T) F(\n\ta int,\n) {\n\tfmt.Println(`\n}\n`)\n}\n\nvar v = 1\n", `type T struct { [6-8]
func (t T) F( [10-16]
var v = 1 [18-18]
`},
		{"a.cs", "C#", "namespace N\n{\n    public class A : B\n    {\n        private const string T = @\"x\n{ \"\"not\"\" code\n}\";\n\n        [Test]\n        public async Task<int> F(int a)\n        {\n            Call(a);\n        }\n\n        public int G() => 1;\n    }\n}\n", `namespace N [1-17]
 public class A : B [3-16]
  public async Task<int> F(int a) [10-13]
  public int G() => 1; [15-15]
`},
		{"a.ts", "TypeScript", "export interface I {\n  get(name: string): Promise<void>;\n}\n\nclass C {\n  map<T>(\n    f: (x: T) => T,\n  ) {\n    return f(1);\n  }\n}\n\nexports.f = function (a) {\n};\n", `export interface I { [1-3]
 get(name: string): Promise<void>; [2-2]
class C { [5-11]
 map<T>( [6-10]
exports.f = function (a) { [13-14]
`},
		{"a.lua", "Lua", "local M = {}\n\nM.f = function(a)\n  g(function() end)\nend\n\nlocal function h()\nend\n", `M.f = function(a) [3-5]
local function h() [7-8]
`},
		{"a.cc", "C++", "namespace {\ntemplate <> struct A<int> {\n  explicit A(int x)\n      : x_(x) {}\n  int x_;\n};\n}  // namespace\n", `namespace { [1-7]
 template <> struct A<int> { [2-6]
  explicit A(int x) [3-4]
`},
		{"broken.go", "Go", "package p\n\nfunc f() {\n\tif {\n}\n\nfunc g() {\n}\n", `func f() { [3-5]
func g() { [7-8]
`},
		{"a.py", "Python", "import os\n\n@dec\nclass A(B):\n    \"\"\"Text\nat the margin\n\"\"\"\n    async def f(self,\n        x\n    ):\n        return 1\n\n    def g(self):\n        pass\n\n\ndef h():\n    def inner():\n        pass\n    return inner\nx = 1\n", `class A(B): [4-14]
 async def f(self, [8-11]
 def g(self): [13-14]
def h(): [17-20]
 def inner(): [18-19]
`},
		{"a.ts", "TypeScript", "import x from 'y'\nexport interface I {\n  a: string\n}\nexport default class C extends D {\n  private x = 1\n  constructor(private a: string) {\n    super()\n  }\n  async m<T>(x: T): Promise<T> {\n    if (x) {\n      return x\n    }\n  }\n}\nexport const f = async (a) => {\n  return `\n}\n`\n}\nfunction* gen() {}\ntype T = string\n", `export interface I { [2-4]
export default class C extends D { [5-15]
 constructor(private a: string) { [7-9]
 async m<T>(x: T): Promise<T> { [10-14]
export const f = async (a) => { [16-20]
function* gen() {} [21-21]
type T = string [22-22]
`},
		{"a.rs", "Rust", "use std::io;\n\n#[derive(Debug)]\npub struct S {\n    a: u8,\n}\n\nimpl S {\n    pub(crate) unsafe fn f(&self) -> u8 {\n        1\n    }\n}\n\nmod tests {\n    #[test]\n    fn t() {}\n}\n", `pub struct S { [4-6]
impl S { [8-12]
 pub(crate) unsafe fn f(&self) -> u8 { [9-11]
mod tests { [14-17]
 fn t() {} [16-16]
`},
		{"A.java", "Java", "package a;\n\npublic final class A {\n    private int x;\n\n    public A(int x) {\n        this.x = x;\n    }\n\n    @Override\n    public String toString() {\n        return \"}\";\n    }\n\n    enum E { X }\n}\n", `public final class A { [3-16]
 public A(int x) { [6-8]
 public String toString() { [11-13]
 enum E { X } [15-15]
`},
		{"a.c", "C", "#include <x.h>\n\nstruct s {\n    int a;\n};\n\nstatic int f(int a,\n             int b)\n{\n#ifdef X\n    if (a) {\n    }\n#endif\nout:\n    return 0;\n}\n\nint proto(void);\nstruct s *g(void) {\n    return 0;\n}\n", `struct s { [3-5]
static int f(int a, [7-16]
struct s *g(void) { [19-21]
`},
		{"a.cpp", "C++", "namespace n {\n\nclass A : public B {\npublic:\n    explicit A(int x) : x_(x) {}\n    int get() const { return x_; }\nprivate:\n    int x_;\n};\n\ntemplate <typename T>\nvoid f(T t) {\n}\n\n} // namespace n\n", `namespace n { [1-15]
 class A : public B { [3-9]
  explicit A(int x) : x_(x) {} [5-5]
  int get() const { return x_; } [6-6]
 void f(T t) { [12-13]
`},
		{"margin.py", "Python", "def f(\n    a,\n):\n    x = [\n1,\n\"(\",  # (\n]\n    return x\n\ndef open_bracket():\n    x = (\n\ndef h():\n    pass\n", `def f( [1-8]
def open_bracket(): [10-11]
def h(): [13-14]
`},
		{"class.py", "Python", "class A:\n    def f(self):\n        x = (\n\n    def g(self):\n        pass\n\n    def h(self):\n        y = [\nclass B:\n    pass\n", `class A: [1-9]
 def f(self): [2-3]
 def g(self): [5-6]
 def h(self): [8-9]
class B: [10-11]
`},
		{"attribute.c", "C", "static inline int\n__attribute__((noinline))\nhelper(int a)\n{\n\treturn a;\n}\n\nstruct pair\nmake_pair_of(int a)\n{\n\treturn p;\n}\n\nint\n\nfar(int a);\n", `static inline int helper(int a) [1-6]
struct pair make_pair_of(int a) [8-12]
`},
		{"where.rs", "Rust", "fn f<T>(x: T) -> u8\nwhere\n    T: Into<u8>,\n{\n    1\n}\n\nimpl<T> A for B<T>\nwhere\n    T: C,\n{\n    fn g() {}\n}\n", `fn f<T>(x: T) -> u8 [1-6]
impl<T> A for B<T> [8-13]
 fn g() {} [12-12]
`},
		{"type.c", "C", "static int\nf(int a)\n{\n\treturn a;\n}\n\nstruct s *\ng(void)\n{\n\treturn 0;\n}\n\nvoid\nold(a)\n\tint a;\n{\n}\n\nstruct s\n{\n\tint a;\n};\n\nCALLED\n\nh(1);\n", `static int f(int a) [1-5]
struct s * g(void) [7-11]
void old(a) [13-17]
struct s [19-22]
`},
		{"a.rb", "Ruby", "module M\n  class C < D\n    def a\n      if x\n      end\n    end\n\n    def self.b(x) = x\n  end\nend\n", `module M [1-10]
 class C < D [2-9]
  def a [3-6]
  def self.b(x) = x [8-8]
`},
		{"run", "Shell", "#!/usr/bin/env bash\nset -e\nf() {\n  echo hi\n}\nfunction g {\n  f\n}\nf \"$(g)\"\n", `f() { [3-5]
function g { [6-8]
`},
		{"a.md", "Markdown", "# One\ntext\n```\n# not\n```\n## Two\nSet\n===\n### Deep\nSub\n---\nend\n", `# One [1-6]
 ## Two [6-6]
Set [7-12]
 ### Deep [9-9]
 Sub [10-12]
`},
		{"a.json", "JSON", "{\n  \"a\": {\n    \"b\": \"}\\\"\"\n  },\n  \"c\": [1,\n    2],\n  \"d\": 1, \"e\": 2\n}\n", `"a": { [2-4]
"c": [1, [5-6]
"d": 1, "e": 2 [7-7]
`},
		{"a.yaml", "YAML", "# c\na:\n  b: 1\n  # d\n\nlist:\n- x: 1\n- y\n\"q r\": 2\n", `a: [2-4]
list: [6-8]
"q r": 2 [9-9]
`},
		{"a.toml", "TOML", "title = 1\nx = \"\"\"\n[no]\n\"\"\"\n[a]\nb = 1\n\n[[c.d]]\ne = 2\n", `title = 1 [1-1]
x = """ [2-4]
[a] [5-6]
[[c.d]] [8-9]
`},
		{"notes", "", "top\n  in\n    deeper\n      no\n  in2\nalone\nnext\n\n  x\n", `top [1-5]
 in [2-4]
next [7-9]
`},
		{"flat.log", "", "a\nb\nc\n", ""},
		{"empty.go", "Go", "", ""},
	} {
		o := of(t, c.name, c.text)
		if got := show(o); got != c.want || o.Language != c.language {
			t.Errorf("%s (%s):\n%s want\n%s", c.name, o.Language, got, c.want)
		}
	}
}

// checkOutline checks what is true of every outline.
func checkOutline(t *testing.T, o Outline, text string) {
	t.Helper()
	lines := int64(strings.Count(text, "\n"))
	if text != "" && !strings.HasSuffix(text, "\n") {
		lines++
	}
	if o.TotalLines != lines {
		t.Fatalf("%d lines, want %d", o.TotalLines, lines)
	}
	level, first := -1, int64(0)
	for i, s := range o.Symbols {
		if s.First < 1 || s.Last < s.First || s.Last > lines || s.First < first || s.Level > level+1 || s.Level < 0 {
			t.Fatalf("symbol %d: %+v after line %d level %d of %d lines", i, s, first, level, lines)
		}
		if !utf8.ValidString(s.Text) || strings.ContainsAny(s.Text, "\n") {
			t.Fatalf("text %q", s.Text)
		}
		level, first = s.Level, s.First
	}
}

func TestHostileFiles(t *testing.T) {
	longtest.SkipUnlessLong(t)
	deep := strings.Builder{}
	for i := range 3000 {
		deep.WriteString(strings.Repeat(" ", i) + "class a {\n")
	}
	for _, text := range []string{
		strings.Repeat("func f() {\n", 5000), strings.Repeat("}", 1<<20), strings.Repeat("{", 1<<20), deep.String(),
		strings.Repeat("\x00\xff", 1000), "class \xff\xfe {\n}\n", strings.Repeat("\"", 1<<16), strings.Repeat("/*", 1<<16),
		strings.Repeat("a:\n", 4000), strings.Repeat("`", 99999), "class A {\r\n}\r\n", strings.Repeat("(", 1<<18),
	} {
		for i := range languages {
			name := strings.Fields(languages[i].extensions)[0]
			checkOutline(t, of(t, "x."+name, text), text)
		}
		checkOutline(t, of(t, "x", text), text)
	}
}

func TestFurtherSymbolsAreCounted(t *testing.T) {
	o := of(t, "a.py", strings.Repeat("def f():\n    pass\n", MaxSymbols+7))
	if len(o.Symbols) != MaxSymbols || o.More != 7 {
		t.Errorf("%d symbols and %d more", len(o.Symbols), o.More)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	text := []byte("def f():\n  pass\n")
	if _, err := Of(ctx, "a.py", source.View(bytes.NewReader(text), int64(len(text)))); err == nil {
		t.Error("no error")
	}
}

func FuzzOutline(f *testing.F) {
	f.Add("a.go", "package p\nfunc f() {}\n")
	f.Add("a.py", "class A:\n  def f(self):\n    '''x\n'''\n")
	f.Add("a.json", "{\"a\":[1,{}],\n\"b\":2}")
	f.Add("a.md", "a\n===\n# b\n")
	f.Fuzz(func(t *testing.T, name, text string) { checkOutline(t, of(t, name, text), text) })
}

func BenchmarkOutline(b *testing.B) {
	text := []byte(strings.Repeat("class A(B):\n    def f(self, x):\n        return \"a string\" + x  # and a comment\n\n", 5000))
	v := source.View(bytes.NewReader(text), int64(len(text)))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Of(context.Background(), "a.py", v); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGrowing measures 1, 10 and 100 times as many declarations, and as deep a nesting of them.
func BenchmarkGrowing(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		for _, c := range []struct{ name, file, text string }{
			{"declarations", "a.py", strings.Repeat("def f(x):\n    return x\n", n)},
			{"declarations of Go", "a.go", "package a\n" + strings.Repeat("func f() {\n}\n", n)},
			{"braces in braces", "a.c", strings.Repeat("void f() {\n", n) + strings.Repeat("}\n", n)},
			{"braces in braces of Go", "a.go", "package a\nfunc f() {\n" + strings.Repeat("{\n", n) + strings.Repeat("}\n", n) + "}\n"},
			{"objects in objects", "a.json", strings.Repeat("{\"a\":\n", n) + "1" + strings.Repeat("}", n)},
			{"brackets in a line", "a.py", "x = " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n"},
		} {
			v := source.View(strings.NewReader(c.text), int64(len(c.text)))
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Of(b.Context(), c.file, v); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
