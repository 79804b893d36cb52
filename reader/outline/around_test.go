package outline

import (
	"strings"
	"testing"

	"eyeline/reader/source"
)

// TestAround: the declaration around each line has its lines from the comment and the decorators above it to its end.
func TestAround(t *testing.T) {
	for _, one := range []struct {
		name, text  string
		exact       bool
		first, last int64 // of the declaration around each line from from to to
		from, to    int64
	}{
		{
			"a.py", "x = 1\n\n# Says why.\n@cached(\n    size=3,\n)\n@other\ndef f(\n    a,\n    b,\n):\n" +
				"    return a\n\ny = 2\n", false, 3, 12, 3, 12,
		},
		{
			"a.py", "class A(\n    B,\n):\n    @property\n    async def m(self):\n        s = \\\n" +
				"'''text\nmore'''\n        return s\n", false, 4, 9, 4, 9,
		},
		{
			"a.py", "class A:\n    def m(self):\n        def inner(\n            a,\n        ):\n" +
				"            return a\n        return inner\n    x = 1\n", false, 3, 6, 3, 6,
		},
		{
			"a.go", "package a\n\n// F does.\n//\n// More.\nfunc F(\n\ta int,\n) {\nagain:\n\tfor {\n" +
				"\t\tgoto again\n\t}\n}\n\nvar x = 1\n", true, 3, 13, 3, 13,
		},
		{"a.go", "package a\n\n/* F\ndoes. */\nfunc F() {\n}\n", true, 3, 6, 3, 6},
		{"a.go", "package a\n\nfunc F() {\n\tbroken(\n}\n\nfunc G() {\n}\n", false, 3, 5, 3, 5},
		// What is whole before the first error is told by the parser, as a text at the margin and a label are no end.
		{
			"a.go", "package a\n\n// F does.\nfunc F() {\n\tx := `\nfunc no() {\n`\nagain:\n\tgoto again\n}\n\nfunc G() {\n\tbroken(\n}\n",
			true, 3, 10, 3, 10,
		},
		// Where braces do not match, the end of the declaration before the error is not known.
		{"a.go", "package a\n\nfunc E() {\n}\n\nfunc F() {\n\tif x {\n\t}}\n\ty()\n}\n", false, 6, 10, 6, 10},
		{"a.go", "package a\n\nfunc E() {\n}\n\nfunc F() {\n\tif x {\n\t}}\n\ty()\n}\n", true, 3, 4, 3, 4},
		{
			"a.rs", "use x;\n\n/// Says.\n#[inline]\n#[cfg(\n    test\n)]\npub fn f() {\n    g();\n}\n", false, 3, 10, 3, 10,
		},
		{
			"A.java", "class A {\n    /**\n     * Says.\n     */\n    @Override\n    public int m() {\n" +
				"        return 1;\n    }\n\n    int x;\n}\n", false, 2, 8, 2, 8,
		},
		{
			"a.rs", "/// Doc\n#[inline]\npub fn foo<T>(\n    a: T,\n) -> Option<T>\nwhere\n    T: Clone,\n{\n    a\n}\n\nfn g() {\n}\n",
			false, 1, 10, 1, 10,
		},
		{
			"a.kt", "/** Doc */\n@Foo\nfun <T> foo(\n    a: T,\n): T\n    where T : Any {\n    val x = 1\n\n    return a\n}\n\nfun g() {\n}\n",
			false, 1, 10, 1, 10,
		},
		{
			"a.php", "<?php\n/** Doc */\n#[A]\nfunction foo(\n    int $a,\n): int\n{\n    $x = <<<EOS\ntext\n}\nEOS;\n    return 1;\n}\n$y = 1;\n",
			false, 2, 13, 2, 13,
		},
		{"a.cs", "class A\n{\n    int F(\n        int a\n    )\n    {\n        return a;\n    }\n}\n", false, 3, 8, 3, 8},
		{
			"a.cc", "namespace n {\n\n// Doc\ntemplate <typename T>\nstatic inline std::vector<T>\nFoo<T>::bar(const T &a,\n            int b) const\n{\n" +
				"    int x = 1;\n\n#if defined(X)\n    x = 2;\n#endif\nlabel:\n    return x;\n}\n\n}\n", false, 3, 16, 3, 16,
		},
		{
			"a.rb", "module M\n  # doc\n  def foo(a,\n          b)\n    f(<<~ONE, <<EOS)\nend\n      ONE\ntext\ndef no\nEOS\n    y = 1 <<2\n    y\n  end\nend\n",
			false, 2, 13, 2, 13,
		},
		{
			"a.rb", "class A\n  def f\n    x = 1<<FLAG\n    list <<item\n  end\n\n  class <<self\n  end\n\n  def g\n  end\nend\n", false, 10, 11, 10, 11,
		},
		{
			"a.sh", "# doc\nfoo() {\n  cat <<EOF\ntext at margin\n}\nEOF\n  cat <<- 'END' | sort\n\ttext\n}\n\tEND\n  x=$((1 << n))\n\n" +
				"  cat <<< word\n  echo \"<<NO\"\n}\nbar() {\n}\n", false, 1, 15, 1, 15,
		},
		{"a.go", "package a\n\nfunc F() {\n\tbroken(\n}\n\n// G does.\nfunc G() {\nagain:\n\tgoto again\n}\n", false, 7, 11, 7, 11},
		{"a.ts", "/** Says. */\n@Component({\n  selector: 'a',\n})\nexport class A {\n}\n", false, 1, 6, 1, 6},
	} {
		for line := one.from; line <= one.to; line++ {
			d, known, err := Around(t.Context(), one.name, view(one.text), line)
			if err != nil || !known || d == nil {
				t.Errorf("%s: line %d: %v, %v, %v", one.name, line, d, known, err)
				continue
			}
			if d.First != one.first || d.Last != one.last || d.Exact != one.exact {
				t.Errorf("%s: line %d: %+v, want L%d-%d", one.name, line, d, one.first, one.last)
			}
		}
	}
}

// TestAroundWithin: a declaration within others is found alone, and so is each that it stands in.
func TestAroundWithin(t *testing.T) {
	for _, one := range []struct {
		name, text string
		line       int64
		lines      [][2]int64 // from the innermost declaration to the outermost
	}{
		{
			"a.py", "class A:\n    def m(self):\n        # Says why.\n        @cached\n        def inner():\n" +
				"            return 1\n        return inner\n\n    def n(self):\n        pass\n", 6,
			[][2]int64{{3, 6}, {2, 7}, {1, 10}},
		},
		{
			"a.py", "def f():\n    class A:\n        def m(self):\n            pass\n    return A\n", 4,
			[][2]int64{{3, 4}, {2, 4}, {1, 5}},
		},
		{
			"a.py", "def f():\n    class A:\n        x = 1\n        def m(self):\n            pass\n    return A\n", 3,
			[][2]int64{{1, 6}},
		},
		{
			"a.js", "function f() {\n  function g() {\n    return 1;\n  }\n  return g;\n}\n", 3,
			[][2]int64{{2, 4}, {1, 6}},
		},
		{"a.rs", "fn f() {\n    fn g() {\n        h();\n    }\n    g();\n}\n", 5, [][2]int64{{1, 6}}},
		{"a.go", "package a\n\ntype (\n\t// T is.\n\tT struct {\n\t}\n\tS int\n)\n", 4, [][2]int64{{4, 6}, {3, 8}}},
	} {
		d, _, err := Around(t.Context(), one.name, view(one.text), one.line)
		if err != nil {
			t.Fatal(err)
		}
		for n, want := range one.lines {
			if out := d.Outward(int64(n)); out == nil || [2]int64{out.First, out.Last} != want {
				t.Errorf("%s: line %d, %d outward: %+v, want %v", one.name, one.line, n, out, want)
			}
		}
		if d.Outward(9) != d.Outward(int64(len(one.lines)-1)) || d.Outward(9).outer != nil {
			t.Errorf("%s: line %d: the outermost is %+v", one.name, one.line, d.Outward(9))
		}
	}
	if none := (*Declaration)(nil).Outward(1); none != nil {
		t.Errorf("outward of nothing: %+v", none)
	}
}

// TestAroundNothing: a line between declarations has none, nor has a line of a document. Of a file in no known language
// that is not known, nor of one whose declarations are an estimate.
func TestAroundNothing(t *testing.T) {
	for name, known := range map[string]bool{
		"a.py": false, "a.go": false, "a.json": true, "a.md": true, "a.yaml": true, "a.txt": false, "a.log": false,
	} {
		d, is, err := Around(t.Context(), name, view("\n\nx\n"), 3)
		if d != nil || is != known || err != nil {
			t.Errorf("%s: %v, %v, %v", name, d, is, err)
		}
	}
	if d, known, err := Around(t.Context(), "a.go", view("package a\n\n\nvar x = 1\n"), 3); d != nil || !known || err != nil {
		t.Errorf("between declarations of Go: %v, %v, %v", d, known, err)
	}
	large := strings.Repeat("x = 1\n", 2<<20)
	if d, known, err := Around(t.Context(), "a.py", view(large), 3); d != nil || known || err != nil {
		t.Errorf("a large file: %v, %v, %v", d, known, err)
	}
	if _, _, err := Around(t.Context(), "a.py", source.View(strings.NewReader("x"), -1), 1); err == nil {
		t.Error("a negative size")
	}
}

func view(text string) source.Bytes { return source.View(strings.NewReader(text), int64(len(text))) }
