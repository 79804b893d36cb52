package symbols

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

func outlineText(symbols []Symbol) string {
	var b strings.Builder
	for _, s := range symbols {
		fmt.Fprintf(&b, "%s%s %d-%d\n", strings.Repeat(" ", s.Level), s.Text, s.First, s.Last)
	}
	return b.String()
}

func TestZedPython(t *testing.T) {
	text := "@dec\nclass A(B):\n    \"\"\"def no():\n    \"\"\"\n\n    async  def f(self,\n          x):\n        # c\n        def g(): return 1\n        return {\n}\n\n# end\ndef h(): pass\n"
	if got, want := outlineText(Python([]byte(text))), "class A 2-11\n async def f 6-11\n  def g 9-9\ndef h 14-14\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestZedRust(t *testing.T) {
	text := "#[derive(Debug)]\npub(crate) struct S<T> {\n    pub a: Vec<T>,\n    b: [u8; 2],\n}\n\nimpl<T> Sink<T> for S<T> where T: Copy {\n    const N: usize = { 3 };\n    fn f(&self) -> [u8; 2] {\n        let c = '{'; fn inner() {}\n        say!(\"}\");\n        [1, 2]\n    }\n}\n\nenum E {\n    A,\n    B { x: u8 },\n}\n\nmacro_rules! say {\n    () => {};\n}\npub async fn g() {}\ntrait T {\n    type Out;\n    fn m();\n}\n"
	want := "pub(crate) struct S 2-5\n pub a 3-3\n b 4-4\nimpl Sink<T> for S<T> 7-14\n const N 8-8\n fn f 9-13\n  fn inner 10-10\nenum E 16-19\n A 17-17\n B 18-18\n  x 18-18\nmacro_rules! say 21-23\npub async fn g 24-24\ntrait T 25-28\n type Out 26-26\n fn m 27-27\n"
	if got := outlineText(Rust([]byte(text))); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Text that is cut anywhere, or has pieces in any order, ends no outline in a panic.
func TestZedOutlinesTakeAnyText(t *testing.T) {
	pieces := strings.Fields(`pub ( { [ < > ] } ) ; , # ! :: : = -> fn impl for where struct enum trait const static mut type mod macro_rules r#" " ' '\ /* */ // unsafe extern async use x def class """ \ é`)
	for seed := range uint64(3000) {
		var b strings.Builder
		n := seed*2654435761 + 12345
		for range 40 {
			n = n*6364136223846793005 + 1442695040888963407
			b.WriteString(pieces[n>>33%uint64(len(pieces))])
			if n>>20&3 > 0 {
				b.WriteString([]string{" ", "\n", "  "}[n>>22%3])
			}
		}
		for _, symbols := range [][]Symbol{Python([]byte(b.String())), Rust([]byte(b.String()))} {
			for _, s := range symbols {
				if s.Last < s.First {
					t.Fatalf("%q: %+v", b.String(), s)
				}
			}
		}
	}
}

// TestRustNesting: text that nests too deep has no outline, since each level indents it; what stands before "fn" is
// bounded.
func TestRustNesting(t *testing.T) {
	longtest.SkipUnlessLong(t)
	nested := func(n int) []byte { return []byte(strings.Repeat("fn a() {", n) + strings.Repeat("}", n)) }
	if got := len(Rust(nested(200))); got != 200 {
		t.Errorf("%d symbols, want 200", got)
	}
	if got := len(Rust(nested(1000))); got != 0 {
		t.Errorf("%d symbols of what nests too deep", got)
	}
	if got := len(Rust([]byte(strings.Repeat("const ", 300_000) + "fn a() {}"))); got > 2 {
		t.Errorf("%d symbols", got)
	}
}
