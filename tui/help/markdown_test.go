package help

import (
	"slices"
	"strings"
	"testing"
)

const text = "# Title\n\nA `word` and **more** of *it*, a [link](x.md), [site](https://a.b) \\*.\nIt goes on.\n\n" +
	"<!-- left out -->\n<picture>\n  <img alt=\"A screen.\" src=\"x\">\n</picture>\n\n" +
	"- one\n  two\n- three\n\n```go\nif a {\n\n}\n```\n\n" +
	"| key | what it does | name |\n|---|---|---|\n| `\\|` `` ` `` | a \\| b |  |\n"

func TestTerminal(t *testing.T) {
	got := terminalText(parse(text), 40, false)
	want := `Title

  A ` + "`word`" + ` and more of it, a link, site
  (https://a.b) *. It goes on.

  Picture: A screen.

  - one two
  - three

    if a {

    }

  key  what it does  name
  | ` + "`" + `  a | b
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	styled := terminalText(parse("# A title\n\nSome `code here`.\n"), 40, true)
	if styled != "\x1b[1mA\x1b[m \x1b[1mtitle\x1b[m\n\n  Some \x1b[1mcode\x1b[m \x1b[1mhere\x1b[m.\n" {
		t.Errorf("%q", styled)
	}
}

// TestNarrowTable: the widest column is wrapped as long as there is room, then each row becomes a paragraph.
func TestNarrowTable(t *testing.T) {
	table := parse("| a | b |\n|---|---|\n| first | " + strings.Repeat("word ", 8) + "|\n")
	for width, want := range map[int]string{
		40: "  a      b\n  first  word word word word word word\n         word word\n",
		24: "  first\n    b: word word word\n      word word word\n      word word\n",
	} {
		if got := terminalText(table, width, false); got != want {
			t.Errorf("at %d columns got\n%s", width, got)
		}
	}
}

// TestCells: a cell may be empty, and a bar with a backslash before it belongs to one.
func TestCells(t *testing.T) {
	rows := tableRows([]string{"| a | b |", "|---|---|", "| `\\|` x | |", "| | y |"})
	want := [][]string{{"a", "b"}, {"`\\|` x", ""}, {"", "y"}}
	if !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("%q", rows)
	}
}

func TestRoff(t *testing.T) {
	got := Topic{body: parse(text + "\n## Next\n\n.dot\n")}.Roff(1)
	want := `.SH Title
.PP
A \fBword\fR and \fBmore\fR of \fBit\fR, a link, site (https://a.b) *. It goes on.
.PP
\fBPicture: A screen.\fR
.IP \(bu 2
one two
.IP \(bu 2
three
.PP
.nf
\&    if a {
\&    
\&    }
.fi
.PP
.nf
\&  key  what it does  name
\&  | ` + "`" + `  a | b
.fi
.SS Next
.PP
\&.dot
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if s := Escape("-é\\\n"); s != `\-\[u00E9]\e ` {
		t.Errorf("%q", s)
	}
}
