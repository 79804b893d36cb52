package outline

import (
	"strings"
	"testing"
	"time"
)

// TestSignaturesOfSeveralLines: a declaration whose parameters have lines of their own is found as one on a line is, and
// a call that begins alike is none.
func TestSignaturesOfSeveralLines(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"A.java", `class A {
    @Override
    public @Nullable Map<String, ? extends B> find(
        final Object key, // ( no end
        @Size(max = 3) int... rest)
        throws IOException, B.C {
        call(
            key);
        return new Visitor() {
            @Override public void visit(
                Node n) {
                n.go();
            }
        };
    }

    private static final List<String> NAMES =
        Collections.unmodifiableList(
            List.of("a"));

    String name(
        int a);

    A(int a,
        int b) {
    }
}
`, `class A { [1-27]
 public @Nullable Map<String, ? extends B> find( [3-15]
  @Override public void visit( [10-13]
 String name( [21-22]
 A(int a, [24-26]
`},
		{"E.java", "enum E {\n    ONE(1) {\n        int f() {\n            return 1;\n        }\n    },\n    TWO(2);\n\n    E(int a) {\n    }\n}\n", `enum E { [1-11]
 ONE(1) { [2-6]
  int f() { [3-5]
 E(int a) { [9-10]
`},
		{"R.java", "record R(int a) {\n    R {\n        check(a);\n    }\n\n    static <T> T f(\n            T t\n    ) {\n        return t;\n    }\n}\n", `record R(int a) { [1-11]
 R { [2-4]
 static <T> T f( [6-10]
`},
		{"a.ts", `class C {
  private handle = async (
    e: Event, { a, b }: { a: string; b: number },
  ): Promise<{ x: string }> => {
    send(
      e,
    )
  }
  short = (a: string) => a
  typed: (a: string) => void = (a) => {
    go(a)
  }
  map: Map<string, number> = new Map()
  on(
    name: string,
  ): this {
    if (
      name
    ) {
      return this
    }
  }
}
`, `class C { [1-23]
 private handle = async ( [2-8]
 short = (a: string) => a [9-9]
 typed: (a: string) => void = (a) => { [10-12]
 on( [14-22]
`},
		{"b.ts", `export const find = <T extends A>(
  list: T[],
): T | undefined =>
  list.find(
    (one) => one,
  );

/**
 * Says.
 */
export const Page = ({
  title,
}: Props) => {
  const close = () => {
    go();
  };
  const id = list.map((one) => one.id);
  return <a onClick={() => {
    close();
  }}>Text (more) {id}</a>;
};

const first = list.find((one) => one.id);
import {
  type Name,
} from "a";
export function pair<
  A,
>(
  a: A,
): [A, A] {
  return [a, a];
}
`, `export const find = <T extends A>( [1-6]
export const Page = ({ [11-21]
 const close = () => { [14-16]
export function pair< [27-33]
`},
		{"a.js", "export default {\n  data() {\n    return { a: /`/ };\n  },\n  'on-click': function (\n    e,\n  ) {\n    go(e);\n  },\n  async *[name](a) {\n  },\n  run: ({ a }) =>\n    a,\n  n: list.map((a) => {\n    return a;\n  }),\n};\nfoo(\n  a,\n  () => {\n    function inner() {\n    }\n  },\n);\n", `data() { [2-4]
'on-click': function ( [5-9]
async *[name](a) { [10-11]
run: ({ a }) => [12-13]
function inner() { [21-22]
`},
		{"d.tsx", "class C {\n  render(): React.JSX.Element {\n    return <a/>;\n  }\n  private get(\n    a: string,\n  ): vscode.Event<a.B> | null {\n  }\n}\n", `class C { [1-9]
 render(): React.JSX.Element { [2-4]
 private get( [5-8]
`},
		{"v.ts", "interface R {\n  move(\n    a: E,\n  ): void\n\n  // said\n  next: N\n  last(\n    a: X,\n  )\n}\nabstract class Q {\n  foo(\n    a: string,\n  ): data is X.Y<T>\n  foo(\n    a: any,\n  ): A\n  | B\n  {\n    go();\n  }\n}\n", `interface R { [1-11]
 move( [2-4]
 last( [8-10]
abstract class Q { [12-23]
 foo( [13-15]
 foo( [16-22]
`},
		{"i.ts", "interface I {\n  on: (a: string) => {\n    b: string;\n  };\n  get(\n    a: string,\n  ): void;\n}\n", `interface I { [1-8]
 get( [5-7]
`},
		{"a.cs", "class A\n{\n    public (int a, string b) Two(\n        int c)\n    {\n    }\n\n    public A(string s)\n    : base(s)\n    {\n    }\n}\n", `class A [1-12]
 public (int a, string b) Two( [3-6]
 public A(string s) [8-11]
`},
	} {
		if got := show(of(t, c.name, c.text)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestSignaturesTakeLinearTime: lines that begin a signature which never ends are not read again and again.
func TestSignaturesTakeLinearTime(t *testing.T) {
	for _, line := range []string{"a(\n", "a: b |\n", "a(): {\n", "x = <\n", "a([/\n", "a(b, () => {\n", "const f = (\n"} {
		const most = 5 * time.Second // on a busy machine; some hundredths of one are usual
		began := time.Now()
		of(t, "a.ts", "class A {\n"+strings.Repeat("  "+line, (1<<16)/len(line)))
		if took := time.Since(began); took > most {
			t.Errorf("%q took %v", line, took)
		}
	}
}
