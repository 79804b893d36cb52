package tools

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
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := b.String()
		view := source.View(strings.NewReader(text), int64(len(text)))
		slow, err := Scan(t.Context(), view, Search{Form: TextForm{Ends: EndCRLF | EndPython}, Total: true})
		if err != nil {
			t.Fatal(err)
		}
		lines, valid, err := PythonLines(t.Context(), view)
		if err != nil || !valid || lines != slow.Lines {
			t.Fatalf("seed %d: %d lines, %v, %v; want %d", seed, lines, valid, err, slow.Lines)
		}
	}
	bad := "a\nb\xffc\n"
	if _, valid, err := PythonLines(t.Context(), source.View(strings.NewReader(bad), int64(len(bad)))); valid || err != nil {
		t.Error("bytes that are not UTF-8 were taken for text", err)
	}
}
