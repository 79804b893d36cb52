package cells

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestStyles(t *testing.T) {
	st := Style{Base: "B", Mark: "M", Bad: "X", Reset: "."}
	for _, c := range []struct {
		name        string
		in          string
		opt         Drawing
		from, width int
		spans, over []Span
		want        string
	}{
		{name: "text", in: "ab", width: 4, want: "Bab  ."},
		{name: "marks", in: "a\x00b\xff", width: 9, want: "Ba.M^@.Bb.X<FF>.B ."},
		{name: "replaced", in: "a\xff\ufffd", opt: Drawing{Decoded: true}, width: 3, want: "Ba.X\ufffd\ufffd."},
		{name: "syntax", in: "abcdef", width: 6, spans: []Span{{1, 3, "1"}, {3, 4, "2"}}, want: "Ba.1bc.2d.Bef."},
		{
			name: "syntax begins where the first byte is", in: "日本語", width: 6, spans: []Span{{1, 4, "1"}},
			want: "B日.1本.B語.",
		},
		{
			name: "marks keep their style in syntax", in: "a\x00\tb", width: 8, opt: Drawing{TabWidth: 4},
			spans: []Span{{0, 4, "1"}}, want: "1a.M^@.1 b.B   .",
		},
		{
			name: "an empty span", in: "ab", width: 2, spans: []Span{{0, 1, ""}, {1, 1, "1"}, {1, 2, "2"}},
			want: "Ba.2b.",
		},
		{name: "over touches", in: "日本語", width: 6, over: []Span{{2, 4, "1"}}, want: "1日本.B語."},
		{
			name: "over a part of a combination", in: "ae\u0301z", width: 3, over: []Span{{2, 4, "1"}},
			want: "Ba.1e\u0301.Bz.",
		},
		{name: "over a mark", in: "a\x00\xffb", width: 8, over: []Span{{1, 3, "1"}}, want: "Ba.1^@<FF>.Bb."},
		{
			name: "later over earlier", in: "abcd", width: 4, over: []Span{{0, 3, "1"}, {1, 2, "2"}, {2, 4, "3"}},
			want: "1a.2b.3cd.",
		},
		{
			name: "a letter and its mark in ASCII", in: "e\u0301x", opt: Drawing{ASCII: true}, width: 8,
			want: "Be.M<0301>.Bx.",
		},
		{name: "over nothing", in: "abcd", width: 4, over: []Span{
			{2, 2, "1"},
			{3, 1, "2"},
			{0, 4, ""},
			{-5, 0, "3"},
			{4, 9, "4"},
		}, want: "Babcd."},
		{name: "over past the data", in: "ab", width: 2, over: []Span{{-7, 99, "1"}}, want: "1ab."},
		{
			name: "carriage return", in: "ab", opt: Drawing{LineEnd: true, CRLF: true, Invisibles: true}, width: 3,
			over: []Span{{0, 9, "1"}}, want: "1ab␍.",
		},
		{name: "wide at the left edge", in: "日本", from: 1, width: 3, want: "M<.B本."},
		{name: "wide at the right edge", in: "日本", width: 3, want: "B日.M>."},
		{name: "wide at both edges", in: "日本", from: 1, width: 2, want: "M<>."},
		{name: "wide under over at an edge", in: "日本", from: 1, width: 3, over: []Span{{0, 1, "1"}}, want: "1<.B本."},
		{name: "a mark at both edges", in: "\u202e", from: 2, width: 3, want: "M02E."},
		{name: "a tab at the edge", in: "\ta", from: 5, width: 4, want: "B   a."},
		{
			name: "a shown tab at the edge", in: "\ta", opt: Drawing{Invisibles: true}, from: 5, width: 4,
			want: "M   .Ba.",
		},
		{name: "past the end", in: "abc", from: 7, width: 2, want: "B  ."},
		{name: "before the start", in: "abc", from: -7, width: 2, want: "Bab."},
		{name: "no width", in: "abc", width: 0, want: ""},
		{name: "less than no width", in: "abc", width: -4, want: ""},
	} {
		st.Spans, st.Over = c.spans, c.over
		l := Layout([]byte(c.in), c.opt)
		if got := string(l.Render([]byte("dst:"), c.from, c.width, st)); got != "dst:"+c.want {
			t.Errorf("%s: %q, want %q", c.name, got, "dst:"+c.want)
		}
	}
}

// TestWrap checks that a row is left early only for what fits on the next one, and that what fits on none goes over
// several.
func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in    string
		opt   Drawing
		width int
		want  string
	}{
		{"abcdef", Drawing{}, 4, "abcd|ef  "},
		{"abcd", Drawing{}, 4, "abcd"},
		{"", Drawing{}, 4, "    "},
		{"abc日", Drawing{}, 4, "abc |日  "},
		{"a\x00\x00", Drawing{}, 2, "a |^@|^@"},
		{"a\u202eb", Drawing{}, 4, "a   |<202|E>b "},
		{"a\u202e\u202eb", Drawing{}, 4, "a   |<202|E>  |<202|E>b "},
		{"\u202e", Drawing{}, 1, "<|2|0|2|E|>"},
		{"日a", Drawing{}, 1, ">|<|a"},
		{"a\tb", Drawing{TabWidth: 8}, 3, "a  |   |   | b "},
		{"a\tb", Drawing{TabWidth: 8, Invisibles: true}, 3, "a  |→  |   | b "},
		{"ab\xff\xff", Drawing{}, 8, "ab<FF>  |<FF>    "},
		{"\xff\xff\xff", Drawing{}, 8, "<FF><FF>|<FF>    "},
	} {
		l := Layout([]byte(c.in), c.opt)
		var rows []string
		for row := range l.RowCount(c.width) {
			rows = append(rows, string(l.RenderRow(nil, row, c.width, Style{})))
		}
		if got := strings.Join(rows, "|"); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.in, c.width, got, c.want)
		}
	}
	l := Layout([]byte("ab\u202ecd"), Drawing{})
	for off, want := range []int{0, 0, 1, 1, 1, 2, 2, 2} {
		if got := l.RowOf(off, 4); got != want {
			t.Errorf("offset %d is in row %d, want %d", off, got, want)
		}
	}
	if l.RowStart(-1, 4) != 0 || l.RowStart(99, 4) != l.Width() || l.RowOf(-1, 4) != 0 {
		t.Error("rows outside the line")
	}
	if n := l.RowCount(1 << 62); n != 1 {
		t.Errorf("%d rows of any width", n)
	}
	if n := l.RowCount(-1); n != l.Width() {
		t.Errorf("%d rows of one cell, want %d", n, l.Width())
	}
}

// TestWrapBetweenWords: a line that is wrapped by words has the rows of [WrapWords], but for blanks at their ends.
func TestWrapBetweenWords(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		var words []string
		for range 1 + rnd.IntN(9) {
			words = append(words, strings.Repeat(string([]rune("aé漢")[rnd.IntN(3)]), 1+rnd.IntN(9)))
		}
		text := strings.Join(words, " ")
		width := 2 + rnd.IntN(14)

		l := Layout([]byte(text), Drawing{Words: true, LineEnd: true})
		var rows []string
		for row := range l.RowCount(width) {
			rows = append(rows, strings.TrimRight(string(l.RenderRow(nil, row, width, Style{})), " "))
		}
		if want := WrapWords(text, width); !slices.Equal(rows, want) {
			t.Fatalf("%q in %d cells is %q, want %q", text, width, rows, want)
		}
	}
}
