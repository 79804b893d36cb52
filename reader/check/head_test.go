package check

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestHead: a report of a repository begins with its name, the commit, the time and the command; a page of any other
// folder with the time and the command, and a table of one with neither.
func TestHead(t *testing.T) {
	dir := tree(t, map[string]string{"a.md": "x\u202ey\n"})
	at := time.Date(2026, 11, 29, 16, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		head        Head
		table, html []string
	}{
		"repository": {
			Head{Repository: "proj", Revision: "0123456789", Date: at, Command: "eyeline check ."},
			[]string{"\nproj, work tree at 0123456789 · 2026-11-29 16:30 UTC\neyeline check .\n\n1 file, 1 finding, the gravest first: 1 hidden\n"},
			[]string{"<p>proj, work tree at 0123456789 · 2026-11-29 16:30 UTC</p>", "<p>eyeline check .</p>"},
		},
		"folder": {
			HeadOf(t.Context(), dir, "eyeline check .", at),
			[]string{"\n1 file, 1 finding, the gravest first: 1 hidden\n"},
			[]string{"<p>2026-11-29 16:30 UTC</p>", "<p>eyeline check .</p>"},
		},
	} {
		found, err := Run(t.Context(), Options{Paths: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		found.Head = c.head
		var table, html bytes.Buffer
		if err := WriteTable(&table, found); err != nil {
			t.Fatal(err)
		}
		if err := WriteHTML(&html, found); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.table {
			if !strings.HasPrefix(table.String(), want) {
				t.Errorf("%s: the table begins with %.300q", name, table.String())
			}
		}
		for _, want := range c.html {
			if !strings.Contains(html.String(), want) {
				t.Errorf("%s: the page has no %s", name, want)
			}
		}
		if finding, sums := strings.Index(table.String(), "error hidden"), strings.Index(table.String(), "\ntool "); finding < 0 || finding > sums {
			t.Errorf("%s: the findings are not before the sums:\n%s", name, &table)
		}
	}
}

// TestHeadOfARepository: the commit is that which is checked out, for a folder and for a file.
func TestHeadOfARepository(t *testing.T) {
	for _, path := range []string{".", "head.go"} {
		h := HeadOf(t.Context(), path, "", time.Time{})
		if h.Repository == "" {
			t.Skip("this is no work tree")
		}
		if len(h.Revision) < 10 {
			t.Errorf("%s: %+v", path, h)
		}
	}
}

// TestANameLosesItsMiddle: a name that is too long keeps both ends, of characters and not of bytes.
func TestANameLosesItsMiddle(t *testing.T) {
	for name, want := range map[string]string{"short": "short", "0123456789": "0123456789", "reader/check/table.go": "read…le.go", "äöüäöüäöüäöü": "äöüä…öüäöü"} {
		if got := withoutMiddle(name, 10); got != want {
			t.Errorf("%q: %q, not %q", name, got, want)
		}
	}
}
