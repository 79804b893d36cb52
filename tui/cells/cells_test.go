package cells

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func drawn(s string, opt Options) string {
	l := Layout([]byte(s), opt)
	return strings.TrimRight(string(l.Render(nil, 0, l.Width(), Style{})), "")
}

func TestWhatIsDrawn(t *testing.T) {
	end := Options{LineEnd: true, TabWidth: 4}
	inv := Options{LineEnd: true, TabWidth: 4, Invisibles: true, CRLF: true}
	for _, c := range []struct {
		in   string
		opt  Options
		want string
	}{
		{"plain", end, "plain"},
		{"a\tb\tccccc\td", end, "a   b   ccccc   d"},
		{"a\tb ", inv, "a→  b·␍"},
		{"\x1b[31mred\x07", end, "^[[31mred^G"},
		{"\x00\x7f\r", end, "^@^?^M"},
		{"\u0085\u009b", end, "<85><9B>"},
		{"\x85\xff\xc3(", end, "<85><FF><C3>("},
		{"\xed\xa0\x80", end, "<ED><A0><80>"},
		{"\u202eevil\u2066", end, "<202E>evil<2066>"},
		{"\ufeffbom", end, "<FEFF>bom"},
		{"a\u200bb\u200dc", end, "a<200B>b<200D>c"},
		{"tag\U000E0041", end, "tag<E0041>"},
		{"\ue000", end, "<E000>"},
		{"\u2028", end, "<2028>"},
		{"\u3164", end, "<3164>"},
		{"a\ufe0f", end, "a<FE0F>"},
		{"e\u0301x", end, "e\u0301x"},
		{"\u0301x", end, "◌\u0301x"},
		{"日本", end, "日本"},
		{"👩\u200d👩\u200d👧", end, "👩\u200d👩\u200d👧"},
		{"🇩🇪", end, "🇩🇪"},
		{"1\ufe0f\u20e3", end, "1\ufe0f\u20e3"},
		{"a\u00a0b", end, "a b"},
		{"\ufffd", Options{LineEnd: true, Decoded: true}, "\ufffd"},
		{"cut\xe6\x97", Options{}, "cut"},
	} {
		if got := drawn(c.in, c.opt); got != c.want {
			t.Errorf("%q: drawn %q, want %q", c.in, got, c.want)
		}
	}
}

// randomData mixes everything that has ever gone wrong on a terminal.
func randomData(r *rand.Rand, n int) []byte {
	pieces := []string{
		"a", "word ", "\t", "日", "é", "e\u0301", "\u0301", "👩\u200d👧", "🇩🇪", "\u200d", "\ufe0f", "\x1b[2J", "\x9b", "\u009b",
		"\u202e", "\xff", "\xe6\x97", "\x00", "\u00a0", "\u3000", "\U000E0041", "\ufeff", "❤\ufe0f", "1\ufe0f\u20e3", "กำ", "\u1100\u1161",
		"\r", "\u2028", "\U0010FFFF", "\ufffd", "नमस्ते", "عربى",
	}
	var b bytes.Buffer
	for range n {
		if r.IntN(8) == 0 {
			b.WriteByte(byte(r.IntN(256)))
		} else {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	}
	return bytes.ReplaceAll(b.Bytes(), []byte{'\n'}, nil)
}

// checkRow holds that a row is exactly width cells and sends nothing but printable text and our own sequences.
func checkRow(t *testing.T, row []byte, width int, st Style) {
	t.Helper()
	s := string(row)
	for _, seq := range []string{st.Base, st.Mark, st.Bad, st.Reset} {
		if seq != "" {
			s = strings.ReplaceAll(s, seq, "")
		}
	}
	for _, sp := range append(append([]Span{}, st.Spans...), st.Over...) {
		s = strings.ReplaceAll(s, sp.Open, "")
	}
	if !utf8.ValidString(s) {
		t.Fatalf("row %q is not UTF-8", row)
	}
	for _, r := range s {
		if r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0x2028 || r == 0x2029 || r >= 0x202A && r <= 0x202E ||
			r >= 0x2066 && r <= 0x2069 || r == 0xFEFF || r >= 0xE0000 && r <= 0xE007F || r == 0x200B {
			t.Fatalf("row %q holds %U", row, r)
		}
	}
	if w := ansi.StringWidth(s); w != width {
		t.Fatalf("row %q has %d cells, want %d", s, w, width)
	}
}

func checkLine(t *testing.T, data []byte, opt Options, width int, r *rand.Rand) {
	t.Helper()
	l := Layout(data, opt)
	st := Style{Base: "\x1b[1m", Mark: "\x1b[2m", Bad: "\x1b[3m", Reset: "\x1b[m"}
	if n := len(data); n > 2 {
		k := r.IntN(n)
		st.Spans = []Span{{0, k, "\x1b[31m"}, {k, n, "\x1b[32m"}}
		st.Over = []Span{{k / 2, k/2 + 3, "\x1b[7m"}}
	}
	for range 4 {
		checkRow(t, l.Render(nil, r.IntN(l.Width()+3), width, st), width, st)
	}
	cols := 0
	for row := range l.RowCount(width) {
		from, to := l.RowStart(row, width), l.RowStart(row+1, width)
		if from != cols || to < from {
			t.Fatalf("row %d begins at %d, the last ended at %d", row, from, cols)
		}
		cols = to
		checkRow(t, l.RenderRow(nil, row, width, st), width, st)
	}
	if cols != l.Width() {
		t.Fatalf("rows end at %d of %d columns", cols, l.Width())
	}
	last := -1
	for off := range data {
		col := l.Column(off)
		if col < last {
			t.Fatalf("column of %d is %d after %d", off, col, last)
		}
		last = col
		if back := l.Offset(col); col < l.Width() && (back > off || l.Column(back) != col) {
			t.Fatalf("offset %d is column %d, which is offset %d", off, col, back)
		}
	}
}

func TestRowsAreExact(t *testing.T) {
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 3))
		data := randomData(r, r.IntN(40))
		opt := Options{TabWidth: 1 + r.IntN(8), Invisibles: seed%2 == 0, LineEnd: seed%3 == 0, CRLF: seed%5 == 0, Decoded: seed%7 == 0, Latin1: seed%11 == 0, Whole: seed%13 == 0}
		checkLine(t, data, opt, 1+r.IntN(47), r)
	}
}

func FuzzRows(f *testing.F) {
	f.Add([]byte("a\tb\x1b[2J日本\u202e"), uint8(10), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, width, flags uint8) {
		data = bytes.ReplaceAll(data[:min(len(data), 512)], []byte{'\n'}, nil)
		opt := Options{TabWidth: 1 + int(flags>>4), Invisibles: flags&1 != 0, LineEnd: flags&2 != 0, CRLF: flags&4 != 0, Latin1: flags&8 != 0, Decoded: flags&16 != 0}
		checkLine(t, data, opt, 1+int(width), rand.New(rand.NewPCG(uint64(width), uint64(flags))))
	})
}

func TestWords(t *testing.T) {
	if got := Sanitize("a\nb\x1b]8;;x\x07\u202e"); got != "a^Jb^[]8;;x^G<202E>" {
		t.Errorf("Sanitize: %q", got)
	}
	if got := Truncate("日本語", 5, "…"); got != "日本…" {
		t.Errorf("Truncate: %q", got)
	}
	if got := TruncateLeft("a日本語", 5, "…"); got != "…本語" {
		t.Errorf("TruncateLeft: %q", got)
	}
	if got := Pad("日本", 5); got != "日本 " {
		t.Errorf("Pad: %q", got)
	}
	if got := Pad("日本", 3); got != "日 " {
		t.Errorf("Pad: %q", got)
	}
}

// BenchmarkScreen renders 40 rows of 120 cells of coloured code.
func BenchmarkScreen(b *testing.B) {
	code := []byte("\tfor _, h := range s.hooks { if err := h.Run(ctx); err != nil { return fmt.Errorf(\"hook %q: %w\", h.Name, err) } } // and so on, long")
	var spans []Span
	for i := 0; i+6 < len(code); i += 6 {
		spans = append(spans, Span{i, i + 4, "\x1b[38;2;121;192;255m"})
	}
	st := Style{Spans: spans, Reset: "\x1b[m"}
	l := Layout(code, Options{TabWidth: 4, LineEnd: true})
	buf := make([]byte, 0, 8<<10)
	b.ReportAllocs()
	for b.Loop() {
		for range 40 {
			buf = l.Render(buf[:0], 0, 120, st)
		}
	}
}

func BenchmarkLayout(b *testing.B) {
	code := []byte(strings.Repeat("\tif err := h.Run(ctx); err != nil {", 4))
	b.SetBytes(int64(len(code)))
	b.ReportAllocs()
	for b.Loop() {
		Layout(code, Options{TabWidth: 4, LineEnd: true})
	}
}
