package highlight

// samples are texts that keep a lexer's state over several lines: comments, strings, heredocs, nested languages.
var samples = map[string]string{
	"a.go": "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\n/* A comment\nof several lines, with \"quotes\" and `ticks`\n*/\n" +
		"type point struct {\n\tx, y int // where\n}\n\nconst text = `raw {{ .Name }}\nsecond line\n\tthird \"line\"\n`\n\n" +
		"func (p *point) String() string {\n\tif p == nil {\n\t\treturn \"<nil>\"\n\t}\n\tr := 'ä'\n\t_ = r\n\treturn fmt.Sprintf(\"%d/%d\", p.x, 0x1f)\n}\n\n" +
		"func main() {\n\tfor i := range 10 {\n\t\tfmt.Fprintln(os.Stderr, i, 1.5e3, true)\n\t}\n}\n\n",
	"a.py": "#!/usr/bin/env python3\n\"\"\"Doc string\nover lines with 'quotes'\n\"\"\"\nimport os\nfrom sys import path as p\n\n\n@decorator(arg=1)\nclass Thing(Base):\n" +
		"    '''Another\n    one'''\n\n    def method(self, x: int = 3) -> str:\n        # a comment\n        s = f\"{x!r:>{width}} and {self.y}\"\n        return s + r'\\raw' + b'bytes'.decode()\n\n" +
		"    async def other(self):\n        try:\n            await self.go(lambda v: v ** 2)\n        except (ValueError, OSError) as e:\n            raise RuntimeError(\"bad\") from e\n\n",
	"a.md": "# Title of it\n\nSome *emphasis* and **strong** text with `code` and [a link](https://example.org/x).\n\n```go\nfunc main() {\n\t/* comment\n\tover lines */\n\tprintln(\"x\")\n}\n```\n\n" +
		"- item one\n- [x] done item\n1. first\n\n> quoted line\n\n## Sub heading\n\n```python\ndef f():\n    \"\"\"doc\n    string\"\"\"\n    return None\n```\n\n<!-- a comment\nover lines -->\n\n```\nplain fence\n```\n\nText _again_ ~~gone~~ @mention.\n\n",
	"a.ts": "import { a, b as c } from './mod';\n\n/**\n * Doc comment\n * @param x number\n */\nexport interface Shape<T extends object> {\n  readonly kind: 'circle' | \"square\";\n  area?: number;\n}\n\n" +
		"export class Box<T> implements Shape<T> {\n  private static count = 0x10;\n  constructor(public readonly v: T, private name = `box ${Box.count + 1}\nsecond line ${v}`) {\n    super();\n  }\n  get size(): number { return /ab+c/gi.test(this.name) ? 1 : 2.5; }\n}\n\n// end\nconst f = async <U>(x: U): Promise<U> => { await null; return x as U; };\n\n",
	"a.rs": "//! Crate doc\nuse std::{fmt, io::Read};\n\n/* block /* nested */ comment\n   goes on */\n#[derive(Debug, Clone)]\npub struct Point<'a> {\n    pub name: &'a str,\n    x: f64,\n}\n\n" +
		"impl<'a> Point<'a> {\n    /// Doc\n    pub fn new(name: &'a str) -> Result<Self, Box<dyn Error>> {\n        let s = r#\"raw \"string\"\nover lines\"#;\n        let c = '\\n';\n        println!(\"{} {:?}\", s, c);\n        match name.len() { 0 => Err(\"x\".into()), 1..=9 => Ok(Self { name, x: 1_000.5 }), _ => unreachable!() }\n    }\n}\n\n",
	"a.html": "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<style>\nbody { color: #fff; /* css\ncomment */ margin: 0 auto; }\n</style>\n<script type=\"text/javascript\">\n// js\nvar x = `tpl ${1 + 2}\nline`;\nfunction f(a) { return a && /re/.test(a); }\n</script>\n</head>\n" +
		"<body>\n<!-- comment\nover lines -->\n<p class=\"a b\" id=x>Text &amp; more <b>bold</b></p>\n<img src='x.png'\n     alt=\"two\nlines\">\n</body>\n</html>\n",
	"a.yaml":   "%YAML 1.2\n---\nname: value # comment\nlist:\n  - one\n  - \"two\\n\"\n  - 'three'\nblock: |\n  literal text: not a key\n  more # not a comment\nfolded: >-\n  folded\n  text\nmap: {a: 1, b: [true, null, 2.5]}\nanchor: &x\n  k: v\nref: *x\n\n",
	"a.cpp":    "#include <vector>\n#define MAX(a, b) \\\n  ((a) > (b) ? (a) : (b))\n\n/* comment\n   lines */\nnamespace n {\ntemplate <typename T>\nclass Foo : public Bar<T> {\n public:\n  explicit Foo(int x = 0x1F) : x_{x} {}\n  // line\n  virtual ~Foo() = default;\n  auto s() const -> std::string { return R\"(raw\nstring)\" + \"x\\n\"; }\n private:\n  int x_ = 'c';\n};\n#if 0\nint unused;\n#endif\n}  // namespace n\n\n",
	"a.json":   "{\n  \"name\": \"value\",\n  \"list\": [1, 2.5, -3e10, true, false, null],\n  \"nested\": {\n    \"esc\": \"a\\\"b\\u00e9\",\n    \"ä\": [{}, []]\n  }\n}\n",
	"a.sh":     "#!/bin/sh\n# comment\nset -eu\nname=\"a $HOME ${x:-y}\"\ncat <<EOF\nhere $name\n  doc # not a comment\nEOF\nif [ \"$#\" -gt 1 ] && test -f 'x y'; then\n  echo \"multi\nline $(date +%s) string\"\nfi\nf() {\n  local a=$((1 + 2))\n  for i in `seq 3`; do echo $i; done\n}\ncase $1 in\n  a|b) exit 1 ;;\n  *) : ;;\nesac\n\n",
	"a.rb":     "# comment\nrequire 'set'\n=begin\nblock comment\nclass NotReal\n=end\nmodule M\n  class Foo < Bar\n    attr_reader :name, :x\n    CONST = %w[a b c].freeze\n    def initialize(name = \"n#{1 + 1}\")\n      @name = name\n      text = <<~EOS\n        heredoc #{@name}\n        text\n      EOS\n      @x = name =~ /re(g)ex/i ? :sym : nil\n    end\n  end\nend\n\n",
	"a.php":    "<html>\n<body class=\"x\">\n<?php\n/* comment\nlines */\nnamespace App;\nclass Foo extends Bar {\n  private $x = 'str';\n  public function f(int $a): ?string {\n    // line\n    return \"v: {$this->x} $a\";\n  }\n}\n?>\n<p>text</p>\n<?= $foo ?>\n</body>\n</html>\n",
	"a.toml":   "# comment\n[table]\nkey = \"value\"\nmulti = \"\"\"\nline one\nline two\n\"\"\"\ndate = 2024-01-02T03:04:05Z\n[[array]]\nx = [1, 2,\n  3]\n\n",
	"a.css":    "/* comment\nlines */\n@media (max-width: 10px) {\n  a:hover, .cls > #id::before {\n    color: #abc; content: \"x\";\n    margin: -1.5em auto !important;\n  }\n}\n\n",
	"a.sql":    "-- comment\n/* block\ncomment */\nSELECT a.*, COUNT(1) AS n FROM t AS a\nLEFT JOIN u ON u.id = a.id WHERE a.name LIKE 'x%\ny' AND b IS NOT NULL;\nINSERT INTO t (a, b) VALUES (1, 'two');\n\n",
	"a.lua":    "-- comment\n--[[ block\ncomment ]]\nlocal t = { a = 1, [\"b\"] = 'two' }\nlocal s = [[long\nstring]]\nfunction t.f(x, ...)\n  if not x then return nil end\n  for i = 1, 10 do print(i .. s) end\nend\n\n",
	"a.hs":     "{- block\n   comment -}\nmodule Main (main) where\n\nimport qualified Data.Map as M\n\n-- | doc\ndata T a = A Int | B { x :: a } deriving (Show, Eq)\n\nmain :: IO ()\nmain = do\n  let s = \"multi\\\n          \\line\"\n  mapM_ print [1 .. 10]\n  where f x | x > 0 = 'c' | otherwise = 'd'\n\n",
	"Makefile": "# comment\nCC := gcc\nall: a.o b.o\n\t$(CC) -o $@ $^ \\\n\t  -lm\n.PHONY: clean\nclean:\n\trm -f *.o\nifeq ($(X),1)\ninclude x.mk\nendif\n\n",
	"a.xml":    "<?xml version=\"1.0\"?>\n<!-- comment\nlines -->\n<root a=\"1\" xmlns:x='u'>\n  <x:item>text &lt;</x:item>\n  <![CDATA[ raw <b>\n data ]]>\n</root>\n",
	"a.js":     "// c\n/* block\n comment */\nconst t = `a ${b + `nested ${c}`}\nline`;\nclass A extends B { #x = 1; static async *gen() { yield 1n; } }\nexport default { a, 'b': /re\\/g/u, ...c };\n\n",
	"a.java":   "/** Doc\n * comment */\npackage a.b;\nimport java.util.*;\n@Override\npublic final class Foo<T> extends Bar implements Baz {\n  private static final String S = \"x\\n\";\n  char c = 'c';\n  public int f(int... x) throws Exception { return x.length > 0 ? 0x1F : 1_000; } // end\n}\n\n",
}
