package giventext

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
)

func TestShown(t *testing.T) {
	for line, want := range map[string][]string{
		"    12\ttext":    {"    12\ttext", "text"},
		"12→text":         {"12→text", "text"},
		"a/b.go:12:text":  {"a/b.go:12:text", "text", "12:text", "12:text"},
		"a/b.go-12-text":  {"a/b.go-12-text", "text", "12-text", "text"},
		"a/b.go-12-do:":   {"a/b.go-12-do:", "", "", "do:", "12-do:", "do:"},
		"a/b-c.go-x":      {"a/b-c.go-x", "c.go-x", "x"},
		"a/b-1-c.go-12-x": {"a/b-1-c.go-12-x", "c.go-12-x", "1-c.go-12-x", "c.go-12-x", "x", "12-x", "x"},
		"a/b.go:text":     {"a/b.go:text", "text", "text"},
		"Output: text":    {"Output: text", "text"},
		"some: other":     {"some: other"},
		"":                nil,
		"1234567890123 x": {"1234567890123 x"},
	} {
		if got := slices.Collect(shown(line, false)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := slices.Collect(shown("@@ -1,2 +3,4 @@ func f()", true)); !slices.Contains(got, "func f()") {
		t.Errorf("the heading of a hunk: %q", got)
	}
}

// TestTableIsBounded: more lines than are kept are said to be too many, and no line is lost of those before.
func TestTableIsBounded(t *testing.T) {
	table := New()
	table.most = 1 << 12
	var text strings.Builder
	for i := range table.most {
		fmt.Fprintf(&text, "%x\n", i)
	}
	table.Add(Text{Agent: -1, Call: 1, Text: text.String()})
	if !table.Full() || len(table.slots) > table.most {
		t.Errorf("full %v, %d places", table.Full(), len(table.slots))
	}
	if e, ok := table.FindText("0", -1); !ok || e.Call != 1 {
		t.Error("the first line is lost")
	}
}

// TestEntries: what was given says more than what was written, and each agent has texts of its own.
func TestEntries(t *testing.T) {
	table := New()
	table.Add(Text{Agent: -1, Call: 1, Text: "one\ntwo and more words of a line\n", Own: true})
	table.Add(Text{Agent: 3, Call: 2, Text: "one", Known: []record.Line{{Number: 1, Start: 0, End: 3}}})
	if e, ok := table.FindText("  one ", -1); !ok || e.Given || !e.FileUnknown || e.Distinctive || e.Call != 1 {
		t.Errorf("%+v", e)
	}
	if e, ok := table.FindText("two and more words of a line", -1); !ok || !e.Distinctive || e.At != 1 {
		t.Errorf("%+v", e)
	}
	if e, ok := table.FindText("one", AnyAgent); !ok || !e.Given || e.FileUnknown || e.Call != 2 {
		t.Errorf("%+v", e)
	}
	if _, ok := table.FindText("two and more words of a line", 3); ok {
		t.Error("one agent has what another wrote")
	}
}

func FuzzAdd(f *testing.F) {
	f.Add("a.go:1:x\n  2\ty\n@@ -1 +1 @@ z", 0, 3)
	f.Fuzz(func(t *testing.T, text string, from, to int) {
		table := New()
		table.Add(Text{Agent: -1, Call: 1, Text: text, Known: []record.Line{{Start: from, End: to}}})
		for line := range strings.SplitSeq(text, "\n") {
			if _, ok := table.FindText(line, -1); !ok && strings.TrimSpace(line) != "" && from > len(text) {
				t.Fatalf("%q is lost", line)
			}
		}
	})
}
