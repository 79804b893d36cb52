package giventext

import (
	"slices"
	"testing"
)

// TestParts: people put marks before the lines that they quote, and programs have lines in quotation marks.
func TestParts(t *testing.T) {
	const line = "some words of a line to quote"
	for _, text := range []string{
		"> " + line, "  > - " + line, "│ " + line, "// " + line, `the line "` + line + `" is`, "see `" + line + "`",
		"replace('" + line, line + "\t|\tother", "| 4 | " + line + " |", "<pre>" + line + "</pre>",
		"\x1b[32m" + line + "\x1b[0m", "10%\r" + line, "at line 6 (" + line + ").",
	} {
		table := New()
		table.Add(Text{Agent: -1, Text: "first\n" + text})
		if e, ok := table.FindText(line, -1); !ok || e.Distinctive || !e.FileUnknown || !e.Given || e.At != 1 {
			t.Errorf("%q: %+v, %t", text, e, ok)
		}
	}
	for _, text := range []string{line, `say "no"`, "> "} {
		if got := slices.Collect(parts(text, quotes)); len(got) > 0 {
			t.Errorf("%q has %q", text, got)
		}
	}
}

// TestEscaped: the literal of a program has lines of which the text itself has none.
func TestEscaped(t *testing.T) {
	for text, want := range map[string]string{
		"one\ntwo":                         "",
		`put("one\ntwo\\n");` + "\nmore":   "put(\"one\ntwo\\n\");\ntwo\n\");\n",
		`say('it\'s\n\tso')`:               "say('it's\n\tso')",
		`{"line":"a(\"b\") < c"}`:          `{"line":"a("b") < c"}`,
		`{"line":"a \u003c b \u0026"}`:     `{"line":"a < b &"}`,
		`{"t":"{\"l\":\"\\\"a\\\"\"}"}`:    `{"t":"{"l":"\"a\""}"}{"t":"{"l":""a""}"}`,
		`"\u00fc \ud83d\ude00 \ud83d\u00"`: "\"ü 😀 \ufffd\\u00\"",
		"a &lt; b &amp;&amp; c":            "a < b && c",
		`a\c & b`:                          "",
	} {
		if got := Escaped(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}

	table := New()
	const literal = `put("one line with some words\nand another one");`
	table.Add(Text{Agent: -1, Call: 1, Text: Escaped(literal), Own: true, Parts: true})
	if e, ok := table.FindText("and another one", -1); ok {
		t.Errorf("%+v: a short part is told from no other line", e)
	}
	if e, ok := table.FindText("one line with some words", -1); !ok || e.Distinctive || !e.FileUnknown {
		t.Errorf("%+v", e)
	}
}
