package textfile

import (
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/reader/source"
)

func TestPythonLines(t *testing.T) {
	pieces := []string{"a", "é", "語", "🙂", "\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\u0085", "\u2028", "\u2029", "\u2027", strings.Repeat("x", 5000)}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		for range r.IntN(300) {
			if piece := pieces[r.IntN(len(pieces))]; seed%2 == 0 || piece != "\r" {
				b.WriteString(piece)
			}
		}
		text := b.String()
		view := source.View(strings.NewReader(text), int64(len(text)))
		slow, err := Scan(t.Context(), view, Search{Form: LineCoding{Ends: EndCRLF | EndPython}, Total: true})
		if err != nil {
			t.Fatal(err)
		}
		ends, valid, err := CountPythonEnds(t.Context(), view)
		if err != nil || !valid || ends.Lines() != slow.Lines || ends.All()+ends.Others != slow.Ends {
			t.Fatalf("seed %d: %+v, %v, %v; want %d lines", seed, ends, valid, err, slow.Lines)
		}
		form := LineCoding{Ends: EndCRLF | EndCR}
		if counted, err := CountLineEnds(t.Context(), view, form); err != nil || counted.LF != ends.LF || counted.CRLF != ends.CRLF || counted.CR != ends.CR {
			t.Fatalf("seed %d: %+v, %v; want %+v", seed, ends, err, counted)
		}
	}
	for _, text := range []string{strings.Repeat("ab\r\n\v\u2028", 80_000), strings.Repeat("a", 700_000), strings.Repeat("é\r\n", 200_000) + "end"} {
		for _, at := range []int{10, len(text) - 10} {
			bad := text[:at] + "\xff" + text[at:]
			if _, valid, err := CountPythonEnds(t.Context(), source.View(strings.NewReader(bad), int64(len(bad)))); valid || err != nil {
				t.Errorf("a fault at %d is not seen, %v", at, err)
			}
		}
	}
	bad := "a\nb\xffc\n"
	if _, valid, err := CountPythonEnds(t.Context(), source.View(strings.NewReader(bad), int64(len(bad)))); valid || err != nil {
		t.Error("bytes that are not UTF-8 were taken for text", err)
	}
}
