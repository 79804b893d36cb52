package tools

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
)

// TestLinesInMemoryAreThoseOfTheFile: where a file is in memory, its lines are not copied, and are the same.
func TestLinesInMemoryAreThoseOfTheFile(t *testing.T) {
	parts := []string{"\n", "\n\n", "a", "bcd", "é", "日", "😀", "\t", "\uFEFF", "\x00", "\f", "\u0085", "\u2028", "\r\n", "\r", "\xFF"}
	forms := []textfile.LineCoding{
		{},
		textfile.CRLF, textfile.AnyEnd,
		{Skip: 3},
		{Ends: textfile.EndPython},
		{Ends: textfile.EndCRLF | textfile.EndCR | textfile.EndPython},
	}
	random := rand.New(rand.NewPCG(8, 1))
	for range 20_000 {
		data := []byte("\uFEFF")
		usual := 3 + random.IntN(len(parts)-2) // most have no '\r', no other odd line end, and only UTF-8
		for range random.IntN(10) {
			data = append(data, parts[random.IntN(usual)]...)
		}

		var m source.Memory
		m.Reset(data)
		shown := source.View(&m, random.Int64N(int64(len(data))-2)+3)
		r := LineReading{
			Form: forms[random.IntN(len(forms))],
			Most: random.Int64N(5), Unit: []Unit{Bytes, UTF16, Runes}[random.IntN(3)],
			Phantom: random.IntN(2) == 0, EscapeCR: random.IntN(4) == 0,
		}

		var got, want []TextLine
		gather := func(b source.Bytes, to *[]TextLine) {
			failed := func(err error) { t.Fatal(err) }
			for l := range linesOf(t.Context(), b, r, failed) {
				one := *l.Clone()
				one.Text = append([]byte{}, one.Text...)
				one.pieces = nil
				*to = append(*to, one)
				_ = l.Offset(len(l.Text))
			}
		}

		gather(shown, &got)
		gather(hidden{shown}, &want)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q of %d bytes, %+v:\n%+v, and as a file\n%+v", data, shown.Size(), r, got, want)
		}
	}
}

// hidden are bytes of which is not told that they are in memory.
type hidden struct{ source.Bytes }
