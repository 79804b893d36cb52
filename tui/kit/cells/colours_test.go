package cells

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/longtest"
)

func coloured(s string) string {
	l := Layout([]byte(s), Drawing{LineEnd: true, Colours: true})
	return string(l.Render(nil, 0, l.Width(), Style{Colours: true, Reset: "\x1b[m"}))
}

func TestColours(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"\x1b[31mred\x1b[0m no", "\x1b[31mred\x1b[m no"},
		{"\x1b[31mred\x1b[m", "\x1b[31mred\x1b[m"},
		{"\x1b[1;32mbold\x1b[22m green", "\x1b[1;32mbold\x1b[m\x1b[32m green\x1b[m"},
		{"\x1b[38;5;200mx\x1b[39my", "\x1b[38;5;200mx\x1b[my"},
		{"\x1b[38;2;1;2;3;48;5;9mx", "\x1b[38;2;1;2;3;48;5;9mx\x1b[m"},
		{"\x1b[38;9;1mx", "x"},
		{"\x1b[31;38;2;999;1;1;1mx", "\x1b[1;31mx\x1b[m"}, // no terminal has that colour
		{"\x1b[48;2;1;1;256;3mx", "\x1b[3mx\x1b[m"},
		{"\x1b[31;38;5;256;4mx", "\x1b[4;31mx\x1b[m"},
		{"\x1b[38;2;1mx", "x"},
		{"\x1b[38:5:200;1mx", "\x1b[1;38;5;200mx\x1b[m"},
		{"\x1b[38:2:1:2:3mx", "\x1b[38;2;1;2;3mx\x1b[m"},
		{"\x1b[38:2::1:2:7;3mx", "\x1b[3;38;2;1;2;7mx\x1b[m"},
		{"\x1b[38:2:1:2mx\x1b[38:9mx", "xx"},
		{"\x1b[4:3mwavy\x1b[4:0m no", "\x1b[4mwavy\x1b[m no"},
		{"\x1b[58;2;1;4;7mx", "x"}, // the colour of an underline
		{"\x1b[58:5:1mx", "x"},
		{"\x1b[32m+added\x1b[m\x1b[K", "\x1b[32m+added\x1b[m"},
		{"\x1b[5mblink", "blink"},
		{"e\x1b[31m\u0301x", "e\x1b[31m◌\u0301x\x1b[m"}, // the colour keeps the mark from the letter
		{"é\x1b[31m\u0301", "é^[[31m\u0301"},
		{"\x1b[2Jclear", "^[[2Jclear"},
		{"\x1b]0;title\x07", "^[]0;title^G"},
		{"\x1b[31", "^[[31"},
		{"\x1b]8;;https://example.org/\x1b\\text\x1b]8;;\x1b\\ on", "text on"},
		{"\x1b]8;id=1;file:///a\x07\x1b[1mtext\x1b]8;;\x07\x1b[m on", "\x1b[1mtext\x1b[m on"},
		{"\x1b]8;;" + strings.Repeat("a", 1000) + "\x07text", "text"},
		{"\x1b]8;;" + strings.Repeat("a", 2100) + "\x07", "^[]8;;" + strings.Repeat("a", 2100) + "^G"},
		{"\x1b]8;;a\x1b[1mb", "^[]8;;a\x1b[1mb\x1b[m"},
		{"\x1b]8;a\x07b", "^[]8;a^Gb"},
		{"N\bNA\bAM\bME\bE", "\x1b[1mNAME\x1b[m"},
		{"_\bu_\bn x", "\x1b[4mun\x1b[m x"},
		{"u\b_", "\x1b[4mu\x1b[m"},
		{"_\ba\ba", "\x1b[1;4ma\x1b[m"},
		{"日\b日", "\x1b[1m日\x1b[m"},
		{strings.Repeat("_\b", 31) + "é", "\x1b[1;4mé\x1b[m"}, // as many bytes as are read as one
		{"a\b", "a^H"},
		{"\b\b", "^H^H"},
		{"a\b\x1b[31mx", "a^H\x1b[31mx\x1b[m"},
	} {
		if got := coloured(c.in); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
	if got := drawn("\x1b[31mred", Drawing{LineEnd: true}); got != "^[[31mred" {
		t.Errorf("without the option: %q", got)
	}
}

// TestJoinersAreNotStruck: parts of Hangul syllables and halves of flags, also the first and the last of each kind, are
// not read as printed over each other, as what follows could join with them.
func TestJoinersAreNotStruck(t *testing.T) {
	for _, r := range "\u1100\u11ff\ua960\ua97c\uac00\ud7fb\U0001f1e6\U0001f1ff" {
		if got := coloured(string(r) + "\b" + string(r)); strings.Contains(got, "\x1b[") || !strings.Contains(got, "^H") {
			t.Errorf("%U is struck: %q", r, got)
		}
	}
}

// TestColouredRowsAreExact lays out text with sequences and backspaces everywhere: rows are exact, and the text left
// after our own sequences contains no control character.
func TestColouredRowsAreExact(t *testing.T) {
	pieces := []string{
		"\x1b[31m", "\x1b[0m", "\x1b[38;5;", "a\ba", "_\b", "\b", "\x1b[K", "\x1b[", "日\b日", "\x1b[4:3m",
		"\x1b[999999999999m",
	}
	n := uint64(20_000)
	if !longtest.IsRequested() {
		n = 2000
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 9))
		var data []byte
		for range r.IntN(30) {
			if r.IntN(2) == 0 {
				data = append(data, pieces[r.IntN(len(pieces))]...)
			} else {
				data = append(data, randomData(r, 1)...)
			}
		}
		l := Layout(data, Drawing{LineEnd: seed%2 == 0, Colours: true, TabWidth: 4})
		width := 1 + r.IntN(30)
		for row := range l.RowCount(width) {
			out := string(l.RenderRow(nil, row, width, Style{Colours: true, Reset: "\x1b[m"}))
			bare := ansi.Strip(out)
			if w := Width(bare); w != width {
				t.Fatalf("%q: row %q is %d cells wide, not %d", data, out, w, width)
			}
			if i := strings.IndexFunc(bare, func(c rune) bool { return c < 0x20 || c == 0x7F }); i >= 0 {
				t.Fatalf("%q: row %q holds a control character", data, out)
			}
		}
		for off := range data {
			if col := l.Column(off); l.Offset(col) > len(data) {
				t.Fatalf("%q: offset %d is column %d", data, off, col)
			}
		}
	}
	long := "[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18mx"
	if got := coloured("\x1b" + long); got != "^["+long {
		t.Errorf("a sequence of more numbers than are read: %q", got)
	}
}

// TestUncoloured: what is copied has no colours, and all other bytes.
func TestUncoloured(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                            "plain",
		"\x1b[1;31mred\x1b[m and\x1b[K so": "red and so",
		"see \x1b]8;;a:b\aB\x1b]8;;\a":     "see B",
		"N\bNA\bAME _\bf_\bi":              "NAME fi",
		"+\bo one":                         "o one",
		"\x1b]0;title\a \x1b[2J \x1b":      "\x1b]0;title\a \x1b[2J \x1b",
		"a\b":                              "a\b",
		"\xff\x1b[m\xc3":                   "\xff\xc3",
		"日\b日本":                            "日本",
		"":                                 "",
	} {
		if got := Uncoloured(in); got != want {
			t.Errorf("%q becomes %q, not %q", in, got, want)
		}
	}
}

// TestErasedToTheEnd: a sequence that erases to the line's end tints what is left of the last row, as a terminal does.
func TestErasedToTheEnd(t *testing.T) {
	for _, c := range []struct {
		text string
		row  int
		want string // of six cells
	}{
		{"\x1b[41mred\x1b[K\x1b[m", 0, "\x1b[41mred   \x1b[m"},
		{"\x1b[1;31;42mr\x1b[m\x1b[42m\x1b[0K\x1b[m", 0, "\x1b[1;31;42mr\x1b[m\x1b[42m     \x1b[m"},
		{"\x1b[41m\x1b[Kred\x1b[m", 0, "\x1b[41mred   \x1b[m"},
		{"\x1b[41mred\x1b[m\x1b[K", 0, "\x1b[41mred\x1b[m   "},
		{"\x1b[41mred\x1b[m", 0, "\x1b[41mred\x1b[m   "},
		{"\x1b[41mfirst last\x1b[K", 0, "\x1b[41mfirst \x1b[m"},
		{"\x1b[41mfirst last\x1b[K", 1, "\x1b[41mlast  \x1b[m"},
	} {
		l := Layout([]byte(c.text), Drawing{LineEnd: true, Colours: true})
		style := Style{Reset: "\x1b[m", Colours: true}
		if got := string(l.RenderRow(nil, c.row, 6, style)); got != c.want {
			t.Errorf("%q, row %d: %q, want %q", c.text, c.row, got, c.want)
		}
		style.Colours = false
		if got := string(l.RenderRow(nil, c.row, 6, style)); strings.Contains(got, "\x1b") {
			t.Errorf("%q, row %d: %q where colours are not shown", c.text, c.row, got)
		}
	}
}
