package tools

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/tools/textfile"
)

// Longer finds a line that Measure would cut, over lines that cross the buffers and about the limit.
func TestLongerAgreesWithMeasure(t *testing.T) {
	pieces := []string{"a", "é", "漢", "😀", "\xff", "\xe2\x82", "\r", "\r\n", "\n", strings.Repeat("x", 90), strings.Repeat("y", sinkSize-3)}
	random := rand.New(rand.NewPCG(1, 2))
	texts := 300
	if testing.Short() {
		texts = 30
	}
	for range texts {
		var text strings.Builder
		for range random.IntN(60) {
			text.WriteString(pieces[min(random.IntN(len(pieces)*3), len(pieces)*3-1)%len(pieces)])
		}
		b := source.View(strings.NewReader(text.String()), int64(text.Len()))
		for _, unit := range []Unit{Bytes, Runes, UTF16} {
			for _, limit := range []int64{1, 90, 100, sinkSize} {
				format := &LineFormat{Limit: limit, Unit: unit}
				form := textfile.Form{Ends: textfile.EndCRLF}
				want := false
				err := Measure(context.Background(), b, form, 0, format, unit, func(m Measured) bool {
					want = want || m.Cut
					return true
				})
				if err != nil {
					t.Fatal(err)
				}
				got, err := Longer(context.Background(), b, form, 0, b.Size(), format)
				if err != nil || got != want {
					t.Fatalf("limit %d %v of %.200q: %v, want %v (%v)", limit, unit, text.String(), got, want, err)
				}
			}
		}
	}
}
