package check

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// textWidth is how wide the tables of these tests are.
const textWidth = 100

func writeTable(w io.Writer, r *Result) error { return WriteTable(w, r, textWidth) }

// TestHead: a report begins with its head, and has its findings before the sums.
func TestHead(t *testing.T) {
	t.Parallel()
	found, err := Run(t.Context(), Options{Paths: []string{tree(t, map[string]string{"a.md": "x\u202ey\n"})}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		head  []string
		table string
	}{
		"with a head": {
			[]string{"proj, work tree at 0123456789", "eyeline check ."},
			"proj, work tree at 0123456789\neyeline check .\n\n1 file, 1 finding, the gravest first: 1 hidden\n",
		},
		"without": {nil, "\n1 file, 1 finding, the gravest first: 1 hidden\n"},
	} {
		found.Head = c.head
		var table, html bytes.Buffer
		if err := writeTable(&table, found); err != nil {
			t.Fatal(err)
		}
		if err := WriteHTML(&html, found); err != nil {
			t.Fatal(err)
		}
		text := table.String()
		if !strings.HasPrefix(text, c.table) {
			t.Errorf("%s: the table begins with %.300q", name, text)
		}
		if at, sums := strings.Index(text, "error hidden"), strings.Index(text, "\ntool "); at < 0 || at > sums {
			t.Errorf("%s: the findings are not before the sums:\n%s", name, text)
		}
		for _, line := range c.head {
			if !strings.Contains(html.String(), "<p>"+line+"</p>") {
				t.Errorf("%s: the page has no %s", name, line)
			}
		}
	}
}
