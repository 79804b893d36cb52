package cells

import (
	"strings"
	"testing"
)

const code = "\tfor _, h := range s.hooks { if err := h.Run(ctx); err != nil { " +
	"return fmt.Errorf(\"hook %q: %w\", h.Name, err) } } // and so on, " +
	"until the row is two hundred columns wide, which is more than most"

// syntax cuts n bytes into spans of syntax.
func syntax(n int) []Span {
	var spans []Span
	for i := 0; i+6 < n; i += 6 {
		spans = append(spans, Span{i, i + 4, "\x1b[38;2;121;192;255m"})
	}
	return spans
}

// BenchmarkRow lays out and renders one row of 200 columns: what a screen does for each row that comes into view.
func BenchmarkRow(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"ASCII", code},
		{"accents", strings.Repeat("déjà vu, naïve façade — œuvre ", 8)},
		{"CJK", strings.Repeat("日本語の文章", 20)},
		{"emoji", strings.Repeat("👩\u200d👩\u200d👧 🇩🇪 ❤\ufe0f ", 20)},
		{"binary", strings.Repeat("\x00\xff\x80\x1b", 16)},
	} {
		data := []byte(c.text)
		for _, spans := range []int{0, len(data)} {
			st := Style{Reset: "\x1b[m", Base: "\x1b[38;5;250m", Spans: syntax(spans)}
			name := c.name + "/plain"
			if spans > 0 {
				name = c.name + "/coloured"
			}
			b.Run(name, func(b *testing.B) {
				buf := make([]byte, 0, 16<<10)
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				for b.Loop() {
					buf = Layout(data, Drawing{TabWidth: 4, LineEnd: true}).Render(buf[:0], 0, 200, st)
				}
			})
		}
	}
}

// BenchmarkLayout lays out one line of source.
func BenchmarkLayout(b *testing.B) {
	data := []byte(code)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		Layout(data, Drawing{TabWidth: 4, LineEnd: true})
	}
}

// BenchmarkScreen renders 40 rows of 120 cells of coloured code that is laid out already.
func BenchmarkScreen(b *testing.B) {
	st := Style{Spans: syntax(len(code)), Reset: "\x1b[m"}
	l := Layout([]byte(code), Drawing{TabWidth: 4, LineEnd: true})
	buf := make([]byte, 0, 8<<10)
	b.ReportAllocs()
	for b.Loop() {
		for range 40 {
			buf = l.Render(buf[:0], 0, 120, st)
		}
	}
}
