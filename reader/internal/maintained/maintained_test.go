package maintained

import (
	"fmt"
	"strings"
	"testing"
)

// Tables of literals are no text that people keep by hand, also where their strings have the marks of statements, where
// they are one line, and where they are statements that differ in numbers only.
func TestTablesAreData(t *testing.T) {
	rows := func(format string) string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for text, want := range map[string]string{
		rows("\t\t\"name%02d;\": '\\U0000226B',\n"):                                         Data,
		rows("\t{0x%02x, nil, \"a = \\\"b\\\";\"},\n\tnil,\n"):                              Data,
		rows("func stack%d() { var buf [16]byte; use(buf[:]) }\n"):                          Data,
		"var table = [...]byte{" + rows("0x%02x, ") + "}":                                   Data,
		strings.Repeat(rows("syn keyword word%d skipwhite contained nextgroup=other\n"), 6): Data,
		rows("\tx[%d] = f()\n\tg()\n"):                                                      "",
		rows("\"use strict\"; run(%d); a%[1]d = b\nnilValue = two()\n"):                     "",
		rows("A sentence, of which %d are, in one line; "):                                  "",
	} {
		if got := WhyNot("f.go", []byte("package f\n"), []byte(text), nil); got != want {
			t.Errorf("%q, not %q: %.80s", got, want, text)
		}
	}
}

// A long file half of whose lines are rows of constants, or a third of which is base64, is data, and so is a test a
// fifth of which is digits; what only has a table in its middle is not.
func TestLongTablesAreData(t *testing.T) {
	var rows strings.Builder
	for i := range 200 {
		fmt.Fprintf(&rows, "\tEM_%c Machine = %d /* Made by someone. */\n\n\t{%d, \"EM_%c\"},\n\n\tEM_X Class = 0x%x\n", 'A'+i%26, i, i, 'A'+i%26, i)
	}
	code := strings.Repeat("// f calls another.\nfunc f(x int) int {\n\treturn g(x)\n}\n\n", 300)
	encoded := strings.Repeat("func f() {\n\tg(`\n"+strings.Repeat(strings.Repeat("aB9/", 16)+"\n", 4)+"`)\n}\n", 60)
	numbers := strings.Repeat("\t4.9790119248836735e+00,\n", 700)
	for _, c := range []struct{ name, text, want string }{
		{"elf.go", strings.Repeat(rows.String(), 2), Data},
		{"asm.go", code + rows.String() + code, ""},
		{"keys.go", encoded + encoded, Data},
		{"keys.go", code + encoded + code, ""},
		{"all_test.go", numbers + code + code, Data},
		{"all.go", numbers + code + code, ""},
	} {
		middle := c.text[len(c.text)/2-6000 : len(c.text)/2+6000]
		if got := WhyNot(c.name, []byte(c.text[:8000]), []byte(middle), []byte(c.text)); got != c.want {
			t.Errorf("%s is %q, not %q", c.name, got, c.want)
		}
	}
}

// Names of tests, in the ways of several languages.
func TestNamesOfTests(t *testing.T) {
	for name, want := range map[string]bool{
		"a_test.go": true, "QueueTest.php": true, "FooTests.cs": true, "a.spec.ts": true, "test_a.py": true,
		"spec/a.rb": true, "latest.go": false, "Contest.java": false, "testing.go": false,
	} {
		if got := IsOfTests(name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// Names that tell what a file is, and names of programs that only seem to.
func TestNamesSayWhatFilesAre(t *testing.T) {
	for name, want := range map[string]string{
		"crypto/_asm/p256_asm.go":     Data,
		"changelogs/CHANGELOG-3.0.md": Changelog, "History.md": Changelog, "00-RELEASENOTES": Changelog,
		"docs/changes.xml": Changelog, "src/history.c": "", "news.py": "", "runs/raw.csv": Data, "docs/THANKS": Data, "a.vcxproj": Data, "thanks.go": "",
		"tests/Mail/Fixtures/a.php": TestData, "tests/data/test1193": TestData, "data/tests/a.c": "", "tests/a.json": TestData, "a.json": "",
	} {
		if got := WhyNot(name, nil, nil, nil); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

// Tests that are mostly payloads are data, and no programs of which as much is numbers.
func TestPayloadsOfTestsAreData(t *testing.T) {
	text := []byte(strings.Repeat("run \"\\x12\\x33\\x77\" $a 112233 $b\ngo on with it\n", 300))
	for name, want := range map[string]string{"tests/dump.tcl": Data, "dump_test.go": Data, "src/dump.tcl": ""} {
		if got := WhyNot(name, nil, text, nil); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}
