package cells

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// TestEveryCodePoint lays out each code point alone and beside others: what is drawn is as wide as promised and holds
// nothing that a terminal obeys or that does not show.
func TestEveryCodePoint(t *testing.T) {
	var l Line
	var row []byte
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r == '\n' || !utf8.ValidRune(r) || testing.Short() && r%7 > 0 {
			continue
		}
		for _, beside := range [][2]string{{"", ""}, {"a", ""}, {"", "a"}, {"👩", "👧"}, {"日", "本"}, {"\x01", "\x02"}} {
			l.Reset([]byte(beside[0]+string(r)+beside[1]), Options{LineEnd: true})
			row = l.Render(row[:0], 0, l.Width(), Style{})
			if w := ansi.StringWidth(string(row)); w != l.Width() {
				t.Fatalf("%U beside %q: drawn %q, %d cells wide, not %d", r, beside, row, w, l.Width())
			}
			for _, c := range string(row) {
				if c != '\u200d' && (unicode.IsControl(c) || !unicode.IsPrint(c)) {
					t.Fatalf("%U beside %q: %U is sent", r, beside, c)
				}
			}
			if bytes.ContainsRune(row, '\u200d') && beside[0] != "👩" {
				t.Fatalf("%U beside %q: a joiner is sent", r, beside)
			}
		}
	}
}

// TestJoiners holds that what does not show by itself is sent only where it makes an emoji.
func TestJoiners(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		{"👩🏽\u200d🚀", "👩🏽\u200d🚀"},
		{"❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"},
		{"👩\u200d", "👩<200D>"},
		{"👩\u200d\u200d👧", "👩<200D><200D>👧"},
		{"👩\u200da", "👩<200D>a"},
		{"a\u200d👧", "a<200D>👧"},
		{"❤\ufe0f\ufe0f", "❤\ufe0f<FE0F>"},
		{"1\ufe0f", "1<FE0F>"},
		{"1\ufe0f\u20e3", "1\ufe0f\u20e3"},
		{"\ufe0f", "<FE0F>"},
		{"क\u094d\u200dष", "क\u094d<200D>ष"},
		{"e" + strings.Repeat("\u0301", 20), "e" + strings.Repeat("\u0301", 8) + "◌" + strings.Repeat("\u0301", 8) + "◌" + strings.Repeat("\u0301", 4)},
		{"\x01\u0301", "^A◌\u0301"},
	} {
		if got := drawn(c.in, Options{LineEnd: true}); got != c.want {
			t.Errorf("%q: drawn %q, want %q", c.in, got, c.want)
		}
	}
}

// TestLongRunsOfMarks holds that nothing of a stack of marks longer than any field is lost.
func TestLongRunsOfMarks(t *testing.T) {
	data := []byte("e" + strings.Repeat("\u0301", 100_000))
	l := Layout(data, Options{LineEnd: true})
	row := l.Render(nil, 0, l.Width(), Style{})
	if got := strings.Count(string(row), "\u0301"); got != 100_000 {
		t.Errorf("%d marks are drawn", got)
	}
	if w := ansi.StringWidth(string(row)); w != l.Width() {
		t.Errorf("%d cells, not %d", w, l.Width())
	}
}

func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		in   string
		opt  Options
		want string
	}{
		{"caf\xe9 \xa0\xad\x80\xc3\xa9", Options{LineEnd: true, Latin1: true}, "café  <00AD><80>Ã©"},
		{"\xe6\x97x\xff\xf0\x9f\x98\xed\xa0", Options{LineEnd: true, Decoded: true}, "\ufffdx\ufffd\ufffd\ufffd\ufffd"},
		{"cut\xe6\x97", Options{Whole: true}, "cut<E6><97>"},
		{"cut\xe6\x97", Options{}, "cut"},
	} {
		if got := drawn(c.in, c.opt); got != c.want {
			t.Errorf("%q: drawn %q, want %q", c.in, got, c.want)
		}
	}
}

// TestMaximalSubparts holds subpart against a decoder that replaces as the standard says.
func TestMaximalSubparts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	starts := []byte{0x80, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF, 'a', 0x9F, 0xA0, 0x90, 0x8F, 0xBF}
	for range 20_000 {
		p := make([]byte, 1+r.IntN(6))
		for i := range p {
			p[i] = starts[r.IntN(len(starts))]
		}
		if c, n := utf8.DecodeRune(p); c != utf8.RuneError || n != 1 {
			continue
		}
		if got, want := subpart(p), slowSubpart(p); got != want {
			t.Fatalf("%x: %d, want %d", p, got, want)
		}
	}
}

// slowSubpart tries each length: the longest that is the beginning of some character.
func slowSubpart(p []byte) int {
	best := 1
	for n := 2; n <= min(len(p), 3); n++ {
		for _, end := range [][]byte{{0x80}, {0xBF}, {0x80, 0x80}, {0xBF, 0xBF}} {
			if c := append(bytes.Clone(p[:n]), end...); utf8.Valid(c) && utf8.RuneCount(c) == 1 {
				best = n
			}
		}
	}
	return best
}

// TestNarrowRows holds that a row narrower than a mark or a character loses nothing of it.
func TestNarrowRows(t *testing.T) {
	l := Layout([]byte("a\u202e日\tb"), Options{LineEnd: true, TabWidth: 4})
	var got []string
	for row := range l.RowCount(3) {
		got = append(got, string(l.RenderRow(nil, row, 3, Style{})))
	}
	if want := "a  |<20|2E>|日 |   |b  "; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", strings.Join(got, "|"), want)
	}
	got = nil
	for row := range l.RowCount(1) {
		got = append(got, string(l.RenderRow(nil, row, 1, Style{})))
	}
	if want := "a<202E>><" + "   b"; strings.Join(got, "") != want {
		t.Errorf("%q, want %q", strings.Join(got, ""), want)
	}
}

func BenchmarkLayoutASCII(b *testing.B) {
	data := []byte(strings.Repeat("func (s *Server) Handle(w http.ResponseWriter) { ", 5)[:200])
	var l Line
	var row []byte
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		l.Reset(data, Options{LineEnd: true, TabWidth: 4})
		row = l.Render(row[:0], 0, 200, Style{Base: "\x1b[1m", Reset: "\x1b[m"})
	}
}

// BenchmarkStackedMarks is a line that is one grapheme cluster from end to end.
func BenchmarkStackedMarks(b *testing.B) {
	data := []byte("e" + strings.Repeat("\u0301", 32<<10))
	var l Line
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		l.Reset(data, Options{LineEnd: true})
	}
}
