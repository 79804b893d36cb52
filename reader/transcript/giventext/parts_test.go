package giventext

import (
	"slices"
	"testing"
)

// TestParts: people put marks before the lines that they quote, and programs have lines in quotation marks.
func TestParts(t *testing.T) {
	const line = "some words of a line to quote"
	for text, want := range map[string][]string{
		line:                         nil,
		"> " + line:                  {line},
		"  > - " + line:              {line},
		"│ " + line:                  {line},
		`the line "` + line + `" is`: {line},
		"see `" + line + "`":         {line},
		"replace('" + line:           {line},
		line + "\t|\t" + line:        {line, line},
		`say "no"`:                   nil,
	} {
		if got := slices.Collect(parts(text)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestEscaped: the literal of a program has lines of which the text itself has none.
func TestEscaped(t *testing.T) {
	for text, want := range map[string]string{
		"one\ntwo":                       "",
		`put("one\ntwo\\n");` + "\nmore": "put(\"one\ntwo\\n\");\n",
		`say('it\'s\n\tso')`:             "say('it's\n\tso')",
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
	if e, ok := table.FindText("one line with some words", -1); !ok || e.Telling || !e.Loose {
		t.Errorf("%+v", e)
	}
}
